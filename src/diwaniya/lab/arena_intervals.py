"""95 % intervals for results that come in boards.

The matches of one board are played from the same packs, so they are not independent: a strong hand wins for whoever
holds it. Boards are: each has packs of its own. So everything here counts a board as one observation (cluster), as
large as it may be, and asks how much boards differ from each other. That is what duplicate play is for: luck of the
cards cancels within a board, boards become alike, and the interval shrinks by itself, without a model of how.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95 % interval; the interval has no end where there is too little to tell."""

    value: float
    low: float
    high: float

    def times(self, factor: float) -> "Estimate":
        """The same in another unit; the factor is positive."""
        return Estimate(self.value * factor, self.low * factor, self.high * factor)

    def as_json(self) -> dict[str, float | None]:
        """Plain data, rounded to six digits after the point; an end that is not there is null."""
        ends = {"value": self.value, "low": self.low, "high": self.high}
        return {name: round(end, 6) if math.isfinite(end) else None for name, end in ends.items()}


def share(boards: Sequence[float], fair: float = 0.5) -> Estimate:
    """The mean of what boards brought one bot, each from 0 (lost all) to 1 (won all). `fair` is what chance gives.

    The interval is Student's t over the boards, after two more have been added: one that brought what is `fair`, and
    one of which as large a part was won and the rest lost. That is Agresti and Min's adjustment for matched pairs
    ("Simple improved confidence intervals for comparing matched proportions", 2005), written so that it also holds for
    boards of more than two matches. Without it a bot that won every board so far would get an interval of no width;
    with it the interval holds the truth at least as often as it says, from a handful of boards on. The value itself
    is the plain mean.
    """
    n = len(boards)
    if n == 0:
        return Estimate(fair, 0.0, 1.0)
    total = n + 2
    middle = (sum(boards) + 2 * fair) / total
    added = fair * (1 - middle) ** 2 + (1 - fair) * middle**2 + (fair - middle) ** 2
    spread = added + sum((board - middle) ** 2 for board in boards)
    half = student(n + 1) * math.sqrt(spread / (total - 1) / total)
    value = sum(boards) / n
    return Estimate(value, max(0.0, min(value, middle - half)), min(1.0, max(value, middle + half)))


def per_deal(points: Sequence[float], deals: Sequence[int]) -> Estimate:
    """Points for each deal, from those of each board and its number of deals.

    Boards are of different length, and length and points may go together, so this is a ratio of two sums. Its variance
    is the usual linear one of a ratio, over boards: that of `points - value * deals`; with Student's t.
    """
    n, played = len(points), sum(deals)
    if not played:
        return Estimate(0.0, -math.inf, math.inf)
    value = sum(points) / played
    if n < 2:
        return Estimate(value, -math.inf, math.inf)
    spread = sum((p - value * d) ** 2 for p, d in zip(points, deals, strict=True))
    half = student(n - 1) * math.sqrt(spread * n / (n - 1)) / played
    return Estimate(value, value - half, value + half)


@cache
def student(freedom: int) -> float:
    """How many standard errors Student's t reaches to either side, for a 95 % interval."""
    low, high = 1.9, 13.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _between(middle, freedom) < CONFIDENCE else (low, middle)
    return (low + high) / 2


ENOUGH = 500
"""From so many degrees of freedom on, t is told by the normal distribution and the first correction to it."""


def _between(t: float, freedom: int) -> float:
    """The chance that Student's t lies between -t and t (Abramowitz and Stegun 26.7.3, 26.7.4)."""
    if freedom >= ENOUGH:
        near_normal = t * (1 - 1 / (4 * freedom)) / math.sqrt(1 + t * t / (2 * freedom))
        return math.erf(near_normal / math.sqrt(2))
    angle = math.atan(t / math.sqrt(freedom))
    cosine = math.cos(angle)
    odd = freedom % 2
    total, term = 0.0, cosine if odd else 1.0
    for k in range(2 + odd, freedom + 1, 2):
        total += term
        term *= cosine * cosine * (k - 1) / k
    if odd:
        return 2 / math.pi * (angle + math.sin(angle) * total)
    return math.sin(angle) * total
