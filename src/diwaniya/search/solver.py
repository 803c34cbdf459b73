"""Open hands solved exactly: what each side gets when all cards lie open and both sides play their best.

`Solver(game).solve(open_state(match))` tells the result of a position and that of every legal move, with the yes or no
of the contract where the game has one. How the tree is searched is in `solver_tree`, what is remembered in
`solver_table`, what there is to know of a family of games in `games/<family>_open.py`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from diwaniya.engine.drivers import rebind
from diwaniya.engine.game import Game
from diwaniya.engine.match import Match
from diwaniya.engine.modes import mode as find_mode
from diwaniya.engine.names import bits
from diwaniya.engine.state import Field, PureState, pure_record, record_dtype
from diwaniya.search import solver_tree as tree
from diwaniya.search.solver_table import TABLE, begin_run

NODES = 20_000_000
"""Positions that are looked at before a question is given up; that takes a second or two, compiled."""
AS_IT_STANDS = -1

FAMILY = (
    "ready", "contract", "load", "aim", "choices", "pick", "lay", "decided", "key", "widen", "extend"
)  # fmt: skip


@dataclass(frozen=True)
class Solution:
    """What is known of a position. Results are what `side` has in the end: tricks, or points of the hand."""

    side: int
    """The side whose result is told: the declaring one where there is one."""
    made: bool | None
    """Can the contract be made? None if there is none, or if it was not found out."""
    value: int | None
    """The result with best play; None if it was not found out."""
    moves: Mapping[int, int | None]
    """The result after each legal move, by number."""
    nodes: int
    """Positions looked at."""

    @property
    def solved(self) -> bool:
        return self.value is not None and None not in self.moves.values()


def open_state(match: Match) -> PureState:
    """A match as it stands with all cards open. Nobody who plays may see what follows from it."""
    return match.open_state()


@cache
def families() -> frozenset[str]:
    """The families of games that bring along what the solver has to know."""
    package = import_module("diwaniya.games")
    names = (module.name for module in iter_modules(package.__path__))
    return frozenset(name.removesuffix("_open") for name in names if name.endswith("_open"))


def has_solver(game: Game) -> bool:
    return game.family in families()


def family_module(game: Game) -> Any:
    """What the family brings along. Raises `ValueError` without a solver."""
    if not has_solver(game):
        raise ValueError(f"{game.id} has no solver for open hands")
    return import_module(f"diwaniya.games.{game.family}_open")


@cache
def kernels(game: Game, plain: bool = False) -> dict[str, Callable[..., Any]]:
    """`begin_run`, `ready`, `contract`, `wins`, `reaches`, `value` (see `solver_tree`) and `ask`, bound to this game.

    `plain` leaves out what a family sees without a search, for tests. Link them into drivers of your own;
    `position_fields(game)` and `TABLE` are the records that they work on. Raises `ValueError` without a solver.
    """
    module = family_module(game)
    family = {name: getattr(module, name) for name in FAMILY}
    if plain:
        family["decided"] = tree.decided
    wins = rebind(tree.wins, **family)
    wins.__globals__["wins"] = wins  # it calls itself
    reaches = rebind(tree.reaches, wins=wins, **family)
    value = rebind(tree.value, reaches=reaches, **family)
    return {
        "begin_run": begin_run,
        "ready": family["ready"],
        "contract": family["contract"],
        "wins": wins,
        "reaches": reaches,
        "value": value,
        "ask": rebind(tree.ask, reaches=reaches, value=value, **family),
    }


def position_fields(game: Game) -> dict[str, Field]:
    """The fields of the record in which positions of this game are searched."""
    return {**tree.POSITION, **family_module(game).FIELDS}


def counts(game: Game) -> str:
    """What a result counts, in words with `{ours}` and `{theirs}`. Raises `ValueError` without a solver."""
    words: str = family_module(game).COUNTS
    return words


@cache
def _entry(game: Game, plain: bool) -> Callable[..., int]:
    """`ask`, compiled; one a process."""
    from numba import types

    from diwaniya.engine.compiled import compiled

    records = {"w": record_dtype(position_fields(game)), "t": record_dtype(TABLE)}
    entry: Callable[..., int] = compiled(game).link(
        kernels(game, plain)["ask"], "swtiii", types.int64, **records
    )
    return entry


class Solver:
    """Solves positions of one game, one at a time: a thread needs one of its own. Threads run side by side.

    Positions are full states, pure ones or those of the solver's mode. The table is empty for each question, so that
    an answer, and whether `nodes` suffice for it, depends on nothing else. Raises `ValueError` for a game without
    solver.
    """

    def __init__(self, game: Game, mode: str = "auto", *, plain: bool = False) -> None:
        self.game = game
        self._plain = plain
        self._mode = find_mode(game, mode)
        self.mode = self._mode.name
        self.table: Any
        self._ask: Callable[..., int]
        self._begin: Callable[[int], Any]
        self._looked: Callable[[], int]
        if self.mode == "compiled":
            self._compile()
        else:
            self._pure()

    def _pure(self) -> None:
        w: Any = pure_record("Position", position_fields(self.game))()
        t: Any = pure_record("Table", TABLE)()
        ask = kernels(self.game, self._plain)["ask"]
        self.table = t
        self._ask = lambda s, what, move=0, goal=0: ask(s, w, t, what, move, goal)
        self._begin = lambda nodes: begin_run(t, nodes)
        self._looked = lambda: t.nodes

    def _compile(self) -> None:
        from diwaniya.engine.compiled import Record, compiled

        w, t = Record(record_dtype(position_fields(self.game))), Record(record_dtype(TABLE))
        any_state = compiled(self.game).state()
        ask = _entry(self.game, self._plain)
        self.table = t
        self._ask = lambda s, what, move=0, goal=0: ask(s.addr, w.addr, t.addr, what, move, goal)
        self._begin = lambda nodes: ask(any_state.addr, w.addr, t.addr, tree.BEGIN, 0, nodes)
        self._looked = lambda: int(t["nodes"])

    def state(self, state: Any) -> Any:
        """A state in this solver's mode: the same one, or a pure one as a record."""
        if self.mode == "compiled" and isinstance(state, PureState):
            from diwaniya.engine.compiled import compiled

            return compiled(self.game).record(state)
        return state

    def ready(self, state: Any) -> bool:
        """Are cards being played, so that this position can be solved?"""
        return self._ask(self.state(state), tree.READY) == 1

    def side(self, state: Any) -> int:
        """The side whose result is told of this hand."""
        return self._ask(self.state(state), tree.SIDE)

    def begin(self, nodes: int) -> None:
        """Empty the table for one question or several, and allow so many positions for all of them."""
        self._begin(nodes)

    def run_reaches(self, state: Any, move: int, goal: int) -> bool | None:
        """Does `side` get `goal` after this move (or `AS_IT_STANDS`)? None if the positions of `begin` are used up.

        What the table knows from questions since `begin` is used, which makes many alike quicker.
        """
        answer = self._ask(self.state(state), tree.REACHES, move, goal)
        return None if answer < 0 else answer == 1

    def run_value(self, state: Any, move: int, guess: int) -> int | None:
        """The result of `side` after this move (or `AS_IT_STANDS`); the search begins at `guess`. As `run_reaches`."""
        found = self._ask(self.state(state), tree.VALUE, move, guess)
        return None if found == tree.FAR else found

    def made(self, state: Any, nodes: int = NODES) -> bool | None:
        """Is the contract made with best play of both sides? None if there is none or `nodes` did not suffice."""
        s = self.state(state)
        self.begin(nodes)
        return self._made(s)

    def _made(self, s: Any) -> bool | None:
        goal = self._ask(s, tree.CONTRACT)
        return None if goal < 0 else self.run_reaches(s, AS_IT_STANDS, goal)

    def value(self, state: Any, nodes: int = NODES) -> int | None:
        """The result of `side` with best play of both; None if `nodes` did not suffice."""
        s = self.state(state)
        self.begin(nodes)
        return self.run_value(s, AS_IT_STANDS, self._guess(s))

    def nodes(self) -> int:
        """Positions looked at for the latest question."""
        return self._looked()

    def solve(self, state: Any, nodes: int = NODES) -> Solution:
        """Everything about a position in which cards are played, or in which the next move leads to that.

        Raises `ValueError` if neither is so. `nodes` is for all of it together; what they do not suffice for is None.
        """
        s = self.state(state)
        self.begin(nodes)
        legal = bits(self._mode.legal(s)) if self._turn(s) >= 0 else []
        if legal and self.ready(s):
            made = self._made(s)
            value = self.run_value(s, AS_IT_STANDS, self._guess(s))
            moves = {
                move: self.run_value(s, move, value or 0) if value is not None else None for move in legal
            }
            return Solution(self.side(s), made, value, moves, self.nodes())
        after = {move: self._after(s, move) for move in legal}
        if not legal or not all(map(self.ready, after.values())):
            raise ValueError("no cards are being played here, so there is nothing to solve")
        return self._before_play(s, after)

    def _before_play(self, s: Any, after: Mapping[int, Any]) -> Solution:
        """The player to move has the choice between several beginnings of the play."""
        values = {move: self.run_value(t, AS_IT_STANDS, self._guess(t)) for move, t in after.items()}
        first = next(iter(after.values()))
        side, goal = self.side(first), self._ask(first, tree.CONTRACT)
        known = [value for value in values.values() if value is not None]
        value = None
        if len(known) == len(values):
            value = max(known) if self.game.side(self._turn(s)) == side else min(known)
        made = None if value is None or goal < 0 else value >= goal
        return Solution(side, made, value, values, self.nodes())

    def _guess(self, s: Any) -> int:
        """Where to begin to look: whoever bids wants to be sure, so most contracts leave a trick to spare."""
        return max(0, self._ask(s, tree.CONTRACT) + 1)

    def _turn(self, s: Any) -> int:
        return int(s["turn"] if self.mode == "compiled" else s.turn)

    def _after(self, s: Any, move: int) -> Any:
        if isinstance(s, PureState):
            t: Any = s.copy()
        else:
            t = type(s)(s.array.dtype)
            t.array[:] = s.array
        self._mode.apply(t, move)
        return t
