"""What requests over HTTP have in common: who asks, and the doors to rooms and to finished matches."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from litestar import Request
from litestar.exceptions import HTTPException

from diwaniya.server.codes import read_code
from diwaniya.server.hot import HotTable
from diwaniya.server.hub import TABLE_ID
from diwaniya.server.limits import too_deep
from diwaniya.server.proxies import family_of
from diwaniya.storage.base import StorageError
from diwaniya.table.commands import Refusal

AnyRequest = Request[Any, Any, Any]
Find = Callable[[str], Awaitable[bytes | None]]
"""Finds something of a finished match, by its public name; `None` if there is no such match."""


def family(request: AnyRequest) -> str:
    """The network address that the limits count."""
    return family_of(request.client.host if request.client else "")


async def shallow(request: AnyRequest) -> None:
    """Raises 400 for a body that is nested deeper than anything that is asked here; the parser would fail at it."""
    if request.method == "POST" and too_deep(await request.body()):
        raise HTTPException(detail="The body is nested too deep.", status_code=400)


def limited(request: AnyRequest) -> None:
    """Raises 429 if this address asks for too much."""
    if not request.app.state.limits.may_ask(family(request)):
        raise HTTPException(detail="Too many requests. Wait a moment.", status_code=429)


def not_read() -> HTTPException:
    """503: the storage does not answer, or what it holds is damaged."""
    return HTTPException(detail="It cannot be read just now.", status_code=503)


async def finished(match: str, find: Find) -> bytes:
    """What `find` finds of a finished match. Raises 404 while there is none, and 503."""
    try:
        found = await find(match) if TABLE_ID.fullmatch(match) else None
    except StorageError:
        raise not_read() from None
    if found is None:
        raise HTTPException(detail="There is no such match, or it has not ended yet.", status_code=404)
    return found


async def open_room(request: AnyRequest, code: str) -> HotTable:
    """The room of a code. Raises 429 for an address that looks for many, 404 and 503."""
    state = request.app.state
    if not state.limits.may_look_up(family(request)):
        raise HTTPException(
            detail="Many rooms have been looked for just now. Wait a moment.", status_code=429
        )
    read = read_code(code)
    hot: HotTable | Refusal | None = None if read is None else await state.hub.by_code(read)
    if isinstance(hot, Refusal) and hot.code in ("damaged", "not_saved"):
        raise not_read()
    if hot is None or isinstance(hot, Refusal):
        raise HTTPException(detail="There is no room with this code.", status_code=404)
    return hot
