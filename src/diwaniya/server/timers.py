"""When tables have to be looked at by themselves: one timer for all of them."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import logging
import math
from collections.abc import Callable
from typing import Protocol

log = logging.getLogger(__name__)

LONGEST_SLEEP = 5.0
"""Seconds. Times are those of the wall clock, which somebody may set: so we look at it now and then."""
NEVER = -math.inf
"""The alarm of what was dropped: earlier than any that it could be set to, so it is not set again."""


class Timed(Protocol):
    """What waits for a time."""

    alarm: float | None
    """When it is in the queue for; only `Timers` writes it."""

    def ring(self, now: float) -> float | None:
        """Do what is due, and say when to ring next."""


class _Place:
    """A place in the queue. Nobody stands in it any more if its time was changed, or if he was dropped."""

    __slots__ = ("timed",)

    def __init__(self, timed: Timed) -> None:
        self.timed: Timed | None = timed


class Timers:
    """A queue by time. A table stands in it once: when its time comes too early it says when to come
    again.
    """

    def __init__(self, clock: Callable[[], float], haste: float = 1.0) -> None:
        self._clock, self._haste = clock, haste
        self._queue: list[tuple[float, int, _Place]] = []
        self._places: dict[Timed, _Place] = {}
        self._numbers = itertools.count()
        self._handle: asyncio.TimerHandle | None = None
        self._rings_at = 0.0
        self._stopped = False

    def set(self, timed: Timed, when: float | None) -> None:
        """Ring at `when`, if it does not ring earlier anyway."""
        if when is None or (timed.alarm is not None and timed.alarm <= when):
            return
        self._leave(timed)
        timed.alarm, self._places[timed] = when, _Place(timed)
        heapq.heappush(self._queue, (when, next(self._numbers), self._places[timed]))
        if self._handle is None or when < self._rings_at:
            self._wind()

    def drop(self, timed: Timed) -> None:
        """Never ring again, and let go of it."""
        self._leave(timed)
        timed.alarm = NEVER

    def _leave(self, timed: Timed) -> None:
        place = self._places.pop(timed, None)
        if place is not None:
            place.timed = None

    def __len__(self) -> int:
        return len(self._places)

    def stop(self) -> None:
        self._stopped = True
        if self._handle is not None:
            self._handle.cancel()
        self._queue.clear()
        self._places.clear()

    def _wind(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
        if self._queue and not self._stopped:
            self._rings_at = self._queue[0][0]
            wait = min(max(self._rings_at - self._clock(), 0.0), LONGEST_SLEEP)
            self._handle = asyncio.get_running_loop().call_later(wait / self._haste, self.look)

    def look(self) -> None:
        """Ring whose time has come."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
        now = self._clock()
        while self._queue and self._queue[0][0] <= now:
            timed = heapq.heappop(self._queue)[2].timed
            if timed is None:
                continue
            self._leave(timed)
            timed.alarm = None
            try:
                self.set(timed, timed.ring(now))
            except Exception:
                log.exception("a timer failed")
        self._wind()
