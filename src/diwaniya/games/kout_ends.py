"""How a hand of Kout may end, for whoever solves it in the middle of a match: the bid fails, or is made."""

from diwaniya.engine.kernel import Mask, State, kernel
from diwaniya.games.kout import _score
from diwaniya.games.kout_open import aim

FAILED, MADE = range(2)


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
