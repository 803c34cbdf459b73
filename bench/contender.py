"""What is measured, and how: contenders take turns, so that a slow moment of the machine meets all of them alike."""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

clock = getattr(time, "thread_time", time.perf_counter)
"""Seconds of the processor's time, where the system tells them: what other programs do disturbs less."""

Burst = Callable[[float], tuple[float, float]]
"""Run for about so many seconds; how many moves were made, and in how many seconds."""


@dataclass
class Contender:
    """One way of playing one game."""

    name: str
    group: str
    burst: Burst
    rates: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Moves a second, the median of all rounds."""
        return statistics.median(self.rates)

    @property
    def spread(self) -> float:
        """How far apart the rounds were, from the lowest to the highest, as a share of the median."""
        return (max(self.rates) - min(self.rates)) / self.rate


def repeated(run: Callable[[], float]) -> Burst:
    """A burst of calls that say how many moves they made."""

    def burst(seconds: float) -> tuple[float, float]:
        began = clock()
        moves = run()
        while (spent := clock() - began) < seconds:
            moves += run()
        return moves, spent

    return burst


def compete(contenders: Iterable[Contender], rounds: int, seconds: float) -> None:
    """Every contender in turn, `rounds` times. A round before the first one is not counted: caches are cold then."""
    everyone = list(contenders)
    for number in range(rounds + 1):
        for place, contender in enumerate(everyone, start=1):
            progress(
                f"round {number} of {rounds}: {place}/{len(everyone)} {contender.group}, {contender.name}"
            )
            moves, spent = contender.burst(seconds if number else seconds / 4)
            if number:
                contender.rates.append(moves / spent)
    progress("")


def progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def one_core() -> None:
    """Stay on one core from here on, where the system lets us choose."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
