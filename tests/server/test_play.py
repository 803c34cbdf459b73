"""Whole matches over a real socket, with a real database."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from diwaniya.engine.fair import commitment
from diwaniya.engine.record import replay
from serving import Client, Server
from table_play import GAMES, LONG


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
def page(server: Server) -> Iterator[Client]:
    with Client(server) as client:
        yield client


SHORT = {
    "kout4": {"target": 10},
    "kout6": {"target": 10},
    "allfours": {"target": 5},
    "allfours2": {"target": 5},
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", ["easy", "normal"])
def test_a_whole_match(server: Server, page: Client, game: str, level: str):
    table = page.open(game, level=level, name="Layla", options=SHORT.get(game, {}))
    first = page.tables[table]
    me = {"kind": "person", "name": "Layla", "avatar": 0, "level": None, "here": True, "away": False}
    assert first["seats"][0] == me
    assert {seat["level"] for seat in first["seats"][1:]} == {level}
    assert server.get(f"/api/matches/{first['match']}/record")[0] == 404, "not while it runs"
    last = page.play_out(table, random.Random(game + level))
    kept = server.get_json(f"/api/matches/{first['match']}/record")
    match = replay(kept).match
    assert match.over
    assert match.winners == last["view"]["winners"]
    proof = kept["meta"]["fair"]
    assert commitment(bytes.fromhex(proof["secret"])) == proof["commitment"] == first["commitment"]
    assert last["commitment"] != first["commitment"], "that of the next match"
    assert kept["meta"]["names"][0] == "Layla"
    (line,) = last["matches"]
    assert (line["match"], line["winners"], line["scores"]) == (first["match"], match.winners, match.scores)


def test_every_event_is_shown_in_order_and_none_is_missed(server: Server, page: Client):
    table = page.open("kout4", level="easy", options={"target": 30})
    match = page.tables[table]["match"]
    page.play_out(table, random.Random(3))
    seqs, told = [], {}
    for message in map(json.loads, page.frames):
        if message["type"] in ("table", "step"):
            seqs.append(message["seq"])
            lines = message["lines"] if message["type"] == "table" else [message["line"]]
            told |= {line["seq"]: line["token"] for line in lines if line}
    assert seqs == sorted(seqs)
    moves = " ".join(token for _, token in sorted(told.items()) if token)
    record = server.get_json(f"/api/matches/{match}/record")
    assert moves == " ".join(hand["moves"] for hand in record["hands"])


def test_steps_add_up_to_the_whole(page: Client):
    """What a page puts together from steps is what it is sent when it asks for the whole again."""
    rng = random.Random(8)
    for game in GAMES:
        table = page.open(game, level="easy")
        for _ in range(30):
            if page.step(table, rng) is None:
                break
        folded = page.my_turn(table)
        page.request("sit", table=table)
        assert page.tables[table] == folded


def test_a_move_is_shown_after_it_is_kept(server: Server, page: Client):
    """What has been shown is in the file already."""
    import sqlite3

    table = page.open("basra", level="easy")
    rng = random.Random(5)
    with sqlite3.connect(f"file:{server.data / 'diwaniya.db'}?mode=ro", uri=True) as db:
        for _ in range(20):
            page.step(table, rng)
            query = "SELECT seq FROM heads JOIN tables USING (n) WHERE id = ?"
            (kept,) = db.execute(query, (table,)).fetchone()
            assert kept >= page.tables[table]["seq"]
    db.close()


def test_the_next_hand_is_dealt_when_asked_for(page: Client):
    """R4: without the people nothing goes on."""
    table = page.open("kout4", level="easy", options=LONG)
    rng = random.Random(1)
    while not page.my_turn(table)["question"]:
        page.step(table, rng)
    seen = page.tables[table]
    assert seen["view"]["result"]["points"] == seen["view"]["points"]
    with pytest.raises(TimeoutError):
        page.receive(timeout=0.3)
    assert page.request("play", table=table, token="AS", seq=seen["seq"])["code"] == "not_now"
    assert page.request("next", table=table, seq=seen["seq"])["type"] == "done"
    assert page.request("next", table=table, seq=seen["seq"])["type"] == "done", "asked twice, dealt once"
    assert page.tables[table]["view"]["hand"] == 2


def test_a_rematch(server: Server, page: Client):
    table = page.open("cucco", level="easy", name="Ali")
    assert page.request("rematch", table=table)["code"] == "not_now"
    first = page.play_out(table, random.Random(2))
    assert first["question"] == {"kind": "rematch", "waiting": [0], "you": True}
    assert page.request("rematch", table=table)["table"] == table
    again = page.wait_for(table, lambda seen: seen["phase"] == "playing")
    assert again["match"] != first["match"]
    assert again["commitment"] == first["commitment"], (
        "the secret of the next match was fixed when the last one ended"
    )
    assert [seat["name"] for seat in again["seats"]] == [seat["name"] for seat in first["seats"]]
    last = page.play_out(table, random.Random(3))
    assert [line["match"] for line in last["matches"]] == [first["match"], again["match"]]
    for line in last["matches"]:
        assert server.get_json(f"/api/matches/{line['match']}/record")["meta"]["match"] == line["match"]


def test_levels_for_each_seat(page: Client):
    table = page.open("cucco", seats=3, levels=["normal", "easy"])
    assert [seat["level"] for seat in page.tables[table]["seats"]] == [None, "normal", "easy"]


def test_names_are_tidied(page: Client):
    table = page.open("basra", level="easy", name="  Zahra\u200c\u202e \n of\tBasra ")
    assert page.tables[table]["seats"][0]["name"] == "Zahra\u200c of Basra"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "nogame"}, "bad_game"),
        ({"game": "basra", "seats": 5}, "bad_option"),
        ({"game": "basra", "level": "divine"}, "bad_option"),
        ({"game": "basra", "levels": ["easy", "easy"]}, "bad_option"),
        ({"game": "basra"}, "not_now"),
        ({"game": "basra", "levels": ["easy"], "settings": {"clock": 7}}, "bad_option"),
        ({"game": "basra", "levels": ["easy"], "settings": {"delay": 1}}, "bad_option"),
        ({"game": "basra", "level": "easy", "options": {"nonsense": 1}}, "bad_option"),
        ({"game": "basra", "level": "easy", "options": {"target": 10**40}}, None),
        ({"game": "basra", "level": "easy", "options": {"jack_basra": 10**40}}, "bad_option"),
        ({"game": "basra", "name": "x" * 25}, "bad_name"),
    ],
)
def test_what_cannot_be_opened(page: Client, fields: dict[str, object], code: str | None):
    answer = page.request("open", **fields)
    assert answer.get("code") == code, answer


def test_running_tables_are_found_again(server: Server):
    """A reload: the cookie finds the seat, the view is the same."""
    with Client(server) as page:
        assert page.welcome["tables"] == []
        table = page.open("kout4", level="easy", name="Noor")
        over = page.open("cucco", level="easy", name="Noor")
        page.play_out(over, random.Random(9))
        left = page.open("cucco", level="easy", begin=False)
        assert page.request("quit", table=left)["type"] == "done"
        before = page.my_turn(table)
        cookie = page.cookie
    with Client(server, cookie) as again:
        lines = {line["table"]: line for line in again.welcome["tables"]}
        assert lines.keys() == {table, over}
        assert {**lines[table], "updated": 0} == {
            "table": table,
            "game": "kout4",
            "phase": "playing",
            "names": ["Noor"],
            "updated": 0,
            "name_seed": "",
            "practice": None,
        }
        assert lines[over]["phase"] == "over"
        assert again.request("sit", table=table)["type"] == "done"
        assert again.tables[table] == before


def test_a_page_that_left_hears_nothing_more(page: Client):
    table = page.open("kout4", level="easy")
    page.my_turn(table)
    assert page.request("leave", table=table)["type"] == "done"
    page.tables.clear()
    assert page.request("leave", table=table)["code"] == "no_table"
    assert page.tables == {}
    assert page.request("sit", table=table)["type"] == "done"
    assert page.tables[table]["view"]["legal"]


def test_ping(page: Client):
    assert page.ask({"type": "ping", "ref": 7}, "pong")["ref"] == 7


def test_who_is_here_is_shown(server: Server, page: Client):
    table = page.open("basra", level="easy")
    with Client(server) as other:
        other.request("watch", table=table)
        assert other.tables[table]["seats"][0]["here"] is True
        page.request("leave", table=table)
        other.wait_for(table, lambda seen: not seen["seats"][0]["here"])


def test_two_pages_of_the_same_person_show_the_same(server: Server, page: Client):
    table = page.open("kout4", level="easy")
    with Client(server, page.cookie) as second:
        second.request("sit", table=table)
        page.step(table, random.Random(1))
        page.my_turn(table)
        seq = page.tables[table]["seq"]
        assert second.wait_for(table, lambda seen: seen["seq"] >= seq) == page.tables[table]


def test_the_pause_is_kept(tmp_path: Path):
    import time

    with Server(tmp_path, pause=0.2) as server, Client(server) as page:
        began = time.monotonic()
        table = page.open("kout6", level="easy")
        seen = page.my_turn(table)
        moves = sum(1 for line in seen["lines"] if line["token"])
        assert time.monotonic() - began >= 0.15 * moves
