"""The tables in memory: commands come in, events are written down, views go out.

A table is kept here while somebody looks at it or a computer player has to move; otherwise it is dropped and read again
from its log when it is next asked for. Nothing is shown before it is durable.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from diwaniya.engine.fair import SECRET_BYTES
from diwaniya.server.computers import Computers, chance
from diwaniya.storage.base import Append, Conflict, Storage, StorageError
from diwaniya.table.events import Chair, Ended, Event, Opened, decode, encode
from diwaniya.table.table import (
    Command,
    DamagedLog,
    Next,
    Open,
    Play,
    Refusal,
    Rematch,
    Settle,
    TableState,
    decide,
    evolve,
    rebuild,
    reopening,
)
from diwaniya.wire.encode import encode as to_text
from diwaniya.wire.encode import table_message
from diwaniya.wire.messages import TableLine, Trouble

log = logging.getLogger(__name__)

TABLE_ID = re.compile(r"[A-Za-z0-9_-]{16}")
RUNNING_SHOWN = 20
TRIES = 5
"""How often a command is decided anew because somebody else was faster."""
FIRST_WAIT, LONGEST_WAIT = 0.5, 5.0
"""Seconds before a table that could not be written tries again."""

NO_TABLE = Refusal("no_table", "There is no such table.")
DAMAGED = Refusal("damaged", "What was kept of this table is damaged; it cannot go on.")
NOT_SAVED = Refusal(
    "not_saved", "The server cannot write this down just now, so nothing has changed. Try again later."
)
BUSY = Refusal("stale", "The table is busy. Look at it again.")


class Viewer(Protocol):
    """A connection that looks at tables."""

    @property
    def player(self) -> str: ...

    def show(self, table: str, text: str) -> None:
        """Send this view, or a later one, when the connection can take it."""


def new_table_id() -> str:
    """Ninety-six random bits: who has the link may look on, nobody can guess it."""
    return secrets.token_urlsafe(12)


class HotTable:
    """One table in memory. All that happens to it happens under its lock, one thing at a time."""

    def __init__(self, hub: Hub, table: str, state: TableState) -> None:
        self.id = table
        self.state = state
        self.lock = asyncio.Lock()
        self.used = hub.monotonic()
        self._hub = hub
        self._viewers: dict[Viewer, int | None] = {}
        self._going_on: asyncio.Task[None] | None = None
        self._troubled = False

    # who looks on

    def attach(self, viewer: Viewer, seat: int | None) -> None:
        """Show the table to this viewer from now on, beginning with the whole view."""
        before = self._here()
        self._viewers[viewer] = seat
        self.used = self._hub.monotonic()
        viewer.show(self.id, self._texts([seat])[seat])
        self._tell_presence(before, viewer)

    def detach(self, viewer: Viewer) -> None:
        before = self._here()
        if viewer in self._viewers:
            del self._viewers[viewer]
            self.used = self._hub.monotonic()
            self._tell_presence(before, viewer)

    def show_again(self, viewer: Viewer) -> None:
        """Send the whole view once more, to somebody whose picture is old."""
        if viewer in self._viewers:
            seat = self._viewers[viewer]
            viewer.show(self.id, self._texts([seat])[seat])

    @property
    def idle_since(self) -> float | None:
        """Since when nobody needs it in memory; `None` while somebody does."""
        busy = self._viewers or self.lock.locked() or self._is_going_on
        return None if busy else self.used

    def _here(self) -> frozenset[int]:
        return frozenset(seat for seat in self._viewers.values() if seat is not None)

    def _tell_presence(self, before: frozenset[int], but: Viewer) -> None:
        if self._here() != before:
            self._show(but)

    def _texts(self, seats: Sequence[int | None]) -> dict[int | None, str]:
        here = self._here()
        return {seat: to_text(table_message(self.id, self.state, seat, here)) for seat in set(seats)}

    def _show(self, but: Viewer | None = None) -> None:
        """Show what has changed to everybody, each what his seat may see."""
        self._troubled = False
        viewers = [(viewer, seat) for viewer, seat in self._viewers.items() if viewer is not but]
        texts = self._texts([seat for _, seat in viewers])
        for viewer, seat in viewers:
            viewer.show(self.id, texts[seat])

    # what happens

    async def do(self, command: Command) -> Refusal | None:
        """Carry out a command: when this returns `None` it is durable and shown.

        Once begun it is finished, even if the page that asked has gone.
        """
        return await asyncio.shield(asyncio.create_task(self._do(command)))

    async def rematch(self, player: str) -> str | Refusal:
        """Open the table where the same people go on; asking twice gives the same table.

        Both logs are written together.
        """
        return await asyncio.shield(asyncio.create_task(self._do_rematch(player)))

    async def _do(self, command: Command) -> Refusal | None:
        try:
            async with self.lock:
                refusal = await self._carry_out(command)
        except StorageError as error:
            log.error("%s", error)
            return NOT_SAVED
        finally:
            self.used = self._hub.monotonic()
        self.wake()
        return refusal

    async def _do_rematch(self, player: str) -> str | Refusal:
        try:
            async with self.lock:
                return await self._rematch(player)
        except StorageError as error:
            log.error("%s", error)
            return NOT_SAVED

    async def _carry_out(self, command: Command) -> Refusal | None:
        for _ in range(TRIES):
            decided = decide(self.state, command, self._hub.clock())
            if isinstance(decided, Refusal):
                return decided
            if not decided:
                return None
            try:
                await self._hub.storage.append(self._append(decided))
            except Conflict:
                await self._catch_up()
                continue
            self._evolve(decided)
            self._show()
            return None
        return BUSY

    async def _rematch(self, player: str) -> str | Refusal:
        hub = self._hub
        for _ in range(TRIES):
            table, now = new_table_id(), hub.clock()
            decided = decide(self.state, Rematch(player, table), now)
            if isinstance(decided, Refusal):
                return decided
            if not decided:
                return self.state.rematch or BUSY
            opening = decide(None, reopening(self.state, self.id), now, secrets.token_bytes(SECRET_BYTES))
            if isinstance(opening, Refusal):
                return opening
            try:
                await hub.storage.append(self._append(decided), hub.first_append(table, opening))
            except Conflict:
                await self._catch_up()
                continue
            hub.keep(table, rebuild(opening))
            self._evolve(decided)
            self._show()
            return table
        return BUSY

    def _append(self, events: Sequence[Event]) -> Append:
        ended = any(isinstance(event, Ended) for event in events)
        return Append(
            self.id, self.state.seq, [encode(event) for event in events], self._hub.clock(), ended=ended
        )

    async def _catch_up(self) -> None:
        """Somebody else has written to this table, or an earlier write of ours went through after all."""
        bodies = await self._hub.storage.read(self.id, self.state.seq)
        self._evolve([decode(body) for body in bodies])
        self._show()

    def _evolve(self, events: Sequence[Event]) -> None:
        for event in events:
            self.state = evolve(self.state, event)

    # what goes on by itself

    def wake(self) -> None:
        """Let the computer move, or the table do what it owes, if it is their turn."""
        if not self._is_going_on and self._something_due:
            self._going_on = asyncio.create_task(self._go_on(), name=f"table {self.id}")

    def stop(self) -> None:
        if self._going_on is not None:
            self._going_on.cancel()

    @property
    def _is_going_on(self) -> bool:
        return self._going_on is not None and not self._going_on.done()

    @property
    def _something_due(self) -> bool:
        return self.state.owes or self.state.computer_to_move is not None

    async def _go_on(self) -> None:
        wait = FIRST_WAIT
        try:
            while self._something_due:
                command = await self._next_command()
                if command is None:
                    continue
                try:
                    async with self.lock:
                        refusal = await self._carry_out(command)
                except StorageError as error:
                    log.error("%s", error)
                    self._tell_trouble()
                    await asyncio.sleep(wait)
                    wait = min(2 * wait, LONGEST_WAIT)
                    continue
                wait = FIRST_WAIT
                if refusal is not None and refusal.code != "stale":
                    log.error("table %s: the computer was refused: %s", self.id, refusal.text)
                    return
        except Exception:
            log.exception("table %s cannot go on by itself", self.id)
        finally:
            self.used = self._hub.monotonic()

    async def _next_command(self) -> Command | None:
        """What the table does next by itself; `None` if things have changed while the computer was thinking."""
        state = self.state
        if state.owes:
            return Settle()
        seat = state.computer_to_move
        if seat is None:
            return None
        rng = chance(state.opened.secret, state.seq)
        if self._hub.pause:
            after_deal = 2 if state.seq == state.deal_seq else 1
            await asyncio.sleep(self._hub.pause * rng.uniform(0.75, 1.25) * after_deal)
        seq = self.state.seq
        if self.state.computer_to_move != seat:
            return None
        level = self.state.opened.chairs[seat].level or ""
        token = await self._hub.computers.choose(
            level, self.state.match, seat, chance(state.opened.secret, seq)
        )
        return Play(None, seat, token, seq)

    def _tell_trouble(self) -> None:
        if self._troubled:
            return
        self._troubled = True
        text = to_text(Trouble(self.id, "not_saved", NOT_SAVED.text))
        for viewer in self._viewers:
            viewer.show(self.id, text)


class Hub:
    """All tables: finds them, opens them, drops them."""

    def __init__(
        self,
        storage: Storage,
        computers: Computers,
        pause: float,
        idle: float,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.storage, self.computers, self.pause = storage, computers, pause
        self.clock, self.monotonic = clock, time.monotonic
        self._idle = idle
        self._hot: dict[str, HotTable] = {}
        self._loading: dict[str, asyncio.Task[HotTable | Refusal]] = {}

    def __len__(self) -> int:
        return len(self._hot)

    async def open(
        self, player: str, game: str, options: dict[str, bool | int], name: str, levels: Sequence[str]
    ) -> str | Refusal:
        """A new table: the player at seat 0 (R1), computers of these levels at the others (R3)."""
        chairs = [Chair(player=player, name=name), *(Chair(level=level) for level in levels)]
        decided = decide(None, Open(game, chairs, options), self.clock(), secrets.token_bytes(SECRET_BYTES))
        if isinstance(decided, Refusal):
            return decided
        table = new_table_id()
        try:
            await self.storage.append(self.first_append(table, decided))
        except StorageError as error:
            log.error("%s", error)
            return NOT_SAVED
        self.keep(table, rebuild(decided))
        return table

    def first_append(self, table: str, events: Sequence[Event]) -> Append:
        """The beginning of a log."""
        (opened, *_) = events
        assert isinstance(opened, Opened)
        players = [chair.player for chair in opened.chairs if chair.player is not None]
        return Append(table, 0, [encode(event) for event in events], self.clock(), players)

    def keep(self, table: str, state: TableState) -> HotTable:
        """Take a table into memory and let it go on."""
        hot = self._hot[table] = HotTable(self, table, state)
        hot.wake()
        return hot

    async def get(self, table: str) -> HotTable | Refusal:
        """A table from memory, or from its log."""
        hot = self._hot.get(table)
        if hot is not None:
            return hot
        if not TABLE_ID.fullmatch(table):
            return NO_TABLE
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.create_task(self._load(table))
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def _load(self, table: str) -> HotTable | Refusal:
        try:
            bodies = await self.storage.read(table)
            if not bodies:
                return NO_TABLE
            state = await asyncio.to_thread(lambda: rebuild(decode(body) for body in bodies))
        except (DamagedLog, msgspec.MsgspecError) as error:
            log.error("table %s: %s", table, error)
            return DAMAGED
        except StorageError as error:
            log.error("%s", error)
            return DAMAGED
        return self.keep(table, state)

    async def play(self, player: str, table: str, token: str, seq: int) -> Refusal | None:
        hot = await self.get(table)
        if isinstance(hot, Refusal):
            return hot
        seat = hot.state.seat_of(player)
        if seat is None:
            return Refusal("not_seated", "You only look on at this table.")
        return await hot.do(Play(player, seat, token, seq))

    async def next(self, player: str, table: str, seq: int) -> Refusal | None:
        hot = await self.get(table)
        return hot if isinstance(hot, Refusal) else await hot.do(Next(player, seq))

    async def rematch(self, player: str, table: str) -> str | Refusal:
        hot = await self.get(table)
        return hot if isinstance(hot, Refusal) else await hot.rematch(player)

    async def running(self, player: str) -> list[TableLine]:
        """The player's unfinished tables, the latest first."""
        lines = []
        for kept in await self.storage.running(player, RUNNING_SHOWN):
            try:
                opened = decode(kept.first)
            except msgspec.MsgspecError:
                continue
            if isinstance(opened, Opened):
                seat = [chair.player for chair in opened.chairs].index(player)
                lines.append(TableLine(kept.table, opened.game, seat, kept.updated))
        return lines

    def sweep(self) -> None:
        """Drop what nobody has needed for a while."""
        now = self.monotonic()
        for table, hot in list(self._hot.items()):
            since = hot.idle_since
            if since is not None and now - since >= self._idle:
                del self._hot[table]

    def stop(self) -> None:
        for hot in self._hot.values():
            hot.stop()
