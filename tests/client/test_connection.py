"""Gaps, broken connections and servers of another kind, told by a server that says what is written for it."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest

from diwaniya.client import (
    Broken,
    Client,
    Found,
    Lost,
    Outdated,
    Refused,
    Room,
    Unreachable,
    Unsure,
    connect,
)
from diwaniya.client import connection as connection_module
from diwaniya.wire import messages as wire
from scripted_server import TABLE, Link, Scripted, a_step, a_table, a_view

PATIENCE = 30.0


@pytest.fixture(autouse=True)
def quick_return(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody here minds if we come back at once."""
    monkeypatch.setattr(connection_module, "FIRST_WAIT", 0.01)


async def seated(client: Client) -> Room:
    return await client.join("K7M2-9QXR")


async def event(room: Room, kind: type) -> object:
    """The next event of this kind."""
    async with asyncio.timeout(PATIENCE):
        async for found in room:
            if isinstance(found, kind):
                return found
    raise AssertionError(f"the room ended before {kind.__name__}")


async def to_the_end(room: Room) -> None:
    """Hear everything until there is nothing more."""
    async with asyncio.timeout(PATIENCE):
        async for _ in room:
            pass


async def test_after_a_gap_the_table_is_asked_for_once() -> None:
    async def script(link: Link) -> None:
        await link.greet()
        await link.seat(5)
        await link.say(**a_step(7, 6))  # 6 is missing
        await link.say(**a_step(8, 7))
        await link.hear("sit")
        await link.say(**a_table(8, view=a_view(to_move=0, legal=["KS"])))
        play = await link.hear("play")  # and no second `sit` before it
        assert play["seq"] == 8
        await link.say(**a_step(9, 8))
        await link.done(play, 9)
        await link.stay()

    async with Scripted(script) as server, connect(server.url) as client:
        room = await seated(client)
        async with asyncio.timeout(PATIENCE):
            await room.until(lambda table: table.seq == 8)
            await room.play("KS")
        assert room.table.seq == 9
        assert room.legal == []


async def test_a_move_returns_when_it_can_be_seen_even_if_done_comes_first() -> None:
    async def script(link: Link) -> None:
        await link.greet()
        await link.seat(5)
        play = await link.hear("play")
        await link.done(play, 6)
        await link.say(**a_step(6, 5))
        await link.stay()

    async with Scripted(script) as server, connect(server.url) as client:
        room = await seated(client)
        async with asyncio.timeout(PATIENCE):
            await room.play("AS")
        assert room.table.seq == 6


async def test_a_hint_is_what_was_said_before_the_answer() -> None:
    moves = [{"token": "KS", "chance": 0.6}, {"token": "AS", "chance": 0.25}]

    async def script(link: Link) -> None:
        await link.greet()
        await link.seat(5)
        asked = await link.hear("hint")
        assert (asked["table"], asked["seq"]) == (TABLE, 5)
        await link.say(type="hint", table=TABLE, seq=5, moves=moves)
        await link.done(asked, 5)
        asked = await link.hear("hint")
        text = "The host allows no hints here."
        await link.say(type="refused", code="no_hints", text=text, table=TABLE, ref=asked["ref"])
        await link.stay()

    async with Scripted(script) as server, connect(server.url) as client:
        room = await seated(client)
        async with asyncio.timeout(PATIENCE):
            assert await room.hint() == [wire.HintMove("KS", 0.6), wire.HintMove("AS", 0.25)]
            with pytest.raises(Refused) as refused:
                await room.hint()
        assert refused.value.code == "no_hints"


async def test_it_comes_back_sits_again_and_repeats_what_was_not_answered(tmp_path: Path) -> None:
    async def first(link: Link) -> None:
        await link.greet()
        await link.seat(5)
        await link.hear("play")
        await link.hang_up()

    async def second(link: Link) -> None:
        assert link.cookie == "diwaniya=me.signed"
        await link.greet()
        sit = await link.hear("sit")
        assert sit["table"] == TABLE
        await link.say(**a_table(5))
        play = await link.hear("play")
        assert (play["token"], play["seq"]) == ("AS", 5)
        await link.say(**a_step(6, 5))
        await link.done(play, 6)
        await link.stay()

    file = tmp_path / "session.json"
    async with (
        Scripted(first, second, cookie="diwaniya=me.signed") as server,
        connect(server.url, session=file) as client,
    ):
        room = await seated(client)
        async with asyncio.timeout(PATIENCE):
            await room.play("AS")
            await event(room, Lost)
            await event(room, Found)
        assert room.table.seq == 6
    assert "me.signed" in file.read_text()


async def test_the_game_goes_on_where_the_session_cannot_be_kept_any_more(tmp_path: Path) -> None:
    file = tmp_path / "session.json"

    async def first(link: Link) -> None:
        await link.greet()
        await link.seat(5)
        file.write_text("dear diary")
        await link.hang_up()

    async def second(link: Link) -> None:
        assert link.cookie == "diwaniya=me.0"
        await link.greet()
        await link.hear("sit")
        await link.say(**a_table(6))
        await link.hang_up()

    async def third(link: Link) -> None:
        assert link.cookie == "diwaniya=me.1"
        await link.greet()
        await link.hear("sit")
        await link.say(**a_table(7))
        await link.stay()

    async with (
        Scripted(first, second, third, cookie="diwaniya=me", renews=True) as server,
        connect(server.url, session=file) as client,
    ):
        room = await seated(client)
        async with asyncio.timeout(PATIENCE):
            await room.until(lambda table: table.seq == 7)
    assert file.read_text() == "dear diary"


