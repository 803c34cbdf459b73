"""The flat record of a game, in its two forms: a slots object of ints (pure) and a NumPy record (compiled)."""

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

DEAL = -1
"""`turn` when a pack has to be dealt before anybody can move."""
OVER = -2
"""`turn` when the match is over."""
ALL = -1
"""`viewer` of a full state."""
SPECTATOR = -2
"""`viewer` of a view that shows what everybody sees."""
HIDDEN = 255
"""A card that is not there or not known."""

Field = str | tuple[str, int]

COMMON: Mapping[str, Field] = {
    "score": ("i8", 8),
    "opt": ("i8", 8),
    "deals": "u4",
    "seats": "u1",
    "dealer": "u1",
    "turn": "i1",
    "winners": "u1",
    "viewer": "i1",
}
"""What every game's record holds: points per side (lives in Cucco), option values, packs begun, number of seats,
dealer, seat to move (or `DEAL`, `OVER`), winning seats as bits, and whose view this is (or `ALL`, `SPECTATOR`)."""


class PureState:
    """A record in pure mode. Scalars are ints, shaped fields are lists of ints."""

    __slots__ = ()
    _shapes: tuple[tuple[str, int], ...] = ()

    def __init__(self) -> None:
        """Every field zero (`pure_record` writes this out field by field)."""

    def copy_to(self, other: "PureState") -> None:
        """Make the other record equal to this one, sharing nothing (`pure_record` writes this out too)."""

    def copy(self) -> "PureState":
        twin = type(self).blank()
        self.copy_to(twin)
        return twin

    @classmethod
    def blank(cls) -> "PureState":
        """A record without any fields yet, for those who write all of them: a view, a copy."""
        return cls.__new__(cls)

    def as_dict(self) -> dict[str, Any]:
        """Every field by name, lists copied; for tests and debugging."""
        return {name: (getattr(self, name)[:] if n else getattr(self, name)) for name, n in self._shapes}

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.as_dict() == other.as_dict()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        inside = ", ".join(f"{k}={v}" for k, v in self.as_dict().items())
        return f"{type(self).__name__}({inside})"


def record_dtype(fields: Mapping[str, Field]) -> "np.dtype[Any]":
    """A record for NumPy: widest fields first so that each is aligned, padded so that two never share a cache line."""
    import numpy as np

    pairs = [(key, (field, 0) if isinstance(field, str) else field) for key, field in fields.items()]
    names, formats, offsets, at = [], [], [], 0
    for key, (code, length) in sorted(pairs, key=lambda pair: -int(pair[1][0][1:])):
        names.append(key)
        formats.append((code, (length,)) if length else code)
        offsets.append(at)
        at += int(code[1:]) * max(length, 1)
    spec = {"names": names, "formats": formats, "offsets": offsets, "itemsize": -(-at // 64) * 64}
    return np.dtype(spec)  # type: ignore[call-overload,no-any-return]


def pure_record(name: str, fields: Mapping[str, Field]) -> type[PureState]:
    """A record as a slots class.

    Its methods are written out field by field, as `dataclasses` does it: a loop over names takes ten times as long,
    and every view begins with a copy.
    """
    shapes = tuple((key, 0 if isinstance(field, str) else field[1]) for key, field in fields.items())
    lines = ["def __init__(self):"]
    lines += [f"    self.{key} = {f'[0] * {length}' if length else 0}" for key, length in shapes]
    lines += ["def copy_to(self, other):"]
    lines += [f"    other.{key} = self.{key}{'.copy()' if length else ''}" for key, length in shapes]
    methods: dict[str, Any] = {}
    exec("\n".join(lines), methods)
    del methods["__builtins__"]
    return type(name, (PureState,), {"__slots__": tuple(fields), "_shapes": shapes, **methods})


class Layout:
    """The fields of a game's record: `Layout("Kout", pack=54, hand=("u8", 6), bid="u1")`.

    Codes are NumPy's (`u8` is a mask of 64 bits); a tuple adds a length. The common fields come by themselves.
    """

    def __init__(self, name: str, pack: int, **fields: Field) -> None:
        self.name = name
        self.fields: dict[str, Field] = {**COMMON, "pack": ("u1", pack), **fields}
        self.pure = pure_record(name, self.fields)

    @cached_property
    def dtype(self) -> "np.dtype[Any]":
        return record_dtype(self.fields)

    def to_record(self, state: PureState, record: Any) -> None:
        """Write a pure state into a NumPy record."""
        for key in self.fields:
            record[key] = getattr(state, key)

    def from_record(self, record: Any) -> PureState:
        """A NumPy record as a pure state."""
        state = self.pure()
        # One call for the whole record: field by field NumPy takes ten times as long.
        for key, value in zip(self.dtype.names or (), record.item(), strict=True):
            setattr(state, key, value if isinstance(value, int) else value.tolist())
        return state


HOLDERS = 16
RNG_FIELDS: Mapping[str, Field] = {
    "s": "u8",
    "hands": ("u8", HOLDERS),
    "ban": ("u8", HOLDERS),
    "need": ("u1", HOLDERS),
    "came": ("u1", HOLDERS),
    "via": ("u1", HOLDERS),
}
"""A random generator: 64 bits of state, and the scratch that `hidden.scatter` deals with."""


PureRng: Any = pure_record("PureRng", RNG_FIELDS)


def pure_rng(seed: int) -> Any:
    """A random generator for the pure mode."""
    rng = PureRng()
    rng.s = seed & 0xFFFF_FFFF_FFFF_FFFF
    return rng
