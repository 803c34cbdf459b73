"""What the solver remembers: bounds of a position's value, with the cards on which they rest.

Two positions with the same number of cards of each suit in each hand have the same result as soon as the cards that
mattered for it, counted from the top of each suit among those still held, lie in the same hands. An entry keeps which
cards those were and who held them; it holds for every position that is like it in these. (M. Ginsberg, "Partition
search", 1996.)
"""

from collections.abc import Mapping
from typing import Any

from diwaniya.engine.cards import FRENCH
from diwaniya.engine.kernel import NONE, U64, Mask, compress, expand, index, kernel, mask
from diwaniya.engine.state import Field

WAYS = 8
"""Entries that one number finds."""
BUCKETS = 1 << 11
"""Numbers. The table is a megabyte: one that does not fit into the processor's cache is slower."""
WORDS = 8
"""Of an entry: two of its key, the cards that mattered, three that tell their holders, the bounds, and a spare one."""

TABLE: Mapping[str, Field] = {
    "slot": ("u8", BUCKETS * WAYS * WORDS),
    "run": "i8",  # entries of earlier runs do not count, so that a result never depends on what was asked before
    "clock": "u8",  # which entry of a bucket goes next
    "nodes": "i8",  # positions looked at in this run
    "budget": "i8",  # how many it may be
    "stopped": "i8",  # did that not suffice?
    "asked": "i8",  # how often the table was asked, and how often it knew
    "known": "i8",
    "off": "i8",  # 1: never ask it, for tests
}

FACTS = U64(0xFFF0_0000_0000_0000)
"""Bits above the cards: what else a result may rest on, beside who holds which card."""

RUNS = 1 << 12
RUN_AT = U64(20)
"""The twelve bits of a key's second word that are left to the number of the run."""

_1, _2, _3, _4, _5, _6 = map(U64, range(1, 7))
_WORDS, _SIZE, _WAY = U64(WORDS), U64(WAYS * WORDS), U64(WAYS - 1)
_NOWHERE = U64(BUCKETS * WAYS * WORDS)

_FAR = 1 << 20
"""Added to bounds, which may be negative."""
_MIX1, _MIX2 = U64(0x9E37_79B9_7F4A_7C15), U64(0xC2B2_AE3D_27D4_EB4F)
_S32, _S40 = U64(32), U64(40)
_LOW32, _BUCKET = U64(0xFFFF_FFFF), U64(BUCKETS - 1)

Position = Any
Table = Any


@kernel
def begin_run(t: Table, budget: int) -> None:
    """Forget everything, and allow so many positions."""
    t.run += 1
    if t.run == RUNS:
        t.run = 1
        for i in range(len(t.slot)):
            t.slot[i] = NONE
    t.clock = NONE
    t.nodes = 0
    t.budget = budget
    t.stopped = 0


@kernel
def look(w: Position, t: Table) -> Mask:
    """Write down the position, whose `key` and `facts` stand already, as the table sees it; its bucket's place."""
    live = w.live & FRENCH
    # Three masks that hold the bits of the numbers of the holders.
    w.plane[0] = compress(w.hand[1] | w.hand[3] | w.hand[5], live) | w.facts
    w.plane[1] = compress(w.hand[2] | w.hand[3], live)
    w.plane[2] = compress(w.hand[4] | w.hand[5], live)
    number = mask(w.key[0] * _MIX1) ^ mask(w.key[1] * _MIX2)
    number = mask((number ^ (number >> _S32)) * _MIX1)
    w.key[1] |= mask(t.run) << RUN_AT  # not in the number: where things lie must not depend on it
    return (number >> _S40 & _BUCKET) * _SIZE


@kernel
def find(w: Position, t: Table, bucket: Mask, need: int) -> int:
    """1 if `need` can be had, 0 if it cannot, -1 if the table does not know; what that rests on is left in `rel`."""
    if t.off == 1:
        return -1
    first, second = w.key[0], w.key[1]
    odd, twos, fours = w.plane[0], w.plane[1], w.plane[2]
    t.asked += 1
    at = bucket
    for _ in range(WAYS):
        if t.slot[at] == first and t.slot[at + _1] == second:
            matter: Mask = t.slot[at + _2]
            differ = (odd ^ t.slot[at + _3]) | (twos ^ t.slot[at + _4]) | (fours ^ t.slot[at + _5])
            if differ & matter == NONE:
                bounds: Mask = t.slot[at + _6]
                verdict = -1
                if index(bounds & _LOW32) - _FAR >= need:
                    verdict = 1
                elif index(bounds >> _S32) - _FAR < need:
                    verdict = 0
                if verdict >= 0:
                    t.known += 1
                    w.rel = expand(matter, w.live & FRENCH) | (matter & FACTS)
                    return verdict
        at += _WORDS
    return -1


@kernel
def store(w: Position, t: Table, bucket: Mask, low: int, high: int) -> None:
    """Remember that the value is from `low` to `high`, resting on `rel`."""
    first, second = w.key[0], w.key[1]
    matter = compress(w.rel, w.live & FRENCH) | (w.rel & FACTS)
    odd, twos, fours = w.plane[0] & matter, w.plane[1] & matter, w.plane[2] & matter
    at = bucket
    chosen: Mask = _NOWHERE
    for _ in range(WAYS):
        if t.slot[at] == first and t.slot[at + _1] == second and t.slot[at + _2] == matter:
            differ = (odd ^ t.slot[at + _3]) | (twos ^ t.slot[at + _4]) | (fours ^ t.slot[at + _5])
            if differ == NONE:
                chosen = at
        at += _WORDS
    if chosen != _NOWHERE:
        bounds: Mask = t.slot[chosen + _6]
        low = max(low, index(bounds & _LOW32) - _FAR)
        high = min(high, index(bounds >> _S32) - _FAR)
    else:
        chosen = bucket + (t.clock & _WAY) * _WORDS
        t.clock += _1
        t.slot[chosen] = first
        t.slot[chosen + _1] = second
        t.slot[chosen + _2] = matter
        t.slot[chosen + _3] = odd
        t.slot[chosen + _4] = twos
        t.slot[chosen + _5] = fours
    t.slot[chosen + _6] = mask(low + _FAR) | mask(high + _FAR) << _S32
