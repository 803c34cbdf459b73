"""Rooms: coming, going, changing places, and who may do what."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from diwaniya.engine.game import find
from diwaniya.server.renaming import show_as
from diwaniya.server.sessions import Guest
from diwaniya.table.events import decode
from diwaniya.table.evolve import rebuild
from diwaniya.table.seating import seat_order
from inside import Inside, Page, inside

PARTNERS = "kout4"
ALONE = "cucco"


def seats(page: Page, table: str) -> list[str]:
    """Who sits where: names, levels, or nothing."""
    return [seat["name"] or seat["level"] or "" for seat in page.tables[table]["seats"]]


async def test_from_invitation_to_rematch(tmp_path: Path):
    """Four people, one code, a match, another one."""
    async with inside(tmp_path) as server:
        pages = [await server.page(name) for name in ("Ali", "Badr", "Dana", "Eid")]
        host = pages[0]
        table = await host.open("morabaa", name="Ali", settings={"public": False})
        first = host.tables[table]
        assert (first["phase"], first["seat"], first["host"], first["view"]) == ("waiting", 0, 0, None)
        code = first["code"]
        assert len(code) == 8
        for page in pages[1:]:
            await page.ok("join", code=f"{code[:4].lower()}-{code[4:]}")
        order = seat_order(find("morabaa"), 4)
        assert [page.tables[table]["seat"] for page in pages] == order
        assert seats(host, table) == [("Ali", "Badr", "Dana", "Eid")[order.index(seat)] for seat in range(4)]
        assert all(page.tables[table]["code"] == code for page in pages)
        await host.ok("begin", table=table)
        rng = random.Random(1)
        await server.play(pages, table, rng, lambda seen: seen["phase"] == "over")
        match = host.tables[table]["match"]
        for page in pages:
            assert page.tables[table]["question"]["kind"] == "rematch"
            await page.ok("rematch", table=table)
        await server.settled()
        again = host.tables[table]
        assert again["phase"] == "playing"
        assert again["match"] != match
        assert [line["match"] for line in again["matches"]] == [match]
        assert [page.tables[table]["seat"] for page in pages] == order
        await server.play(pages, table, rng, lambda seen: seen["phase"] == "over")
        assert len(host.tables[table]["matches"]) == 2


async def test_the_next_in_line_becomes_host(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, (ali, badr, dana) = await server.room(ALONE, ["Ali", "Badr", "Dana"], seats=4)
        assert (await badr.ask("fill", table=table, level="easy"))["code"] == "not_host"
        await ali.ok("give", table=table, seat=dana.tables[table]["seat"])
        assert dana.tables[table]["host"] == dana.tables[table]["seat"]
        assert (await ali.ask("give", table=table, seat=0))["code"] == "not_host"
        await dana.ok("quit", table=table)
        assert table not in [message.get("table") for message in dana.of("gone")]
        assert badr.tables[table]["host"] == ali.tables[table]["seat"], "who came first"
        await ali.ok("quit", table=table)
        assert badr.tables[table]["host"] == badr.tables[table]["seat"]
        assert seats(badr, table).count("") == 3
        await badr.ok("quit", table=table)
        assert server.hub.peek(table) is None
        assert (await ali.ask("sit", table=table))["code"] == "no_table"
        assert (await ali.ask("join", code=ali.tables[table]["code"]))["code"] == "no_table"


async def test_the_host_takes_somebody_away(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, (ali, badr, dana) = await server.room(ALONE, ["Ali", "Badr", "Dana"], seats=4)
        seat = badr.tables[table]["seat"]
        assert (await dana.ask("remove", table=table, seat=seat))["code"] == "not_host"
        await ali.ok("remove", table=table, seat=seat)
        assert badr.of("gone") == [{"type": "gone", "table": table, "why": "removed"}]
        assert table not in badr.connection.tables
        assert (await badr.ask("join", table=table))["code"] == "barred"
        assert (await badr.ask("watch", table=table))["code"] == "barred"
        assert (await badr.ask("say", table=table, text="but"))["code"] == "not_seated"
        assert "Badr" not in seats(ali, table)


async def test_the_host_lets_somebody_in_again(tmp_path: Path):
    """The list of those who were taken away is for the host, and has nobody's player number."""
    async with inside(tmp_path) as server:
        table, (ali, badr, dana) = await server.room(ALONE, ["Ali", "Badr", "Dana"], seats=4)
        await ali.ok("remove", table=table, seat=badr.tables[table]["seat"])
        ((person, name, avatar),) = (who.values() for who in ali.tables[table]["removed"])
        assert (name, avatar) == ("Badr", 0)
        watcher = await server.page("Watcher")
        await watcher.ok("watch", table=table)
        assert dana.tables[table]["removed"] == watcher.tables[table]["removed"] == []
        assert badr.guest.player not in str(ali.messages)

        assert (await dana.ask("admit", table=table, person=person))["code"] == "not_host"
        assert (await watcher.ask("admit", table=table, person=person))["code"] == "not_seated"
        assert (await ali.ask("admit", table=table, person=person + 1))["code"] == "bad_option"
        await ali.ok("admit", table=table, person=person)
        assert ali.tables[table]["removed"] == []
        await badr.ok("watch", table=table)
        await badr.ok("join", table=table)
        assert "Badr" in seats(ali, table)


