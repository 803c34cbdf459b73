"""What Kout players make of each other's bids."""

from diwaniya.bots.quick.kout import MARGIN, best_worth
from diwaniya.engine.kernel import State, kernel
from diwaniya.engine.seats import right_of
from diwaniya.games.kout import UNSET
from diwaniya.search.sampling import WHOLLY

SPREAD = 400
OWN_EYES = True
STRONG = 240
"""After some thousands there is nothing left to be gained."""
EXPERT_CARDS = 20

SAID_NOTHING, PASSED = 0, 1


@kernel
def _reaches(v: State, own: int) -> int:
    """How high a hand of this worth should bid, in hundredths."""
    level: int = own + (900 - own) * (v.seats // 2 - 1) // (v.seats - 1) - MARGIN
    return level


@kernel
def _falling(distance: int, width: int) -> int:
    """All of it up to a distance of 0, then less, down to a twentieth at `width`."""
    if distance <= 0:
        return WHOLLY
    return WHOLLY - 950 * min(distance, width) // width


@kernel
def explains(v: State, world: State) -> int:
    """Nobody passes a hand that is worth more than the last bid, or bids far beyond what he holds, without need."""
    likely = WHOLLY
    high = 0
    seat = right_of(v, v.dealer)
    for _ in range(v.seats):
        said = 0 + v.bids[seat]
        if said == SAID_NOTHING:
            return max(likely, 1)
        forced = said == 5 and high == 0 and seat == v.dealer
        if seat != v.viewer:
            hand = world.hand[seat] | world.spent[seat]
            best = best_worth(v, hand)
            level = _reaches(v, best // 4)
            if said == PASSED or forced:
                likely = likely * _falling(level - 100 * max(high + 1, 5) + 40, 160) // WHOLLY
            else:
                likely = likely * _falling(100 * said - level - 20, 160) // WHOLLY
                likely = likely * _falling(level - 100 * said - 140, 160) // WHOLLY
            if seat == v.declarer and v.trump != UNSET and best % 4 != v.trump:
                likely = likely * 300 // WHOLLY
        if said > PASSED:
            high = said
        seat = right_of(v, seat)
    return max(likely, 1)
