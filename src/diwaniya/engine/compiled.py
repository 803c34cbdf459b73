"""Kernels compiled by Numba: the same functions as the pure mode, at tens of millions of moves a second.

Every entry point takes addresses of records, has one fixed signature and is cached by `codecache`; whatever kernels it
calls are compiled into it. `python -m diwaniya.engine.compiled` fills the cache for every game.
"""

# Numba has no type information; what comes out is checked by `Program.check` and by tests that compare both modes.
# mypy: disable-error-code="misc, no-any-return, no-untyped-def, no-untyped-call"

import contextlib
import functools
import hashlib
import importlib.util
import os
import sys
import typing
from concurrent.futures import ProcessPoolExecutor
from types import FunctionType
from typing import Any

import numba
import numpy as np
from numba import types

from diwaniya.engine import drivers, native
from diwaniya.engine import kernel as K
from diwaniya.engine.codecache import PackageCache
from diwaniya.engine.game import Game, games
from diwaniya.engine.state import RNG_FIELDS, Layout, PureState, record_dtype


class KernelTypeError(TypeError):
    """A kernel's annotations and what the compiler made of it differ."""


FLAGS = {"error_model": "numpy", "nogil": True}
RNG = record_dtype(RNG_FIELDS)
COUNTS = record_dtype({"moves": "i8", "deals": "i8", "matches": "i8"})


class Record:
    """One record in memory, with its address for the entry points."""

    __slots__ = ("addr", "array")

    def __init__(self, dtype: "np.dtype[Any]") -> None:
        raw = np.zeros(dtype.itemsize + 64, dtype=np.uint8)
        skip = -raw.ctypes.data % 64
        self.array = raw[skip : skip + dtype.itemsize].view(dtype)
        self.addr: int = self.array.ctypes.data

    def __getitem__(self, name: str) -> Any:
        return self.array[name][0]

    def __setitem__(self, name: str, value: Any) -> None:
        self.array[name][0] = value

    def tobytes(self) -> bytes:
        return self.array.tobytes()


def _constant(value: Any) -> Any:
    """A module constant as the compiler should see it: masks unsigned, tables as arrays."""
    if isinstance(value, K.U64):
        return np.uint64(value)
    if isinstance(value, tuple) and value and all(type(item) is K.U64 for item in value):
        return np.array(value, dtype=np.uint64)
    if isinstance(value, tuple) and value and all(type(item) is int for item in value):
        return np.array(value, dtype=np.int64)
    return value


class Program:
    """The kernels of one game, compiled together; those of the game take the place of the drivers' stand-ins."""

    def __init__(self, game: Game, portable: bool = False) -> None:
        self._stand_ins = {getattr(drivers, name): fn for name, fn in drivers.bindings(game).items()}
        self._portable = portable
        self._records = f"{game.layout.dtype} {RNG} {COUNTS}"
        self._done: dict[Any, Any] = {}

    def _source(self, fn: Any) -> Any:
        return native.source(fn, self._portable)

    def function(self, fn: Any) -> Any:
        """`fn` (a kernel) as something that compiled code can call."""
        fn = self._stand_ins.get(fn, fn)
        if fn in native.INTRINSICS:
            return native.INTRINSICS[fn]
        if fn not in self._done:
            source = self._source(fn)
            space: dict[str, Any] = {"__builtins__": __builtins__, "__name__": source.__module__}
            twin = FunctionType(source.__code__, space, source.__name__, source.__defaults__)
            twin.__qualname__ = f"{source.__name__}_{self.tag(fn)}"
            self._done[fn] = _widened(
                numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **FLAGS)(twin), fn
            )
            for name in source.__code__.co_names:
                if name in source.__globals__:
                    value = source.__globals__[name]
                    space[name] = self.function(value) if hasattr(value, "__kernel__") else _constant(value)
        return self._done[fn]

    def digest(self, fn: Any) -> str:
        """A hash of the code and constants of a kernel and of all that it calls, as they are in memory now."""
        parts: list[str] = []
        seen = set()
        rest = [fn]
        while rest:
            called = rest.pop()
            source = self._source(self._stand_ins.get(called, called))
            if source in seen:
                continue
            seen.add(source)
            code = source.__code__
            parts.append(repr((code.co_code, code.co_consts, code.co_names, code.co_varnames)))
            for name in code.co_names:
                value = source.__globals__.get(name)
                if hasattr(value, "__kernel__"):
                    rest.append(value)
                elif isinstance(value, int | tuple):
                    parts.append(f"{name}={value!r}")
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    def tag(self, fn: Any, *more: Any) -> str:
        """What is compiled into the name of a function, beside the name that it has.

        Numba numbers functions and record types anew in each process. Of two cached files that hold different functions
        under one name, a process that loads both would run only one: the name has to tell all that the code depends on.
        """
        return hashlib.sha256(
            f"{self.digest(fn)} {self._records} {self._portable} {more}".encode()
        ).hexdigest()[:16]

    def check(self) -> None:
        """Every kernel that was compiled has the types of its annotations. Raises `KernelTypeError`."""
        for fn, jitted in self._done.items():
            wanted = _annotations(fn)
            for overload in jitted.overloads.values():
                have = [*overload.signature.args, overload.signature.return_type]
                for want, got in zip(wanted, have, strict=True):
                    if not _fits(want, got):
                        where = f"{fn.__module__}.{fn.__name__}"
                        raise KernelTypeError(f"{where}: {want} came out as {got} in {overload.signature}")


