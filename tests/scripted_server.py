"""A server that says what a test has written down for it: for gaps and broken connections, which a real one
hardly ever gives. Everything else is tested with the real one (`serving.py`)."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from diwaniya.wire.messages import PROTOCOL

TABLE = "AAAABBBBCCCCDDDD"


def a_table(seq: int, **more: Any) -> dict[str, Any]:
    """A whole table as of `seq`, of a game that there is not."""
    person = {"kind": "person", "name": "Layla", "avatar": 0, "level": None, "here": True, "away": False}
    return {
        "type": "table",
        "table": TABLE,
        "seq": seq,
        "phase": "playing",
        "game": "snap",
        "options": {},
        "settings": {},
        "code": "K7M29QXR",
        "host": 0,
        "seat": 0,
        "seats": [person, person],
        "watchers": 0,
        "match": "MMMMMMMMMMMMMMMM",
        "view": a_view(to_move=0, legal=["AS", "KS"]),
        "lines": [],
        "question": None,
        "clock": None,
        "commitment": "00",
        "salts": ["", ""],
        "first_dealer": 0,
        "cut": [],
        "matches": [],
        "muted": [],
        **more,
    }


def a_view(**more: Any) -> dict[str, Any]:
    return {
        "game": "snap",
        "seat": 0,
        "to_move": 1,
        "needs_deal": False,
        "over": False,
        "winners": [],
        "dealer": 0,
        "hand": 1,
        "scores": [0, 0],
        **more,
    }


def a_step(seq: int, after: int, mine: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    public = {key: value for key, value in a_view().items() if key != "seat"}
    return {
        "type": "step",
        "table": TABLE,
        "seq": seq,
        "after": after,
        "line": None,
        "question": None,
        "clock": None,
        "view": public,
        "mine": mine or {"seat": 0},
        **more,
    }


class Link:
    """One connection, as the script sees it."""

    def __init__(self, socket: ServerConnection) -> None:
        self._socket = socket
        assert socket.request is not None
        self.cookie = socket.request.headers.get("Cookie")

    async def hear(self, kind: str) -> dict[str, Any]:
        """The next message; it must be of this type."""
        message: dict[str, Any] = json.loads(await self._socket.recv())
        assert message["type"] == kind, message
        return message

    async def say(self, **message: Any) -> None:
        await self._socket.send(json.dumps(message))

    async def done(self, asked: dict[str, Any], seq: int | None = None) -> None:
        await self.say(type="done", table=TABLE, seq=seq, ref=asked["ref"])

    async def greet(self) -> None:
        await self.hear("hello")
        await self.say(type="welcome", protocol=PROTOCOL, version="test", tables=[])

    async def seat(self, seq: int = 5, **more: Any) -> None:
        """The client joins and sees the table."""
        asked = await self.hear("join")
        await self.say(**a_table(seq, **more))
        await self.done(asked, seq)

    async def hang_up(self) -> None:
        await self._socket.close()

    async def stay(self) -> None:
        await self._socket.wait_closed()


class Scripted:
    """One script for each connection in turn. It gives whoever has no `cookie` this one; `renews`: everybody, each time
    with a number behind it."""

    def __init__(
        self, *scripts: Callable[[Link], Awaitable[None]], cookie: str | None = None, renews: bool = False
    ) -> None:
        self._scripts = list(scripts)
        self._cookie, self._renews = cookie, renews
        self.errors: list[BaseException] = []
        self.links: list[Link] = []

    async def __aenter__(self) -> Scripted:
        self._server = await serve(self._play, "127.0.0.1", 0, process_response=self._answer)
        self.url = f"http://127.0.0.1:{next(iter(self._server.sockets)).getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        await self._server.wait_closed()
        assert not self.errors, self.errors
        assert not self._scripts, "a connection that was expected did not come"

    def _answer(self, _: ServerConnection, request: Request, response: Response) -> None:
        welcome = response.status_code == HTTPStatus.SWITCHING_PROTOCOLS
        if self._cookie and welcome and (self._renews or "Cookie" not in request.headers):
            number = f".{len(self.links)}" if self._renews else ""
            response.headers["Set-Cookie"] = f"{self._cookie}{number}; Path=/; HttpOnly"

    async def _play(self, socket: ServerConnection) -> None:
        link = Link(socket)
        self.links.append(link)
        try:
            assert self._scripts, "one connection too many"
            await self._scripts.pop(0)(link)
        except ConnectionClosed:
            pass
        except BaseException as error:
            self.errors.append(error)
            raise
