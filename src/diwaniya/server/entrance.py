"""How requests and sockets get from uvicorn to us."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import Any

from litestar import Litestar

from diwaniya.server import asgi_transport, http_guard
from diwaniya.server.http_guard import Guard
from diwaniya.server.limits import MESSAGE_BYTES
from diwaniya.server.settings import Settings


@dataclass(frozen=True)
class Entrance:
    """What uvicorn's configuration needs."""

    app: Any
    http: Any
    ws: Any
    guard: Guard
    more: dict[str, Any] = field(default_factory=dict)


class WithHead:
    """HEAD is answered as GET is; uvicorn leaves out the body."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}
        await self._app(scope, receive, send)


def _is_news(said: logging.LogRecord) -> bool:
    """Where uvicorn carries the sockets, pages of log are written whenever somebody sends broken text or breaks off
    in the middle of it. He would fill the disk with it.
    """
    text = said.getMessage()
    return "Invalid UTF-8" not in text and "Fatal error on transport" not in text


def entrance(app: Litestar, settings: Settings) -> Entrance:
    """The entrance of an application, with what `settings.transport` says for sockets."""
    nuisances = app.state.connections.nuisances
    guard = Guard(app.state.limits.connections_an_address, settings.hello, nuisances)
    http = http_guard.protocol_class(guard)
    if settings.transport == "picows":
        from diwaniya.server import picows_transport

        return Entrance(
            WithHead(app), http, picows_transport.protocol_class(app.state.connections, nuisances), guard
        )
    more = {
        "ws_max_size": MESSAGE_BYTES,
        "ws_ping_interval": settings.silence,
        "ws_ping_timeout": settings.silence,
        "ws_per_message_deflate": True,
    }
    for name in ("uvicorn.error", "asyncio"):
        logging.getLogger(name).addFilter(_is_news)
    with_sockets = asgi_transport.WithSockets(WithHead(app), app.state.connections)
    return Entrance(with_sockets, http, "websockets-sansio", guard, more)
