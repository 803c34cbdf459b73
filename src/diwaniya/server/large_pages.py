"""The memory of a busy server in large pages.

Wherever the processor reads or writes, it must know where that page of memory lies, and of pages of 4 KB it remembers
too few for a hundred tables and the interpreter. Linux can put two megabytes together as one page, which saves a
twentieth of what a move costs; but programs usually have to ask for it, and Python does not.
"""

from __future__ import annotations

import asyncio
import ctypes
import mmap
import sys
from collections.abc import Iterator
from pathlib import Path

LOOK_SECONDS = 2.0
GROWN_BYTES = 1 << 20
"""When so much memory has been added, there may be something to be put together."""
LARGE = 2 << 20
FULL = 0.9
"""How much of a large page must be in use already: what is not would be taken from the system as well."""
COLLAPSE = 25
"""`MADV_COLLAPSE`, since Linux 6.1; an older one refuses it, and all stays as it was."""


class LargePages:
    """What of this process has been put together, and what could be."""

    def __init__(self) -> None:
        self._libc = ctypes.CDLL(None)
        self._tried: set[int] = set()
        self._in_use = 0

    async def keep(self) -> None:
        """Put together what comes to be in use, for good. A thread does it: the tables go on meanwhile."""
        while sys.platform == "linux":
            in_use = _in_use()
            if in_use > self._in_use + GROWN_BYTES:
                await asyncio.to_thread(self.gather)
                self._in_use = in_use
            await asyncio.sleep(LOOK_SECONDS)

    def gather(self) -> None:
        """Put together what is full and was not yet."""
        for start in list(self.full()):
            self._tried.add(start)
            self._libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(LARGE), COLLAPSE)

    def full(self) -> Iterator[int]:
        """Where memory lies that would fill a large page and has not been tried: the addresses."""
        for line in Path("/proc/self/maps").read_text().splitlines():
            where, allowed, _, _, _, *name = line.split()
            if allowed != "rw-p" or name not in ([], ["[heap]"]):
                continue
            begin, end = (int(address, 16) for address in where.split("-"))
            for start in range(-(-begin // LARGE) * LARGE, end - LARGE + 1, LARGE):
                if start not in self._tried and self._used(start) >= FULL:
                    yield start

    def _used(self, start: int) -> float:
        """How much of a large page is in memory."""
        pages = LARGE // mmap.PAGESIZE
        told = ctypes.create_string_buffer(pages)
        if self._libc.mincore(ctypes.c_void_p(start), ctypes.c_size_t(LARGE), told) != 0:
            return 0.0  # it has just been given back
        return sum(byte & 1 for byte in told.raw) / pages


def _in_use() -> int:
    """Bytes of this process that are in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * mmap.PAGESIZE
