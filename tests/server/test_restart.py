"""A killed server comes back where it was: every move that was acknowledged is there, and play goes on."""

from __future__ import annotations

import random
import resource
import time
from pathlib import Path
from typing import Any

import pytest

from killing import kill_again_and_again
from serving import PATIENCE, Client, Server


def same_place(now: dict[str, Any], before: dict[str, Any]) -> None:
    """The table stands where it stood. Its number may be one higher: a decided match is closed a moment
    later.
    """
    assert now["seq"] - before["seq"] in ((0, 1) if before["view"]["over"] else (0,))
    assert {**now, "seq": 0} == {**before, "seq": 0}


@pytest.mark.parametrize("game", ["kout4", "morabaa"])
def test_killed_in_the_middle_of_a_match(tmp_path: Path, game: str):
    rng = random.Random(game)
    with Server(tmp_path) as server:
        with Client(server) as page:
            table = page.open(game, level="normal", name="Sami", options={"target": 40})
            cookie = page.cookie
            commitment = page.tables[table]["commitment"]
        for _ in range(3):
            with Client(server, cookie) as page:
                assert [line["table"] for line in page.welcome["tables"]] == [table]
                page.request("sit", table=table)
                assert page.tables[table]["commitment"] == commitment
                for _ in range(rng.randint(1, 9)):
                    if page.step(table, rng) is None:
                        break
                told = {line["seq"]: line for line in page.tables[table]["lines"]}
                seq = page.tables[table]["seq"]
                server.kill()
            server.start()
            with Client(server, cookie) as page:
                page.request("sit", table=table)
                again = page.tables[table]
                assert again["seq"] >= seq
                lines = {line["seq"]: line for line in again["lines"]}
                assert all(lines[n] == line for n, line in told.items() if n in lines)
                assert max(told) in lines or again["seq"] - seq > 40
        with Client(server, cookie) as page:
            page.request("sit", table=table)
            page.play_out(table, rng)
            match = page.tables[table]["match"]
        assert server.get(f"/api/matches/{match}/record")[0] == 200


def test_killed_while_the_computer_thinks(tmp_path: Path):
    """The computer's turn is found in the log, and it goes on by itself when somebody looks."""
    with Server(tmp_path, pause=30) as server:
        with Client(server) as page:
            table = page.open("kout6", level="normal")
            while page.tables[table]["view"]["to_move"] == 0:
                table = page.open("kout6", level="normal")
            cookie, waiting = page.cookie, page.tables[table]["view"]["to_move"]
            server.kill()
        server._options = ["--pause", "0"]
        server.start()
        with Client(server, cookie) as page:
            page.request("sit", table=table)
            seen = page.my_turn(table)
            assert next(line["seat"] for line in seen["lines"] if line["token"]) == waiting


async def test_killed_at_any_moment(tmp_path: Path):
    """Ten tables, eight kills without warning: all that was shown is there, once, and every table goes on.

    `tests/soak/test_kills.py` is the long form.
    """
    shown, kept = await kill_again_and_again(tmp_path, tables=10, kills=8, seed=4)
    assert shown > 50
    assert kept > 50


def test_stopped_and_started_again(tmp_path: Path):
    with Server(tmp_path) as server:
        with Client(server) as page:
            table = page.open("cucco", level="normal")
            before, cookie = page.my_turn(table), page.cookie
            server.stop()
        server.start()
        with Client(server, cookie) as page:
            page.request("sit", table=table)
            same_place(page.tables[table], before)


def test_a_table_that_nobody_needs_leaves_memory_and_comes_back(tmp_path: Path):
    with Server(tmp_path, "--idle", "0.2") as server:
        with Client(server) as page:
            table = page.open("kout4", level="easy")
            before, cookie = page.my_turn(table), page.cookie
            assert server.get_json("/api/health")["tables"] == 1
        deadline = time.monotonic() + PATIENCE
        while server.get_json("/api/health")["tables"]:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        with Client(server, cookie) as page:
            page.request("sit", table=table)
            same_place(page.tables[table], before)


def test_a_full_disk_stops_play_and_space_lets_it_go_on(tmp_path: Path):
    """A limit on the size of files stands for the full disk. Nothing is lost, nothing is made up."""
    rng = random.Random(6)
    with Server(tmp_path) as server, Client(server) as page:
        table = page.open("kout4", level="easy", options={"target": 1000})
        page.step(table, rng)
        seen = page.my_turn(table)
        size = (tmp_path / "diwaniya.db-wal").stat().st_size
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        ask = {"kind": "next"} if seen["question"] else {"kind": "play", "token": seen["view"]["legal"][0]}
        answer = page.request(table=table, seq=seen["seq"], **ask)
        assert answer["code"] == "not_saved"
        assert page.tables[table]["seq"] == seen["seq"]
        assert str(tmp_path) not in answer["text"]
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (-1, -1))
        assert page.request(table=table, seq=seen["seq"], **ask)["type"] == "done"
        for _ in range(10):
            page.step(table, rng)
        before = page.my_turn(table)
        server.kill()
        server.start()
        with Client(server, page.cookie) as again:
            again.request("sit", table=table)
            same_place(again.tables[table], before)


def test_the_computer_waits_for_space_as_well(tmp_path: Path):
    rng = random.Random(6)
    with Server(tmp_path, pause=0.3) as server, Client(server) as page:
        table = page.open("kout6", level="easy", options={"target": 1000})

        def to_move() -> bool:
            """Is it a computer player's turn?"""
            return page.tables[table]["view"]["to_move"] not in (0, None)

        def trouble() -> dict[str, Any] | None:
            """What they have with a full disk. A slow machine may fill it when all of them have moved: then nothing."""
            size = (tmp_path / "diwaniya.db-wal").stat().st_size
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
            while to_move():
                if (message := page.receive())["type"] == "trouble":
                    return message
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (-1, -1))
            return None

        message = None
        while message is None:
            while not to_move():
                page.step(table, rng)
            message = trouble()
        assert (message["table"], message["code"]) == (table, "not_saved")
        seq = page.tables[table]["seq"]
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (-1, -1))
        page.wait_for(table, lambda seen: seen["seq"] > seq)