def _annotations(fn: Any) -> list[Any]:
    """What a kernel says of its arguments, and last of what it returns."""
    hints = typing.get_type_hints(fn, include_extras=True)
    return [hints[name] for name in (*fn.__code__.co_varnames[: fn.__code__.co_argcount], "return")]


def _widened(jitted: Any, fn: Any) -> Any:
    """Let a kernel that wants an `int` be called with a small field of a record: the field is widened, as in Python.

    Otherwise `range(s.seats)` would count in unsigned numbers when `seats` is one byte, and meet signed ones later.
    """
    wanted = _annotations(fn)[:-1]
    plain = jitted.get_call_template

    def get_call_template(args: tuple[Any, ...], kws: Any) -> Any:
        small = zip(args, wanted, strict=True)
        wide = tuple(
            types.int64 if want is int and isinstance(arg, types.Integer) else arg for arg, want in small
        )
        return plain(wide, kws)

    jitted.get_call_template = get_call_template
    return jitted


def _fits(want: Any, got: Any) -> bool:
    if want is K.Mask:
        return got is types.uint64
    if want is int:
        return isinstance(got, types.Integer) and got is not types.uint64  # what is returned may be narrower
    if want is bool:
        return got is types.boolean
    return want is not type(None) or got in (types.none, types.void)


@functools.cache
def _numba_record(dtype: "np.dtype[Any]") -> Any:
    return numba.from_dtype(dtype)


VALUES = {"i": types.int64, "m": types.uint64}

ENTRIES: dict[str, tuple[str, Any]] = {
    "begin": ("s", types.void),
    "deal": ("s", types.void),
    "legal": ("s", types.uint64),
    "apply": ("si", types.void),
    "step": ("si", types.uint64),
    "ready": ("sr", types.uint64),
    "advance": ("sri", types.uint64),
    "view": ("sis", types.void),
    "sample": ("srs", types.void),
    "shuffle": ("sr", types.void),
    "open_legal": ("sii", types.uint64),
    "open_apply": ("siii", types.void),
    "random_moves": ("sric", types.void),
}
"""Arguments of each entry point (s: address of a state, r: of a generator, c: of counts, i: a number), and
what it returns."""


