"""Handing what has to be written to the storage, once a turn of the event loop.

The writer's thread wakes for the first append that it is given. Given one at a time, it takes the processor
from the loop for each of them and flushes the disk for a few moves; given all that the pages have asked for
in this turn, it flushes three times as seldom.
"""

from __future__ import annotations

import asyncio

from diwaniya.storage.base import Append, Done, Job, Storage


class Journal:
    """Collects appends until the loop has nothing more to read."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._waiting: list[Job] = []

    def write(self, append: Append, done: Done) -> None:
        """As `Storage.submit`, for one append, at the end of this turn."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._hand_over)
        self._waiting.append(((append,), done))

    def _hand_over(self) -> None:
        waiting, self._waiting = self._waiting, []
        self._storage.submit(waiting)
