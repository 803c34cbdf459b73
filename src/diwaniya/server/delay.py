"""Those who look on may be shown everything a while later, so that nobody can be told by them what to play.

They get the same frames as others, kept until their time has come. Who comes anew is shown what the rest of
them see just now: the last whole table whose time has come, and the steps after it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

STEPS = 20
"""After so many steps a whole table is put in, so that newcomers need not be sent all of a match."""
MOST = 1000
"""Frames that may wait. Nobody plays so fast, but computers might."""


class Delayed:
    """What is shown later. `blank` is what newcomers see before anything is old enough."""

    __slots__ = ("_coming", "_past", "_steps", "delay")

    def __init__(self, delay: float, blank: bytearray) -> None:
        self.delay = delay
        self._past = [blank]
        self._coming: deque[tuple[float, bytearray, bool]] = deque()
        self._steps = 0

    def add(self, now: float, frame: bytearray, whole: bool, make_whole: Callable[[], bytearray]) -> None:
        """Something happened now. `make_whole` gives the whole table as it stands after it."""
        if len(self._coming) >= MOST:
            self._coming.clear()
            frame, whole = make_whole(), True
        self._coming.append((now, frame, whole))
        self._steps = 0 if whole else self._steps + 1
        if self._steps >= STEPS:
            self._coming.append((now, make_whole(), True))
            self._steps = 0

    @property
    def due(self) -> float | None:
        """When there is something to show."""
        return self._coming[0][0] + self.delay if self._coming else None

    def release(self, now: float) -> list[bytearray]:
        """What is to be shown now, and was not before."""
        shown = []
        while self._coming and self._coming[0][0] + self.delay <= now:
            _, frame, whole = self._coming.popleft()
            if whole:
                self._past.clear()
            self._past.append(frame)
            shown.append(frame)
        return shown

    def so_far(self) -> list[bytearray]:
        """What somebody has to be sent to see what the others see."""
        return self._past