async def test_a_repeated_move_that_was_taken_the_first_time_is_no_error() -> None:
    line = {"seq": 6, "hand": 1, "seat": 0, "token": "AS", "facts": []}

    async def first(link: Link) -> None:
        await link.greet()
        await link.seat(5)
        await link.hear("play")
        await link.hang_up()

    async def second(link: Link) -> None:
        await link.greet()
        await link.hear("sit")
        await link.say(**a_table(6, view=a_view(), lines=[line]))
        play = await link.hear("play")
        await link.say(type="refused", code="stale", text="moved on", table=TABLE, ref=play["ref"])
        await link.done(await link.hear("sit"), 6)
        await link.stay()

    async with Scripted(first, second) as server, connect(server.url) as client:
        room = await seated(client)
        async with asyncio.timeout(PATIENCE):
            await room.play("AS")
        assert room.table.seq == 6


async def test_a_stale_move_is_refused_if_it_was_sent_once() -> None:
    async def script(link: Link) -> None:
        await link.greet()
        await link.seat(5)
        play = await link.hear("play")
        await link.say(type="refused", code="stale", text="moved on", table=TABLE, ref=play["ref"])
        await link.stay()

    async with Scripted(script) as server, connect(server.url) as client:
        room = await seated(client)
        with pytest.raises(Refused) as caught:
            await room.play("AS")
        assert caught.value.code == "stale"


async def test_what_must_not_happen_twice_is_not_asked_twice() -> None:
    async def first(link: Link) -> None:
        await link.greet()
        await link.seat(5)
        await link.hear("say")
        await link.hang_up()

    async def second(link: Link) -> None:
        await link.greet()
        await link.hear("sit")
        await link.say(**a_table(5))
        play = await link.hear("play")  # no second `say`
        await link.say(**a_step(6, 5))
        await link.done(play, 6)
        await link.stay()

    async with Scripted(first, second) as server, connect(server.url) as client:
        room = await seated(client)
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(Unsure):
                await room.say("hello")
            await room.play("AS")


async def test_a_seat_that_is_gone_after_coming_back_ends_the_room() -> None:
    async def first(link: Link) -> None:
        await link.greet()
        await link.seat(5)
        await link.hang_up()

    async def second(link: Link) -> None:
        await link.greet()
        await link.hear("sit")
        await link.say(type="refused", code="not_seated", text="no seat", table=TABLE, ref=None)
        await link.stay()

    async with Scripted(first, second) as server, connect(server.url) as client:
        room = await seated(client)
        await to_the_end(room)
        assert room.gone == "removed"
        with pytest.raises(LookupError):
            await room.until(lambda table: table.seq > 5)


async def test_a_page_that_is_too_old_is_told_so() -> None:
    async def script(link: Link) -> None:
        await link.hear("hello")
        await link.say(type="error", code="bad_protocol", text="This server speaks protocol 99.")
        await link.hang_up()

    async with Scripted(script) as server:
        with pytest.raises(Outdated, match=f"99.*{wire.PROTOCOL}"):
            async with connect(server.url):
                raise AssertionError("it was let in")


async def test_a_deploy_of_another_protocol_ends_what_is_running() -> None:
    async def first(link: Link) -> None:
        await link.greet()
        await link.seat(5)
        await link.hang_up()

    async def second(link: Link) -> None:
        await link.hear("hello")
        await link.say(type="error", code="bad_protocol", text="This server speaks protocol 99.")
        await link.hang_up()

    async with Scripted(first, second) as server, connect(server.url) as client:
        room = await seated(client)
        with pytest.raises(Outdated):
            await to_the_end(room)
        with pytest.raises(Outdated):
            await room.play("AS")


async def test_too_many_pages_is_said_at_once() -> None:
    async def script(link: Link) -> None:
        await link.hear("hello")
        await link.say(type="error", code="too_many", text="Too many pages are open.")
        await link.hang_up()

    async with Scripted(script) as server:
        with pytest.raises(Broken) as caught:
            async with connect(server.url):
                raise AssertionError("it was let in")
        assert caught.value.code == "too_many"


async def test_a_server_that_is_none() -> None:
    async def nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
        writer.close()

    other = await asyncio.start_server(nothing, "127.0.0.1", 0)
    port = other.sockets[0].getsockname()[1]
    async with other:
        with pytest.raises(Unreachable, match="404"):
            await connect(f"http://127.0.0.1:{port}").__aenter__()
    with socket.socket() as silent:  # has the port, so that nobody else takes it, and does not listen
        silent.bind(("127.0.0.1", 0))
        with pytest.raises(Unreachable, match="nothing listens there"):
            await connect(f"http://127.0.0.1:{silent.getsockname()[1]}").__aenter__()


async def test_whoever_waits_when_the_client_is_closed_is_told() -> None:
    async def script(link: Link) -> None:
        await link.greet()
        await link.seat(5)
        await link.stay()

    async with Scripted(script) as server:
        async with connect(server.url) as client:
            room = await seated(client)
            waiting = asyncio.create_task(room.until(lambda table: table.seq > 5))
            hearing = asyncio.create_task(to_the_end(room))
            await asyncio.sleep(0)
        with pytest.raises(LookupError):
            await waiting
        await hearing
        with pytest.raises(Unreachable):
            await room.play("AS")


async def test_where_to_must_be_said() -> None:
    async def script(link: Link) -> None:
        await link.greet()
        await link.stay()

    async with Scripted(script) as server, connect(server.url) as client:
        with pytest.raises(ValueError, match="which room"):
            await client.join()
        with pytest.raises(ValueError, match=r"that room is at https://cards\.example"):
            await client.join("https://cards.example/#/join/K7M2-9QXR")
