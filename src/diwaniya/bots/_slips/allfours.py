"""A beginner at All Fours begs with a good hand and stands with a bad one, gives and runs the pack as he feels, and
forgets what is gone; but he holds on to aces, tens and the jack of trumps, and gives nobody the last point."""

from diwaniya.engine.kernel import NONE, Mask, State, bit, kernel
from diwaniya.games.allfours import ACES, BEG, BEGGED, GIVE, JACK, OPEN, RUN, STAND, TARGET, TENS

OFTEN = 900


@kernel
def slips(v: State) -> Mask:
    if v.said == OPEN:
        return bit(STAND) | bit(BEG)
    if v.said == BEGGED:
        wins = v.score[v.leader & 1] + 1 >= v.opt[TARGET]
        return NONE if wins else bit(GIVE) | bit(RUN)
    cards: Mask = v.hand[v.viewer] & ~ACES & ~TENS & ~bit(13 * v.trump + JACK)
    return cards