class Compiled:
    """The entry points of one game, by address. Each is compiled, or loaded from the cache, when first asked for.

    >>> from diwaniya.engine.game import find
    >>> k = compiled(find("kout4"))
    >>> s, rng = k.state(), k.rng(7)
    >>> k.set_up(s, seats=4, dealer=0, options=[101, 51]); k.begin(s.addr)
    >>> k.shuffle(s.addr, rng.addr); k.deal(s.addr)
    >>> bin(k.legal(s.addr)).count("1")  # the moves of the seat to move, as a 64-bit mask: pass and five bids
    6
    """

    if typing.TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def __init__(self, game: Game, portable: bool = False) -> None:
        self.game = game
        self.layout: Layout = game.layout
        self._portable = portable
        self._program = Program(game, portable)

    def state(self) -> Record:
        return Record(self.layout.dtype)

    def rng(self, seed: int) -> Record:
        rng = Record(RNG)
        rng["s"] = seed & K.ALL64
        return rng

    def counts(self) -> Record:
        return Record(COUNTS)

    def set_up(self, state: Record, seats: int, dealer: int, options: list[int]) -> None:
        """Everything that `begin` wants to find."""
        state["seats"], state["dealer"] = seats, dealer
        state["opt"] = options + [0] * (8 - len(options))
        state["pack"] = self.game.pack

    def record(self, state: PureState) -> Record:
        """A pure state as a record."""
        record = self.state()
        self.layout.to_record(state, record.array[0])
        return record

    def pure(self, record: Record) -> PureState:
        """A record as a pure state."""
        return self.layout.from_record(record.array[0])

    def entry(self, name: str) -> Any:
        """Compile one entry point, or load it from the cache."""
        return self.link(getattr(drivers, name), *ENTRIES[name])

    def link(self, fn: Any, kinds: str, returns: Any, **records: "np.dtype[Any]") -> Any:
        """Compile any kernel as an entry point, or load it from the cache.

        `kinds` and `returns` as in `ENTRIES`; `records` are the letters of further records.
        """
        program = self._program
        deref = {"s": self.layout.dtype, "r": RNG, "c": COUNTS, **records}
        # A loaded entry point looks its module up by this name.
        space: dict[str, Any] = {"__name__": __name__} | {
            f"at_{kind}": native.at(_numba_record(dtype)) for kind, dtype in deref.items()
        }
        space["kernel"] = program.function(fn)
        params = [f"{kind}{i}" for i, kind in enumerate(kinds)]
        args = [param if param[0] in VALUES else f"at_{param[0]}({param})" for param in params]
        name = f"{fn.__name__}_{program.tag(fn, *records.values())}"
        exec(f"def {name}({', '.join(params)}):\n    return kernel({', '.join(args)})", space)
        entry = numba.njit(**FLAGS)(space[name])
        entry._cache = PackageCache(space[name], f"{self.game.id}-{name}", program.check)
        entry.compile(returns(*(VALUES.get(kind, types.intp) for kind in kinds)))
        entry.disable_compile()
        return entry


def _attribute(name: str) -> Any:
    prop = functools.cached_property(lambda self: self.entry(name))
    prop.__set_name__(Compiled, name)
    return prop


for _name in ENTRIES:
    setattr(Compiled, _name, _attribute(_name))


@functools.cache
def compiled(game: Game, portable: bool = False) -> Compiled:
    """The compiled kernels of a game; one object a process."""
    return Compiled(game, portable)


def warm_game(game_id: str) -> str:
    """Compile every entry point of a game into the cache; gives the id back."""
    game = games()[game_id]
    for name in ENTRIES:
        if not name.startswith("open_") or game.out_of_turn:
            compiled(game).entry(name)
    return game_id


MORE = ("diwaniya.bots._warm",)
"""Modules above the engine with a `warm(game)` of their own, found by name; it is no fault if one is not there."""


def warm_more(game_id: str) -> str:
    """Compile what else there is for a game into the cache; gives the id back."""
    for name in MORE:
        if importlib.util.find_spec(name) is not None:
            importlib.import_module(name).warm(games()[game_id])
    return game_id


def warm(processes: int) -> None:
    """Compile every game into the cache and say on stderr how far it is; with one process, in this one.

    The rules of all games come first: they are what a server waits for.
    """
    with ProcessPoolExecutor(processes) if processes > 1 else contextlib.nullcontext() as pool:
        every = pool.map if pool else map
        for what, work in (("", warm_game), ("the players of ", warm_more)):
            for number, game_id in enumerate(every(work, games()), start=1):
                print(f"compiled {what}{game_id} ({number} of {len(games())})", file=sys.stderr, flush=True)


if __name__ == "__main__":
    # The argument is the number of processes; a server gives 1, so that it can stop its child and leaves cores free.
    warm(int(sys.argv[1]) if len(sys.argv) > 1 else os.cpu_count() or 1)
