"""Lines that somebody types, or that a pipe brings, as they come."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import suppress

CHUNK = 4096


def _read() -> bytes:
    """Some more of standard input; nothing at its end.

    Not through `sys.stdin`: whoever waits inside it when the program ends would hold up its end.
    """
    try:
        return os.read(sys.stdin.fileno(), CHUNK)
    except (AttributeError, ValueError, OSError):
        return b""  # it is closed, or there is none


async def typed_lines() -> AsyncIterator[str]:
    """One line after the other, without their ends, until standard input ends."""
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[str | None] = asyncio.Queue()

    def tell(line: str | None) -> None:
        with suppress(RuntimeError):  # the program is at its end already
            loop.call_soon_threadsafe(lines.put_nowait, line)

    def read_on() -> None:
        rest = b""
        while chunk := _read():
            *whole, rest = (rest + chunk).split(b"\n")
            for line in whole:
                tell(line.decode("utf-8", "replace").rstrip("\r"))
        if rest:
            tell(rest.decode("utf-8", "replace"))
        tell(None)

    threading.Thread(target=read_on, name="diwaniya-typing", daemon=True).start()
    while (line := await lines.get()) is not None:
        yield line
