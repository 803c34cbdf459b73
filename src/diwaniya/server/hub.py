"""All tables in memory: finds them, opens them, drops them."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import Any

import msgspec

from diwaniya.server.codes import new_code
from diwaniya.server.computers import STAND_IN, Computers
from diwaniya.server.hot import HotTable, append_of
from diwaniya.server.journal import Journal
from diwaniya.server.lobby import Lobby
from diwaniya.server.refusals import BUSY, CLOSED, DAMAGED, NO_CODE, NO_TABLE, NOT_SAVED
from diwaniya.server.settings import Settings
from diwaniya.server.timers import Timers
from diwaniya.server.turns import TurnsEnd
from diwaniya.storage.base import CodeTaken, Storage, StorageError
from diwaniya.table.commands import Open, PlayOn, Refusal
from diwaniya.table.decide import decide
from diwaniya.table.events import decode
from diwaniya.table.evolve import DamagedLog, rebuild
from diwaniya.table.moment import ENTROPY_BYTES
from diwaniya.table.state import TableState
from diwaniya.wire.messages import TableLine

log = logging.getLogger(__name__)

TABLE_ID = re.compile(r"[A-Za-z0-9_-]{16}")
RUNNING_SHOWN = 20
CODES_TRIED = 5


def new_table_id() -> str:
    """Ninety-six random bits: who has the link may look on, nobody can guess it."""
    return secrets.token_urlsafe(12)


def hurried(haste: float) -> Callable[[], float]:
    """The time in seconds since 1970, running `haste` times as fast from now on."""
    if haste == 1:
        return time.time
    began = time.time()
    return lambda: began + (time.time() - began) * haste


class Hub:
    """The tables of one server."""

    def __init__(
        self,
        storage: Storage,
        computers: Computers,
        settings: Settings,
        clock: Callable[[], float] | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.storage, self.computers, self.settings = storage, computers, settings
        self.clock, self.monotonic = clock or hurried(settings.haste), monotonic
        self.journal = Journal(storage)
        self.turns_end = TurnsEnd()
        self.timers = Timers(self.clock, settings.haste)
        self.lobby = Lobby(self)
        self._hot: dict[str, HotTable] = {}
        self._codes: dict[str, str] = {}
        self._loading: dict[str, asyncio.Task[HotTable | Refusal]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.opening: dict[str, asyncio.Task[None]] = {}
        """By game: the table for quick play that is just being opened."""

    def __len__(self) -> int:
        return len(self._hot)

    @property
    def tables(self) -> list[HotTable]:
        return list(self._hot.values())

    # finding

    def peek(self, table: str) -> HotTable | None:
        """The table, if it is in memory."""
        return self._hot.get(table)

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

    async def by_code(self, code: str) -> HotTable | Refusal:
        """The open room with this code."""
        table = self._codes.get(code)
        if table is None:
            try:
                table = await self.storage.find(code)
            except StorageError as error:
                log.error("%s", error)
                return NOT_SAVED
        if table is None:
            return NO_CODE
        found = await self.get(table)
        return NO_CODE if found is CLOSED else found

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
        return CLOSED if state.closed else self.keep(table, state)

    async def running(self, player: str) -> list[TableLine]:
        """The player's open tables, the latest first."""
        lines = []
        try:
            for kept in await self.storage.running(player, RUNNING_SHOWN):
                try:
                    about = msgspec.json.decode(kept.about)
                    line = {"table": kept.table, "updated": kept.updated, **about}
                    lines.append(msgspec.convert(line, TableLine))
                except (msgspec.MsgspecError, TypeError):
                    continue
        except StorageError as error:
            log.error("%s", error)
        return lines

    # opening

    async def open(self, command: Open | PlayOn) -> HotTable | Refusal:
        """A new room; its code is found here. A match that is played on is played again first, in a thread."""
        for _ in range(CODES_TRIED):
            now = self.clock()
            coded = replace(command, code=new_code())
            work = partial(decide, None, coded, now, secrets.token_bytes(ENTROPY_BYTES), STAND_IN)
            decided = await asyncio.to_thread(work) if isinstance(coded, PlayOn) else work()
            if isinstance(decided, Refusal):
                return decided
            table = new_table_id()
            try:
                await self.storage.append(append_of(table, None, decided, now))
            except CodeTaken:
                continue
            except StorageError as error:
                log.error("%s", error)
                return NOT_SAVED
            if isinstance(coded, PlayOn):
                return self.keep(table, await asyncio.to_thread(rebuild, decided))
            return self.keep(table, rebuild(decided))
        return BUSY

    def keep(self, table: str, state: TableState) -> HotTable:
        """Take a table into memory and let it go on."""
        hot = self._hot[table] = HotTable(self, table, state)
        self._codes[state.created.code] = table
        hot.driver.wake()
        return hot

    # dropping

    def forget(self, hot: HotTable) -> None:
        """The table is not in memory any more."""
        if self._hot.get(hot.id) is hot:
            del self._hot[hot.id]
            self._codes.pop(hot.state.created.code, None)
        hot.driver.stop()
        self.timers.drop(hot)
        self.lobby.forget(hot)

    def sweep(self) -> None:
        """Drop what nobody has needed for a while."""
        now = self.monotonic()
        for hot in list(self._hot.values()):
            since = hot.idle_since
            if since is not None and now - since >= self.settings.idle:
                self.forget(hot)

    def run(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something that takes a while, without anybody having to wait for it."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def stop(self) -> None:
        self.timers.stop()
        self.lobby.stop()
        for hot in self._hot.values():
            hot.driver.stop()
            hot.chat.wipe()
        for task in self._tasks:
            task.cancel()
