"""What a vector of lives is worth in Cucco: the chance to win the match from there.

Who loses a hand is taken as chance, the same for every seat: how many seats lose how many lives is counted in play.
From that the worth of few lives follows at once, and that of more lives from fewer.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import cache

Others = tuple[int, int, int]
"""How many other seats have one life, two and three."""
Losses = Mapping[tuple[int, int], float]
"""How likely it is that so many seats lose one life, and so many two, in one hand."""

ONE_LOSER: Losses = {(1, 0): 1.0}
FEWEST, MOST = 2, 8
"""Seats."""


def place(seats: int, own: int, others: Others) -> int:
    """Where the worth is kept in a flat table."""
    one, two, three = others
    return (seats * 4 + own) * 512 + one * 64 + two * 8 + three


ROOM = place(MOST + 1, 0, (0, 0, 0))


def _split(n: int, groups: Others) -> Iterator[tuple[Others, int]]:
    """Every way to take n seats out of the groups, and in how many ways that can be done."""
    for a in range(min(n, groups[0]) + 1):
        for b in range(min(n - a, groups[1]) + 1):
            c = n - a - b
            if c <= groups[2]:
                yield (a, b, c), math.comb(groups[0], a) * math.comb(groups[1], b) * math.comb(groups[2], c)


def _after(others: Others, ones: int, twos: int) -> Iterator[tuple[float, Others]]:
    """The other seats after `ones` of them lost a life and `twos` lost two, with how likely each outcome is."""
    count = sum(others)
    ways = math.comb(count, twos) * math.comb(count - twos, ones)
    for two, w in _split(twos, others):
        rest = (others[0] - two[0], others[1] - two[1], others[2] - two[2])
        for one, u in _split(ones, rest):
            yield (
                w * u / ways,
                (rest[0] - one[0] + one[1] + two[2], rest[1] - one[1] + one[2], rest[2] - one[2]),
            )


def worths(losses: Mapping[int, Losses]) -> dict[int, float]:
    """The worth of all vectors of lives by `place`; `losses` by the number of seats that have lives."""
    table: dict[int, float] = {}
    for seats in range(FEWEST, MOST + 1):

        @cache
        def worth(own: int, others: Others, back: float = 1 / seats) -> float:
            """`back` is what it is worth that all come back with three lives (C22), who is out by then too."""
            own = max(own, 0)
            n = sum(others) + (own > 0)
            if n <= 1:
                return back if n == 0 else float(own > 0)
            total = quiet = 0.0
            for (ones, twos), chance in losses[n].items():
                if ones + twos == 0:
                    quiet += chance
                    continue
                fates = ((0, n - ones - twos), (1, ones), (2, twos)) if own else ((0, n),)
                for fate, share in fates:
                    if share:
                        rest = _after(others, ones - (fate == 1), twos - (fate == 2))
                        mean = sum(p * worth(own - fate, after, back) for p, after in rest)
                        total += chance * share / n * mean
            return total / (1 - quiet)

        for own in (0, 1, 2, 3):
            for one in range(seats):
                for two in range(seats - one):
                    for three in range(seats - one - two):
                        table[place(seats, own, (one, two, three))] = worth(own, (one, two, three))
    return table
