"""The review of a finished match over HTTP: asked for, waited for, the same for all; and nothing before the end."""

from __future__ import annotations

import asyncio
import json
import random
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from diwaniya.engine.game import find
from diwaniya.review import report
from diwaniya.review.reviewer import Reviewer
from diwaniya.server.compiling import Compiling
from diwaniya.server.reviews import PURE_NODES, WAITING, Reviews
from diwaniya.wire.http import Review, ReviewState
from inside import Inside, inside
from serving import PATIENCE, Client, Server

GAME = "cucco"
"""Its matches are short."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("data")) as running:
        yield running


def played(server: Server, seed: int = 1) -> str:
    """The name of a finished match."""
    with Client(server) as page:
        table = page.open(GAME, level="normal")
        match = page.tables[table]["match"]
        page.play_out(table, random.Random(seed))
    assert isinstance(match, str)
    return match


def address(match: str) -> str:
    return f"/api/matches/{match}/review"


def asked(server: Server, match: str) -> ReviewState:
    status, _, body = server.post(address(match))
    assert status == 200, body
    return msgspec.json.decode(body, type=ReviewState)


def reviewed(server: Server, match: str) -> Review:
    """Wait for it, as a page does."""
    end = time.monotonic() + PATIENCE
    state = asked(server, match)
    while time.monotonic() < end:
        if state.state == "ready":
            assert state.review is not None
            return state.review
        assert state.state in ("waiting", "working"), state
        assert 0 <= state.done <= state.total
        time.sleep(0.1)
        state = msgspec.json.decode(server.get(address(match))[2], type=ReviewState)
    raise AssertionError(f"no review came: {state}")


def test_a_review_is_made_once_and_fits_the_replay(server: Server) -> None:
    match = played(server)
    status, headers, body = server.get(address(match))
    assert (status, json.loads(body)["state"]) == (200, "none"), "nobody has asked for it"
    assert headers["cache-control"] == "no-store"
    found = reviewed(server, match)
    replay = server.get_json(f"/api/matches/{match}/replay")
    moves = [step for step in replay["steps"] if step["token"] is not None]
    assert [(step.seat, step.move) for step in found.steps] == [(m["seat"], m["token"]) for m in moves]
    assert len(found.graph) == len(replay["steps"]) + 1, "a point after each step, and one before all"
    assert [point.hand for point in found.graph[1:]] == [step["hand"] for step in replay["steps"]]
    assert [point.dealt for point in found.graph[1:]] == [step["token"] is None for step in replay["steps"]]
    record = server.get_json(f"/api/matches/{match}/record")
    own = report(Reviewer(find(GAME), "pure", nodes=PURE_NODES).review(record))
    assert found == msgspec.convert(own, Review), "as `diwaniya review` tells it"
    assert asked(server, match).review == found
    assert "max-age" in server.get(address(match))[1]["cache-control"]


def test_nothing_is_told_of_a_match_that_runs(server: Server) -> None:
    with Client(server) as page:
        table = page.open(GAME, level="normal")
        match = page.tables[table]["match"]
        for status, _, body in (server.get(address(match)), server.post(address(match))):
            assert (status, json.loads(body)["code"]) == (404, "not_found")
        page.play_out(table, random.Random(1))
        assert server.get(address(match))[0] == 200
        assert server.get(address(table))[0] == 404, "the room's own name is no match"
    for wrong in ("nonsense", "A" * 16, "%2e%2e"):
        assert server.get(address(wrong))[0] == server.post(address(wrong))[0] == 404


def test_a_page_from_elsewhere_may_not_ask(server: Server) -> None:
    match = played(server, seed=2)
    assert server.post(address(match), headers={"Origin": "http://elsewhere.example"})[0] == 403
    assert json.loads(server.get(address(match))[2])["state"] == "none"


def test_there_is_an_end_to_what_one_asks_for(tmp_path: Path) -> None:
    """Whoever asks for many that are not there yet is told to wait; what is there costs nothing."""
    with Server(tmp_path) as server:
        match = played(server)
        reviewed(server, match)
        statuses = [server.post(address("A" * 16))[0] for _ in range(8)]
        assert statuses[0] == 404
        assert statuses[-1] == 429
        assert asked(server, match).state == "ready"


def test_the_server_stops_at_once_though_a_review_is_under_way(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        with Client(server) as page:
            table = page.open("basra", level="easy", options={"target": 101})
            match = page.tables[table]["match"]
            page.play_out(table, random.Random(4))
        assert asked(server, match).state in ("waiting", "working")
        assert server.stop() < 20
        assert server.process.returncode == 0
        assert "Traceback" not in server.errors


# inside


@asynccontextmanager
async def reviews_of(
    folder: Path, compiling: Compiling | None = None
) -> AsyncIterator[tuple[Inside, Reviews]]:
    async with inside(folder) as server:
        reviews = Reviews(server.storage, compiling or Compiling())
        try:
            yield server, reviews
        finally:
            reviews.stop()


async def finished(server: Inside, seed: int = 1) -> str:
    page = await server.page("Ali")
    table = await page.open(GAME, level="easy", begin=True)
    await server.play([page], table, random.Random(seed), lambda seen: seen["phase"] == "over")
    return str(page.tables[table]["match"])


def state_of(body: bytes | None) -> dict[str, Any]:
    assert body is not None
    found: dict[str, Any] = json.loads(body)
    return found


async def test_matches_wait_for_each_other_and_not_too_many(tmp_path: Path) -> None:
    async with reviews_of(tmp_path) as (server, reviews):
        gate = threading.Event()
        reviews._thread.submit(gate.wait)
        try:
            matches = [await finished(server, seed) for seed in range(WAITING + 2)]
            states = [state_of(await reviews.begin(match)) for match in matches]
            assert [state["state"] for state in states] == ["waiting"] * (WAITING + 1) + ["full"]
            assert [state["ahead"] for state in states[:-1]] == list(range(WAITING + 1))
            again = state_of(await reviews.begin(matches[2]))
            assert (again["state"], again["ahead"]) == ("waiting", 2), "asking twice does no harm"
        finally:
            reviews.stop()
            gate.set()


async def test_while_the_rules_are_compiled_it_waits(tmp_path: Path) -> None:
    class Busy(Compiling):
        busy = True

        def running(self) -> bool:
            return self.busy

    compiling = Busy()
    async with reviews_of(tmp_path, compiling) as (server, reviews):
        match = await finished(server)
        await reviews.begin(match)
        await until(lambda: state_of(reviews.known(match))["state"] == "compiling")
        assert GAME in compiling._wanted, "it is compiled before the others"
        compiling.busy = False
        await until(lambda: state_of(reviews.known(match))["state"] == "ready")


async def test_a_server_stops_that_waits_for_the_compiler(tmp_path: Path) -> None:
    class Busy(Compiling):
        def running(self) -> bool:
            return True

    async with reviews_of(tmp_path, Busy()) as (server, reviews):
        match = await finished(server)
        await reviews.begin(match)
        await until(lambda: state_of(reviews.known(match))["state"] == "compiling")
        reviews.stop()
        await until(lambda: not reviews._jobs)


async def test_a_long_match_is_for_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("diwaniya.server.reviews.MOST_MOVES", 3)
    async with reviews_of(tmp_path) as (server, reviews):
        assert state_of(await reviews.begin(await finished(server)))["state"] == "too_long"


async def test_a_failure_is_told_and_may_be_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with reviews_of(tmp_path) as (server, reviews):
        match = await finished(server)
        with monkeypatch.context() as patch:
            patch.setattr("diwaniya.server.reviews.MODULE", "diwaniya.no_such_module")
            await reviews.begin(match)
            await until(lambda: not reviews._jobs)
        assert state_of(await reviews.look(match))["state"] == "failed"
        assert "could not be reviewed" in caplog.text
        await reviews.begin(match)
        await until(lambda: not reviews._jobs)
        assert state_of(await reviews.look(match))["state"] == "ready"


async def test_what_is_kept_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("diwaniya.server.reviews.KEPT_BYTES", 1)
    async with reviews_of(tmp_path) as (server, reviews):
        for seed in range(2):
            match = await finished(server, seed)
            await reviews.begin(match)
            await until(lambda: not reviews._jobs)
        assert list(reviews._kept) == [match]


async def until(what: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    for _ in iter(what, True):
        assert time.monotonic() < end
        await asyncio.sleep(0.02)
