"""A beginner at All Fours begs with a good hand and stands with a bad one, and forgets what is gone; but he holds on to
aces, tens and the jack of trumps."""

from diwaniya.engine.kernel import NONE, Mask, State, bit, kernel
from diwaniya.games.allfours import ACES, BEG, BEGGED, JACK, OPEN, STAND, TENS

OFTEN = 900


@kernel
def slips(v: State) -> Mask:
    if v.said == OPEN:
        return bit(STAND) | bit(BEG)
    if v.said == BEGGED:
        return NONE
    cards: Mask = v.hand[v.viewer] & ~ACES & ~TENS & ~bit(13 * v.trump + JACK)
    return cards
