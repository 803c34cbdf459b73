"""Memory is put together in large pages where it is full, and stays what it was."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import mmap
import sys

from diwaniya.server.large_pages import LARGE, LargePages

SIZE = 4 * LARGE


def taken(used: int) -> tuple[mmap.mmap, int]:
    """Memory of our own of which the first bytes are used, and its first large page."""
    memory = mmap.mmap(-1, SIZE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    for at in range(0, used, mmap.PAGESIZE):
        memory[at : at + 4] = at.to_bytes(4, "little")
    address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    return memory, -(-address // LARGE) * LARGE


def test_only_what_is_full_is_put_together_and_once_is_enough():
    if sys.platform != "linux":
        return
    pages = LargePages()
    full, first = taken(SIZE)
    sparse, other = taken(0)
    wanted = [first, first + LARGE, first + 2 * LARGE]
    found = list(pages.full())
    assert set(wanted) <= set(found)
    assert not {other, other + LARGE, other + 2 * LARGE} & set(found), "nothing is taken that nobody uses"
    pages.gather()
    assert not set(wanted) & set(pages.full())
    for at in range(0, SIZE, mmap.PAGESIZE):
        assert full[at : at + 4] == at.to_bytes(4, "little")
    assert not any(sparse[at] for at in range(0, SIZE, mmap.PAGESIZE))


async def test_it_looks_by_itself_until_it_is_stopped():
    pages = LargePages()
    memory, first = taken(SIZE)
    keeping = asyncio.create_task(pages.keep())
    if sys.platform == "linux":
        async with asyncio.timeout(60):
            while first in pages.full():  # noqa: ASYNC110 - it tells nobody
                await asyncio.sleep(0.01)
    keeping.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await keeping
    assert memory[0:4] == bytes(4)
