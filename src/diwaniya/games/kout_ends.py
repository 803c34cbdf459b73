"""How a hand of Kout may end, for whoever solves it in the middle of a match: the bid fails, or is made."""

from diwaniya.engine.kernel import Mask, State, kernel, popcount
from diwaniya.games.kout import _score
from diwaniya.games.kout_open import aim, ready

UNSOLVED = 1000
FAILED, MADE = range(2)


@kernel
def held(s: State) -> int:
    """How many cards the players hold; more than there are while no cards are played."""
    if not ready(s):
        return UNSOLVED
    count = 0
    for seat in range(s.seats):
        count += popcount(s.hand[seat])
    return count


@kernel
def ends(s: State) -> int:
    return 2


@kernel
def finish(s: State, end: int) -> None:
    """K18 to K20."""
    ours = s.declarer % 2
    if end == MADE:
        s.made = 1
        _score(s, ours, 36 if s.bid == 9 else s.bid)
    else:
        s.made = 2
        _score(s, 1 - ours, 5 if s.malzoom == 1 else 2 * s.bid)


@kernel
def aim_at(s: State, w: State, wanted: Mask) -> int:
    """How many tricks the declaring team still needs: nobody is asked for a bid that fails."""
    return aim(w, s.bid)
