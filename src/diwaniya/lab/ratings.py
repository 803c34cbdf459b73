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
    from_average = np.eye(bots) - 1 / bots
    errors = np.sqrt(np.diag(from_average @ spread @ from_average.T))
    strengths -= strengths.mean()
    reach = student(max(clusters - 1, 1)) if told_apart >= FEWEST else math.inf
    return [
        Estimate(float(s) * ELO, float(s - reach * e) * ELO, float(s + reach * e) * ELO)
        for s, e in zip(strengths, errors, strict=True)
    ]


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
