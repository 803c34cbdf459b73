"""The end of a hand by trying every move: short enough once nothing more will come from the pack.

Alpha-beta over the game's own moves, taken back one by one (`keep`, `put_back`). The hand is only scored in a copy.
"""

from typing import Any

from diwaniya.engine.drivers import apply, legal
from diwaniya.engine.game import Game
from diwaniya.engine.kernel import NONE, ONE, Mask, State, copy, kernel, lowest
from diwaniya.search.endings_record import UNKNOWN, Endings
from diwaniya.search.linking import Kernel, linked
from diwaniya.search.solver_table import Position, Table
from diwaniya.search.worth import CERTAIN, worth

# Stand-ins for the kernels of a family.


@kernel
def hold_score(s: State) -> None:
    """From here on the hand is not scored by itself."""


@kernel
def let_score(s: State) -> None:
    """From here on it is again."""


@kernel
def all_played(s: State) -> bool:
    return True


@kernel
def settle(s: State) -> None:
    """Score a hand of which all cards were played."""


@kernel
def keep(s: State, w: Position, ply: int) -> None:
    """Write down all that a move may change."""


@kernel
def put_back(s: State, w: Position, ply: int) -> None:
    """Make it again what was written down."""


@kernel
def tried(
    s: State, scratch: State, w: Position, k: Table, t: Endings, side: int, low: int, high: int, ply: int
) -> int:
    """What the rest of the hand is worth to a side, as far as that lies between `low` and `high`."""
    if all_played(s):
        copy(s, scratch)
        settle(scratch)
        return worth(scratch, t, side)
    k.nodes += 1
    if k.nodes > k.budget:
        k.stopped = 1
        return low
    keep(s, w, ply)
    ours = s.turn % t.sides == side
    moves: Mask = legal(s)
    while moves != NONE and low < high and k.stopped == 0:
        move = lowest(moves)
        moves &= moves - ONE
        apply(s, move)
        found = tried(s, scratch, w, k, t, side, low, high, ply + 1)
        put_back(s, w, ply)
        if ours:
            low = max(low, found)
        else:
            high = min(high, found)
    return low if ours else high


@kernel
def by_trying(s: State, scratch: State, w: Position, k: Table, t: Endings, side: int) -> int:
    """What a hand is worth to a side if all play their best with open cards; `UNKNOWN` if that took too long."""
    hold_score(s)
    found = tried(s, scratch, w, k, t, side, 0, CERTAIN, 0)
    let_score(s)
    return UNKNOWN if k.stopped == 1 else found


FAMILY = (hold_score, let_score, all_played, settle, keep, put_back)


def kernel_for(game: Game, family: Any) -> Kernel:
    """`by_trying` for this game; `family` is its file of endings."""
    places: dict[Kernel, Kernel] = {kernel: getattr(family, kernel.__name__) for kernel in FAMILY}
    return linked(by_trying, game, places)
