"""Finished matches: the record to download, and the replay with all hands open."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from diwaniya.engine.match import Match
from diwaniya.engine.record import replay as play_again
from diwaniya.server.replays import Replays, replay
from diwaniya.wire.http import Replay
from inside import inside
from serving import Client, Server
from table_play import GAMES, Log, opened, play_out


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("data")) as running:
        yield running


def record_of(log: Log) -> dict[str, Any]:
    from diwaniya.table.record import record

    return record(log.state)


@pytest.mark.parametrize("game", GAMES)
def test_every_step_of_every_game(game: str):
    """The views are a spectator's, the hands what each seat held, and the end is that of the match."""
    record = record_of(play_out(opened(game, seed=3, short=True), seed=3))
    steps = replay("m", record).steps
    again = Match(game, seats=record["seats"], dealer=record["dealer"], options=record["options"])
    packs = iter([pack for hand in record["hands"] for pack in (hand["deck"], *hand.get("redeals", []))])
    for step in steps:
        if step.token is None:
            again.deal(next(packs))
        else:
            again.play(step.token, step.seat)
        assert step.hands == [again.view(seat)["cards"] for seat in range(again.seats)]
        shown = json.loads(msgspec.json.encode(step.view))
        assert shown == json.loads(msgspec.json.encode(again.view(None)))
    assert again.over
    assert [step.token for step in steps if step.token] == [
        token for hand in record["hands"] for token in hand["moves"].split()
    ]
    assert play_again(record).match.scores == again.scores


def test_a_replay_over_http(server: Server):
    with Client(server) as page:
        table = page.open("cucco", level="normal", name="Layla")
        match = page.tables[table]["match"]
        assert server.get(f"/api/matches/{match}/replay")[0] == 404, "not while it runs"
        last = page.play_out(table, random.Random(1))
    found = server.get_json(f"/api/matches/{match}/replay")
    told = msgspec.convert(found, Replay, strict=False)
    assert (told.match, told.game, told.seats, told.names[0]) == (match, "cucco", len(last["seats"]), "Layla")
    assert (told.winners, told.scores) == (last["view"]["winners"], last["view"]["scores"])
    assert told.record == server.get_json(f"/api/matches/{match}/record")
    assert told.steps[0].token is None
    assert all(len(hand) <= 1 for step in told.steps for hand in step.hands)
    assert any(len(hand) == 1 for hand in told.steps[0].hands)
    status, headers, _ = server.get(f"/api/matches/{match}/replay")
    assert (status, headers["content-type"]) == (200, "application/json")
    assert "immutable" in headers["cache-control"]


def test_a_replay_link_does_not_open_the_room(server: Server):
    with Client(server) as page, Client(server) as stranger:
        table = page.open("cucco", level="normal")
        page.play_out(table, random.Random(1))
        match = page.tables[table]["match"]
        assert match != table
        for kind in ("sit", "watch", "join"):
            assert stranger.request(kind, table=match)["code"] == "no_table"
        assert server.get(f"/api/matches/{table}/record")[0] == 404


async def test_a_match_that_was_broken_off_is_kept_as_it_stands(tmp_path: Path):
    async with inside(tmp_path) as server:
        page = await server.page("Ali")
        table = await page.open("kout4", level="easy", begin=True)
        await server.play([page], table, random.Random(1), lambda seen: len(seen["lines"]) > 10)
        match = page.tables[table]["match"]
        replays = Replays(server.storage)
        assert await replays.replay(match) is None
        assert await replays.record(match) is None
        await page.ok("end", table=table)
        kept = await replays.record(match)
        assert kept is not None
        assert not play_again(json.loads(kept)).match.over
        made = await replays.replay(match)
        assert made is not None
        assert msgspec.json.decode(made, type=Replay).winners == []
        assert await replays.replay(match) is made, "the next one who asks does not wait"


async def test_the_cache_of_replays_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("diwaniya.server.replays.KEPT_BYTES", 1000)
    async with inside(tmp_path) as server:
        page = await server.page("Ali")
        table = await page.open("cucco", level="easy", begin=True)
        await server.play([page], table, random.Random(1), lambda seen: seen["phase"] == "over")
        replays = Replays(server.storage)
        made = await replays.replay(page.tables[table]["match"])
        assert made is not None
        assert len(made) > 1000
        assert not replays._kept