async def test_a_new_name_shows_at_once(tmp_path: Path):
    """At tables in memory and on disk, on pages that are open already; and whoever changes nothing writes nothing."""
    async with inside(tmp_path, idle=60) as server:
        table, (ali, badr) = await server.room(ALONE, ["Ali", "Badr"], seats=4)
        asleep = await badr.open(ALONE)
        await badr.ok("leave", table=asleep)
        server.now += 61
        server.hub.sweep()
        assert server.hub.peek(asleep) is None

        named = Guest(badr.guest.player, "Badriya", 9)
        await show_as(server.connections, named)
        await server.settled()
        assert seats(ali, table).count("Badriya") == 1
        assert "Badr" not in seats(ali, table)
        seat = badr.tables[table]["seat"]
        assert ali.tables[table]["seats"][seat]["avatar"] == 9
        assert seats(badr, await badr.open(ALONE))[0] == "Badriya"

        fresh = rebuild(map(decode, await server.storage.read(asleep)))
        assert fresh.chairs[0] is not None
        assert (fresh.chairs[0].name, fresh.chairs[0].avatar) == ("Badriya", 9)
        tables = {line.table: line.names for line in await server.hub.running(badr.guest.player)}
        assert tables[asleep] == ["Badriya"]
        assert tables[table] == ["Ali", "Badriya"]

        seq = ali.tables[table]["seq"]
        await show_as(server.connections, named)
        await server.settled()
        assert ali.tables[table]["seq"] == seq


