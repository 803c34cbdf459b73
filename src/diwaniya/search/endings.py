"""The end of a hand, exactly: in a world all cards lie open, so it can be seen through instead of played on.

A hand of a game with a solver is solved (`endings_solved`). Where there is none every move is tried, once nothing more
will come from the pack (`endings_tried`). What there is to know of a family, beside what the solver must know, is in
`games/<family>_ends.py`.
"""

from collections.abc import Mapping
from typing import Any

from diwaniya.engine.drivers import apply, legal
from diwaniya.engine.families import file_of
from diwaniya.engine.game import Game
from diwaniya.engine.kernel import Rng, State, below, kernel, pick, popcount
from diwaniya.engine.state import Field
from diwaniya.search import endings_solved, endings_tried, solver
from diwaniya.search.endings_record import UNKNOWN, Endings
from diwaniya.search.linking import Kernel, linked
from diwaniya.search.solver_table import TABLE, Position, Table
from diwaniya.search.solver_tree import ready
from diwaniya.search.tree import at_once
from diwaniya.search.worth import worth

UNSOLVED = 1000


@kernel
def cards_held(s: State) -> int:
    """How many cards the players hold; more than there are if that cannot be seen through."""
    if not ready(s):
        return UNSOLVED
    count = 0
    for seat in range(s.seats):
        count += popcount(s.hand[seat])
    return count


@kernel
def held(s: State) -> int:
    """A stand-in: `cards_held` where hands are seen through."""
    return UNSOLVED


@kernel
def exact(s: State, scratch: State, w: Position, k: Table, t: Endings, side: int) -> int:
    """A stand-in: what a world is worth to a side with open cards; `UNKNOWN` if that took too long."""
    return UNKNOWN


@kernel
def outcome(s: State, seen: State, rng: Rng, w: Position, k: Table, t: Endings, side: int, wild: int) -> int:
    """What a world is worth to a side: played on by the policy until it can be seen through, or to the hand's end."""
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


def _family(game: Game) -> Any:
    """What there is to know of a family; None where hands are not seen through."""
    return file_of("diwaniya.games", f"{game.family}_ends")


def has_endings(game: Game) -> bool:
    """Can hands of this game be seen through?"""
    return _family(game) is not None


def places_for(game: Game) -> dict[Kernel, Kernel]:
    """What stands in the place of which stand-in of this file. Raises `ValueError` where nothing is seen through."""
    family = _family(game)
    if family is None:
        raise ValueError(f"nobody has said how a hand of {game.id} may end")
    by_solver = solver.has_solver(game)
    way, told_by = (endings_solved, solver.family_module(game)) if by_solver else (endings_tried, family)
    counted = linked(cards_held, game, {ready: told_by.ready})
    return {held: counted, exact: way.kernel_for(game, family)}


def records_for(game: Game, seen_through: bool) -> tuple[Mapping[str, Field], Mapping[str, Field]]:
    """The fields of the position and of the solver's table; little of either where they are not needed."""
    if seen_through and solver.has_solver(game):
        return solver.position_fields(game), TABLE
    position = _family(game).KEPT if seen_through else {"ply": "u8"}
    return position, {**TABLE, "slot": ("u8", 1)}
