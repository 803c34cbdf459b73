"""How a page is told what came of what it asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diwaniya.table.commands import Open, Refusal

if TYPE_CHECKING:
    from diwaniya.server.connection import Connection
    from diwaniya.server.hot import HotTable


def answered(page: Connection, hot: HotTable, ref: int | None, refusal: Refusal | None) -> None:
    """The answer to a command."""
    if refusal is None:
        if ref is not None:
            page.done(hot, ref)
        return
    if refusal.code == "stale":
        hot.viewers.show_again(page)
    page.refuse(refusal, hot.id, ref)


def seated(page: Connection, hot: HotTable, ref: int | None, refusal: Refusal | None) -> None:
    """After a place was taken: show the table from there."""
    refusal = refusal or page.sit(hot)
    if refusal is not None:
        page.refuse(refusal, hot.id, ref)
    else:
        page.done(hot, ref)


async def open_and_sit(page: Connection, command: Open, ref: int | None) -> None:
    """Open a room and show it."""
    hot = await page.world.hub.open(command)
    if isinstance(hot, Refusal):
        page.refuse(hot, None, ref)
    else:
        seated(page, hot, ref, None)
