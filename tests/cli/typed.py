"""Somebody types at a table in a terminal."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator

from rich.console import Console

from diwaniya.cli._sitting import Sitting
from diwaniya.client import Room
from diwaniya.wire.http import Games
from diwaniya.words.speaker import Speaker

PATIENCE = 60.0


async def told(room: Room, games: Games, language: str, *lines: str) -> str:
    """What `diwaniya join` prints in this room while these lines are typed."""

    async def typed() -> AsyncIterator[str]:
        for line in lines:
            yield line

    out = io.StringIO()
    sitting = Sitting(room, games, Speaker(language), Console(file=out, width=200), "http://localhost")
    async with asyncio.timeout(PATIENCE):
        await sitting.run(typed())
    return out.getvalue()
