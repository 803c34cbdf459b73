"""One page: it says hello, then asks; what it looks at is shown to it as it happens.

What a page asks is answered in the order in which it asked. Most of it can be answered at once; while
something has to be read from disk for it, its next messages wait here.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

import msgspec

from diwaniya.server import dispatch
from diwaniya.server.frames import frame
from diwaniya.server.hot import HotTable
from diwaniya.server.limits import (
    MESSAGE_DEPTH,
    MESSAGES_A_SECOND,
    MESSAGES_AT_ONCE,
    TABLES_A_CONNECTION,
    WAITING,
    WATCHERS,
    Bucket,
    too_deep,
)
from diwaniya.server.proxies import family_of
from diwaniya.server.refusals import MANY_TABLES, MANY_WATCHERS, NO_WATCHING, NOT_SEATED
from diwaniya.server.sessions import Guest
from diwaniya.server.transport import INTERNAL, MOST_BYTES, POLICY, TOO_BUSY, Transport
from diwaniya.server.wipe import wipe
from diwaniya.table.commands import Refusal
from diwaniya.table.refusals import BARRED
from diwaniya.wire import messages as wire
from diwaniya.wire.encode import refused

if TYPE_CHECKING:
    from diwaniya.server.connections import Connections

log = logging.getLogger(__name__)

UNSAID = 50
"""Sayings that may wait for a page that does not take them."""
UNSAID_SECONDS = 0.1
BROKEN_TEXT = 1007
SAY = b'"say"'
"""In a message with this there may be a text of which no copy must be made (see `saying`)."""


def is_utf8(text: bytes | bytearray) -> bool:
    """Is it really text? Makes a copy of it, so it is not to be asked of what somebody says."""
    if text.isascii():
        return True
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


class Connection:
    """See the module."""

    __slots__ = (
        "_address_bucket",
        "_bucket",
        "_busy",
        "_closing",
        "_heard",
        "_quiet_since",
        "_since",
        "_skipped",
        "_unsaid",
        "_unsaid_handle",
        "_waiting",
        "_world",
        "address",
        "greeted",
        "guest",
        "in_lobby",
        "player",
        "slow_since",
        "tables",
        "taking",
        "transport",
    )

    def __init__(self, world: Connections, transport: Transport, guest: Guest) -> None:
        self._world = world
        self.transport = transport
        self.taking: Callable[[bytearray, bytes], None] | None = transport.send_joined
        self.guest, self.player = guest, guest.player
        self.address = transport.address
        self.greeted = False
        self.in_lobby = False
        self.tables: dict[str, HotTable] = {}
        self._since = self._quiet_since = world.now
        """When it came, and when it was last heard, by the clock of the sweeper."""
        self.slow_since: float | None = None
        self._heard = True
        self._closing = False
        self._bucket = Bucket(MESSAGES_A_SECOND, MESSAGES_AT_ONCE)
        self._address_bucket = world.limits.messages_of(family_of(self.address))
        self._busy: asyncio.Task[None] | None = None
        self._waiting: deque[bytearray] | None = None
        self._skipped: set[str] | None = None
        self._unsaid: deque[bytearray] | None = None
        self._unsaid_handle: asyncio.TimerHandle | None = None

    @property
    def world(self) -> Connections:
        """All connections, and through them the tables."""
        return self._world

    # what the transport tells

    def hear(self, text: bytes) -> bool:
        """A message. True: it must not stay in any buffer."""
        self._heard = True
        if self._closing:
            return False
        if not self._bucket.take() or not self._address_bucket.take():
            self.fail("too_fast", "Too many messages.")
            return False
        if self._busy is not None:
            return self._keep(text)
        return self._answer(text)

    def _keep(self, text: bytes) -> bool:
        """It is not its turn yet."""
        if self._waiting is None:
            self._waiting = deque()
        if len(self._waiting) >= WAITING:
            self.fail("too_fast", "Too many messages.")
        else:
            self._waiting.append(bytearray(text))
        return True

    def _answer(self, text: bytes | bytearray) -> bool:
        if text.count(b"[") + text.count(b"{") > MESSAGE_DEPTH and too_deep(text):
            self.fail("bad_message", "This is not a message: it is nested too deep.")
            return False
        try:
            message = dispatch.decode(text)
        except msgspec.MsgspecError as error:
            if SAY in text or is_utf8(text):
                self.fail("bad_message", f"This is not a message: {error}")
            else:
                self._broken_text()
            return True
        if type(message) is wire.Play and self.greeted:  # nearly all messages are these
            hot = self.tables.get(message.table)
            if hot is not None:
                dispatch.play(self, hot, message)
                return False
        if not isinstance(message, dispatch.Say) and not is_utf8(text):
            self._broken_text()  # in a part of it that the parser has no use for
            return False
        return dispatch.handle(self, message)

    def _broken_text(self) -> None:
        self._world.nuisances.note("broken text", self.address)
        self.close(BROKEN_TEXT)

    def pong(self) -> None:
        self._heard = True

    def slow(self) -> None:
        if self.slow_since is None:
            self.slow_since = self._world.now
            self.taking = None
            self.transport.pause()  # who asks must also take the answers

    def drained(self) -> None:
        self.slow_since = None
        self.taking = self.transport.send_joined
        if self._closing:
            return
        self.transport.resume()
        skipped, self._skipped = self._skipped, None
        for table in skipped or ():
            hot = self.tables.get(table)
            if hot is not None:
                hot.viewers.show_again(self)
        if self.in_lobby:
            self.show_rooms(self._world.hub.lobby.frame())

    def gone(self) -> None:
        self._closing = True
        tables, self.tables = self.tables, {}
        for hot in tables.values():
            hot.detach(self)
        if self.in_lobby:
            self._world.hub.lobby.leave(self)
        if self._busy is not None:
            self._busy.cancel()
        for kept in (self._waiting, self._unsaid):
            for text in kept or ():
                wipe(text)
        if self._unsaid_handle is not None:
            self._unsaid_handle.cancel()
        self._waiting = self._unsaid = None
        self._world.forget(self)

    # what takes a while

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Answer after something has been waited for. Until then nothing else is answered."""
        self._busy = asyncio.get_running_loop().create_task(self._later(work))
        self._busy.add_done_callback(lambda _: work.close())  # if it was cancelled before it began

    async def _later(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception:
            log.exception("a message could not be answered")
            self.broken()
        self._busy = None
        while self._may_go_on and self._waiting:
            text = self._waiting.popleft()
            try:
                self._answer(text)
            except Exception:
                log.exception("a message could not be answered")
                self.broken()
            wipe(text)

    @property
    def _may_go_on(self) -> bool:
        return self._busy is None and not self._closing

    # what is sent

    def show(self, table: str, frame: bytearray) -> None:
        if self.slow_since is not None:
            self.missed(table)
        else:
            self.transport.send(frame)

    def missed(self, table: str) -> None:
        if self._skipped is None:
            self._skipped = set()
        self._skipped.add(table)

    def show_rooms(self, frame: bytearray) -> None:
        if self.slow_since is None:
            self.transport.send(frame)

    def send(self, frame: bytearray) -> None:
        self.transport.send(frame)
        if self.slow_since is not None and self.transport.buffered > MOST_BYTES:
            self.close(TOO_BUSY)

    def answer(self, message: wire.ServerMessage) -> None:
        self.send(frame(message))

    def say(self, frame: bytearray) -> None:
        """As `Viewer.say`. It leaves at once or waits here, where it can be wiped, and not in the transport,
        where it cannot.
        """
        if self._unsaid is None and self.transport.calm:
            self.transport.send_now(frame)
            return
        if self._unsaid is None:
            self._unsaid = deque()
        if len(self._unsaid) < UNSAID:
            self._unsaid.append(bytearray(frame))
        if self._unsaid_handle is None:
            self._unsaid_handle = asyncio.get_running_loop().call_later(UNSAID_SECONDS, self._say_on)

    def _say_on(self) -> None:
        self._unsaid_handle = None
        while self._unsaid and self.transport.calm:
            text = self._unsaid.popleft()
            self.transport.send_now(text)
            wipe(text)
        if self._unsaid:
            self._unsaid_handle = asyncio.get_running_loop().call_later(UNSAID_SECONDS, self._say_on)
        else:
            self._unsaid = None

    def refuse(self, refusal: Refusal, table: str | None, ref: int | None) -> None:
        self.answer(refused(refusal, table, ref))

    def done(self, hot: HotTable | None, ref: int | None) -> None:
        """It has happened. Who gave no `ref` does not wait to be told."""
        if ref is None:
            return
        table, seq = (None, None) if hot is None else (hot.id, hot.state.seq)
        self.answer(wire.Done(table, seq, ref))

    def fail(self, code: wire.ErrorCode, text: str, close: int = POLICY) -> None:
        """Say what is wrong and close."""
        if not self._closing:
            self.answer(wire.Fault(code, text))
            self._world.nuisances.note(code, self.address)
            self.close(close)

    def broken(self) -> None:
        """A mistake of ours: the page had better come anew."""
        self.fail("failed", "Something went wrong here. Connect again.", INTERNAL)

    def close(self, code: int) -> None:
        self._closing = True
        self.transport.close(code)

    # tables

    def look(self, hot: HotTable, seat: int | None) -> Refusal | None:
        """Show this table from now on, from this seat."""
        if self._closing:
            return None  # it closed while it was waiting for this
        if hot.id not in self.tables:
            if len(self.tables) >= TABLES_A_CONNECTION:
                return MANY_TABLES
            if seat is None and len(hot.viewers.watching) >= WATCHERS:
                return MANY_WATCHERS
        if seat is None and self.player in hot.state.barred:
            return BARRED
        if seat is None and not hot.state.settings.watch:
            return NO_WATCHING
        self.tables[hot.id] = hot
        hot.attach(self, seat)
        return None

    def sit(self, hot: HotTable) -> Refusal | None:
        """Show this table from my seat."""
        seat = hot.state.seat_of(self.player)
        return NOT_SEATED if seat is None else self.look(hot, seat)

    def leave(self, hot: HotTable) -> None:
        """Show this table no longer."""
        if self.tables.pop(hot.id, None) is not None:
            hot.detach(self)

    def forget(self, table: str) -> None:
        self.tables.pop(table, None)

    # looked after by the sweeper

    def look_after(self, now: float, hello: float, silence: float) -> None:
        """Is the other side still there, and does it take what it is sent?"""
        if self._heard:
            self._heard = False
            self._quiet_since = now
        quiet = now - self._quiet_since
        if not self.greeted and now - self._since > hello:
            self._world.nuisances.note("no hello", self.address)
            self.close(POLICY)
        elif self.slow_since is not None and now - self.slow_since > silence:
            self._world.nuisances.note("too slow", self.address)
            self.transport.abort()
        elif quiet > 2 * silence:
            self.transport.abort()
        elif quiet > silence:
            self.transport.ping()
