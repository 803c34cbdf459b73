"""Hints: for whoever is to move, from his own view, for nobody else, and not for ever more of them."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from diwaniya.bots._advice import Adviser
from diwaniya.engine.game import find
from diwaniya.server.computers import HINTS_WAITING, Computers
from diwaniya.server.limits import HINTS_A_MINUTE, HINTS_AT_ONCE, Buckets
from helping import refused_help
from inside import Inside, Page, inside

GAME = "basra"


@asynccontextmanager
async def ready(folder: Path) -> AsyncIterator[Inside]:
    """A server that has its rules compiled."""
    await asyncio.to_thread(Adviser, find(GAME), "compiled")
    async with inside(folder) as server:
        server.hub.computers.stop()
        server.hub.computers = Computers(compiled=lambda game: True)
        yield server


@pytest.fixture(autouse=True)
def no_game_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever these tests load is forgotten after them."""
    monkeypatch.setattr("diwaniya.engine.modes._ready", set())


@contextmanager
def held_up(server: Inside) -> Iterator[None]:
    """No hint is thought about meanwhile."""
    gate = threading.Event()
    server.hub.computers._hinting.submit(gate.wait)
    try:
        yield
    finally:
        gate.set()


async def began(server: Inside, **settings: Any) -> tuple[str, Page, Page]:
    """A match of two: the table, who is to move, and the other."""
    table, (ali, badr) = await server.room(GAME, ["Ali", "Badr"], seats=2, settings=settings)
    await ali.ok("begin", table=table)
    await server.settled()
    return (table, ali, badr) if ali.tables[table]["view"].get("legal") else (table, badr, ali)


async def asks(page: Page, table: str) -> dict[str, Any]:
    return await page.ask("hint", table=table, seq=page.tables[table]["seq"])


pytestmark = pytest.mark.timeout(300)  # compiles, if nobody has yet


async def test_only_who_asks_is_told(tmp_path: Path):
    async with ready(tmp_path) as server:
        table, mover, other = await began(server)
        onlooker = await server.page("Nosy")
        await onlooker.ok("watch", table=table)
        again = await server.page(guest=mover.guest)
        await again.ok("sit", table=table)
        seq = mover.tables[table]["seq"]
        assert (await asks(mover, table))["type"] == "done"
        (hint,) = mover.of("hint")
        assert (hint["table"], hint["seq"]) == (table, seq)
        legal = mover.tables[table]["view"]["legal"]
        told = [move["token"] for move in hint["moves"]]
        assert len(told) == len(set(told)) == min(5, len(legal))
        assert set(told) <= set(legal)
        assert all(0 <= move["chance"] <= 1 for move in hint["moves"])
        kinds = [message["type"] for message in mover.messages]
        assert kinds.index("hint") < len(kinds) - 1 - kinds[::-1].index("done"), "the answer comes after it"
        assert not [page for page in (other, onlooker, again) if page.of("hint")]
        assert mover.tables[table]["seq"] == seq, "nothing has happened"


async def test_who_may_have_none(tmp_path: Path):
    async with ready(tmp_path) as server:
        table, mover, other = await began(server)
        onlooker = await refused_help(server, "hint", table, mover, other)
        host = next(page for page in (mover, other) if page.tables[table]["seat"] == 0)
        await host.ok("change", table=table, settings={"hints": True})
        assert (await asks(mover, table))["type"] == "done"
        empty = await other.open(GAME)
        assert (await asks(other, empty))["code"] == "not_now"
        assert len(mover.of("hint")) == 1
        assert not onlooker.of("hint")
        assert not other.of("hint")


async def test_what_comes_too_late_is_not_told(tmp_path: Path):
    """The table does not wait for a hint: who moves meanwhile needs it no more."""
    async with ready(tmp_path) as server:
        table, mover, _ = await began(server)
        seen = mover.tables[table]
        with held_up(server):
            answer = asyncio.create_task(asks(mover, table))
            await asyncio.sleep(0)  # it has been asked for
            await mover.ok("play", table=table, token=seen["view"]["legal"][0], seq=seen["seq"])
        assert (await answer)["code"] == "stale"
        assert not mover.of("hint")


async def test_people_may_come_and_go_meanwhile(tmp_path: Path):
    async with ready(tmp_path) as server:
        table, mover, other = await began(server)
        host = next(page for page in (mover, other) if page.tables[table]["seat"] == 0)
        with held_up(server):
            answer = asyncio.create_task(asks(mover, table))
            await asyncio.sleep(0)
            await host.ok("change", table=table, settings={"watch": False})
        assert (await answer)["type"] == "done"
        assert len(mover.of("hint")) == 1


async def test_there_is_an_end_to_them(tmp_path: Path):
    async with inside(tmp_path) as server:
        now = 0.0
        server.connections.limits._hints = Buckets(HINTS_A_MINUTE / 60, HINTS_AT_ONCE, lambda: now)
        table, mover, other = await began(server)
        codes = [(await asks(mover, table))["code"] for _ in range(HINTS_AT_ONCE + 2)]
        assert codes == ["not_now"] * HINTS_AT_ONCE + ["too_fast"] * 2
        assert (await asks(other, table))["code"] == "not_your_turn", "each player has his own"
        now = 60 / HINTS_A_MINUTE
        assert [(await asks(mover, table))["code"] for _ in range(2)] == ["not_now", "too_fast"]


async def test_not_too_many_wait(tmp_path: Path):
    """Each takes its time; one more than there is room for is told so at once."""
    async with ready(tmp_path) as server:
        table, mover, _ = await began(server)
        pages = [mover, *[await server.page(guest=mover.guest) for _ in range(HINTS_WAITING)]]
        for page in pages[1:]:
            await page.ok("sit", table=table)
        answers = await asyncio.gather(*(asks(page, table) for page in pages))
        assert [answer.get("code") for answer in answers] == [None] * HINTS_WAITING + ["not_now"]


async def test_without_compiled_rules_there_are_none(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, mover, _ = await began(server)
        answer = await asks(mover, table)
        assert (answer["type"], answer["code"]) == ("refused", "not_now")
        assert "no hint to give just now" in answer["text"]


async def test_a_failure_is_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """Whoever asked is told that there is none, and may ask again."""

    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    async with ready(tmp_path) as server:
        table, mover, _ = await began(server)
        with monkeypatch.context() as patch:
            patch.setattr(Adviser, "advise", fail)
            assert (await asks(mover, table))["code"] == "not_now"
        assert "no hint could be found for basra" in caplog.text
        assert (await asks(mover, table))["type"] == "done"


async def test_the_only_move_needs_no_thought(tmp_path: Path):
    """So it is told even where nothing is compiled."""
    async with inside(tmp_path) as server:
        table, mover, other = await began(server)
        pages = [mover, other]

        def forced(seen: dict[str, Any]) -> bool:
            return len(seen["view"].get("legal") or []) == 1

        await server.play(pages, table, random.Random(2), forced)
        mover = next(page for page in pages if forced(page.tables[table]))
        (only,) = mover.tables[table]["view"]["legal"]
        await mover.ok("hint", table=table, seq=mover.tables[table]["seq"])
        assert mover.of("hint")[-1]["moves"] == [{"token": only, "chance": None}]
