"""A whole server in memory, but for its database.

Its pages have no network, and its clock stands still until it is moved.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from diwaniya.server.computers import Computers
from diwaniya.server.connection import Connection
from diwaniya.server.connections import Connections
from diwaniya.server.hub import Hub
from diwaniya.server.limits import Limits
from diwaniya.server.sessions import Guest, Sessions, new_guest
from diwaniya.server.settings import Settings
from diwaniya.server.transport import ROOM, Handshake
from diwaniya.storage.base import Storage
from diwaniya.storage.sqlite import SqliteStorage
from diwaniya.wire.messages import PROTOCOL

PATIENCE = 60.0


class Line:
    """What carries messages between a page of the tests and the server: `transport.Transport` without a
    network.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self.address = "192.0.2.7"
        self.buffered = 0
        self.calm = True
        self.closed: int | None = None
        self.pings = 0
        self.paused = False

    def send(self, frame: bytearray) -> None:
        if self.closed is None:
            self._page.received(frame[ROOM:].decode())

    def send_joined(self, head: bytearray, tail: bytes) -> None:
        self.send(head + tail)

    def send_now(self, frame: bytearray) -> None:
        self.send(frame)

    def ping(self) -> None:
        self.pings += 1

    def pause(self) -> None:
        self.paused = True

    def resume(self) -> None:
        self.paused = False

    def close(self, code: int, reason: str = "") -> None:
        self.closed = self.closed or code

    def abort(self) -> None:
        self.closed = self.closed or 1006


class Page:
    """A page of the tests: it says hello, asks, and keeps the latest view of each table."""

    def __init__(self, inside: Inside, guest: Guest) -> None:
        self._inside = inside
        self.guest = guest
        self.line = Line(self)
        self.tables: dict[str, dict[str, Any]] = {}
        self.messages: list[dict[str, Any]] = []
        self._news = asyncio.Event()
        self._ref = 0
        cookie = inside.sessions.cookie(guest, secure=False).partition(";")[0]
        admission = inside.connections.admit(Handshake("/ws", "h", None, cookie, False, self.line.address))
        assert admission.connect is not None
        connection = admission.connect(self.line)
        assert isinstance(connection, Connection)
        self.connection = connection

    def received(self, text: str) -> None:
        message: dict[str, Any] = json.loads(text)
        self.messages.append(message)
        if message["type"] == "table":
            self.tables[message["table"]] = message
        elif message["type"] == "step":
            seen = self.tables[message["table"]]
            assert message["after"] == seen["seq"], "a step that does not follow what was shown before"
            self.tables[message["table"]] = {
                **seen,
                "seq": message["seq"],
                "view": {**message["view"], **message["mine"]},
                "lines": [*seen["lines"], *([message["line"]] if message["line"] else [])][-40:],
                "question": message["question"],
                "clock": message["clock"],
            }
        self._news.set()

    def say(self, kind: str, **fields: Any) -> None:
        """Send a message."""
        self.connection.hear(json.dumps({"type": kind, **fields}).encode())

    async def until(self, what: Callable[[], Any]) -> Any:
        """Wait until this is true."""
        async with asyncio.timeout(PATIENCE):
            while not (found := what()):
                self._news.clear()
                await self._news.wait()
        return found

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Ask for something; the answer is `done` or `refused`."""
        self._ref += 1
        ref = self._ref
        self.say(kind, ref=ref, **fields)

        def answer() -> dict[str, Any] | None:
            return next(
                (m for m in reversed(self.messages) if m["type"] in ("done", "refused") and m["ref"] == ref),
                None,
            )

        found: dict[str, Any] = await self.until(answer)
        return found

    async def ok(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Ask for something that must be granted."""
        answer = await self.ask(kind, **fields)
        assert answer["type"] == "done", answer
        return answer

    async def open(self, game: str, **fields: Any) -> str:
        """A new room; returns its id."""
        answer = await self.ok("open", game=game, **{"begin": False, **fields})
        return str(answer["table"])

    def close(self) -> None:
        """As if the browser were shut."""
        self.connection.gone()

    def of(self, kind: str) -> list[dict[str, Any]]:
        """All messages of a type."""
        return [message for message in self.messages if message["type"] == kind]


class Inside:
    """The server."""

    def __init__(self, storage: Storage, settings: Settings) -> None:
        self.now = 1_000_000.0
        self.storage, self.settings = storage, settings
        self.hub = Hub(storage, Computers(), settings, lambda: self.now, lambda: self.now)
        self.sessions = Sessions(b"k" * 32, lambda: self.now)
        self.connections = Connections(
            self.hub, self.sessions, Limits(settings.crowd), "test", lambda: self.now
        )

    async def page(self, name: str = "", guest: Guest | None = None) -> Page:
        """Somebody opens a page."""
        guest = guest or new_guest()
        page = Page(self, Guest(guest.player, name or guest.name, guest.avatar))
        page.say("hello", protocol=PROTOCOL)
        await page.until(lambda: page.of("welcome"))
        return page

    async def pass_time(self, seconds: float) -> None:
        """Move the clock on, and let happen what is due then."""
        self.now += seconds
        self.hub.timers.look()
        await self.settled()

    async def settled(self) -> None:
        """Until nothing more happens by itself at this time."""
        async with asyncio.timeout(PATIENCE):
            quiet = 0
            while quiet < 3:
                busy = any(hot._job is not None or hot.driver.busy for hot in self.hub.tables)
                quiet = 0 if busy else quiet + 1
                await asyncio.sleep(0.001)

    async def room(self, game: str, names: list[str], **fields: Any) -> tuple[str, list[Page]]:
        """A room where these people have sat down one after the other."""
        pages = [await self.page(name) for name in names]
        table = await pages[0].open(game, **fields)
        for page in pages[1:]:
            await page.ok("join", table=table)
        return table, pages

    async def play(
        self, pages: list[Page], table: str, rng: random.Random, stop: Callable[[dict[str, Any]], Any]
    ) -> None:
        """The people play at random until one of them sees a table for which `stop` is true."""
        for _ in range(5000):
            await self.settled()
            seen = [page.tables[table] for page in pages]
            if any(stop(one) for one in seen):
                return
            page = next((p for p in pages if p.tables[table]["view"].get("legal")), None)
            if page is not None:
                view = page.tables[table]
                await page.ok("play", table=table, token=rng.choice(view["view"]["legal"]), seq=view["seq"])
                continue
            asked = [p for p in pages if (p.tables[table]["question"] or {}).get("you")]
            assert asked, "nobody has anything to do"
            for page in asked:
                await page.ok("next", table=table, seq=page.tables[table]["seq"])
        raise AssertionError("it does not come to an end")


@asynccontextmanager
async def inside(folder: Path, **settings: Any) -> AsyncIterator[Inside]:
    """A server in memory with its database in this folder."""
    storage = SqliteStorage(folder / "diwaniya.db")
    server = Inside(storage, Settings(**{"pause": 0, "compile": False, "crowd": 1000, **settings}))
    try:
        yield server
    finally:
        server.hub.stop()
        server.hub.computers.stop()
        await storage.close()
