"""The WebSocket: one connection, its messages in order, and an outbox that no slow page can clog."""

from __future__ import annotations

import asyncio
import logging
import unicodedata
from collections import deque
from typing import Any, cast
from urllib.parse import urlsplit

import msgspec
from litestar import WebSocket

from diwaniya.engine.game import games
from diwaniya.server.computers import LEVELS
from diwaniya.server.limits import (
    ADDRESS_TABLES_A_MINUTE,
    ADDRESS_TABLES_AT_ONCE,
    CONNECTIONS,
    CONNECTIONS_A_PLAYER,
    MESSAGES_A_SECOND,
    MESSAGES_AT_ONCE,
    OUTBOX,
    TABLES_A_MINUTE,
    TABLES_AT_ONCE,
    Bucket,
    Buckets,
)
from diwaniya.server.sessions import Sessions
from diwaniya.server.tables import NO_TABLE, HotTable, Hub
from diwaniya.storage.base import StorageError
from diwaniya.table.table import Refusal
from diwaniya.wire import messages as wire
from diwaniya.wire.encode import decode, encode, refused

log = logging.getLogger(__name__)

AtTable = wire.Sit | wire.Watch | wire.Leave | wire.Play | wire.Next | wire.Rematch

TOO_FAST = Refusal("too_fast", "Many tables have been opened just now. Wait a moment.")
POLICY, INTERNAL, TOO_BUSY = 1008, 1011, 1013
NAME_LENGTH = 24
TABLES_WATCHED = 20
JOINERS = "\u200c\u200d"
"""Invisible, but part of how Persian and Arabic names are written."""


def same_origin(origin: str | None, host: str | None, allowed: frozenset[str]) -> bool:
    """May a page from `origin` open a socket here? Programs send no origin; browsers always do."""
    if origin is None:
        return True
    return origin in allowed or (bool(host) and urlsplit(origin).netloc == host)


def clean_name(name: str) -> str | None:
    """A name without control and direction marks, its blanks tidied; `None` if it is too long."""
    kept = "".join(
        " " if char.isspace() else char
        for char in unicodedata.normalize("NFC", name)
        if char.isspace() or char in JOINERS or unicodedata.category(char)[0] != "C"
    )
    tidy = " ".join(kept.split())
    return tidy if len(tidy) <= NAME_LENGTH else None


