"""What time does at a table: clocks, banks, takeovers, pauses, absences.

The clock of these tests stands still until it is moved.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

from diwaniya.table.clock import BANK, DAWDLING, NEXT_PAUSE, QUICK_WAIT
from inside import Inside, Page, inside
from table_play import LONG


async def begun(server: Inside, clock: int, game: str = "basra") -> tuple[str, Page, Page]:
    """A match of two; the first page is that of who is to move."""
    table, pages = await server.room(game, ["Ali", "Badr"], seats=2, settings={"clock": clock})
    await pages[0].ok("begin", table=table)
    mover = next(page for page in pages if page.tables[table]["view"].get("legal"))
    other = next(page for page in pages if page is not mover)
    return table, mover, other


async def test_after_move_time_and_bank_the_computer_takes_over(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, mover, other = await begun(server, clock=15)
        seat = mover.tables[table]["seat"]
        assert other.tables[table]["clock"] == {"seat": seat, "left": 15.0, "bank": float(BANK)}
        seq = other.tables[table]["seq"]
        await server.pass_time(15 + BANK - 1)
        assert other.tables[table]["seq"] == seq
        await server.pass_time(2)
        seen = other.tables[table]
        assert seen["seats"][seat]["away"]
        assert seen["view"]["to_move"] == other.tables[table]["seat"], "the computer has moved for him"
        assert mover.tables[table]["seats"][seat]["here"]
        await mover.ok("back", table=table)
        assert not other.tables[table]["seats"][seat]["away"]


async def test_a_slow_move_is_paid_from_the_bank(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, mover, other = await begun(server, clock=15)
        await server.pass_time(25)
        seen = mover.tables[table]
        await mover.ok("play", table=table, token=seen["view"]["legal"][0], seq=seen["seq"])
        await server.settled()
        while other.tables[table]["view"].get("legal") is None:
            seen = mover.tables[table]
            await mover.ok("play", table=table, token=seen["view"]["legal"][0], seq=seen["seq"])
        seen = other.tables[table]
        await other.ok("play", table=table, token=seen["view"]["legal"][0], seq=seen["seq"])
        while not mover.tables[table]["view"].get("legal"):
            seen = other.tables[table]
            await other.ok("play", table=table, token=seen["view"]["legal"][0], seq=seen["seq"])
        assert mover.tables[table]["clock"] == {
            "seat": mover.tables[table]["seat"],
            "left": 15.0,
            "bank": float(BANK - 10),
        }


async def test_without_a_clock_nobody_is_hurried(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, _, other = await begun(server, clock=0)
        seq = other.tables[table]["seq"]
        await server.pass_time(3600)
        assert (other.tables[table]["seq"], other.tables[table]["clock"]) == (seq, None)


async def test_the_hand_is_given_back_the_moment_the_person_returns(tmp_path: Path):
    """A lost connection, a computer player, the same hand again."""
    async with inside(tmp_path) as server:
        table, mover, other = await begun(server, clock=15)
        seat = mover.tables[table]["seat"]
        cards = set(mover.tables[table]["view"]["cards"])
        mover.close()
        assert not other.tables[table]["seats"][seat]["here"]
        await server.pass_time(15 + BANK + 1)
        assert other.tables[table]["seats"][seat]["away"]
        again = await server.page(guest=mover.guest)
        await again.ok("sit", table=table)
        seen = again.tables[table]
        assert not seen["seats"][seat]["away"]
        assert set(seen["view"]["cards"]) < cards
        assert seen["view"]["hand"] == 1


async def test_who_is_gone_for_a_minute_is_played_for(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, mover, other = await begun(server, clock=0)
        seat = mover.tables[table]["seat"]
        mover.close()
        await server.pass_time(59)
        assert not other.tables[table]["seats"][seat]["away"]
        await server.pass_time(2)
        assert other.tables[table]["seats"][seat]["away"]
        assert other.tables[table]["view"]["legal"]


async def test_who_is_gone_before_the_match_loses_his_seat(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, (ali, badr) = await server.room("basra", ["Ali", "Badr"], seats=2)
        ali.close()
        await server.pass_time(61)
        seen = badr.tables[table]
        assert seen["seats"][0]["kind"] == "free"
        assert seen["host"] == badr.tables[table]["seat"]


async def test_a_short_break_changes_nothing(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, (ali, badr) = await server.room("basra", ["Ali", "Badr"], seats=2)
        ali.close()
        await server.pass_time(40)
        again = await server.page(guest=ali.guest)
        await again.ok("sit", table=table)
        await server.pass_time(40)
        assert badr.tables[table]["seats"][0]["name"] == "Ali"
        assert badr.tables[table]["host"] == 0


async def test_a_table_where_nobody_is_sleeps(tmp_path: Path):
    """No clock runs and no computer moves. Who comes first finds his whole time, and nobody is missed before
    that.
    """
    async with inside(tmp_path) as server:
        table, mover, other = await begun(server, clock=15)
        seq = mover.tables[table]["seq"]
        mover.close()
        other.close()
        await server.pass_time(24 * 3600)
        assert len(await server.storage.read(table)) == seq
        again = await server.page(guest=other.guest)
        await again.ok("sit", table=table)
        await server.settled()
        seen = again.tables[table]
        assert seen["clock"] == {"seat": mover.tables[table]["seat"], "left": 15.0, "bank": float(BANK)}
        assert not any(seat["away"] for seat in seen["seats"])
        await server.pass_time(61)
        assert again.tables[table]["seats"][mover.tables[table]["seat"]]["away"]


async def test_computers_do_not_play_among_themselves(tmp_path: Path):
    async with inside(tmp_path) as server:
        page = await server.page("Ali")
        table = await page.open("kout4", level="easy", begin=True)
        await server.settled()
        await page.ok("quit", table=table)
        await server.settled()
        kept = len(await server.storage.read(table))
        await server.pass_time(3600)
        assert len(await server.storage.read(table)) == kept


async def test_the_next_hand_is_dealt_after_a_pause(tmp_path: Path):
    """R4: where several play it does not wait for the last of them for ever."""
    async with inside(tmp_path) as server:
        table, pages = await server.room("kout4", ["Ali", "Badr", "Dana", "Eid"], options=LONG)
        await pages[0].ok("begin", table=table)
        await server.play(pages, table, random.Random(1), lambda seen: seen["question"])
        await pages[0].ok("next", table=table, seq=pages[0].tables[table]["seq"])
        seen = pages[1].tables[table]
        assert len(seen["question"]["waiting"]) == 3
        assert seen["clock"] == {"seat": None, "left": float(NEXT_PAUSE), "bank": 0.0}
        await server.pass_time(NEXT_PAUSE - 1)
        assert pages[1].tables[table]["view"]["hand"] == 1
        await server.pass_time(2)
        assert pages[1].tables[table]["view"]["hand"] == 2


async def test_alone_nothing_is_dealt_unasked(tmp_path: Path):
    async with inside(tmp_path) as server:
        page = await server.page("Ali")
        table = await page.open("kout4", level="easy", begin=True, options=LONG)
        await server.play([page], table, random.Random(1), lambda seen: seen["question"])
        await server.pass_time(3600)
        assert page.tables[table]["view"]["hand"] == 1


async def test_who_holds_everybody_up_can_be_replaced(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, pages = await server.room("kout4", ["Ali", "Badr", "Dana", "Eid"])
        host = pages[0]
        await host.ok("begin", table=table)
        while host.tables[table]["view"].get("legal"):
            seen = host.tables[table]
            await host.ok("play", table=table, token=seen["view"]["legal"][0], seq=seen["seq"])
        seat = host.tables[table]["view"]["to_move"]
        assert (await host.ask("remove", table=table, seat=seat))["code"] == "not_now"
        await server.pass_time(DAWDLING)
        await host.ok("remove", table=table, seat=seat, level="easy")
        assert host.tables[table]["seats"][seat]["kind"] == "computer"


async def test_quick_play_begins_with_computer_players(tmp_path: Path):
    async with inside(tmp_path) as server:
        ali, badr = await server.page("Ali"), await server.page("Badr")
        table = (await ali.ok("quick", game="kout4"))["table"]
        assert (await badr.ok("quick", game="kout4"))["table"] == table
        assert badr.tables[table]["clock"] == {"seat": None, "left": float(QUICK_WAIT), "bank": 0.0}
        await server.pass_time(QUICK_WAIT - 1)
        assert ali.tables[table]["phase"] == "waiting"
        await server.pass_time(2)
        assert ali.tables[table]["phase"] == "playing"
        assert (
            sorted(seat["kind"] for seat in ali.tables[table]["seats"]) == ["computer"] * 2 + ["person"] * 2
        )
        late = await server.page("Late")
        assert (await late.ok("quick", game="kout4"))["table"] != table


async def test_quick_play_begins_at_once_when_all_seats_are_taken(tmp_path: Path):
    async with inside(tmp_path) as server:
        pages = [await server.page() for _ in range(3)]
        tables = [(await page.ok("quick", game="basra"))["table"] for page in pages]
        assert tables[0] == tables[1] != tables[2]
        assert pages[0].tables[tables[0]]["phase"] == "playing"
        other = await server.page()
        assert (await other.ok("quick", game="cucco"))["table"] not in tables
        assert (await other.ask("quick", game="nogame"))["code"] == "bad_game"


async def test_quick_play_seats_nobody_where_nobody_is(tmp_path: Path):
    async with inside(tmp_path) as server:
        ali, badr = await server.page(), await server.page()
        table = (await ali.ok("quick", game="basra"))["table"]
        ali.close()
        assert (await badr.ok("quick", game="basra"))["table"] != table


async def test_those_who_come_at_once_sit_together(tmp_path: Path):
    async with inside(tmp_path) as server:
        pages = [await server.page() for _ in range(7)]
        refs = [page._ref + 1 for page in pages]
        for page in pages:
            page._ref += 1
            page.say("quick", game="basra", ref=page._ref)
        tables = []
        for page, ref in zip(pages, refs, strict=True):
            answer = await page.until(
                lambda page=page, ref=ref: next((m for m in page.of("done") if m["ref"] == ref), None)
            )
            tables.append(answer["table"])
        assert sorted(Counter(tables).values()) == [1, 2, 2, 2], (
            "they meet, though no table was there when they came"
        )
        for page, table in zip(pages, tables, strict=True):
            assert page.tables[table]["seat"] is not None
