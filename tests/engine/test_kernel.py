"""The language of the rules: bit helpers and random numbers, pure and compiled."""

import random
from collections import Counter
from itertools import permutations

import pytest
from numba import types

from diwaniya.engine import kernel as K
from diwaniya.engine.compiled import Compiled, KernelTypeError, compiled
from diwaniya.engine.game import games
from diwaniya.engine.kernel import (
    ALL64,
    NONE,
    U64,
    Mask,
    Rng,
    State,
    bit,
    fill,
    has,
    high_product,
    highest,
    index,
    kernel,
    lowest,
    mask,
    popcount,
    select,
)
from diwaniya.engine.state import pure_rng

GAME = next(iter(games().values()))
"""Any: kernels are compiled together with a game's."""

CORNERS = [
    0,
    1,
    2,
    3,
    1 << 31,
    1 << 32,
    1 << 62,
    1 << 63,
    ALL64,
    ALL64 - 1,
    0x5555_5555_5555_5555,
    (1 << 54) - 1,
]
MASKS = [*CORNERS, *(random.Random(1).getrandbits(64) for _ in range(200))]
MASKS += [m & random.Random(m).getrandbits(64) & random.Random(m + 1).getrandbits(64) for m in MASKS]


def bits(m: int) -> list[int]:
    return [i for i in range(64) if m >> i & 1]


# In pure mode


def test_bit_helpers() -> None:
    for m in MASKS:
        there = bits(m)
        assert popcount(m) == len(there)
        assert lowest(m) == (there[0] if there else 64)
        assert highest(m) == (there[-1] if there else -1)
        assert [i for i in range(64) if has(m, i)] == there
        assert [select(m, k) for k in range(len(there))] == there
        assert sum(bit(i) for i in there) == m
        assert mask(m) == index(m) == m


def test_mask_keeps_64_bits() -> None:
    assert K.mask(-1) == ALL64
    assert K.mask((1 << 64) + 5) == 5
    assert K.high_product(ALL64, ALL64) == ALL64 - 1
    assert K.high_product(1 << 63, 6) == 3


def test_fill() -> None:
    field = [1, 2, 3]
    same = field
    fill(field, 255)
    assert same == [255, 255, 255], "the field itself, not another list"


def test_random_numbers_are_splitmix64() -> None:
    """The published first numbers for the seed 1234567."""
    rng = pure_rng(1234567)
    assert [K.rand(rng) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 52, 1000, (1 << 31) + 1, (1 << 32) - 1])
def test_below(n: int) -> None:
    rng = pure_rng(n)
    drawn = [K.below(rng, n) for _ in range(2000)]
    assert all(0 <= x < n for x in drawn)
    assert len(set(drawn)) == n if n < 100 else len(set(drawn)) > 800
    mean = sum(drawn) / len(drawn)
    assert abs(mean - (n - 1) / 2) <= 0.05 * n


def test_pick_takes_every_bit_as_often() -> None:
    rng, m = pure_rng(3), K.bit(0) | K.bit(5) | K.bit(53) | K.bit(63)
    counted = Counter(K.pick(rng, m) for _ in range(4000))
    assert set(counted) == {0, 5, 53, 63}
    assert all(850 < times < 1150 for times in counted.values())


def test_shuffle_makes_every_order_as_often() -> None:
    rng = pure_rng(4)
    counted: Counter[tuple[int, ...]] = Counter()
    for _ in range(24 * 400):
        pack = [0, 1, 2, 3]
        K.shuffle(rng, pack, 0, 4)
        counted[tuple(pack)] += 1
    assert set(counted) == set(permutations(range(4)))
    chi_square = sum((times - 400) ** 2 / 400 for times in counted.values())
    assert chi_square < 50, "23 degrees of freedom: more than this comes up once in a thousand seeds"


def test_shuffle_of_a_whole_pack_puts_every_card_everywhere() -> None:
    rng = pure_rng(5)
    seen = [set[int]() for _ in range(54)]
    for _ in range(1000):
        pack = list(range(54))
        K.shuffle(rng, pack, 0, 54)
        assert sorted(pack) == list(range(54))
        for place, card in enumerate(pack):
            seen[place].add(card)
    assert all(len(cards) == 54 for cards in seen)


def test_shuffle_leaves_the_other_places_alone() -> None:
    """Only the places from `first` are drawn for, and only cards from there on can come."""
    rng = pure_rng(6)
    firsts = Counter[int]()
    for _ in range(4000):
        pack = list(range(10))
        K.shuffle(rng, pack, 2, 4)
        assert pack[:2] == [0, 1]
        assert sorted(pack) == list(range(10))
        moved = [place for place in range(4, 10) if pack[place] != place]
        assert len(moved) <= 2
        firsts[pack[2]] += 1
    assert set(firsts) == set(range(2, 10))
    assert all(400 < times < 600 for times in firsts.values())
    pack = [7, 8]
    K.shuffle(rng, pack, 1, 2)
    assert pack == [7, 8]


# Compiled


@kernel
def all_helpers(m: Mask, other: Mask, k: int) -> Mask:
    """Something of every helper, mixed together."""
    found = mask(popcount(m)) + mask(lowest(m)) * mask(67) + mask(highest(m)) * mask(131)
    if m != NONE:
        found ^= bit(select(m, k % popcount(m)))
    if has(m, k):
        found ^= other >> U64_ONE
    return mask(found + high_product(m, other) + mask(index(m & BYTE)))


U64_ONE, BYTE = U64(1), U64(255)


@pytest.mark.parametrize("portable", [False, True])
def test_compiled_helpers_are_the_pure_ones(portable: bool) -> None:
    fast = compiled(GAME, portable).link(all_helpers, "mmi", types.uint64)
    rng = random.Random(2)
    for m in MASKS:
        for k in (0, 1, 31, 63, rng.randrange(64)):
            other = rng.choice(MASKS)
            assert fast(m, other, k) == all_helpers(m, other, k), (
                hex(m),
                hex(other),
                k,
            )


@kernel
def returns_an_int(m: Mask) -> Mask:
    return popcount(m)


@kernel
def mixes(m: Mask, i: int) -> Mask:
    return m & ~bit(popcount(i))


def test_wrong_types_are_refused() -> None:
    """What would silently be another type when compiled is an error, not a wrong move."""
    with pytest.raises(KernelTypeError, match="returns_an_int"):
        Compiled(GAME).link(returns_an_int, "m", types.uint64)
    with pytest.raises(Exception, match="mask\\(\\) or index\\(\\)"):
        Compiled(GAME).link(mixes, "mi", types.uint64)


def test_kernels_stay_plain_functions() -> None:
    def fn(s: State, rng: Rng) -> None:
        return None

    assert kernel(fn) is fn
