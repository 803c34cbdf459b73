"""Tables in memory and their logs: two servers on one storage, answers that are lost, tables that come and
go.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from diwaniya.server.settings import Settings
from diwaniya.storage.base import Done, Job, StorageError
from diwaniya.storage.sqlite import SqliteStorage
from diwaniya.table.events import decode
from diwaniya.table.evolve import rebuild
from diwaniya.table.views import table_view
from inside import Inside, Page, inside
from table_play import GAMES, LONG


@asynccontextmanager
async def two_servers(folder: Path) -> AsyncIterator[tuple[Inside, Inside]]:
    """Two servers that share a database, as two nodes would."""
    storage = SqliteStorage(folder / "diwaniya.db")
    servers = [Inside(storage, Settings(pause=0, compile=False, crowd=1000)) for _ in range(2)]
    try:
        yield servers[0], servers[1]
    finally:
        for server in servers:
            server.hub.stop()
            server.hub.computers.stop()
        await storage.close()


async def test_two_servers_never_fork_a_table(tmp_path: Path):
    """Both make the computers' moves and take turns with the person's: one log, the same table in both."""
    rng = random.Random(7)
    async with two_servers(tmp_path) as (one, two):
        for game in GAMES:
            here = await one.page("Layla")
            table = await here.open(game, level="normal", begin=True)
            there = await two.page(guest=here.guest)
            await there.ok("sit", table=table)
            for step in range(25):
                await one.settled()
                await two.settled()
                page = (here, there)[step % 2]
                await page.ask("sit", table=table)
                seen = page.tables[table]
                if seen["phase"] == "over":
                    break
                if seen["view"].get("legal"):
                    token = rng.choice(seen["view"]["legal"])
                    await page.ask("play", table=table, token=token, seq=seen["seq"])
                else:
                    await page.ask("next", table=table, seq=seen["seq"])
            await one.settled()
            await two.settled()
            fresh = rebuild(map(decode, await one.storage.read(table)))
            for server in (one, two):
                hot = server.hub.peek(table)
                assert hot is not None
                hot.ask(await_nothing(), lambda _: None)
                await server.settled()
                assert hot.state.seq <= fresh.seq
            seqs = [server.hub.peek(table).state.seq for server in (one, two)]  # type: ignore[union-attr]
            assert max(seqs) == fresh.seq
            behind = (one, two)[seqs.index(max(seqs))].hub.peek(table)
            assert behind is not None
            assert table_view(table, behind.state, 0) == table_view(table, fresh, 0)


def await_nothing() -> Any:
    """A command that brings about nothing."""
    from diwaniya.table.commands import Settle

    return Settle()


async def test_who_comes_second_is_told_and_sees_what_happened(tmp_path: Path):
    async with two_servers(tmp_path) as (one, two):
        here = await one.page("Layla")
        table = await here.open("basra", level="easy", begin=True)
        await one.settled()
        there = await two.page(guest=here.guest)
        await there.ok("sit", table=table)
        seen = here.tables[table]
        token, other = seen["view"]["legal"][:2]
        await here.ok("play", table=table, token=token, seq=seen["seq"])
        answer = await there.ask("play", table=table, token=other, seq=seen["seq"])
        assert answer["code"] == "stale"
        await two.settled()
        assert there.tables[table]["seq"] > seen["seq"], "the move of the other server was shown here too"


class Doubtful(SqliteStorage):
    """A storage whose answer is lost although it has written, once."""

    lose = False

    def submit(self, jobs: Sequence[Job]) -> None:
        def losing(done: Done) -> Done:
            def answered(error: StorageError | None) -> None:
                if self.lose:
                    self.lose = False
                    error = StorageError("the disk has not answered")
                done(error)

            return answered

        super().submit([(appends, losing(done)) for appends, done in jobs])


async def test_a_write_that_went_through_unnoticed_is_found(tmp_path: Path):
    """The player is told that it was not saved; trying again shows that it was, and it is not made twice."""
    storage = Doubtful(tmp_path / "db")
    server = Inside(storage, Settings(pause=0, compile=False, crowd=1000))
    page = await server.page("Layla")
    table = await page.open("basra", level="easy", begin=True)
    await server.settled()
    seen = page.tables[table]
    token = seen["view"]["legal"][0]
    storage.lose = True
    assert (await page.ask("play", table=table, token=token, seq=seen["seq"]))["code"] == "not_saved"
    assert (await page.ask("play", table=table, token=token, seq=seen["seq"]))["code"] == "stale"
    await server.settled()
    kept = [decode(body) for body in await storage.read(table)]
    assert sum(getattr(event, "token", None) == token for event in kept) == 1
    await storage.close()
    server.hub.stop()


async def test_an_opening_whose_answer_is_lost(tmp_path: Path):
    storage = Doubtful(tmp_path / "db")
    server = Inside(storage, Settings(pause=0, compile=False, crowd=1000))
    page = await server.page("Layla")
    storage.lose = True
    assert (await page.ask("open", game="basra", begin=False))["code"] == "not_saved"
    table = await page.open("basra")
    assert page.tables[table]["phase"] == "waiting"
    await storage.close()
    server.hub.stop()


async def test_tables_in_use_stay_in_memory(tmp_path: Path):
    async with inside(tmp_path, idle=60) as server:
        page, other = await server.page(), await server.page()
        used, unused = await page.open("basra"), await other.open("basra")
        code = other.tables[unused]["code"]
        await other.ok("leave", table=unused)
        server.now += 59
        server.hub.sweep()
        assert len(server.hub) == 2
        server.now += 2
        server.hub.sweep()
        assert [hot.id for hot in server.hub.tables] == [used]
        await page.ok("leave", table=used)
        server.now += 61
        server.hub.sweep()
        assert len(server.hub) == 0
        await other.ok("join", code=code)
        assert other.tables[unused]["seat"] == 0


async def test_a_table_that_is_dropped_waits_for_no_alarm(tmp_path: Path):
    async with inside(tmp_path, idle=60) as server:
        page = await server.page()
        kept, dropped = [
            await page.open("basra", level="easy", begin=True, settings={"clock": 60}) for _ in range(2)
        ]
        await server.settled()  # the computers have moved, and the time of the person runs
        assert len(server.hub.timers) == 2
        await page.ok("leave", table=dropped)
        server.now += 61
        server.hub.sweep()
        assert [hot.id for hot in server.hub.tables] == [kept]
        assert len(server.hub.timers) == 1

        await page.ok("quit", table=await page.open("basra", settings={"public": True}))  # the room is closed
        await server.settled()
        assert len(server.hub.timers) == 1


async def test_many_who_look_for_a_table_at_once_load_it_once(tmp_path: Path):
    async with inside(tmp_path) as server:
        host = await server.page()
        table = await host.open("basra")
        server.hub.forget(server.hub.peek(table))  # type: ignore[arg-type]
        pages = [await server.page() for _ in range(10)]
        for page in pages:
            page._ref += 1
            page.say("watch", table=table, ref=page._ref)
        for page in pages:
            await page.until(lambda page=page: table in page.tables)
        assert len({id(page.connection.tables[table]) for page in pages}) == 1


async def test_what_a_page_asks_is_answered_in_order(tmp_path: Path):
    """Also while something is read from disk for it."""
    async with inside(tmp_path) as server:
        host = await server.page()
        table = await host.open("basra")
        server.hub.forget(server.hub.peek(table))  # type: ignore[arg-type]
        page = await server.page()
        page.say("watch", table=table, ref=1)
        page.say("ping", ref=2)
        page.say("leave", table=table, ref=3)
        page.say("ping", ref=4)
        await page.until(lambda: page.of("pong")[-1:] and page.of("pong")[-1]["ref"] == 4)
        assert [m["ref"] for m in page.messages if m["type"] in ("done", "pong", "refused")] == [1, 2, 3, 4]


async def test_a_page_that_asks_on_and_on_while_it_waits(tmp_path: Path):
    async with inside(tmp_path) as server:
        page = await server.page()
        page.say("watch", table="A" * 16)
        for _ in range(100):
            page.say("ping")
        assert page.line.closed == 1008
        assert page.of("error")[0]["code"] == "too_fast"


async def test_a_page_that_closes_while_it_waits_leaves_nothing_behind(tmp_path: Path):
    async with inside(tmp_path) as server:
        page = await server.page()
        page.say("open", game="basra", begin=False)
        page.close()
        host, guest = await server.page(), await server.page()
        table = await host.open("basra", seats=2)
        guest.say("join", table=table)
        guest.close()
        await server.settled()
        hot = server.hub.peek(table)
        assert hot is not None
        assert list(hot.viewers.seated) == [host.connection]
        assert len(server.connections) == 1


@pytest.mark.parametrize("where", ["evolve", "show"])
async def test_a_mistake_of_ours_harms_one_table_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, caplog: pytest.LogCaptureFixture
):
    """Its pages come anew and get it from the log; the others notice nothing."""
    async with inside(tmp_path) as server:
        ali, badr = await server.page("Ali"), await server.page("Badr")
        broken, whole = await ali.open("basra", seats=2), await badr.open("basra", seats=2)

        def fail(*_: Any, **__: Any) -> Any:
            raise RuntimeError("a mistake of ours")

        name = {"evolve": "diwaniya.server.hot.evolve", "show": "diwaniya.server.viewers.whole_frame"}[where]
        with monkeypatch.context() as patch:
            patch.setattr(name, fail)
            ali.say("change", table=broken, settings={"clock": 15})
            await ali.until(lambda: ali.of("error"))
        assert ali.of("error")[0]["code"] == "failed"
        assert ali.line.closed == 1011
        again = await server.page(guest=ali.guest)
        await again.ok("sit", table=broken)
        assert again.tables[broken]["settings"]["clock"] == 15, "it was written down"
        await badr.ok("change", table=whole, settings={"clock": 30})
        assert "a mistake of ours" in caplog.text


async def seen_by(page: Page, table: str, what: Callable[[dict[str, Any]], Any]) -> None:
    await page.until(lambda: what(page.tables[table]))


async def test_a_room_that_was_pruned_is_closed(tmp_path: Path):
    """Somebody has taken it out of the database while it was in memory."""
    import sqlite3

    async with inside(tmp_path) as server:
        page = await server.page()
        table = await page.open("basra", seats=2)
        with sqlite3.connect(tmp_path / "diwaniya.db") as db:
            db.execute("DELETE FROM heads WHERE n = (SELECT n FROM tables WHERE id = ?)", (table,))
            db.execute("DELETE FROM tables WHERE id = ?", (table,))
        db.close()
        answer = await page.ask("change", table=table, settings={"clock": 15})
        assert answer["code"] == "no_table"
        assert page.of("gone") == [{"type": "gone", "table": table, "why": "closed"}]
        assert server.hub.peek(table) is None


async def test_wishes_that_come_together_are_shown_together(tmp_path: Path):
    """Four want the next hand at the same moment: that makes few steps, and nobody's picture breaks."""
    async with inside(tmp_path) as server:
        table, pages = await server.room("kout4", ["Ali", "Badr", "Dana", "Eid"], options=LONG)
        await pages[0].ok("begin", table=table)
        await server.play(pages, table, random.Random(1), lambda seen: seen["question"])
        onlooker = await server.page()
        before = len(pages[0].of("step"))
        for number, page in enumerate(pages):
            page.say("next", table=table, seq=page.tables[table]["seq"], ref=900 + number)
        await onlooker.ok("watch", table=table)
        for number, page in enumerate(pages):
            await page.until(
                lambda page=page, number=number: any(m["ref"] == 900 + number for m in page.of("done"))
            )
        await server.settled()
        assert len(pages[0].of("step")) - before <= 3
        for page in (*pages, onlooker):
            assert page.tables[table]["view"]["hand"] == 2
            assert page.tables[table]["seq"] == pages[0].tables[table]["seq"]