async def test_a_locked_room(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, (ali, badr) = await server.room(ALONE, ["Ali", "Badr"], seats=4)
        await ali.ok("change", table=table, settings={"locked": True})
        late = await server.page("Late")
        assert (await late.ask("join", table=table))["code"] == "locked"
        await badr.ok("join", table=table)
        await ali.ok("change", table=table, settings={"locked": False})
        await late.ok("join", table=table)


async def test_a_full_room_and_a_taken_seat(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, pages = await server.room("basra", ["Ali", "Badr"], seats=2)
        late = await server.page("Late")
        assert (await late.ask("join", table=table))["code"] == "full"
        assert (await late.ask("join", table=table, seat=1))["code"] == "taken"
        assert (await late.ask("join", table=table, seat=7))["code"] == "bad_option"
        await pages[0].ok("begin", table=table)
        assert (await late.ask("join", table=table))["code"] == "not_now"
        await late.ok("watch", table=table)
        assert late.tables[table]["code"] is None, "the code is for those who sit here"


async def test_changing_places(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, (ali, badr, dana) = await server.room(ALONE, ["Ali", "Badr", "Dana"], seats=4)
        assert seats(ali, table) == ["Ali", "Badr", "Dana", ""]
        await dana.ok("place", table=table, seat=2, to=3)
        assert dana.tables[table]["seat"] == 3
        assert (await dana.ask("place", table=table, seat=3, to=0))["code"] == "taken"
        assert (await dana.ask("place", table=table, seat=0, to=2))["code"] == "not_host"
        await ali.ok("place", table=table, seat=1, to=3)
        assert (badr.tables[table]["seat"], dana.tables[table]["seat"]) == (3, 1)
        assert seats(ali, table) == ["Ali", "Dana", "", "Badr"]


async def test_computer_players_at_free_seats(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, (ali, badr) = await server.room(PARTNERS, ["Ali", "Badr"])
        assert (await ali.ask("begin", table=table))["code"] == "not_now"
        assert (await ali.ask("fill", table=table, level="divine"))["code"] == "bad_option"
        assert (await ali.ask("fill", table=table, level=""))["code"] == "bad_option"
        await ali.ok("fill", table=table, level="easy", seat=1)
        await ali.ok("fill", table=table, level="normal")
        assert sorted(seats(ali, table)) == ["Ali", "Badr", "easy", "normal"]
        late = await server.page("Late")
        await late.ok("join", table=table)
        assert "Late" in seats(ali, table), "a person takes the place of a computer player"
        await ali.ok("begin", table=table)
        assert badr.tables[table]["phase"] == "playing"


async def test_another_game_between_two_matches(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, (ali, badr) = await server.room("basra", ["Ali", "Badr"], seats=2)
        assert (await badr.ask("change", table=table, game="cucco"))["code"] == "not_host"
        assert (await ali.ask("change", table=table, game="nogame"))["code"] == "bad_game"
        await ali.ok("change", table=table, game="kout4", options={"target": 30})
        seen = badr.tables[table]
        assert (seen["game"], len(seen["seats"]), seen["options"]) == ("kout4", 4, {"target": 30})
        await ali.ok("begin", table=table, level="easy")
        assert (await ali.ask("change", table=table, game="basra"))["code"] == "not_now"
        await ali.ok("change", table=table, settings={"clock": 15})
        assert badr.tables[table]["settings"]["clock"] == 15


async def test_salts_go_into_the_next_match(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, (ali, badr) = await server.room("basra", ["Ali", "Badr"], seats=2)
        await badr.ok("salt", table=table, salt="my own luck \u2663")
        assert (await badr.ask("salt", table=table, salt=""))["code"] == "bad_text"
        assert (await badr.ask("salt", table=table, salt="x" * 65))["code"] == "bad_text"
        assert ali.tables[table]["salts"] == ["my own luck \u2663".encode().hex()]
        commitment = ali.tables[table]["commitment"]
        await ali.ok("begin", table=table)
        assert ali.tables[table]["commitment"] == commitment
        assert ali.tables[table]["salts"] == ["my own luck \u2663".encode().hex()]
        assert (await ali.ask("salt", table=table, salt="late"))["code"] == "not_now"


async def test_leaving_and_coming_back_gives_the_same_hand(tmp_path: Path):
    """Nobody gets a fresh hand that way: the cards are the same, but for what the computer has played."""
    async with inside(tmp_path) as server:
        table, (ali, badr) = await server.room(PARTNERS, ["Ali", "Badr"])
        await ali.ok("begin", table=table, level="easy")
        await server.settled()
        cards = set(badr.tables[table]["view"]["cards"])
        await badr.ok("quit", table=table)
        await server.settled()
        chair = ali.tables[table]["seats"][badr.tables[table]["seat"]]
        assert (chair["away"], chair["here"], chair["name"]) == (True, False, "Badr")
        assert table in [line.table for line in await server.hub.running(badr.guest.player)]
        await badr.ok("join", table=table)
        again = badr.tables[table]
        assert set(again["view"]["cards"]) <= cards
        assert again["view"]["hand"] == 1
        assert not again["seats"][again["seat"]]["away"]


async def test_everybody_else_has_left(tmp_path: Path):
    """Then the one who is left may end the match, or play on with computer players."""
    async with inside(tmp_path) as server:
        table, (ali, badr) = await server.room("basra", ["Ali", "Badr"], seats=2)
        await ali.ok("begin", table=table)
        assert (await ali.ask("end", table=table))["code"] == "not_now"
        await badr.ok("quit", table=table)
        await server.settled()
        rng = random.Random(2)
        await server.play([ali], table, rng, lambda seen: len(seen["lines"]) > 6)
        await ali.ok("end", table=table)
        seen = ali.tables[table]
        assert (seen["phase"], seen["matches"][-1]["winners"]) == ("over", [])
        assert await server.storage.record(seen["match"]) is not None


async def test_who_is_always_away_is_replaced(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, (ali, badr) = await server.room("basra", ["Ali", "Badr"], seats=2)
        await ali.ok("begin", table=table)
        assert (await ali.ask("remove", table=table, seat=1))["code"] == "not_now"
        await badr.ok("quit", table=table)
        await ali.ok("remove", table=table, seat=1, level="easy")
        chair = ali.tables[table]["seats"][1]
        assert (chair["kind"], chair["level"]) == ("computer", "easy")
        assert (await badr.ask("sit", table=table))["code"] == "not_seated"
        assert (await badr.ask("join", table=table))["code"] == "barred"


async def test_two_rooms_never_have_the_same_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    codes = iter(["AAAAAAAA", "AAAAAAAA", "BBBBBBBB"])
    monkeypatch.setattr("diwaniya.server.hub.new_code", lambda: next(codes))
    async with inside(tmp_path) as server:
        page = await server.page()
        tables = [await page.open("basra") for _ in range(2)]
        assert [page.tables[table]["code"] for table in tables] == ["AAAAAAAA", "BBBBBBBB"]


@pytest.mark.parametrize(
    "typed", ["k7m29qxr", " K7M2-9QXR ", "K7M2\u20139QXR", "k7m2 9qxr", "\u2066K7M29QXR\u2069"]
)
async def test_codes_as_people_type_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str):
    monkeypatch.setattr("diwaniya.server.hub.new_code", lambda: "K7M29QXR")
    async with inside(tmp_path) as server:
        page, other = await server.page(), await server.page()
        table = await page.open("basra", seats=2)
        assert (await other.ok("join", code=typed))["table"] == table


def wrong_seats() -> list[dict[str, Any]]:
    return [
        {"kind": "place", "seat": -1, "to": 0},
        {"kind": "place", "seat": 0, "to": 99},
        {"kind": "fill", "seat": 99, "level": "easy"},
        {"kind": "remove", "seat": -5},
        {"kind": "give", "seat": 10**30},
        {"kind": "mute", "seat": 17},
    ]


@pytest.mark.parametrize("fields", wrong_seats())
async def test_seats_that_are_not_there(tmp_path: Path, fields: dict[str, Any]):
    async with inside(tmp_path) as server:
        page = await server.page()
        table = await page.open("basra")
        asked = dict(fields)
        if asked.get("seat") == 10**30:
            page.say("give", table=table, seat=10**30)
            assert page.line.closed is None or page.of("error"), "what is no number of ours is no message"
            return
        assert (await page.ask(asked.pop("kind"), table=table, **asked))["code"] == "bad_option"


async def test_a_room_is_found_again_after_a_restart(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, (ali, badr) = await server.room(ALONE, ["Ali", "Badr"], seats=4, settings={"public": True})
        await server.settled()
        before, guests = ali.tables[table], (ali.guest, badr.guest)
    async with inside(tmp_path) as server:
        again = await server.page(guest=guests[1])
        (line,) = again.of("welcome")[0]["tables"]
        assert (line["table"], line["phase"], line["names"]) == (table, "waiting", ["Ali", "Badr"])
        await again.ok("join", code=before["code"])
        seen = again.tables[table]
        assert [seat["name"] for seat in seen["seats"]] == [seat["name"] for seat in before["seats"]]
        assert [seat["here"] for seat in seen["seats"]] == [False, True, False, False]


async def test_a_move_is_durable_before_anybody_sees_it(tmp_path: Path):
    """What a page has been shown is in the log already."""
    async with inside(tmp_path) as server:
        table, pages = await server.room(PARTNERS, ["Ali", "Badr", "Dana", "Eid"])
        await pages[0].ok("begin", table=table)
        rng = random.Random(3)

        async def kept_all(server: Inside) -> None:
            kept = len(await server.storage.read(table))
            assert all(page.tables[table]["seq"] <= kept for page in pages)

        for _ in range(30):
            page = next(p for p in pages if p.tables[table]["view"].get("legal"))
            seen = page.tables[table]
            await page.ok("play", table=table, token=rng.choice(seen["view"]["legal"]), seq=seen["seq"])
            await kept_all(server)
            if page.tables[table]["question"]:
                break
