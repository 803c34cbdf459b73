"""What a card takes from the floor in Basra (B6, B10): groups of numerals, disjoint and maximal.

The numerals on the floor are one number, their counts by value. A bit set of reachable sums says no quickly; only
where two or more groups fit are the captures enumerated.
"""

from collections import Counter
from collections.abc import Iterator

from diwaniya.engine import cards
from diwaniya.engine.kernel import NONE, ONE, U64, Mask, State, bit, index, kernel, lowest, mask, popcount

CHOICES = 12
"""Captures that are offered at most (B10)."""
VALUE = tuple(0 if 9 <= card % 13 <= 11 else 1 if card % 13 == 12 else card % 13 + 2 for card in range(52))
"""Value of each card (B1): 0 for J, Q and K."""
LIKE = tuple(U64(sum(1 << card for card in range(52) if card % 13 == rank)) for rank in range(13))
"""The four cards of each rank, 2 low."""
VALUED = tuple(U64(sum(1 << card for card in range(52) if VALUE[card] == value)) for value in range(11))
"""The cards of each value; those of value 0 are the pictures."""
BELOW = tuple(U64(sum(1 << card for card in range(52) if 0 < VALUE[card] < value)) for value in range(11))
"""The numerals that can be in a group of this sum."""

KOMI = cards.NUMBER["7D"]
KOMI_BIT = U64(1 << KOMI)
PICTURES = VALUED[0]
JACKS, QUEENS, KINGS = LIKE[9], LIKE[10], LIKE[11]
SWEEPERS = U64(JACKS | KOMI_BIT)
"""What takes everything (B8), and may not be dealt to the floor (B3)."""

# The numerals on the floor as counts by value, in one number: four bits a value, tens lowest, aces highest, and
# above them (from bit 40) how many cards there are. Of two such numbers, the larger comes first in the order of B10.
UNIT = tuple(U64(1 << 4 * (10 - value) | 1 << 40) if value else U64(0) for value in range(11))
"""One card of each value as counts."""
TOPS = U64(0x88_8888_8888)
"""The highest bit of each count, which no count reaches: it stops a borrow."""
COUNTS = U64((1 << 40) - 1)
NIBBLE = U64(15)
SUMS = U64((1 << 11) - 1)
STEP, LAST_STEP = U64(6), U64(63)
"""A step of `_search` takes six bits."""


def _groups(total: int, largest: int) -> Iterator[list[int]]:
    """Values from 1 to `largest` that add up to `total`, in every way."""
    if total == 0:
        yield []
    for value in range(min(total, largest), 0, -1):
        for rest in _groups(total - value, value):
            yield [value, *rest]


def _as_counts(total: int) -> list[U64]:
    """The groups of B6b for a card of this value; five of a kind there are not."""
    possible = (group for group in _groups(total, total - 1) if max(Counter(group).values()) <= 4)
    return [U64(sum(UNIT[value] for value in group)) for group in possible]


GROUPS = tuple(group for total in range(2, 11) for group in _as_counts(total))
"""All groups, those of smaller cards first."""
FIRST = (0, 0, *(sum(len(_as_counts(smaller)) for smaller in range(2, total)) for total in range(2, 12)))
"""The groups of a card of value v are `GROUPS[FIRST[v] : FIRST[v + 1]]`."""


@kernel
def put_floor(s: State, floor: Mask) -> None:
    """Make this the floor, and count it."""
    s.floor = floor
    counts = NONE
    sums = ONE
    numerals = floor & ~PICTURES
    while numerals != NONE:
        card = lowest(numerals)
        numerals &= numerals - ONE
        counts += UNIT[VALUE[card]]
        sums |= sums << mask(VALUE[card])
    s.counts = counts
    s.sums = sums & SUMS


@kernel
def _fits(counts: Mask, group: Mask) -> bool:
    """Are all cards of the group there?"""
    return ((counts | TOPS) - group) & TOPS == TOPS


