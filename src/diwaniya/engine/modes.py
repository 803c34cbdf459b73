"""The two modes in which the kernels of a game run, behind one face.

`pure` runs the functions as they are written, on slots objects; `compiled` runs what Numba makes of them, on NumPy
records. A state handed out by one mode is only understood by that mode; `read` gives it as a pure state.
"""

import os
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Protocol

from diwaniya.engine import drivers
from diwaniya.engine.game import Game
from diwaniya.engine.state import PureState, pure_rng


class Mode(Protocol):
    """What `engine.match` needs of either mode."""

    name: str

    def begin(self, seats: int, dealer: int, options: list[int]) -> Any:
        """A state at the beginning of a match."""

    def deal(self, state: Any, pack: Sequence[int]) -> None: ...
    def legal(self, state: Any) -> int: ...
    def apply(self, state: Any, move: int) -> None: ...
    def view(self, state: Any, seat: int) -> Any: ...
    def sample(self, view: Any, seed: int) -> Any: ...
    def open_legal(self, state: Any, seat: int, kind: int) -> int: ...
    def open_apply(self, state: Any, seat: int, kind: int, card: int) -> None: ...
    def read(self, state: Any) -> PureState: ...


class Pure:
    """Plain Python: starts at once."""

    name = "pure"

    def __init__(self, game: Game) -> None:
        self._game = game
        self._record = game.layout.pure
        # The kernels themselves are the methods: a table makes a dozen of these calls for each move.
        self.legal: Callable[[Any], int] = game.legal
        self.apply: Callable[[Any, int], None] = game.apply
        self.open_legal: Callable[[Any, int, int], int] = game.open_legal or drivers.open_legal
        self._begin, self._shuffle = drivers.bind(game, "begin", "shuffle")

    def begin(self, seats: int, dealer: int, options: list[int]) -> Any:
        state: Any = self._game.layout.pure()
        state.seats, state.dealer = seats, dealer
        state.opt = options + [0] * (8 - len(options))
        state.pack = list(self._game.pack)
        self._begin(state)
        return state

    def deal(self, state: Any, pack: Sequence[int]) -> None:
        state.pack = list(pack)
        self._game.deal(state)

    def view(self, state: Any, seat: int) -> Any:
        out = self._record.__new__(self._record)
        self._game.view(state, seat, out)
        return out

    def sample(self, view: Any, seed: int) -> Any:
        out = self._game.layout.pure()
        self._game.sample(view, pure_rng(seed), out)
        return out

    def open_apply(self, state: Any, seat: int, kind: int, card: int) -> None:
        assert self._game.open_apply is not None
        self._game.open_apply(state, seat, kind, card)

    def read(self, state: Any) -> PureState:
        return state  # type: ignore[no-any-return]


class Fast:
    """Compiled: the first call of each kernel compiles it, or loads it from the cache."""

    name = "compiled"

    def __init__(self, game: Game) -> None:
        from diwaniya.engine.compiled import compiled

        self._game = game
        self._k = compiled(game)

    def begin(self, seats: int, dealer: int, options: list[int]) -> Any:
        state = self._k.state()
        self._k.set_up(state, seats, dealer, options)
        self._k.begin(state.addr)
        return state

    def deal(self, state: Any, pack: Sequence[int]) -> None:
        state["pack"] = pack
        self._k.deal(state.addr)

    def legal(self, state: Any) -> int:
        return int(self._k.legal(state.addr))

    def apply(self, state: Any, move: int) -> None:
        self._k.apply(state.addr, move)

    def view(self, state: Any, seat: int) -> Any:
        out = self._k.state()
        self._k.view(state.addr, seat, out.addr)
        return out

    def sample(self, view: Any, seed: int) -> Any:
        out = self._k.state()
        self._k.sample(view.addr, self._k.rng(seed).addr, out.addr)
        return out

    def open_legal(self, state: Any, seat: int, kind: int) -> int:
        return int(self._k.open_legal(state.addr, seat, kind)) if self._game.open_legal else 0

    def open_apply(self, state: Any, seat: int, kind: int, card: int) -> None:
        self._k.open_apply(state.addr, seat, kind, card)

    def read(self, state: Any) -> PureState:
        return self._k.pure(state)


_ready: set[str] = set()


def may_compile() -> bool:
    """Unless somebody asked for the pure mode with `DIWANIYA_PURE=1`."""
    return os.environ.get("DIWANIYA_PURE") != "1"


def prepare(game: Game) -> None:
    """Load the compiled kernels of a game into this process; from then on `mode(game)` is the compiled one."""
    fast = _fast(game)
    state = fast.begin(game.seats[0], 0, game.check_options({}))
    fast.deal(state, game.pack)
    fast.legal(fast.view(state, 0))
    _ready.add(game.id)


@cache
def _pure(game_id: str) -> Pure:
    from diwaniya.engine.game import find

    return Pure(find(game_id))


@cache
def _fast_of(game_id: str) -> Fast:
    from diwaniya.engine.game import find

    return Fast(find(game_id))


def _fast(game: Game) -> Fast:
    return _fast_of(game.id)


def mode(game: Game, name: str = "auto") -> Mode:
    """`pure`, `compiled`, or `auto`: compiled if that is loaded (`prepare`), so that nobody waits for a compiler.

    `DIWANIYA_PURE=1` makes every `auto` pure.
    """
    if name == "auto":
        name = "compiled" if game.id in _ready and may_compile() else "pure"
    if name == "pure":
        return _pure(game.id)
    if name == "compiled":
        return _fast(game)
    raise ValueError(f"unknown mode {name!r}: there are auto, pure and compiled")