class Connection:
    """One page. It says hello, then asks; what it looks at is shown to it as it happens."""

    def __init__(self, sockets: Sockets, socket: WebSocket[Any, Any, Any], player: str) -> None:
        self.player = player
        self._sockets = sockets
        self._hub = sockets.hub
        self._socket = socket
        self._address = socket.client.host if socket.client else ""
        self._bucket = Bucket(MESSAGES_A_SECOND, MESSAGES_AT_ONCE)
        self._greeted = False
        self._tables: dict[str, HotTable] = {}
        self._outbox: deque[tuple[str | None, str]] = deque()
        self._something = asyncio.Event()
        self._taken = asyncio.Event()
        self._close: int | None = None
        self._hearing: asyncio.Task[None] | None = None

    # the outbox

    def show(self, table: str, text: str) -> None:
        """Queue a view. If many wait already, older ones of this table are dropped: a slow page skips, not lags."""
        if len(self._outbox) > OUTBOX // 4:
            self._outbox = deque(entry for entry in self._outbox if entry[0] != table)
        self._put(table, text)

    def send(self, message: wire.ServerMessage) -> None:
        self._put(None, encode(message))

    def fail(self, code: wire.ErrorCode, text: str, close: int = POLICY) -> None:
        """Say what is wrong and close."""
        self.send(wire.Fault(code, text))
        self._close = close

    def _put(self, table: str | None, text: str) -> None:
        if self._close is not None:
            return
        if len(self._outbox) >= OUTBOX:
            self._close = TOO_BUSY
            self._outbox.clear()
            if self._hearing is not None:
                self._hearing.cancel()  # let go of the tables now, whatever the page still does
        else:
            self._outbox.append((table, text))
        self._something.set()

    async def _send_on(self) -> None:
        while True:
            while self._outbox:
                _, text = self._outbox.popleft()
                await self._socket.send({"type": "websocket.send", "bytes": None, "text": text})
                self._taken.set()
            if self._close is not None:
                await self._socket.close(self._close)
                return
            self._something.clear()
            await self._something.wait()

    # the conversation

    async def run(self) -> None:
        """Until either side closes."""
        sending = asyncio.create_task(self._send_quietly())
        self._hearing = asyncio.create_task(self._hear_on())
        try:
            await asyncio.wait([self._hearing, sending], return_when=asyncio.FIRST_COMPLETED)
            if self._close is not None:
                await asyncio.wait([sending], timeout=2)
        finally:
            for hot in self._tables.values():
                hot.detach(self)
            self._hearing.cancel()
            sending.cancel()

    async def _hear_on(self) -> None:
        while self._close is None:
            event = cast(dict[str, Any], await self._socket.receive())
            if event["type"] != "websocket.receive":
                return
            while len(self._outbox) > OUTBOX // 4:  # who asks must also take the answers
                self._taken.clear()
                await self._taken.wait()
            try:
                await self._hear(event)
            except Exception:
                log.exception("a message could not be answered")
                self.fail("failed", "Something went wrong here. Connect again.", INTERNAL)

    async def _send_quietly(self) -> None:
        try:
            await self._send_on()
        except (OSError, RuntimeError) as error:
            log.debug("the page has gone: %s", error)
        except Exception:
            log.debug("the page has gone", exc_info=True)

    async def _hear(self, event: dict[str, Any]) -> None:
        if not self._bucket.take():
            self.fail("too_fast", "Too many messages.")
            return
        text = event.get("text")
        try:
            message = decode(text if text is not None else b"binary")
        except (msgspec.MsgspecError, RecursionError) as error:
            self.fail("bad_message", f"This is not a message: {error}")
            return
        if isinstance(message, wire.Hello):
            await self._hello(message)
        elif not self._greeted:
            self.fail("bad_message", "Say hello first.")
        elif isinstance(message, wire.Ping):
            self.send(wire.Pong(message.ref))
        elif isinstance(message, wire.Open):
            await self._open(message)
        else:
            await self._at_table(message)

    async def _hello(self, message: wire.Hello) -> None:
        if message.protocol != wire.PROTOCOL:
            text = f"This server speaks protocol {wire.PROTOCOL}, the page {message.protocol}: load the page again."
            self.fail("bad_protocol", text)
            return
        self._greeted = True
        try:
            running = await self._hub.running(self.player)
        except StorageError as error:
            log.error("%s", error)
            running = []
        self.send(wire.Welcome(wire.PROTOCOL, self._sockets.version, running))

    async def _open(self, message: wire.Open) -> None:
        plan = self._plan(message)
        if isinstance(plan, Refusal):
            self._refuse(plan, None, message.ref)
            return
        name, levels = plan
        opened = await self._hub.open(self.player, message.game, message.options, name, levels)
        await self._sit_at_new(opened, None, message.ref)

    def _plan(self, message: wire.Open) -> tuple[str, list[str]] | Refusal:
        """Name and computer players of a new table."""
        game = games().get(message.game)
        if game is None:
            return Refusal("bad_game", f"There is no game called {message.game!r}.")
        seats = game.seats[0] if message.seats is None else message.seats
        if seats not in game.seats:
            return Refusal(
                "bad_option", f"{game.id} is for {' or '.join(map(str, game.seats))} players, not {seats}."
            )
        levels = message.levels or [message.level or next(iter(LEVELS))] * (seats - 1)
        if len(levels) != seats - 1 or not all(level in LEVELS for level in levels):
            return Refusal("bad_option", f"Choose a level for every other seat: {', '.join(LEVELS)}.")
        name = clean_name(message.name)
        if name is None:
            return Refusal("bad_name", f"A name has at most {NAME_LENGTH} letters.")
        return (name, levels) if self._may_open() else TOO_FAST

    def _may_open(self) -> bool:
        return self._sockets.may_open(self.player, self._address)

    async def _at_table(self, message: AtTable) -> None:
        table, ref = message.table, message.ref
        if isinstance(message, wire.Play):
            refusal = await self._hub.play(self.player, table, message.token, message.seq)
            await self._answer(refusal, table, ref)
        elif isinstance(message, wire.Next):
            await self._answer(await self._hub.next(self.player, table, message.seq), table, ref)
        elif isinstance(message, wire.Rematch):
            again = await self._hub.rematch(self.player, table) if self._may_open() else TOO_FAST
            await self._sit_at_new(again, table, ref)
        elif isinstance(message, wire.Leave):
            left = self._tables.pop(table, None)
            if left is None:
                self._refuse(NO_TABLE, table, ref)
            else:
                left.detach(self)
                self.send(wire.Done(table, left.state.seq, ref))
        else:
            await self._look(table, isinstance(message, wire.Sit), ref)

    async def _look(self, table: str, sit: bool, ref: int | None) -> None:
        hot = await self._hub.get(table)
        if isinstance(hot, Refusal):
            self._refuse(hot, table, ref)
            return
        seat = hot.state.seat_of(self.player)
        if sit and seat is None:
            self._refuse(
                Refusal("not_seated", "You have no seat at this table; you may look on."), table, ref
            )
        elif table not in self._tables and len(self._tables) >= TABLES_WATCHED:
            self._refuse(Refusal("too_many", "Leave another table first."), table, ref)
        else:
            # Whoever has a seat sees the table from it, also when he asks to watch.
            self._attach(hot, seat)
            self.send(wire.Done(table, hot.state.seq, ref))

    def _attach(self, hot: HotTable, seat: int | None) -> None:
        old = self._tables.get(hot.id)
        if old is not None and old is not hot:
            old.detach(self)
        self._tables[hot.id] = hot
        hot.attach(self, seat)

    async def _sit_at_new(self, opened: str | Refusal, asked: str | None, ref: int | None) -> None:
        """After `open` and `rematch`: take the seat at the new table."""
        if isinstance(opened, Refusal):
            self._refuse(opened, asked, ref)
        else:
            await self._look(opened, True, ref)

    async def _answer(self, refusal: Refusal | None, table: str, ref: int | None) -> None:
        hot = await self._hub.get(table) if refusal is None or refusal.code == "stale" else refusal
        if refusal is not None:
            if isinstance(hot, HotTable):
                hot.show_again(self)
            self._refuse(refusal, table, ref)
        elif isinstance(hot, HotTable):
            self.send(wire.Done(table, hot.state.seq, ref))

    def _refuse(self, refusal: Refusal, table: str | None, ref: int | None) -> None:
        self.send(refused(refusal, table, ref))


