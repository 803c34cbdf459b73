"""The application: HTTP by Litestar, the socket, and the life of what stands behind them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from typing import Annotated, Any

from litestar import Litestar, MediaType, Request, Response, WebSocket, get, websocket
from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import Parameter
from litestar.types import Message, Scope

from diwaniya import __version__
from diwaniya.engine.game import games
from diwaniya.server.compiling import start_compiling
from diwaniya.server.computers import LEVELS, Computers
from diwaniya.server.docs import PlainDocs
from diwaniya.server.page import SECURITY_HEADERS, Page
from diwaniya.server.sessions import Sessions
from diwaniya.server.settings import Settings
from diwaniya.server.sockets import Sockets
from diwaniya.server.tables import DAMAGED, Hub
from diwaniya.storage.base import Storage
from diwaniya.table.table import Refusal, record
from diwaniya.wire.encode import game_info
from diwaniya.wire.messages import Games, Health, Problem
from diwaniya.wire.schema import schema

log = logging.getLogger(__name__)

SWEEP_SECONDS = 30.0

TableId = Annotated[str, Parameter(description="The id of a table, as in its address.")]


@get("/api/health", summary="Is the server up?")
async def health(request: Request[Any, Any, Any]) -> Health:
    """Answers as soon as the server runs."""
    state = request.app.state
    return Health(True, __version__, len(state.hub), len(state.sockets))


@get("/api/games", summary="Games and computer players", sync_to_thread=False)
def list_games() -> Games:
    """Every game with its options, and the levels of the computer players."""
    return Games([game_info(game.manifest()) for game in games().values()], list(LEVELS))


@get(
    "/api/tables/{table:str}/record",
    summary="The record of a finished match",
    responses={
        403: ResponseSpec(
            Problem, description="The match is still running: its record would show hidden cards."
        ),
        404: ResponseSpec(Problem, description="There is no such table."),
    },
)
async def match_record(request: Request[Any, Any, Any], table: TableId) -> dict[str, Any]:
    """Packs, moves, names and the proof of the shuffles, as `diwaniya replay` and `diwaniya verify` read them."""
    hot = await request.app.state.hub.get(table)
    if isinstance(hot, Refusal):
        raise HTTPException(detail=hot.text, status_code=500 if hot is DAMAGED else 404)
    if not hot.state.match.over:
        raise HTTPException(detail="The record can be read when the match is over.", status_code=403)
    return record(hot.state)


@get("/api/messages", summary="The messages of the socket", sync_to_thread=False)
def message_schema() -> dict[str, Any]:
    """JSON Schema of everything that is said at `/ws`."""
    return schema()


@get(["/", "/{path:path}"], include_in_schema=False)
async def serve_page(request: Request[Any, Any, Any], path: str = "") -> Response[bytes]:
    """The page and its files."""
    state = request.app.state
    file = await asyncio.to_thread(state.page.file, path)
    if file is None or path.startswith("/api/"):
        raise HTTPException(detail="There is nothing here.", status_code=404)
    headers = {"Cache-Control": file.cache, "ETag": file.etag, "Vary": "Accept-Encoding"}
    if file.media.startswith("text/html"):
        sessions: Sessions = state.sessions
        if sessions.player(request.headers.get("cookie")) is None:
            headers["Set-Cookie"] = sessions.cookie(sessions.new_player(), request.url.scheme == "https")
    if request.headers.get("if-none-match") == file.etag:
        return Response(b"", status_code=304, headers=headers)
    body = file.body
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = file.packed
        headers["Content-Encoding"] = "gzip"
    return Response(body, media_type=file.media, headers=headers)


@websocket("/ws")
async def serve_socket(socket: WebSocket[Any, Any, Any]) -> None:
    """Where the page plays."""
    await socket.app.state.sockets.serve(socket)


async def add_security_headers(message: Message, scope: Scope) -> None:
    """To every answer, also to errors."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders(message)
        for name, value in SECURITY_HEADERS.items():
            headers[name] = value


def plain_problem(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """Errors in one shape."""
    codes = {403: "forbidden", 404: "not_found", 405: "not_allowed"}
    code = codes.get(error.status_code, "failed" if error.status_code >= 500 else "bad_request")
    return Response(Problem(code, error.detail), status_code=error.status_code, media_type=MediaType.JSON)


def failure(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """A mistake of ours: the log has the reason, the answer does not."""
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return Response(
        Problem("failed", "Something went wrong here."), status_code=500, media_type=MediaType.JSON
    )


def create_app(settings: Settings, storage: Storage, key: bytes) -> Litestar:
    """The application around an open storage. `key` signs the sessions."""
    computers = Computers()
    hub = Hub(storage, computers, settings.pause, settings.idle)
    sessions = Sessions(key)
    sockets = Sockets(hub, sessions, settings.origins, __version__)

    async def sweep_on() -> None:
        while True:
            await asyncio.sleep(min(SWEEP_SECONDS, settings.idle))
            hub.sweep()
            sockets.sweep()

    @contextlib.asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        sweeping = asyncio.create_task(sweep_on())
        compiling = start_compiling() if settings.compile else None
        try:
            yield
        finally:
            sweeping.cancel()
            hub.stop()
            computers.stop()
            if compiling is not None:
                compiling.terminate()
            await storage.close()

    app = Litestar(
        [health, list_games, match_record, message_schema, serve_page, serve_socket],
        lifespan=[life],
        logging_config=None,
        before_send=[add_security_headers],
        exception_handlers={HTTPException: plain_problem, Exception: failure},
        openapi_config=OpenAPIConfig(
            title="Diwaniya",
            version=__version__,
            description="Card tables. Play itself goes over the socket at /ws; see the messages.",
            path="/api/docs",
            render_plugins=[PlainDocs(), JsonRenderPlugin()],
        ),
    )
    app.state.hub, app.state.sockets, app.state.sessions, app.state.page = (
        hub,
        sockets,
        sessions,
        Page(settings.page),
    )
    return app
