"""Ratings of more than two bots from all their matches together (Bradley-Terry, with more sides Luce's choice model).

Every bot has a strength, and a side wins with the chance of its bot's strength among those of all sides at the table:
with two sides that is Bradley and Terry's model. The strengths that explain all matches best are found by Newton's
method; the order in which matches were played does not matter, as it does in ratings for people, who learn and forget.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from diwaniya.lab.arena_intervals import Estimate, student

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

ELO = 400 / math.log(10)
"""Rating points for a factor of e in strength: 400 points are odds of ten to one, as in chess."""
ROUNDS = 100
CLOSE = 1e-10
FEWEST = 8
"""Boards below which a rating has no interval: those seen would vary less than boards do."""


@dataclass(frozen=True)
class Outcome:
    """One match, for the ratings."""

    board: int
    sides: tuple[int, ...]
    """The number of the bot that had each side."""
    won: tuple[float, ...]
    """What each side got of the win, 1 together."""


def ratings(matches: Iterable[Outcome], bots: int) -> list[Estimate]:
    """The rating of every bot, 0 being the average of all, with 95 % intervals, from `FEWEST` boards on.

    Boards are what is independent, not matches (see `arena_intervals`), so the covariance is the sandwich estimator
    clustered by board. To every pair of bots two matches are added of which each wins one, so that a bot that lost
    everything has a rating too.
    """
    fit = _fitted(matches, bots)
    return [
        fit.estimate(strength, error) for strength, error in zip(fit.strengths, fit.errors(), strict=True)
    ]


def closed_by_rating(
    matches: Iterable[Outcome], bots: int, low: int, high: int
) -> list[tuple[float, float, float]]:
    """How much of the way from the rating of one bot, `low`, to that of another, `high`, each bot has gone.

    A share of it, 1.0 being all, and the ends of its 95 % interval (the linear one of a quotient), infinite if there
    are too few boards or the two are not told apart.
    """
    import numpy as np

    fit = _fitted(matches, bots)
    gap = float(fit.strengths[high] - fit.strengths[low])
    found = []
    for bot in range(bots):
        if gap <= 0:
            found.append((math.nan, -math.inf, math.inf))
            continue
        share = float(fit.strengths[bot] - fit.strengths[low]) / gap
        slope = np.zeros(bots)
        slope[bot] += 1 / gap
        slope[high] -= share / gap
        slope[low] += (share - 1) / gap
        half = fit.reach * math.sqrt(max(float(slope @ fit.spread @ slope), 0.0)) if fit.known else math.inf
        found.append((share, share - half, share + half))
    return found


@dataclass(frozen=True)
class _Fit:
    """Strengths in powers of e, 0 being the average, and how sure they are."""

    strengths: "Array"
    spread: "Array"
    """Their covariance."""
    reach: float
    """Standard errors to either side of a 95 % interval."""
    known: bool
    """Are there boards enough for one?"""

    def errors(self) -> "Array":
        import numpy as np

        bots = len(self.strengths)
        from_average = np.eye(bots) - 1 / bots
        errors: Array = np.sqrt(np.diag(from_average @ self.spread @ from_average.T))
        return errors

    def estimate(self, strength: float, error: float) -> Estimate:
        reach = self.reach if self.known else math.inf
        low, high = strength - reach * error, strength + reach * error
        return Estimate(float(strength) * ELO, float(low) * ELO, float(high) * ELO)


def _fitted(matches: Iterable[Outcome], bots: int) -> _Fit:
    import numpy as np

    played = [outcome for outcome in matches if len(set(outcome.sides)) > 1]
    boards = {board: place for place, board in enumerate(sorted({outcome.board for outcome in played}))}
    clusters = told_apart = len(boards)
    for one, other in combinations(range(bots), 2):
        for winner in (1.0, 0.0):
            boards[-clusters] = clusters
            played.append(Outcome(-clusters, (one, other), (winner, 1.0 - winner)))
            clusters += 1
    told = _Told(played, boards, bots)
    strengths = np.zeros(bots)
    for _ in range(ROUNDS):
        slopes, bend = told.slopes(strengths)
        # The strengths are told up to a constant: one added to the whole matrix holds their sum where it is.
        step = np.linalg.solve(bend + 1.0, slopes.sum(axis=0))
        strengths += step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < CLOSE:
            break
    slopes, bend = told.slopes(strengths)
    bread = np.linalg.inv(bend + 1.0)
    meat = np.zeros((clusters, bots))
    np.add.at(meat, told.cluster, slopes)
    spread = bread @ (meat.T @ meat) @ bread * clusters / max(clusters - 1, 1)
    return _Fit(strengths - strengths.mean(), spread, student(max(clusters - 1, 1)), told_apart >= FEWEST)


class _Told:
    """The matches as arrays, a row for each."""

    def __init__(self, played: Sequence[Outcome], boards: Mapping[int, int], bots: int) -> None:
        import numpy as np

        self.cluster = np.array([boards[outcome.board] for outcome in played])
        self.sides, self.won = np.zeros((len(played), bots)), np.zeros((len(played), bots))
        for row, outcome in enumerate(played):
            for bot, part in zip(outcome.sides, outcome.won, strict=True):
                self.sides[row, bot] += 1
                self.won[row, bot] += part

    def slopes(self, strengths: "Array") -> tuple["Array", "Array"]:
        """The slope of the log-likelihood for each match and bot, and how all bends (minus the second derivative)."""
        import numpy as np

        chances = self.sides * np.exp(strengths - strengths.max())
        chances /= chances.sum(axis=1, keepdims=True)
        return self.won - chances, np.diag(chances.sum(axis=0)) - chances.T @ chances