class Sockets:
    """All connections, and who may make one."""

    def __init__(self, hub: Hub, sessions: Sessions, origins: frozenset[str], version: str) -> None:
        self.hub, self.version = hub, version
        self._player_tables = Buckets(TABLES_A_MINUTE / 60, TABLES_AT_ONCE)
        self._address_tables = Buckets(ADDRESS_TABLES_A_MINUTE / 60, ADDRESS_TABLES_AT_ONCE)
        self._sessions, self._origins = sessions, origins
        self._players: dict[str, int] = {}
        self._connections = 0

    def __len__(self) -> int:
        return self._connections

    def may_open(self, player: str, address: str) -> bool:
        """Take one of the tables that this player, from this address, may open."""
        return self._player_tables.take(player) and self._address_tables.take(address)

    def sweep(self) -> None:
        """Forget who has asked for nothing in a while."""
        self._player_tables.sweep()
        self._address_tables.sweep()

    async def serve(self, socket: WebSocket[Any, Any, Any]) -> None:
        """One connection from handshake to end."""
        headers = socket.headers
        if not same_origin(headers.get("origin"), headers.get("host"), self._origins):
            await socket.close(POLICY, "This page may not play here.")
            return
        player = self._sessions.player(headers.get("cookie"))
        answer: dict[str, str] = {}
        if player is None:
            player = self._sessions.new_player()
            answer["Set-Cookie"] = self._sessions.cookie(player, socket.scope["scheme"] == "wss")
        await socket.accept(headers=answer)
        connection = Connection(self, socket, player)
        taken = self._players.get(player, 0)
        if taken >= CONNECTIONS_A_PLAYER or self._connections >= CONNECTIONS:
            connection.fail("too_many", "Too many pages are open.", TOO_BUSY)
        self._connections += 1
        self._players[player] = taken + 1
        try:
            await connection.run()
        finally:
            self._connections -= 1
            self._players[player] -= 1
            if not self._players[player]:
                del self._players[player]
