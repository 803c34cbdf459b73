"""A quick player for Cucco: keeps what is above the right rank, and remembers which cards it has seen go where."""

from diwaniya.engine.kernel import NONE, ONE, Rng, State, bit, kernel, lowest, mask
from diwaniya.games.cucco import (
    ANSWER,
    ASK,
    AT_INN,
    CAT,
    CUCKOO,
    FOOL,
    HORSE,
    HUNTER,
    INN,
    KEEP,
    PAY,
    REFUSE,
    SWAP,
    ZERO,
    _next,
)

SAFE = -1


@kernel
def rivals(v: State, seat: int, card: int) -> int:
    """How many others may end with a lower card than this one; `SAFE` if one is known to.

    What is known of somebody who has yet to come does not count: he may still swap.
    """
    others = mask(v.live) & ~bit(seat)
    settled = others
    while seat != v.dealer:
        seat = _next(v, seat)
        settled &= ~bit(seat)
    count = 0
    while others != NONE:
        other = others & ~(others - ONE)
        others &= ~other
        kind = v.kind[v.at[lowest(other)]]
        if settled & other == NONE or kind > FOOL:
            count += 1
        elif kind < card and kind < CUCKOO:
            return SAFE
    return count


@kernel
def other_fool(v: State, seat: int) -> bool:
    """Is the other fool seen in a live hand? Two of them rank high (C18)."""
    others = mask(v.live) & ~bit(seat)
    while others != NONE:
        if v.kind[v.at[lowest(others)]] == FOOL:
            return True
        others &= others - ONE
    return False


@kernel
def hopeless(v: State, seat: int) -> bool:
    """Is it known that asking brings nothing or worse: a cuckoo, hunter or cat, perhaps behind a horse?"""
    while seat != v.dealer:
        seat = _next(v, seat)
        kind = v.kind[v.at[seat]]
        if kind != HORSE:
            return kind in (CUCKOO, HUNTER, CAT)
    return False


@kernel
def lowest_kept(v: State, seat: int, count: int) -> int:
    """The lowest kind worth keeping against so many rivals.

    Found by playing millions of hands, in which each card was kept and was swapped, until nothing changed. The dealer
    may be choosier: his swap is free of cats and hunters.
    """
    if seat == v.dealer:
        return max(5, 11 - count) if count > 0 else CUCKOO
    return 8 - max(4, count + 1) // 2


@kernel
def policy(v: State, rng: Rng) -> int:
    seat = v.turn + 0
    card = v.kind[v.at[seat]] + 0
    if v.phase == ANSWER:
        # An inn is worth keeping, and the promise is free unless the other has the zero.
        asker = v.kind[v.at[v.asker]]
        return REFUSE if asker == ZERO and rivals(v, seat, ZERO) != SAFE else PAY
    if v.phase == AT_INN:
        return KEEP if card >= INN and card != FOOL else ASK
    if hopeless(v, seat):
        return KEEP
    if card == FOOL:
        return KEEP if other_fool(v, seat) else SWAP
    count = rivals(v, seat, card)
    return KEEP if count == SAFE or card >= lowest_kept(v, seat, count) else SWAP
