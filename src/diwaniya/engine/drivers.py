"""Kernels that are the same for every game: they call the game's own by the names below.

`bind` puts the kernels of one game in the place of the stand-ins, as they are, for the pure mode; `engine.compiled`
does the same with compiled ones.
"""

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar, cast

from diwaniya.engine.game import Game
from diwaniya.engine.kernel import NONE, Mask, Rng, State, below, kernel, popcount, select
from diwaniya.engine.kernel import shuffle as shuffle_places
from diwaniya.engine.state import ALL, DEAL, OVER

F = TypeVar("F", bound=Callable[..., Any])

Counts = Any
"""What random play counted: a record with the fields `moves`, `deals` and `matches`."""


@kernel
def start(s: State) -> None: ...
@kernel
def deal(s: State) -> None: ...
@kernel
def legal(s: State) -> Mask:
    return NONE


@kernel
def apply(s: State, move: int) -> None: ...
@kernel
def view(s: State, seat: int, out: State) -> None: ...
@kernel
def sample(v: State, rng: Rng, out: State) -> None: ...
@kernel
def open_legal(s: State, seat: int, kind: int) -> Mask:
    return NONE


@kernel
def open_apply(s: State, seat: int, kind: int, card: int) -> None: ...


@kernel
def shuffle(s: State, rng: Rng) -> None:
    """Shuffle the whole pack; a game that needs less says so with a `shuffle` of its own."""
    shuffle_places(rng, s.pack, 0, len(s.pack))


@kernel
def begin(s: State) -> None:
    """Begin a match with the seats, dealer, options and pack that `s` holds."""
    for side in range(8):
        s.score[side] = 0
    s.deals = 0
    s.winners = 0
    s.viewer = ALL
    s.turn = DEAL
    start(s)


@kernel
def step(s: State, move: int) -> Mask:
    """Make a move; the moves that are legal after it, none when a pack is needed or the match is over."""
    apply(s, move)
    return legal(s) if s.turn >= 0 else NONE


@kernel
def ready(s: State, rng: Rng) -> Mask:
    """Deal if a pack is needed; the moves that are legal then, none when the match is over."""
    while s.turn == DEAL:
        shuffle(s, rng)
        deal(s)
    return legal(s) if s.turn >= 0 else NONE


@kernel
def advance(s: State, rng: Rng, move: int) -> Mask:
    """Make a move, and deal if that ended the hand; the moves that are legal then."""
    apply(s, move)
    return ready(s, rng)


@kernel
def random_moves(s: State, rng: Rng, budget: int, counts: Counts) -> None:
    """Play `budget` random moves, dealing and beginning anew as needed."""
    for _ in range(budget):
        while s.turn < 0:
            if s.turn == OVER:
                counts.matches += 1
                begin(s)
            shuffle(s, rng)
            deal(s)
            counts.deals += 1
        moves = legal(s)
        apply(s, select(moves, below(rng, popcount(moves))))
    counts.moves += budget


STAND_INS = ("start", "deal", "legal", "apply", "view", "sample", "shuffle", "open_legal", "open_apply")


def bindings(game: Game) -> dict[str, Any]:
    """The kernels that stand where the stand-ins of this module are."""
    return {name: getattr(game, name) for name in STAND_INS if getattr(game, name) is not None}


def bind(game: Game, *names: str) -> list[Callable[..., Any]]:
    """Drivers of this module for one game, in pure mode."""
    space = dict(globals())
    bound = []
    for name, value in globals().items():
        if isinstance(value, FunctionType) and value.__module__ == __name__ and hasattr(value, "__kernel__"):
            space[name] = FunctionType(value.__code__, space, value.__name__, value.__defaults__)
    space.update(bindings(game))
    for name in names:
        bound.append(space[name])
    return bound


def rebind(fn: F, **kernels: Callable[..., Any]) -> F:
    """A copy of a kernel that finds other kernels under these names; in either mode it calls those."""
    assert isinstance(fn, FunctionType)
    twin = FunctionType(fn.__code__, {**fn.__globals__, **kernels}, fn.__name__, fn.__defaults__)
    twin.__annotations__ = fn.__annotations__
    return cast(F, kernel(twin))
