"""When tables have to be looked at by themselves: one timer for all of them."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import logging
from collections.abc import Callable
from typing import Protocol

log = logging.getLogger(__name__)

LONGEST_SLEEP = 5.0
"""Seconds. Times are those of the wall clock, which somebody may set: so we look at it now and then."""


class Timed(Protocol):
    """What waits for a time."""

    alarm: float | None
    """When it is in the queue for; only `Timers` writes it."""

    def ring(self, now: float) -> float | None:
        """Do what is due, and say when to ring next."""


class Timers:
    """A queue by time. A table stands in it once: when its time comes too early it says when to come
    again.
    """

    def __init__(self, clock: Callable[[], float], haste: float = 1.0) -> None:
        self._clock, self._haste = clock, haste
        self._queue: list[tuple[float, int, Timed]] = []
        self._numbers = itertools.count()
        self._handle: asyncio.TimerHandle | None = None
        self._rings_at = 0.0
        self._stopped = False

    def set(self, timed: Timed, when: float | None) -> None:
        """Ring at `when`, if it does not ring earlier anyway."""
        if when is None or (timed.alarm is not None and timed.alarm <= when):
            return
        timed.alarm = when
        heapq.heappush(self._queue, (when, next(self._numbers), timed))
        if self._handle is None or when < self._rings_at:
            self._wind()

    def stop(self) -> None:
        self._stopped = True
        if self._handle is not None:
            self._handle.cancel()
        self._queue.clear()

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
            when, _, timed = heapq.heappop(self._queue)
            if timed.alarm != when:
                continue  # it was set to an earlier time, and has rung since
            timed.alarm = None
            try:
                self.set(timed, timed.ring(now))
            except Exception:
                log.exception("a timer failed")
        self._wind()
