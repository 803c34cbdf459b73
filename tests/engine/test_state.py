"""Records in their two forms."""

from itertools import pairwise

import numpy as np
import pytest

from diwaniya.engine import cards
from diwaniya.engine.game import games
from diwaniya.engine.state import COMMON, Layout, pure_rng, record_dtype

LAYOUTS = {game.id: game.layout for game in games().values()}
every_layout = pytest.mark.parametrize("layout", LAYOUTS.values(), ids=list(LAYOUTS))


def filled(layout: Layout, seed: int) -> object:
    """A pure state with a random value in every field."""
    rng = np.random.default_rng(seed)
    state = layout.pure()
    for name, field in layout.fields.items():
        code, length = (field, 0) if isinstance(field, str) else field
        limits = np.iinfo(np.dtype(code))
        values = [
            int(x) for x in rng.integers(limits.min, limits.max, max(length, 1), dtype=code, endpoint=True)
        ]
        setattr(state, name, values if length else values[0])
    return state


@every_layout
def test_both_forms_hold_the_same(layout: Layout) -> None:
    for seed in range(20):
        state = filled(layout, seed)
        record = np.zeros(1, layout.dtype)
        layout.to_record(state, record[0])  # type: ignore[arg-type]
        again = layout.from_record(record[0])
        assert again == state
        assert all(type(value) in (int, list) for value in again.as_dict().values())
        second = np.zeros(1, layout.dtype)
        layout.to_record(again, second[0])
        assert second.tobytes() == record.tobytes()


@every_layout
def test_records_are_aligned_and_small(layout: Layout) -> None:
    """Two records never share a cache line, every field lies at a multiple of its size, and a state is small."""
    assert layout.dtype.itemsize % 64 == 0
    assert layout.dtype.itemsize <= 512
    spans = []
    for kind, offset in ((info[0], info[1]) for info in layout.dtype.fields.values()):
        assert offset % kind.base.itemsize == 0
        spans.append((offset, offset + kind.itemsize))
    spans.sort()
    assert all(end <= start for (_, end), (start, _) in pairwise(spans))
    assert set(COMMON) < set(layout.fields)


def test_pure_states() -> None:
    layout = Layout("Small", pack=3, hand=("u8", 2), trump="u1")
    state = layout.pure()
    assert state.as_dict()["hand"] == [0, 0]
    state.hand[1] = 5
    twin = state.copy()
    assert twin == state
    assert repr(twin) == repr(state)
    assert "trump=0" in repr(state)
    twin.hand[1] = 6
    assert state.hand[1] == 5, "a copy shares nothing"
    assert twin != state
    assert state != Layout("Small", pack=3, hand=("u8", 2), trump="u1").pure()
    with pytest.raises(TypeError):
        hash(state)
    with pytest.raises(AttributeError):
        state.trmup = 1


def test_random_generators() -> None:
    assert pure_rng(-1).s == (1 << 64) - 1
    assert pure_rng(1 << 64).s == 0


def test_record_dtype_puts_wide_fields_first() -> None:
    dtype = record_dtype({"small": "u1", "wide": ("u8", 2), "middle": "i4"})
    assert dtype.fields["wide"][1] == 0
    assert dtype.fields["middle"][1] == 16
    assert dtype.fields["small"][1] == 20
    assert dtype.itemsize == 64


def test_card_tokens() -> None:
    assert len(cards.TOKENS) == len(set(cards.TOKENS)) == 54
    assert cards.TOKENS[cards.BJ] == "BJ"
    assert cards.TOKENS[cards.RJ] == "RJ"
    assert [cards.TOKENS.index(token) for token in ("2S", "TS", "AS", "2H", "2D", "AC")] == [
        0,
        8,
        12,
        13,
        26,
        51,
    ]
    assert all(cards.NUMBER[token] == number for number, token in enumerate(cards.TOKENS))
    for suit, letter in enumerate(cards.SUITS):
        assert {token[1] for token in cards.tokens(cards.SUIT[suit])} == {letter}
    assert cards.tokens(cards.JOKERS) == ["BJ", "RJ"]
    assert cards.tokens(cards.FRENCH) == list(cards.TOKENS[:52])
    assert sum(cards.SUIT) == cards.FRENCH
