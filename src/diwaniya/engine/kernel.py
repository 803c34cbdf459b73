"""The language in which rules are written.

A *kernel* is a plain Python function over a flat record. Called as it stands it is the pure mode: slots objects
and Python ints, good for debugging, coverage and a server that has just started. `engine.compiled` compiles copies
of the very same functions, so both modes follow one source.

Three habits keep the two modes equal bit by bit:

* a `Mask` (64 bits, unsigned) never meets an `int` in one expression; `bit`, `mask` and `index` cross the border;
* constants that are masks are written `U64(...)`;
* every kernel is annotated in full, and the compiler refuses a kernel whose types come out otherwise.
"""

from collections.abc import Callable
from typing import Annotated, Any, TypeAlias, TypeVar

Mask: TypeAlias = Annotated[int, "uint64"]
"""Sixty-four bits: the cards of a hand, the legal moves of a position."""

State: TypeAlias = Any
"""The flat record of a game (`engine.state.Layout`); slots object in pure mode, NumPy record when compiled."""

Rng: TypeAlias = Any
"""A random generator: a record with one field `s`, its 64 bits of state."""

Array: TypeAlias = Any
"""A field of the record with a shape: a list in pure mode."""

F = TypeVar("F", bound=Callable[..., Any])


class U64(int):
    """A constant that is a mask. An `int` in pure mode; the compiler sees an unsigned 64-bit number."""


ALL64: int = U64(0xFFFF_FFFF_FFFF_FFFF)
NONE: int = U64(0)
ONE: int = U64(1)


def kernel(fn: F) -> F:
    """Mark `fn` as a kernel. The function itself is returned untouched: it *is* the pure mode."""
    fn.__kernel__ = True  # type: ignore[attr-defined]
    return fn


def native(fn: F) -> F:
    """Mark `fn` as a kernel for which `engine.native` has something better than to compile this source."""
    fn.__kernel__ = True  # type: ignore[attr-defined]
    fn.__native__ = True  # type: ignore[attr-defined]
    return fn


@native
def mask(x: int) -> Mask:
    """`x` as a mask, its lowest 64 bits."""
    return x & ALL64


@native
def index(m: Mask) -> int:
    """A mask that is a small number, as an `int`."""
    return m


@native
def bit(i: int) -> Mask:
    """The mask with only bit `i` (0..63) set."""
    return 1 << i


@native
def has(m: Mask, i: int) -> bool:
    """Is bit `i` set in `m`?"""
    return m >> i & 1 == 1


@native
def popcount(m: Mask) -> int:
    """How many bits of `m` are set."""
    return m.bit_count()


@native
def lowest(m: Mask) -> int:
    """The number of the lowest set bit, 64 if there is none."""
    return (m & -m).bit_length() - 1 if m else 64


@native
def highest(m: Mask) -> int:
    """The number of the highest set bit, -1 if there is none."""
    return m.bit_length() - 1


@native
def select(m: Mask, k: int) -> int:
    """The number of the k-th set bit of `m`, counted from 0 and from below; `k` is less than `popcount(m)`."""
    for _ in range(k):
        m &= m - 1
    return (m & -m).bit_length() - 1


@native
def compress(m: Mask, among: Mask) -> Mask:
    """The bits of `m` at the places of the ones of `among`, pushed together at the low end."""
    out = place = 0
    while among:
        low = among & -among
        if m & low:
            out |= 1 << place
        place += 1
        among ^= low
    return out


@native
def expand(m: Mask, among: Mask) -> Mask:
    """The low bits of `m`, spread over the places of the ones of `among`: `compress` undone."""
    out = 0
    while among:
        low = among & -among
        if m & 1:
            out |= low
        m >>= 1
        among ^= low
    return out


@native
def copy(src: State, dst: State) -> None:
    """Make `dst` equal to `src`, field by field."""
    src.copy_to(dst)


@native
def fill(array: Array, value: int) -> None:
    """Make every item of a field this number."""
    array[:] = [value] * len(array)


@native
def high_product(a: Mask, b: Mask) -> Mask:
    """The upper 64 bits of the product of two masks, taken as numbers."""
    return a * b >> 64


_GAMMA = U64(0x9E37_79B9_7F4A_7C15)
_MIX1 = U64(0xBF58_476D_1CE4_E5B9)
_MIX2 = U64(0x94D0_49BB_1331_11EB)
_S27, _S30, _S31, _S32 = U64(27), U64(30), U64(31), U64(32)
_LOW32 = U64(0xFFFF_FFFF)
_TWO32 = U64(1 << 32)


@kernel
def rand(rng: Rng) -> Mask:
    """The next 64 random bits (SplitMix64)."""
    z = mask(rng.s + _GAMMA)
    rng.s = z
    z = mask((z ^ (z >> _S30)) * _MIX1)
    z = mask((z ^ (z >> _S27)) * _MIX2)
    return z ^ (z >> _S31)


@kernel
def below(rng: Rng, n: int) -> int:
    """A random number in 0..n-1 without bias (Lemire's method); n is from 1 to 2**32 - 1."""
    m = (rand(rng) >> _S32) * mask(n)
    if (m & _LOW32) < mask(n):
        least = (_TWO32 - mask(n)) % mask(n)
        while (m & _LOW32) < least:
            m = (rand(rng) >> _S32) * mask(n)
    return index(m >> _S32)


@kernel
def pick(rng: Rng, m: Mask) -> int:
    """The number of a random set bit of `m`, which is not empty."""
    return select(m, below(rng, popcount(m)))


BATCH = 6
"""Places that `shuffle` draws from one random word: 64 bits are enough for packs of up to a thousand cards."""


@kernel
def shuffle(rng: Rng, pack: Array, first: int, last: int) -> None:
    """Put random ones of the cards from `first` on into the places `first`..`last - 1`, without bias.

    Fisher-Yates, several places from one word: the fraction that one place leaves over is the next one's random
    number (Brackett-Rozinsky and Lemire, "Batched ranged random integer generation").
    """
    n = len(pack)
    end = min(last, n - 1)
    i = first
    while i < end:
        stop = min(i + BATCH, end)
        fraction = rand(rng)
        product = ONE
        for at in range(i, stop):
            room = mask(n - at)
            j = at + index(high_product(fraction, room))
            fraction = mask(fraction * room)
            product *= room
            card = pack[at]
            pack[at] = pack[j]
            pack[j] = card
        # Too small a fraction is where a bias would sit: draw these places again, which any order of the cards allows.
        if fraction >= product or fraction >= mask(ALL64 - product + ONE) % product:
            i = stop
