"""`diwaniya simulate`."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from diwaniya.bots import names
from diwaniya.cli._root import diwaniya
from diwaniya.cli.simulate import _Lines
from diwaniya.engine.game import find, games
from diwaniya.lab import seated
from diwaniya.lab.simulate import COMPILE_FROM

GAMES = sorted(games())


def simulate(*arguments: str | Path) -> Result:
    return CliRunner().invoke(diwaniya, ["simulate", *map(str, arguments)])


@pytest.mark.parametrize("game", GAMES)
def test_its_records_replay(game: str, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    result = simulate(game, "--matches", "4", "--seed", "5", "--bots", "quick,random", "--out", out)
    assert result.exit_code == 0
    assert "4 matches" in result.stdout
    assert "moves/s" in result.stdout
    assert result.stderr == ""  # no bar without a terminal
    assert out.read_text().count("\n") == 4
    assert CliRunner().invoke(diwaniya, ["replay", "--json", str(out)]).exit_code == 0
    assert [json.loads(line)["meta"]["bots"][:2] for line in out.read_text().splitlines()] == [
        ["quick", "random"],
        ["random", "quick"],
    ] * 2


def test_the_ceiling_plays_elsewhere() -> None:
    for name in ("ceiling", "ceiling:nodes=5"):
        result = simulate("kout4", "--bots", f"{name},easy")
        assert result.exit_code == 2
        assert f"the bot {name} sees all cards: it plays in the arena only" in result.stderr


def test_the_helps_name_all_that_play() -> None:
    """Those of other programs only where they can play: the arena, which is made for them, always has them."""
    arena, here = (CliRunner().invoke(diwaniya, [name, "--help"]).stdout for name in ("arena", "simulate"))
    guest = "openspiel-ismcts:sims=N"
    bots = [text.split("\nBots:\n")[1] for text in (arena, here)]
    assert "ceiling" in bots[0].split("\n\n")[0]
    assert "ceiling" not in bots[1]
    assert guest in arena
    assert (guest in here) == (find_spec("pyspiel") is not None)


def test_wins_are_counted_by_seats_and_by_matches() -> None:
    """Partners win together: 3 matches in which both of a side win are 6 seats."""
    lines = simulate("kout4", "--matches", "3").stdout.splitlines()
    assert lines[0].split() == ["bot", "seats", "seats", "won", "share", "+-"]
    assert lines[2].split()[:3] == ["random", "12", "6"]
    sides = next(place for place, line in enumerate(lines) if line.split()[:1] == ["side"])
    assert lines[sides].split() == ["side", "matches", "won", "share"]
    assert sum(int(line.split()[1]) for line in lines[sides + 2 : sides + 4]) == 3


def test_standard_output_holds_only_records() -> None:
    result = simulate(GAMES[0], "--matches", "2", "--out", "-")
    assert [json.loads(line)["game"] for line in result.stdout.splitlines()] == [GAMES[0]] * 2
    assert "2 matches" in result.stderr


def test_seed_options_and_seats(tmp_path: Path) -> None:
    def lines(seed: str) -> str:
        return simulate("cucco", "--matches", "2", "--seats", "6", "--seed", seed, "--out", "-").stdout

    assert lines("1") == lines("1")
    assert lines("1") != lines("2")
    assert json.loads(lines("1").splitlines()[0])["seats"] == 6
    given = ["--option", "target=31", "--option", "tie_carries=true", "--option", "jack_basra=10"]
    record = json.loads(simulate("basra", "--matches", "1", *given, "--out", "-").stdout)
    assert record["options"] == {"target": 31, "tie_carries": True}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nonsense"], "unknown game"),
        ([GAMES[0], "--bots", "nobody"], f"there are {', '.join(names())}"),
        ([GAMES[0], "--bots", ""], "unknown bot"),
        ([GAMES[0], "--bots", ",".join(["random"] * 9)], "9 bots"),
        ([GAMES[0], "--seats", "99"], "is played by"),
        ([GAMES[0], "--option", "target"], "name=value"),
        ([GAMES[0], "--option", "target=many"], "whole number"),
        ([GAMES[0], "--option", "target=0"], "at least 1"),
        ([GAMES[0], "--option", "nonsense=1"], "unknown option"),
        ([GAMES[0], "--bots", "strong:x=1"], "or strong:seconds=0.3"),
        ([GAMES[0], "--bots", "easy:nodes=1"], "takes no argument"),
        ([GAMES[0], "--jobs", "0"], "--jobs"),
        ([GAMES[0], "--matches", "0"], "--matches"),
        ([GAMES[0], "--seed", "-1"], "--seed"),
        ([GAMES[0], "--seed", str(2**64)], "--seed"),
        ([GAMES[0], "--option", "target=7", "--option", "target=7"], "target is given more than once"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value[1:])[:30],
)
def test_wrong_use(arguments: list[str], says: str) -> None:
    result = simulate(*arguments)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert says in result.stderr


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    result = simulate(GAMES[0], "--out", tmp_path / "missing" / "games.jsonl")
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert "games.jsonl" in result.stderr


def test_a_disk_that_fills_up_keeps_whole_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "games.jsonl"

    class Full:
        """A file with room for 25 bytes."""

        def __init__(self) -> None:
            self.file = out.open("wb", buffering=0)
            self.room = 25

        def write(self, raw: bytes) -> int:
            taken = self.file.write(raw[: min(self.room, 10)])
            if not taken:
                raise OSError(28, "No space left on device")
            self.room -= taken
            return taken

        def __getattr__(self, name: str) -> object:
            return getattr(self.file, name)

    lines = _Lines(str(out))
    monkeypatch.setattr(lines._out, "_file", Full())
    for line in ("1234567", "1234567", "1234567890"):
        lines.add(line)
    with pytest.raises(OSError, match="No space left") as caught:
        lines.__exit__(None)
    assert caught.value.filename == str(out)
    assert out.read_text() == "1234567\n1234567\n"


def test_the_largest_seed() -> None:
    result = simulate(GAMES[0], "--matches", "1", "--seed", str(2**64 - 1))
    assert result.exit_code == 0
    assert "1 match, " in result.stdout


def test_a_file_that_is_there_is_replaced(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    out.write_text("old\n" * 10_000)
    assert simulate(GAMES[0], "--matches", "1", "--out", out).exit_code == 0
    assert out.read_text().count("\n") == 1


def test_the_environment_asks_for_the_pure_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIWANIYA_PURE", "1")
    assert "records included (pure)" in simulate(GAMES[0], "--matches", str(COMPILE_FROM)).stdout


def test_a_match_without_an_end_shows_that_it_goes_on() -> None:
    pty = pytest.importorskip("pty")
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "diwaniya", "simulate", "kout4", "--option", "target=99999999999"]
    terminal = {**os.environ, "TERM": "xterm"}  # on a dumb one there is no bar
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=follower, env=terminal)
    os.close(follower)
    told, counts = "", set[str]()
    try:
        deadline = time.monotonic() + 60
        while len(counts) < 3 and time.monotonic() < deadline:
            if select.select([leader], [], [], 1)[0]:
                told += os.read(leader, 1 << 16).decode()
            counts = set(re.findall("([0-9,]+) hands", told))
    finally:
        running.send_signal(signal.SIGINT)
        running.communicate(timeout=60)
        os.close(leader)
    assert len(counts) >= 3
    assert running.returncode == 130


@pytest.mark.timeout(300)  # compiles, if nobody has yet
def test_bots_that_think_ahead(tmp_path: Path) -> None:
    """With arguments and in two processes, the same records as in one."""
    words = [
        "kout4",
        "--matches",
        "2",
        "--seed",
        "3",
        "--bots",
        "strong:nodes=20,easy",
        "--option",
        "target=21",
    ]
    files = []
    for jobs in ("1", "2"):
        out = tmp_path / f"{jobs}.jsonl"
        result = simulate(*words, "--jobs", jobs, "--out", out)
        assert (result.exit_code, result.stderr) == (0, "")
        assert re.search(r"^ strong:nodes=20 +4 ", result.stdout, re.MULTILINE)
        files.append(out.read_text())
    assert files[0] == files[1]
    assert [json.loads(line)["meta"]["bots"] for line in files[0].splitlines()] == [
        ["strong:nodes=20", "easy"] * 2,
        ["easy", "strong:nodes=20"] * 2,
    ]
    assert CliRunner().invoke(diwaniya, ["replay", str(out)]).exit_code == 0


def test_a_bot_that_breaks_the_rules_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What was played before it is written and told."""

    class Cheat:
        mode = "pure"
        asked = 0

        def choose(self, view: Any, seed: int) -> int:
            Cheat.asked += 1
            legal = find(GAMES[0]).legal(view)
            return -1 if Cheat.asked > 400 else int(legal).bit_length() - 1

    monkeypatch.setattr(seated, "player", lambda name, game, mode: Cheat())
    out = tmp_path / "games.jsonl"
    result = simulate(GAMES[0], "--bots", "strong", "--matches", "100", "--mode", "pure", "--out", out)
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert "diwaniya: the bot strong broke the rules: as seat " in result.stderr
    count = out.read_text().count("\n")
    assert result.stderr.endswith(f", after {count} match{'es' * (count != 1)}\n")
    assert f"{count} match" in result.stdout


def test_help_lists_games_and_bots() -> None:
    text = simulate("--help").stdout
    for name in (*GAMES, *names()):
        assert name in text
