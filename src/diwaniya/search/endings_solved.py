"""The end of a hand by the solver.

A hand has a few different ends, as far as the score is concerned. Each is worth a chance to win the match (`worth`),
and the solver is asked which chance a side can make sure of. So the end of the match, and points that are worth more to
one side than to the other, are taken into account by themselves.
"""

from typing import Any

from diwaniya.engine.game import Game
from diwaniya.engine.kernel import NONE, Mask, State, bit, copy, kernel
from diwaniya.search import solver
from diwaniya.search.endings_record import UNKNOWN, Endings
from diwaniya.search.linking import Kernel, linked
from diwaniya.search.solver_table import Position, Table
from diwaniya.search.solver_tree import load, wins
from diwaniya.search.worth import CERTAIN, worth

# Stand-ins for the kernels of a family, beside those of the solver.


@kernel
def ends(s: State) -> int:
    """How many ends the hand may have."""
    return 0


@kernel
def finish(s: State, end: int) -> None:
    """Score a hand as if it had come to the end of this number."""


@kernel
def aim_at(s: State, w: Position, wanted: Mask) -> int:
    """How much our side still needs, as `solver_tree.aim`, so that the hand ends in one of these ends.

    The ends wanted are always all that are worth so much to our side or more.
    """
    return 0


@kernel
def by_solver(s: State, scratch: State, w: Position, k: Table, t: Endings, side: int) -> int:
    """What a hand is worth to a side if all play their best with open cards; `UNKNOWN` if that took too long."""
    load(s, w)
    ours = 0 + w.ours
    count = ends(s)
    low = CERTAIN
    high = 0
    for end in range(count):
        copy(s, scratch)
        finish(scratch, end)
        t.end[end] = worth(scratch, t, ours)
        low = min(low, 0 + t.end[end])
        high = max(high, 0 + t.end[end])
    goal = 0 + t.guess
    while low < high:
        # The least end that is worth the goal or more; or the best one.
        goal = max(goal, low + 1)
        bar = high
        for end in range(count):
            if goal <= t.end[end] < bar:
                bar = 0 + t.end[end]
        wanted = NONE
        below_bar = low
        for end in range(count):
            if t.end[end] >= bar:
                wanted |= bit(end)
            else:
                below_bar = max(below_bar, 0 + t.end[end])
        load(s, w)
        if wins(w, k, aim_at(s, w, wanted)):
            low = bar
            goal = bar + 1
        else:
            high = below_bar
            goal = high
        if k.stopped == 1:
            return UNKNOWN
    t.guess = low
    return low if side == ours else CERTAIN - low


def kernel_for(game: Game, family: Any) -> Kernel:
    """`by_solver` for this game; `family` is its file of endings."""
    places: dict[Kernel, Kernel] = {
        ends: family.ends,
        finish: family.finish,
        aim_at: family.aim_at,
        load: solver.family_module(game).load,
        wins: solver.kernels(game)["wins"],
    }
    return linked(by_solver, game, places)
