"""Handing what has to be written to the storage, many appends at once.

The writer's thread wakes for the first append that it is given. Given one at a time, it takes the processor
from the loop for each of them and flushes the disk for a few moves; given all that the pages have asked for
in some turns of the loop, it flushes three times as seldom.
"""

from __future__ import annotations

import asyncio

from diwaniya.storage.base import Append, Done, Job, Storage

TOGETHER = 40
"""With so many appends nothing more is waited for. Then the writer writes some while the loop hears others."""


class Journal:
    """Collects appends until the loop has nothing more to read."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._waiting: list[Job] = []
        self._seen = 0
        """How many waited at the end of the last turn."""

    def write(self, append: Append, done: Done) -> None:
        """As `Storage.submit`, for one append, when a turn has brought no more; at the latest with `TOGETHER`."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._turn_ended)
        self._waiting.append(((append,), done))

    def _turn_ended(self) -> None:
        if self._seen < len(self._waiting) < TOGETHER:
            self._seen = len(self._waiting)
            asyncio.get_running_loop().call_soon(self._turn_ended)
            return
        waiting, self._waiting, self._seen = self._waiting, [], 0
        self._storage.submit(waiting)
