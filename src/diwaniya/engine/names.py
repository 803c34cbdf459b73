"""From bits to names, quickly: hands, captures and legal moves are masks, and people read tokens."""

from collections.abc import Sequence
from functools import lru_cache

REMEMBERED = 4096
"""Masks whose names are kept: the hands of some hundred tables, which are asked for after every move."""


class Names:
    """The names of the bits of a mask, in numbering order; a bit without a name is left out.

    >>> Names(("ace", "two", "three"))(0b101)
    ['ace', 'three']
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._bytes = tuple(_of_bytes(names[first : first + 8]) for first in range(0, 64, 8))
        self._kept = lru_cache(REMEMBERED)(self._found)

    def __call__(self, mask: int) -> list[str]:
        return self._kept(mask).copy()

    def forget(self) -> None:
        """Let go of the names that are kept."""
        self._kept.cache_clear()

    def _found(self, mask: int) -> list[str]:
        # Eight look-ups, whatever the mask: twice as quick as going through the bits of a hand.
        a, b, c, d, e, f, g, h = mask.to_bytes(8, "little")
        one, two, three, four, five, six, seven, eight = self._bytes
        return [*one[a], *two[b], *three[c], *four[d], *five[e], *six[f], *seven[g], *eight[h]]


def _of_bytes(names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """For each value of a byte the names of its bits."""
    return tuple(
        tuple(name for bit, name in enumerate(names) if name and byte >> bit & 1) for byte in range(256)
    )


def bits(mask: int) -> list[int]:
    """The numbers of the set bits, from below."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
