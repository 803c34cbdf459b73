"""How much one player or one connection may ask for."""

from __future__ import annotations

import time
from collections.abc import Callable

MESSAGE_BYTES = 8 * 1024
"""The largest message a page may send; its own are far smaller."""
MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 100.0, 300
TABLES_A_MINUTE, TABLES_AT_ONCE = 10.0, 20
"""For one player."""
ADDRESS_TABLES_A_MINUTE, ADDRESS_TABLES_AT_ONCE = 60.0, 200
"""For one network address, since whoever drops his cookie is a new player; a whole school may share one."""
CONNECTIONS_A_PLAYER = 20
CONNECTIONS = 5000
OUTBOX = 100
"""Messages that may wait for a slow page before it is let go."""


class Bucket:
    """A token bucket: `burst` at once, refilled at `rate` a second."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, float(burst), clock
        self._left, self._at = float(burst), clock()

    def take(self) -> bool:
        """Take one, if there is one."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def full(self) -> bool:
        """Has nothing been taken for so long that the bucket may be forgotten?"""
        return self._left + (self._clock() - self._at) * self._rate >= self._burst


class Buckets:
    """A bucket for every key, forgotten when it is full again."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: dict[str, Bucket] = {}

    def take(self, key: str) -> bool:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst)
        return bucket.take()

    def sweep(self) -> None:
        """Forget those that are full."""
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.full}