async def test_a_wish_is_shown_even_if_nothing_comes_of_the_next(tmp_path: Path):
    """What waits to be shown with something else is shown when that is refused."""
    async with inside(tmp_path) as server:
        table, pages = await server.room("kout4", ["Ali", "Badr", "Dana", "Eid"], options=LONG)
        await pages[0].ok("begin", table=table)
        await server.play(pages, table, random.Random(1), lambda seen: seen["question"])
        seq = pages[0].tables[table]["seq"]
        pages[0].say("next", table=table, seq=seq)
        pages[1].say("play", table=table, token="AS", seq=seq)
        await pages[2].until(lambda: pages[2].tables[table]["seq"] > seq)
        assert len(pages[2].tables[table]["question"]["waiting"]) == 3


async def test_many_pages_of_one_address_are_limited_together(tmp_path: Path):
    """Each of them says no more than one may; all of them together more than one address may."""
    async with inside(tmp_path, crowd=1) as server:
        pages = [await server.page() for _ in range(40)]
        for _ in range(200):
            for page in pages:
                page.say("ping")
        closed = [page for page in pages if page.line.closed]
        assert closed
        assert all(page.of("error")[0]["code"] == "too_fast" for page in closed)
        server.now += 60
        late = await server.page()
        await late.ok("lobby")
