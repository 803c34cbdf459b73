"""The client against a real server: whole matches, company, and what happens when the server is killed."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from diwaniya import Match
from diwaniya.client import Client, Found, Lost, Refused, Room, connect
from diwaniya.engine.game import games
from diwaniya.wire import messages as wire
from diwaniya.words import words
from serving import Server, steady_port

DOCS = (Path(__file__).parents[2] / "docs/client.md").read_text()
PATIENCE = 90.0
DUEL = next(game.id for game in games().values() if game.seats == (2,) and not game.cut)
FOUR = next(game.id for game in games().values() if game.seats == (4,) and game.teams)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    # On a slow machine nobody loses his seat because he takes long to come back.
    with Server(tmp_path_factory.mktemp("client"), env={"DIWANIYA_GRACE": "3600"}) as running:
        yield running


def url(server: Server) -> str:
    return f"http://127.0.0.1:{server.port}"


@pytest.fixture
async def guest(server: Server) -> AsyncIterator[Callable[..., Awaitable[Client]]]:
    """Makes connected clients, and hangs up for all of them."""
    async with AsyncExitStack() as stack:

        async def come(name: str = "", **more: Any) -> Client:
            return await stack.enter_async_context(connect(more.pop("where", url(server)), name=name, **more))

        yield come


async def play_out(room: Room, seq: int | None = None) -> None:
    """Play what comes first, until the match is over, or as much has happened at the table as this."""
    made = 0

    def done(table: wire.Table) -> bool:
        return table.phase == "over" or (seq is not None and table.seq >= seq)

    while not done(await room.until(lambda table: room.legal or room.asked == "next" or done(table))):
        if room.asked == "next":
            await room.next()
        else:
            await room.play(room.legal[made % len(room.legal)])
            made += 1


def code_blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", DOCS, re.DOTALL)


async def test_the_bot_of_the_documentation_plays_a_match(
    server: Server, guest: Callable[..., Awaitable[Client]], tmp_path: Path
) -> None:
    script = tmp_path / "first.py"
    script.write_text(code_blocks("python")[0])
    assert len([line for line in script.read_text().splitlines() if line.strip()]) <= 20
    host = await guest("Layla")
    room = await host.open(DUEL)
    command = [sys.executable, str(script), f"{url(server)}/#/join/{room.code}"]
    bot = start(command)
    try:
        await room.until(lambda table: table.seats[1].here)
        assert room.table.seats[1].name == "First"
        await room.begin()
        await play_out(room)
        _, errors = await asyncio.to_thread(bot.communicate, timeout=PATIENCE)
    finally:
        bot.kill()
        bot.wait()
    assert (bot.returncode, errors) == (0, "")
    assert room.table.matches[-1].names == ["Layla", "First"]
    played = Match.replay(await host.record(room.table.matches[-1].match))
    assert played.winners == room.table.matches[-1].winners


def test_the_script_without_async_plays_a_match(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    script = code_blocks("python")[1].replace("http://localhost:8484", url(server))
    exec(compile(script, "docs/client.md", "exec"), {})
    *hands, end = capsys.readouterr().out.splitlines()
    assert [re.match(r"hand (\d+) \[\d+, \d+\]$", line)[1] for line in hands] == [  # type: ignore[index]
        str(number) for number in range(1, len(hands) + 1)
    ]
    assert max(int(score) for score in re.findall(r"\d+", end)) >= 51


async def test_a_match_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    with Server(tmp_path, port=steady_port()) as server:
        async with (
            asyncio.timeout(PATIENCE),
            connect(url(server), name="Layla") as one,
            connect(url(server), name="Hamad") as other,
        ):
            first = await one.open(DUEL)
            second = await other.join(first.code or "")
            await first.begin()
            some = first.table.seq + 10
            await asyncio.gather(play_out(first, some), play_out(second, some))
            await asyncio.to_thread(server.kill)
            for room in (first, second):
                assert await next_of(room, Lost)
            await asyncio.to_thread(server.start)
            for room in (first, second):
                assert await next_of(room, Found)
            await asyncio.gather(play_out(first), play_out(second))
            assert first.table.seq > some
            assert first.table.matches == second.table.matches


def start(command: list[str]) -> subprocess.Popen[str]:
    """A process of its own, whose complaints can be read."""
    pure = {**os.environ, "DIWANIYA_PURE": "1"}
    return subprocess.Popen(command, env=pure, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


async def next_of(room: Room, kind: type) -> bool:
    async for event in room:
        if isinstance(event, kind):
            return True
    return False


async def test_the_session_file_keeps_the_seat(server: Server, tmp_path: Path) -> None:
    file = tmp_path / "me.json"
    async with connect(url(server), name="Layla", session=file) as client:
        room = await client.open(DUEL, level="easy", begin=True)
        seat, code, table = room.seat, room.code, room.id
        await play_out(room, room.table.seq + 2)
    async with connect(url(server), session=file) as client:
        assert client.welcome is not None
        assert client.welcome.tables[0].table == table
        for back in (await client.sit(table), await client.join(code or "")):
            assert back.seat == seat
            assert back.table.seats[0].name == "Layla"
    async with connect(url(server)) as stranger:
        with pytest.raises(Refused) as caught:
            await stranger.sit(table)
        assert caught.value.code == "not_seated"


async def test_whoever_watches_sees_what_lies_open(guest: Callable[..., Awaitable[Client]]) -> None:
    host = await guest("Layla")
    room = await host.open(FOUR, level="easy", begin=True)
    watcher = await (await guest()).watch(room.code or "")
    assert (watcher.seat, watcher.code, watcher.legal) == (None, None, [])
    assert watcher.view is not None
    assert not watcher.view.cards
    await play_out(room, room.table.seq + 3)
    await watcher.until(lambda table: table.seq >= room.table.seq)
    with pytest.raises(Refused) as caught:
        await watcher.play("AS")
    assert caught.value.code == "not_seated"
    await room.change(settings=wire.RoomSettings(watch=False))
    async for _ in watcher:
        pass
    assert watcher.gone == "unwatched"
    with pytest.raises(Refused) as caught:
        await (await guest()).watch(room.code or "")
    assert caught.value.code == "no_watching"


async def test_company_in_a_room(guest: Callable[..., Awaitable[Client]]) -> None:
    host, friend = await guest("Layla"), await guest("Hamad", avatar=7)
    room = await host.open(FOUR)
    other = await friend.join(f"{host.address.server}/#/join/{room.code}")
    assert room.hosting
    assert not other.hosting
    assert other.table.seats[other.seat or 0].avatar == 7

    with pytest.raises(Refused) as caught:
        await other.begin("easy")
    assert caught.value.code == "not_host"

    await other.say("peace be upon you")
    assert other.seat is not None
    said = await first_of(room, wire.Said)
    assert (said.text, said.name, said.seat) == ("peace be upon you", "Hamad", other.seat)
    await room.mute(other.seat)
    assert room.table.muted == [other.seat]
    await room.mute(other.seat, on=False)
    phrase = next(iter(words()["phrase"]))
    await room.say(phrase=phrase)
    await other.report((await first_of(other, wire.Said, phrase)).id)
    assert (await first_of(room, wire.Reported)).by == other.seat

    before = other.seat
    await other.place(before, 3 if before != 3 else 1)
    assert other.seat != before
    await room.fill("easy")
    assert all(seat.kind != "free" for seat in room.table.seats)
    await room.remove(next(n for n, seat in enumerate(room.table.seats) if seat.kind == "computer"))
    await room.salt("coffee")
    await other.salt("and dates")
    # What one of them has done the other hears a moment later, on a line of his own.
    both = [b"and dates", b"coffee"]
    await room.until(lambda table: sorted(map(bytes.fromhex, filter(None, table.salts))) == both)
    await room.give(other.seat)
    await other.until(lambda _: other.hosting)
    await other.begin("normal")
    await room.until(lambda table: table.phase == "playing")
    assert sorted(map(bytes.fromhex, filter(None, room.table.salts))) == both

    with pytest.raises(Refused) as caught:
        await (await guest("Noura")).join(room.code or "")
    assert caught.value.code == "not_now"
    await room.quit()
    assert room.gone == "left"
    await other.until(lambda table: table.seats[0].away)
    back = await host.join(other.code or "")
    assert not back.table.seats[0].away
    await room_moves(back, other)


async def room_moves(*rooms: Room) -> None:
    """Whoever is on turn gets an illegal move refused with its reason, then makes a legal one."""
    room = await on_turn(rooms)
    blocked = room.view.blocked if room.view is not None else None
    if isinstance(blocked, dict) and blocked:
        with pytest.raises(Refused) as caught:
            await room.play(next(iter(blocked)))
        assert caught.value.code == "illegal"
        assert caught.value.why == next(iter(blocked.values()))
        assert caught.value.legal == room.legal
    await room.play(room.legal[0])


async def on_turn(rooms: tuple[Room, ...]) -> Room:
    waiting = [asyncio.ensure_future(room.until(lambda _, room=room: room.legal)) for room in rooms]  # type: ignore[misc]
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in waiting:
            task.cancel()
    return next(room for room in rooms if room.legal)


async def first_of(room: Room, kind: Any, phrase: str | None = None) -> Any:
    async for event in room:
        if isinstance(event, kind) and (phrase is None or event.phrase == phrase):  # type: ignore[attr-defined]
            return event
    raise AssertionError(f"no {kind}")


async def test_a_removed_person_is_told(guest: Callable[..., Awaitable[Client]]) -> None:
    host, friend = await guest("Layla"), await guest("Hamad")
    room = await host.open(DUEL)
    other = await friend.join(room.code or "")
    await room.remove(1)
    assert (await first_of(other, wire.Gone)).why == "removed"
    assert other.gone == "removed"
    with pytest.raises(Refused) as caught:
        await friend.join(room.code or "")
    assert caught.value.code == "barred"
    removed = (await room.until(lambda table: table.removed)).removed
    assert [person.name for person in removed] == [friend.name]
    await room.admit(removed[0].person)
    assert room.table.removed == []
    await friend.join(room.code or "")


async def test_rematch_and_record(guest: Callable[..., Awaitable[Client]]) -> None:
    client = await guest("Layla")
    room = await client.open(DUEL, level="easy", begin=True, settings=wire.RoomSettings(public=True))
    await play_out(room)
    match = room.table.matches[-1].match
    replay = await client.replay(match)
    assert replay.steps[-1].view.over
    assert (replay.winners, replay.scores) == (room.table.matches[-1].winners, room.table.matches[-1].scores)
    await room.again()
    assert room.table.phase == "playing"
    assert room.table.match != match
    with pytest.raises(Refused) as caught:
        await client.record(room.table.match or "")
    assert caught.value.code == "not_found"


async def test_the_lobby_and_quick_play(guest: Callable[..., Awaitable[Client]]) -> None:
    looker, host = await guest(), await guest("Layla")
    lobby = looker.lobby()
    known = {line.table for line in await anext(lobby)}
    room = await host.open(FOUR, settings=wire.RoomSettings(public=True))
    async for rooms in lobby:
        if room.id in {line.table for line in rooms} - known:
            break
    await lobby.aclose()
    assert (await looker.room(room.code or "")).table == room.id
    first, second = await guest("A"), await guest("B")
    assert (await first.quick(FOUR)).id == (await second.quick(FOUR)).id
    with pytest.raises(Refused) as caught:
        await looker.room("ZZZZ-ZZZZ")
    assert caught.value.code == "not_found"


async def test_games(guest: Callable[..., Awaitable[Client]]) -> None:
    found = await (await guest()).games()
    assert {game.id for game in found.games} == set(games())
    assert "easy" in found.levels
