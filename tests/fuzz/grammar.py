"""Messages at random, made from their own definitions: whatever is added to them is tried as well."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, get_args

import msgspec.inspect as mi
from hypothesis import strategies as st

from diwaniya.wire.messages import ClientMessage

NAMES = ("table", "code", "game", "level", "token", "seq", "seat", "to", "said", "protocol")
"""Fields that name something."""


@dataclass(frozen=True)
class Known:
    """Something that there is when the message is sent: a table, a legal move, ... `which` of them, counted around."""

    name: str
    which: int


@dataclass(frozen=True)
class Act:
    """What one of the pages does: `send` a message and wait for the answer, or be `blind` to it; send it and the same
    `again`; send it `cut` off, with a `piece` put into it, or otherwise spoiled; or come `anew`.
    """

    page: int
    kind: str
    message: dict[str, Any]
    place: int = 0
    piece: str = ""


ODD_NUMBERS = st.sampled_from(
    [-1, -(2**31), 2**31, 2**53, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**40, -(2**70)]
)
NUMBERS = st.one_of(st.integers(-2, 9), ODD_NUMBERS)
# json.dumps writes half a pair of surrogates as an escape, which is how it can get into a message.
TEXTS = st.one_of(
    st.text(max_size=30),
    st.text(st.sampled_from('\ud800\udfff\u202e\u200d\x00\x1b\n"\\/ aعم🂡\u0301'), max_size=80),
    st.integers(25, 5000).map("x".__mul__),
    st.sampled_from(["../../etc/passwd", "__proto__", "' OR 1=1 --", "%s%n", "<script>"]),
)
SCALARS = st.one_of(st.none(), st.booleans(), NUMBERS, st.floats(), TEXTS)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(TEXTS, inner, max_size=4)),
    max_leaves=8,
)
"""Any JSON, and a little that is none: not-a-numbers."""


def values(kind: mi.Type, name: str) -> st.SearchStrategy[Any]:
    """Values of this type; for a field that names something, mostly one that there is."""
    if name not in NAMES:
        return _values(kind, name)
    known = st.builds(Known, st.just(name), st.integers(0, 30))
    return st.integers(0, 9).flatmap(lambda chance: _values(kind, name) if chance == 9 else known)


def _values(kind: mi.Type, name: str) -> st.SearchStrategy[Any]:
    match kind:
        case mi.StructType():
            return structs(kind)
        case mi.StrType():
            return TEXTS
        case mi.IntType(ge=None, le=None):
            return NUMBERS
        case mi.IntType():
            return st.one_of(st.integers(kind.ge, kind.le), NUMBERS)
        case mi.BoolType():
            return st.booleans()
        case mi.NoneType():
            return st.none()
        case mi.LiteralType():
            return st.sampled_from(kind.values)
        case mi.ListType():
            return st.lists(values(kind.item_type, name), max_size=9)
        case mi.DictType():
            return st.dictionaries(_keys(name), _values(kind.value_type, name), max_size=4)
        case mi.UnionType():
            return st.one_of([_values(one, name) for one in kind.types])
    raise TypeError(f"there is no recipe for {kind} yet")


def _keys(name: str) -> st.SearchStrategy[Any]:
    """Keys of a mapping; `options` are what the games say."""
    from diwaniya.engine.game import games

    known = sorted({key for game in games().values() for key in game.defaults})
    return st.one_of(st.sampled_from(known), TEXTS) if name == "options" else TEXTS


def structs(kind: mi.StructType) -> st.SearchStrategy[dict[str, Any]]:
    """Messages of this type, as they may be."""
    needed = {field.encode_name: values(field.type, field.name) for field in kind.fields if field.required}
    optional = {
        field.encode_name: values(field.type, field.name) for field in kind.fields if not field.required
    }
    made = st.fixed_dictionaries(needed, optional=optional)
    if kind.tag_field is None:
        return made
    return made.map(lambda fields: {kind.tag_field: kind.tag, **fields})


KINDS = [kind for kind in map(mi.type_info, get_args(ClientMessage)) if isinstance(kind, mi.StructType)]
MOVES = [kind for kind in KINDS if any(field.name == "seq" for field in kind.fields)]
MESSAGES = st.one_of([structs(kind) for kind in (*KINDS, *MOVES * 4)])
"""A match goes on only if enough of them are moves."""


@st.composite
def spoiled(draw: st.DrawFn) -> dict[str, Any]:
    """A message in which something is missing, or is something else, or is too much."""
    message = dict(draw(MESSAGES))
    key = draw(st.sampled_from(sorted(message)))
    if draw(st.booleans()):
        del message[key]
    else:
        message[key] = draw(ANYTHING)
    if draw(st.booleans()):
        message[draw(TEXTS)] = draw(ANYTHING)
    return message


PIECES = st.sampled_from(
    [
        '"type":"ping",',
        '"ref":1,"ref":2,',
        ",",
        "}",
        "[" * 50,
        '{"a":' * 20,
        "1e999",
        "\x00",
        "\ufeff",
        "//",
        "NaN,",
    ]
)
ACTS = st.builds(
    Act,
    st.integers(0, 3),
    st.sampled_from(["send"] * 8 + ["blind"] * 4 + ["spoil", "again", "again", "anew", "cut", "piece"]),
    MESSAGES,
    st.integers(0, 200),
    PIECES,
).flatmap(
    lambda act: spoiled().map(lambda m: Act(act.page, act.kind, m)) if act.kind == "spoil" else st.just(act)
)
TALKS = st.lists(ACTS, min_size=1, max_size=25)


def text_of(act: Act, known: dict[str, list[Any]]) -> str:
    """What is sent."""
    text = json.dumps(resolved(act.message, known))
    if act.kind == "cut":
        return text[: act.place % len(text)]
    if act.kind == "piece":
        place = 1 + act.place % len(text)
        return text[:place] + act.piece + text[place:]
    return text


def resolved(value: Any, known: dict[str, list[Any]]) -> Any:
    """With what there is in place of what was only named."""
    if isinstance(value, Known):
        found = known[value.name]
        return found[value.which % len(found)]
    if isinstance(value, dict):
        return {key: resolved(inner, known) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [resolved(inner, known) for inner in value]
    return value
