"""From bits to names."""

import random

from diwaniya.engine.names import Names, bits

MASKS = [0, 1, 1 << 63, (1 << 64) - 1, *(1 << place for place in range(64))]
MASKS += [random.Random(1).getrandbits(64) for _ in range(100)]


def test_bits() -> None:
    for mask in MASKS:
        assert bits(mask) == [place for place in range(64) if mask >> place & 1]


def test_names_come_in_numbering_order() -> None:
    words = [f"w{place}" for place in range(64)]
    for count in (0, 1, 7, 8, 9, 54, 64):
        names = Names(words[:count])
        for mask in MASKS:
            assert names(mask) == [words[place] for place in range(count) if mask >> place & 1]


def test_a_bit_without_a_name_is_left_out() -> None:
    assert Names(("a", "", "c"))(0b111) == ["a", "c"]
