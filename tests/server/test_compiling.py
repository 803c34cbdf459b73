"""The rules are compiled in a process of their own: a game that is played before the others."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from diwaniya.engine.game import games
from diwaniya.server.compiling import Compiling, in_turn
from diwaniya.server.computers import Computers
from inside import Inside, Page, inside

LAST = list(games())[-1]
PATIENCE = 280.0

pytestmark = pytest.mark.timeout(300)  # compiles, if nobody has yet


def wait_for(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, "it does not come"
        time.sleep(0.02)


@pytest.fixture(autouse=True)
def no_game_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever these tests load is forgotten after them."""
    monkeypatch.setattr("diwaniya.engine.modes._ready", set())


def test_who_is_wanted_comes_next() -> None:
    asked: list[str] = []

    def first(left: list[str]) -> str:
        return next(game for game in [*asked, *left] if game in left)

    turns = in_turn("abcd", first)
    told = [next(turns)]
    asked += ["d", "c"]
    assert [*told, *turns] == ["a", "d", "c", "b"]


def test_a_game_that_is_played_is_ready_before_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last one by the alphabet, with everything real: the process, its ears and its mouth."""
    monkeypatch.setenv("DIWANIYA_PURE", "0")
    compiling = Compiling()
    assert not compiling.done(LAST)  # wanted before the process is there
    compiling.start()
    try:
        wait_for(lambda: compiling.done(LAST))
        assert LAST in compiling.ready[:2], "one that was under way may be through before it"
        assert not compiling.done(), "this is not all"
    finally:
        compiling.stop()


def test_its_end_is_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has died: nobody can be told any more, and nothing is ready."""
    monkeypatch.setenv("DIWANIYA_PURE", "0")
    compiling = Compiling()
    compiling.start()
    assert compiling._process is not None
    compiling._process.kill()
    compiling._process.wait(60)
    assert not compiling.done(LAST)
    assert not compiling.done("nonsense")


async def asks(page: Page, table: str) -> dict[str, Any]:
    return await page.ask("hint", table=table, seq=page.tables[table]["seq"])


async def began(server: Inside) -> tuple[str, Page]:
    """A match of two in the last game, and who is to move with a choice."""
    seats = min(games()[LAST].seats)
    names = ["Ali", "Badr", "Dana", "Eman", "Fahd", "Ghazi"][:seats]
    table, pages = await server.room(LAST, names, seats=seats)
    await pages[0].ok("begin", table=table)
    await server.settled()

    def choice(seen: dict[str, Any]) -> bool:
        return len(seen["view"].get("legal") or []) > 1

    if not any(choice(page.tables[table]) for page in pages):
        await server.play(pages, table, random.Random(1), choice)
    return table, next(page for page in pages if choice(page.tables[table]))


async def test_a_hint_comes_as_soon_as_this_game_is_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a server that has just started: at first words that say why there is none, then hints, with others to come."""
    monkeypatch.setenv("DIWANIYA_PURE", "0")
    compiling = Compiling()
    async with inside(tmp_path) as server:
        server.hub.computers.stop()
        server.hub.computers = Computers(compiled=compiling.done)
        table, mover = await began(server)
        answer = await asks(mover, table)
        assert (answer["type"], answer["code"]) == ("refused", "not_now")
        assert "still getting ready for this game" in answer["text"]
        compiling.start()
        try:
            wait_for(lambda: LAST in compiling.ready)
            assert not compiling.done()
            assert (await asks(mover, table))["type"] == "done"
            assert mover.of("hint")
        finally:
            compiling.stop()


async def test_a_server_without_compiled_rules_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DIWANIYA_PURE", "1")
    async with inside(tmp_path) as server:
        table, mover = await began(server)
        answer = await asks(mover, table)
        assert answer["code"] == "not_now"
        assert "without compiled rules" in answer["text"]
