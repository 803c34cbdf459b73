"""The application: HTTP by Litestar, the door for sockets, and the life of what stands behind them."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import re
from collections.abc import AsyncIterator
from typing import Any

from litestar import Litestar, Request, Response, get
from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.routes import HTTPRoute
from litestar.types import Message, Scope

from diwaniya import __version__
from diwaniya.server.api import ROUTES
from diwaniya.server.asking import shallow
from diwaniya.server.compiling import Compiling
from diwaniya.server.computers import Computers
from diwaniya.server.connections import Connections
from diwaniya.server.docs import PlainDocs
from diwaniya.server.http_guard import BODY_BYTES
from diwaniya.server.hub import Hub
from diwaniya.server.large_pages import LargePages
from diwaniya.server.limits import Limits
from diwaniya.server.page import SECURITY_HEADERS, Page
from diwaniya.server.postcards import Postcards
from diwaniya.server.previews import ROUTES as PREVIEWS
from diwaniya.server.previews import with_tags
from diwaniya.server.problems import failure, plain_problem, unfit
from diwaniya.server.replays import Replays
from diwaniya.server.reviews import Reviews
from diwaniya.server.sessions import Sessions, new_guest
from diwaniya.server.settings import Settings
from diwaniya.storage.base import Storage

SWEEP_SECONDS = 30.0


@get(["/", "/{path:path}"], include_in_schema=False)
async def serve_page(request: Request[Any, Any, Any], path: str = "") -> Response[bytes]:
    """The page and its files."""
    state = request.app.state
    file = await asyncio.to_thread(state.page.file, path)
    if file is None or path.startswith("/api/"):
        raise HTTPException(detail="There is nothing here.", status_code=404)
    vary = "Accept-Encoding"
    if file.media.startswith("text/html"):
        file, vary = await with_tags(request, path, file), "Accept-Encoding, Accept-Language"
    headers = {"Cache-Control": file.cache, "ETag": file.etag, "Vary": vary}
    headers["Content-Security-Policy"] = file.policy
    if file.link:
        headers["Link"] = file.link
    if file.media.startswith("text/html"):
        sessions: Sessions = state.sessions
        if sessions.guest(request.headers.get("cookie")) is None:
            headers["Set-Cookie"] = sessions.cookie(new_guest(), request.url.scheme == "https")
    if request.headers.get("if-none-match") == file.etag:
        return Response(b"", status_code=304, headers=headers)
    body = file.body
    accepted = request.headers.get("accept-encoding", "")
    if file.dense is not None and re.search(r"\bbr\b", accepted):
        body = file.dense
        headers["Content-Encoding"] = "br"
    elif file.packed is not None and "gzip" in accepted:
        body = file.packed
        headers["Content-Encoding"] = "gzip"
    return Response(body, media_type=file.media, headers=headers)


async def complete_headers(message: Message, scope: Scope) -> None:
    """Of every answer, also of errors."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders(message)
        for name, value in SECURITY_HEADERS.items():
            headers.setdefault(name, value)
        if "allow" in headers:
            headers["allow"] = _allowed(headers["allow"], scope)


def _allowed(told: str, scope: Scope) -> str:
    """All the methods for a path. Litestar forgets those of a path's second handler, and `entrance.WithHead`."""
    methods = set(told.split(", "))
    for route in scope["litestar_app"].routes:
        if isinstance(route, HTTPRoute) and route.path_format == scope.get("path_template"):
            methods |= set(route.methods)
    return ", ".join(sorted(methods | {"HEAD"} if "GET" in methods else methods))


def create_app(settings: Settings, storage: Storage, key: bytes) -> Litestar:
    """The application around an open storage. `key` signs the sessions. Its `state.connections` is the door
    for sockets.
    """
    compiling = Compiling()
    computers = Computers(compiled=compiling.done)
    hub = Hub(storage, computers, settings)
    sessions, limits = Sessions(key), Limits(settings.crowd)
    connections = Connections(hub, sessions, limits, __version__)
    reviews = Reviews(storage, compiling)
    postcards = Postcards()

    async def sweep_on() -> None:
        while True:
            await asyncio.sleep(min(SWEEP_SECONDS, settings.idle))
            hub.sweep()
            limits.sweep()

    @contextlib.asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        lasting = (sweep_on(), connections.look_after(), LargePages().keep())
        tasks = [asyncio.create_task(work) for work in lasting]
        if settings.compile:
            compiling.start()
        spare_garbage_collector()
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            hub.stop()
            computers.stop()
            reviews.stop()
            postcards.stop()
            compiling.stop()
            await storage.close()

    app = Litestar(
        [*ROUTES, *PREVIEWS, serve_page],
        lifespan=[life],
        logging_config=None,
        before_request=shallow,
        before_send=[complete_headers],
        exception_handlers={ValidationException: unfit, HTTPException: plain_problem, Exception: failure},
        request_max_body_size=BODY_BYTES,
        openapi_config=OpenAPIConfig(
            title="Diwaniya",
            version=__version__,
            description="Card tables. Play itself goes over the socket at /ws; see the messages.",
            path="/api/docs",
            render_plugins=[PlainDocs(), JsonRenderPlugin()],
        ),
    )
    app.state.hub, app.state.connections, app.state.sessions = hub, connections, sessions
    app.state.limits, app.state.settings = limits, settings
    app.state.replays, app.state.page = Replays(storage), Page(settings.page)
    app.state.reviews, app.state.postcards = reviews, postcards
    return app


def spare_garbage_collector() -> None:
    """Look for garbage less often.

    Nearly all of ours is freed at once, without the collector: what is left for it is a little of each
    connection that has come and gone. But each of its great rounds looks at every object of every table, and
    all moves wait meanwhile: 0.1 s with 2,000 tables. What was loaded for good is therefore set aside, and
    great rounds are made a thousand times as seldom.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 50, 1000)