@kernel
def capture(s: State, value: int, like: Mask) -> Mask:
    """B6b, B10: what a numeral takes; `like` are the floor cards of its rank."""
    if like != NONE and popcount(s.floor & BELOW[value]) < 2:
        return like  # the usual case, told apart early
    low = FIRST[value]
    groups = NONE
    for i in range(low, FIRST[value + 1]):
        if _fits(s.counts, GROUPS[i]):
            groups |= bit(i - low)
    if groups == NONE:
        return like
    if groups & (groups - ONE) == NONE:
        group: Mask = GROUPS[low + lowest(groups)]
        taken = group
        while _fits(s.counts - taken, group):
            taken += group
        return like | _cards(s, taken)
    _search(s, s.counts, low, groups)
    n = 0
    for i in range(CHOICES):
        if s.choice[i] != NONE:
            s.choice[i] = like | _cards(s, s.choice[i])
            n += 1
    if n > 1:
        s.choices = n
        return NONE
    taken = s.choice[0]
    s.choice[0] = NONE
    return taken


@kernel
def _search(s: State, counts: Mask, low: int, groups: Mask) -> None:
    """Every maximal set of disjoint groups, as counts, into `choice`; `groups` are those that fit, counted from `low`.

    Goes through the groups in one order, each as often as it fits, and keeps the way there in `path`, six bits a step.
    There is room for ten, and never more than six: no card joins its like on the floor (B9), so that at most the four
    cards of the deal and nine other values can lie there.
    """
    left = counts
    path = NONE
    depth = 0
    rest = groups  # what may still come at this step
    while True:
        while rest != NONE and not _fits(left, GROUPS[low + lowest(rest)]):
            rest &= rest - ONE
        if rest != NONE:
            g = lowest(rest)
            left -= GROUPS[low + g]
            path = path << STEP | mask(g)
            depth += 1
        else:
            if not _any_fits(left, low, groups):
                _insert(s, counts - left)
            if depth == 0:
                return
            g = index(path & LAST_STEP)
            path = path >> STEP
            depth -= 1
            left += GROUPS[low + g]
            rest = groups & ~(bit(g + 1) - ONE)


@kernel
def _any_fits(left: Mask, low: int, groups: Mask) -> bool:
    """Could any further group be added?"""
    while groups != NONE:
        if _fits(left, GROUPS[low + lowest(groups)]):
            return True
        groups &= groups - ONE
    return False


@kernel
def _insert(s: State, taken: Mask) -> None:
    """Put a capture into its place in `choice`, once: most cards first, then the smaller values; the first 12 stay."""
    for i in range(CHOICES):
        other = s.choice[i]
        if other == taken:
            return
        if other < taken:
            s.choice[i] = taken
            taken = other
            if taken == NONE:
                return


@kernel
def _cards(s: State, taken: Mask) -> Mask:
    """The floor cards for counts: of several like cards the komi first, then the lower suit (B10)."""
    found = NONE
    counts = taken & COUNTS
    while counts != NONE:
        place = lowest(counts) >> 2
        n = index(counts >> mask(4 * place) & NIBBLE)
        counts &= ~(NIBBLE << mask(4 * place))
        there = s.floor & VALUED[10 - place]
        if n == popcount(there):
            found |= there
        else:
            if there & KOMI_BIT != NONE:
                found |= KOMI_BIT
                there &= ~KOMI_BIT
                n -= 1
            for _ in range(n):
                found |= there & ~(there - ONE)
                there &= there - ONE
    return found


@kernel
def clears(s: State, counts: Mask, value: int) -> bool:
    """Would a card of this value take all of these numerals: each alike, or in a group of this sum?"""
    alike = counts >> mask(4 * (10 - value)) & NIBBLE
    counts = counts - alike * UNIT[value]
    if counts == NONE:
        return True
    low = FIRST[value]
    groups = NONE
    for i in range(low, FIRST[value + 1]):
        if _fits(counts, GROUPS[i]):
            groups |= bit(i - low)
    if groups == NONE:
        return False
    _search(s, counts, low, groups)
    found = s.choice[0] == counts  # a capture of every card would be the first
    for i in range(CHOICES):
        s.choice[i] = NONE
    return found
