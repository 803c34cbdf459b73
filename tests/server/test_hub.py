"""Two servers' worth of tables on one storage: the sequence number keeps them one."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

from diwaniya.engine.game import find
from diwaniya.server.computers import Computers
from diwaniya.server.tables import HotTable, Hub
from diwaniya.storage.base import Append, Kept, StorageError
from diwaniya.storage.sqlite import SqliteStorage
from diwaniya.table.events import decode
from diwaniya.table.table import Refusal, rebuild
from diwaniya.table.views import table_view
from table_play import GAMES

ME = "player-0123456789-abcd"


class Eyes:
    """A viewer who remembers."""

    player = ME

    def __init__(self) -> None:
        self.seen: list[str] = []

    def show(self, table: str, text: str) -> None:
        self.seen.append(text)


def hub(storage: Any) -> Hub:
    return Hub(storage, Computers(), pause=0, idle=60)


async def hot(hub: Hub, table: str) -> HotTable:
    found = await hub.get(table)
    assert isinstance(found, HotTable)
    return found


async def settled(*tables: HotTable) -> None:
    """Until the computers have nothing more to do."""
    for _ in range(2000):
        if not any(table._is_going_on for table in tables):
            return
        await asyncio.sleep(0.002)
    raise AssertionError("the computers never end")


async def test_two_servers_never_fork_a_table(tmp_path: Path):
    """Both compute the computers' moves and take turns with the person's: one log, the same view in both."""
    storage = SqliteStorage(tmp_path / "db")
    one, two = hub(storage), hub(storage)
    rng = random.Random(7)
    for game in GAMES:
        table = await one.open(ME, game, {}, "Layla", levels(game))
        assert isinstance(table, str)
        first, second = await hot(one, table), await hot(two, table)
        for step in range(25):
            await settled(first, second)
            acting = (one, two)[step % 2]
            state = (await hot(acting, table)).state
            legal = state.match.legal(0)
            if state.match.over:
                break
            if legal:
                await acting.play(ME, table, rng.choice(legal), state.seq)
            else:
                await acting.next(ME, table, state.seq)
        await settled(first, second)
        events = [decode(body) for body in await storage.read(table)]
        fresh = rebuild(events)
        for kept in (first, second):
            await kept._catch_up()
            assert table_view(table, kept.state, 0) == table_view(table, fresh, 0)
    await storage.close()


def levels(game: str) -> list[str]:
    return ["normal"] * (find(game).seats[0] - 1)


async def test_who_comes_second_is_told_and_sees_what_happened(tmp_path: Path):
    storage = SqliteStorage(tmp_path / "db")
    one, two = hub(storage), hub(storage)
    table = await one.open(ME, "basra", {}, "", ["easy"])
    assert isinstance(table, str)
    first = await hot(one, table)
    await settled(first)
    second, eyes = await hot(two, table), Eyes()
    second.attach(eyes, 0)
    seq, (token, other) = first.state.seq, first.state.match.legal(0)[:2]
    assert await one.play(ME, table, token, seq) is None
    refusal = await two.play(ME, table, other, seq)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "stale"
    await settled(first, second)
    assert f'"seq":{seq + 1}' in "".join(eyes.seen), "the move of the other server was shown here too"
    await storage.close()


class Doubtful:
    """A storage whose answer is lost although it has written, once."""

    def __init__(self, real: SqliteStorage) -> None:
        self._real = real
        self.lose = False

    async def append(self, *appends: Append) -> None:
        await self._real.append(*appends)
        if self.lose:
            self.lose = False
            raise StorageError("the disk has not answered")

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        return await self._real.read(table, after)

    async def running(self, player: str, limit: int) -> list[Kept]:
        return await self._real.running(player, limit)

    async def close(self) -> None:
        await self._real.close()


async def test_a_write_that_went_through_unnoticed_is_found(tmp_path: Path):
    """The player is told that it was not saved; trying again shows that it was, and it is not made twice."""
    storage = Doubtful(SqliteStorage(tmp_path / "db"))
    tables = hub(storage)
    table = await tables.open(ME, "basra", {}, "", ["easy"])
    assert isinstance(table, str)
    here = await hot(tables, table)
    await settled(here)
    seq, token = here.state.seq, here.state.match.legal(0)[0]
    storage.lose = True
    refusal = await tables.play(ME, table, token, seq)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "not_saved"
    refusal = await tables.play(ME, table, token, seq)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "stale"
    await settled(here)
    moves = [
        event for event in map(decode, await storage.read(table)) if getattr(event, "token", None) == token
    ]
    assert len(moves) == 1
    await storage.close()


async def test_a_rematch_is_written_to_both_tables_or_to_none(tmp_path: Path):
    storage = Doubtful(SqliteStorage(tmp_path / "db"))
    tables = hub(storage)
    table = await tables.open(ME, "cucco", {}, "", ["easy"] * 3)
    assert isinstance(table, str)
    here = await hot(tables, table)
    rng = random.Random(1)
    while not here.state.match.over:
        await settled(here)
        legal = here.state.match.legal(0)
        if legal:
            await tables.play(ME, table, rng.choice(legal), here.state.seq)
        else:
            await tables.next(ME, table, here.state.seq)
    await settled(here)
    storage.lose = True
    assert isinstance(await tables.rematch(ME, table), Refusal)
    again = await tables.rematch(ME, table)
    assert isinstance(again, str)
    assert again == here.state.rematch
    assert (await hot(tables, again)).state.opened.previous == table
    assert [line.table for line in await tables.running(ME)] == [again]
    await storage.close()


async def test_tables_in_use_stay_in_memory(tmp_path: Path):
    storage = SqliteStorage(tmp_path / "db")
    tables = hub(storage)
    now = 0.0
    tables.monotonic = lambda: now
    used, unused = (
        await tables.open(ME, "basra", {}, "", ["easy"]),
        await tables.open(ME, "basra", {}, "", ["easy"]),
    )
    assert isinstance(used, str)
    assert isinstance(unused, str)
    kept, eyes = await hot(tables, used), Eyes()
    kept.attach(eyes, 0)
    await settled(kept, await hot(tables, unused))
    now = 59
    tables.sweep()
    assert len(tables) == 2
    now = 61
    tables.sweep()
    assert len(tables) == 1
    kept.detach(eyes)
    now = 122
    tables.sweep()
    assert len(tables) == 0
    assert (await hot(tables, used)).state.seq == kept.state.seq
    await storage.close()
