"""A search kernel that has sat down to one game, in one mode, with the room that it needs."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from diwaniya.engine.game import Game
from diwaniya.engine.kernel import ALL64
from diwaniya.engine.modes import mode as find_mode
from diwaniya.engine.state import Field, pure_record, pure_rng, record_dtype
from diwaniya.search.linking import Kernel, linked

LETTERS = "twk"
"""By which the records are called where a kernel is compiled (`Compiled.link`)."""


class Fields:
    """The fields of a NumPy record as attributes, as a pure record has them."""

    def __init__(self, record: Any) -> None:
        array = record.array
        self.__dict__["_at"] = {name: array[name] for name in array.dtype.names}

    def __getattr__(self, name: str) -> Any:
        try:
            field = self._at[name]
        except KeyError:
            raise AttributeError(name) from None
        return field[0] if field.ndim > 1 else field[0].item()

    def __setattr__(self, name: str, value: int) -> None:
        self._at[name][0] = value


class Driver:
    """A kernel `fn(view, state, ..., rng, record, ...)`: so many scratch states, a random generator, a record of
    `fields`, and one for each of `more`.

    The kernel is bound to the game and to `places` (stand-ins and what takes their place). In compiled mode it is
    compiled, or loaded from the cache, and gives up Python's lock while it runs. `record` has the fields as attributes.
    """

    def __init__(
        self,
        game: Game,
        fn: Kernel,
        states: int,
        fields: Mapping[str, Field],
        places: Mapping[Kernel, Kernel],
        mode: str = "auto",
        more: Sequence[Mapping[str, Field]] = (),
    ) -> None:
        self.game = game
        self.mode = find_mode(game, mode).name
        self.run: Callable[[Any], None]
        """Run the kernel for a view in the form of the mode."""
        bound = linked(fn, game, places)
        if self.mode == "pure":
            self._in_pure(bound, states, fields, more)
        else:
            self._in_compiled(bound, states, fields, more)

    def _in_pure(
        self, fn: Kernel, states: int, fields: Mapping[str, Field], more: Sequence[Mapping[str, Field]]
    ) -> None:
        scratch = [self.game.layout.pure() for _ in range(states)]
        record: Any = pure_record("Room", fields)()
        others = [pure_record("Room", kept)() for kept in more]
        rng = pure_rng(0)
        self.record, self._rng = record, rng
        self.run = lambda view: fn(view, *scratch, rng, record, *others)

    def _in_compiled(
        self, fn: Kernel, states: int, fields: Mapping[str, Field], more: Sequence[Mapping[str, Field]]
    ) -> None:
        from numba import types

        from diwaniya.engine.compiled import Record, compiled

        k = compiled(self.game)
        dtypes = {letter: record_dtype(kept) for letter, kept in zip(LETTERS, (fields, *more), strict=False)}
        entry = k.link(fn, "s" * (states + 1) + "r" + "".join(dtypes), types.void, **dtypes)
        record, *others = (Record(dtype) for dtype in dtypes.values())
        rng = k.rng(0)
        scratch = [k.state() for _ in range(states)]
        addresses = [kept.addr for kept in (*scratch, rng, record, *others)]
        self._kept = scratch, record, others
        self.record, self._rng = Fields(record), Fields(rng)
        self.run = lambda view: entry(view.addr, *addresses)

    def seed(self, seed: int) -> None:
        self._rng.s = seed & ALL64

    def fields(self, view: Any) -> Any:
        """The fields of a view as attributes."""
        return view if self.mode == "pure" else Fields(view)
