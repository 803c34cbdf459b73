"""Squeezing bits together and spreading them out: three ways of doing it agree."""

from __future__ import annotations

from random import Random

import pytest
from numba import types

from diwaniya.engine.compiled import Compiled
from diwaniya.engine.game import find
from diwaniya.engine.kernel import Mask, compress, expand, kernel


@kernel
def squeeze(m: Mask, among: Mask) -> Mask:
    return compress(m, among)


@kernel
def spread(m: Mask, among: Mask) -> Mask:
    return expand(m, among)


def test_by_hand() -> None:
    assert compress(0b1010_0110, 0b1110_0011) == 0b10110
    assert expand(0b10110, 0b1110_0011) == 0b1010_0010
    assert compress(5, 0) == expand(5, 0) == 0


@pytest.mark.parametrize("portable", [False, True])
def test_compiled(portable: bool) -> None:
    fast = Compiled(find("kout4"), portable)
    tight = fast.link(squeeze, "mm", types.uint64)
    loose = fast.link(spread, "mm", types.uint64)
    rng = Random(3)
    for _ in range(500):
        m, among = rng.getrandbits(64), rng.getrandbits(64) & rng.choice((rng.getrandbits(64), 2**64 - 1))
        assert tight(m, among) == compress(m, among)
        assert loose(m, among) == expand(m, among)
        assert expand(compress(m, among), among) == m & among
