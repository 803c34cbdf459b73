"""The end of a hand, exactly: in a world all cards lie open, so it can be solved instead of played on.

A hand of a game with a solver (`solver`) has a few different ends, as far as the score is concerned. Each is worth a
chance to win the match (`worth`), and the solver is asked which chance a side can make sure of. So the end of the
match, and points that are worth more to one side than to the other, are taken into account by themselves.

What there is to know of a family, beside what the solver must know, is in `games/<family>_ends.py`.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from diwaniya.engine.drivers import apply, legal
from diwaniya.engine.game import Game
from diwaniya.engine.kernel import NONE, Mask, Rng, State, below, bit, copy, kernel, pick, popcount
from diwaniya.engine.state import Field
from diwaniya.search import solver
from diwaniya.search.linking import Kernel, linked
from diwaniya.search.solver_table import TABLE, Position, Table
from diwaniya.search.solver_tree import load, ready, wins
from diwaniya.search.tree import at_once
from diwaniya.search.worth import CERTAIN, worth

MOST_ENDS = 8
UNKNOWN = -1
UNSOLVED = 1000

ENDING_FIELDS: dict[str, Field] = {
    "open": "i8",  # with so many cards in all hands or fewer, a hand is solved
    "guess": "i8",  # what the last one was worth: another move in the same world will often be worth the same
    "end": ("i8", MOST_ENDS),  # what each end of the hand is worth to the side for which the solver counts
}
"""Fields of a search that solves endings, beside those of `WORTH_FIELDS`."""

Endings = Any
"""A record with these fields."""


# The kernels of a family, beside those of the solver.


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
def cards_held(s: State) -> int:
    """How many cards the players hold; more than there are while this cannot be solved."""
    if not ready(s):
        return UNSOLVED
    count = 0
    for seat in range(s.seats):
        count += popcount(s.hand[seat])
    return count


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


@kernel
def held(s: State) -> int:
    """A stand-in: `cards_held` where there is a solver."""
    return UNSOLVED


@kernel
def exact(s: State, scratch: State, w: Position, k: Table, t: Endings, side: int) -> int:
    """A stand-in: `by_solver` where there is a solver."""
    return UNKNOWN


@kernel
def outcome(s: State, seen: State, rng: Rng, w: Position, k: Table, t: Endings, side: int, wild: int) -> int:
    """What a world is worth to a side: played on by the policy until it can be solved, or to the end of the hand."""
    while s.turn >= 0:
        if held(s) <= t.open and k.stopped == 0:
            found = exact(s, seen, w, k, t, side)
            if found != UNKNOWN:
                return found
        moves = legal(s)
        if popcount(moves) == 1 or (wild > 0 and below(rng, 1000) < wild):
            apply(s, pick(rng, moves))
        else:
            apply(s, at_once(s, seen, rng))
    return worth(s, t, side)


def places_for(game: Game) -> dict[Kernel, Kernel]:
    """What stands in the place of which stand-in of this file. Raises `ValueError` for a game without a solver."""
    opened = solver.family_module(game)
    family: Any = import_module(f"diwaniya.games.{game.family}_ends")
    inner: dict[Kernel, Kernel] = {
        ready: opened.ready,
        ends: family.ends,
        finish: family.finish,
        aim_at: family.aim_at,
        load: opened.load,
        wins: solver.kernels(game)["wins"],
    }
    return {held: linked(cards_held, game, inner), exact: linked(by_solver, game, inner)}


def records_for(game: Game, solved: bool) -> tuple[Mapping[str, Field], Mapping[str, Field]]:
    """The fields of the solver's position and of its table; little of either where nothing is solved."""
    if not solved:
        return {"ply": "u8"}, {**TABLE, "slot": ("u8", 1)}
    return solver.position_fields(game), TABLE
