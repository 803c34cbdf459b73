"""A finished match played on over HTTP: the room, who sits there, what is hidden, and the record that comes of it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from diwaniya.engine.record import replay
from diwaniya.words.computers import seed_text
from serving import Client, Server

GAME = "allfours2"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(scope="module")
def match(server: Server) -> str:
    """The name of a finished match."""
    with Client(server) as page:
        table = page.open(GAME, level="normal", name="Layla")
        page.play_out(table, random.Random(1))
        return str(page.tables[table]["match"])


def on(server: Server, match: str, cookie: str | None, **body: Any) -> tuple[int, dict[str, Any]]:
    headers = {"Cookie": cookie} if cookie else {}
    status, _, answer = server.post(f"/api/matches/{match}/play-on", {"level": "normal", **body}, headers)
    return status, json.loads(answer)


def test_a_match_goes_on_from_where_it_was(server: Server, match: str) -> None:
    was = server.get_json(f"/api/matches/{match}/replay")
    at = 5
    with Client(server) as page:
        status, answer = on(server, match, page.cookie, steps=at + 1)
        assert status == 200, answer
        table = answer["table"]
        assert page.request("sit", table=table)["type"] == "done"
        seen = page.tables[table]
        assert seen["seat"] == was["steps"][at]["view"]["to_move"]
        assert seen["view"]["cards"] == was["steps"][at]["hands"][seen["seat"]]
        assert seen["practice"] == {"match": match, "hand": 1, "step": at, "steps": at + 1}
        assert [seat["kind"] for seat in seen["seats"]].count("computer") == was["seats"] - 1
        other = was["steps"][at]["hands"][1 - seen["seat"]]
        assert not set(other) & set(json.dumps(seen["view"]).replace('"', " ").replace(",", " ").split())
        assert server.get(f"/api/matches/{seen['match']}/record")[0] == 404, "not while it runs"
        page.play_out(table, random.Random(2))
        new = seen["match"]
    kept = server.get_json(f"/api/matches/{new}/record")
    assert replay(kept).match.over
    assert kept["hands"][0]["deck"] == was["record"]["hands"][0]["deck"]
    assert kept["meta"]["practice"]["match"] == match
    assert "fair" not in kept["meta"]
    assert server.get_json(f"/api/matches/{new}/replay")["winners"] == kept_winners(kept)


def kept_winners(kept: dict[str, Any]) -> list[int]:
    return replay(kept).match.winners


def test_a_seat_of_ones_own_choice_and_a_restart(server: Server, match: str) -> None:
    with Client(server) as page:
        for seat in (0, 1):
            status, answer = on(server, match, page.cookie, steps=4, seat=seat)
            assert status == 200, answer
            page.request("sit", table=answer["table"])
            assert page.tables[answer["table"]]["seat"] == seat
        cookie = page.cookie
        before = page.tables[answer["table"]]
    server.kill()
    server.start()
    with Client(server, cookie) as page:
        assert page.request("sit", table=answer["table"])["type"] == "done"
        after = page.tables[answer["table"]]
        assert after["practice"] == before["practice"]
        assert after["view"]["hand"] == before["view"]["hand"]


def test_in_the_list_of_tables_it_says_what_it_is_and_whose_names_it_has(server: Server, match: str) -> None:
    with Client(server) as page:
        cookie = page.cookie
        for given, kept in (("1x2y", "1x2y"), ("no seed", seed_text(match)), ("", seed_text(match))):
            _, answer = on(server, match, cookie, steps=6, name_seed=given)
            page.request("sit", table=answer["table"])
            assert page.tables[answer["table"]]["name_seed"] == kept
        page.request("open", game=GAME, level="easy")
    with Client(server, cookie) as page:
        usual, *others = page.welcome["tables"]
        assert (usual["practice"], usual["name_seed"]) == (None, "")
        assert others[0]["practice"] == {"match": match, "hand": 1, "step": 5, "steps": 6}
        assert others[0]["name_seed"] == seed_text(match)


def test_what_is_refused(server: Server, match: str) -> None:
    steps = len(server.get_json(f"/api/matches/{match}/replay")["steps"])
    with Client(server) as page:
        mine = page.cookie
        assert on(server, match, None, steps=4)[0] == 403, "whoever is nobody cannot sit down"
        assert on(server, "A" * 16, mine, steps=4)[0] == 404
        assert on(server, "nonsense", mine, steps=4)[0] == 404
        for wrong in (
            {"steps": 0},
            {"steps": steps + 1},
            {"steps": 4, "seat": 7},
            {"steps": 4, "level": "best"},
        ):
            status, answer = on(server, match, mine, **wrong)
            assert (status, answer["code"]) == (400, "bad_request"), wrong
        status, answer = on(server, match, mine, steps=steps)
        assert (status, answer["text"]) == (400, "There the match is over: go back a little.")
        body = {"steps": 4, "level": "normal"}
        elsewhere = {"Cookie": mine or "", "Origin": "http://elsewhere.example"}
        assert server.post(f"/api/matches/{match}/play-on", body, elsewhere)[0] == 403
        with Client(server) as other:
            table = other.open(GAME, level="normal")
            running = other.tables[table]["match"]
            assert on(server, running, mine, steps=1)[0] == 404, "not from a match that still runs"


def test_rooms_cannot_be_opened_without_end(server: Server, match: str) -> None:
    with Client(server) as page:
        statuses = [on(server, match, page.cookie, steps=2)[0] for _ in range(25)]
    assert statuses[0] == 200
    assert statuses[-1] == 429
