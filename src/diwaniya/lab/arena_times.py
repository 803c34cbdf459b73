"""How long moves took: a histogram, so that a million of them need no more room than a hundred."""

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

FINE = 50
"""Steps for each factor of e: a percentile is right to within two parts in a hundred."""


@dataclass
class Times:
    """Seconds that a bot thought over its moves."""

    moves: int = 0
    total: float = 0.0
    most: float = 0.0
    steps: Counter[int] = field(default_factory=Counter)

    def add(self, seconds: float) -> None:
        self.moves += 1
        self.total += seconds
        self.most = max(self.most, seconds)
        self.steps[math.floor(math.log(max(seconds, 1e-9)) * FINE)] += 1

    def update(self, other: "Times") -> None:
        """Take in what was measured elsewhere."""
        self.moves += other.moves
        self.total += other.total
        self.most = max(self.most, other.most)
        self.steps.update(other.steps)

    @property
    def mean(self) -> float:
        return self.total / self.moves if self.moves else 0.0

    def percentile(self, share: float) -> float:
        """The time within which this share of the moves (0.95: all but 5 %) was made."""
        rest = share * self.moves
        for step in sorted(self.steps):
            rest -= self.steps[step]
            if rest <= 0:
                return min(math.exp((step + 0.5) / FINE), self.most)
        return self.most

    def as_json(self) -> dict[str, Any]:
        """Milliseconds."""
        figures = {
            "mean": self.mean,
            "p50": self.percentile(0.5),
            "p95": self.percentile(0.95),
            "max": self.most,
        }
        return {f"{name}_ms": round(seconds * 1000, 4) for name, seconds in figures.items()}
