"""`diwaniya arena`."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from diwaniya.cli._root import diwaniya
from diwaniya.engine.game import games
from diwaniya.lab import seated

GAMES = sorted(games())
TWO_SIDES = next(game.id for game in games().values() if game.teams)
EACH_FOR_HIMSELF = next(game.id for game in games().values() if game.sides(game.seats[0]) > 2)
QUICK = ["--bots", "quick,random", "--deals", "10", "--mode", "pure"]


def arena(*arguments: str | Path) -> Result:
    return CliRunner().invoke(diwaniya, ["arena", *map(str, arguments)])


@pytest.mark.parametrize("game", GAMES)
def test_tables(game: str) -> None:
    result = arena(game, *QUICK, "--seed", "3")
    assert result.exit_code == 0
    assert result.stderr == ""  # no bar without a terminal
    lines = result.stdout.splitlines()
    assert re.search(r"^ ?bot +(against|alone among) +matches +(won|x fair) +95 % +points +95 %", lines[0])
    assert re.search(r"^ ?quick +random +[0-9]+ ", lines[2])
    assert any(line.strip().startswith("time, ms") for line in lines)
    assert re.search(r"[0-9]+ boards?, [0-9]+ matches, [0-9]+ deals in [0-9.]+ s", lines[-1])
    assert "rating" not in result.stdout


def test_two_sides_and_each_for_himself() -> None:
    assert re.search(r"quick +random +\d+ +[\d.]+% +[\d.]+% to [\d.]+% +\+", arena(TWO_SIDES, *QUICK).stdout)
    alone = arena(EACH_FOR_HIMSELF, *QUICK).stdout
    assert re.search(r"quick +random +\d+ +\d\.\d\d +\d\.\d\d to \d\.\d\d", alone)
    assert re.search(r"random +quick +\d+ +\d\.\d\d +\d\.\d\d to \d\.\d\d", alone)


def test_ratings_for_three() -> None:
    result = arena(TWO_SIDES, "--bots", "quick,random,random", "--deals", "80", "--mode", "pure")
    assert re.search(r"quick +\+\d+ +[+-]\d+ to \+\d+", result.stdout)
    assert "random #2" in result.stdout


def test_json_is_the_same_with_any_number_of_jobs() -> None:
    def told(jobs: str) -> dict[str, object]:
        result = arena(TWO_SIDES, *QUICK, "--seed", "5", "--json", "--jobs", jobs)
        assert result.exit_code == 0
        whole: dict[str, object] = json.loads(result.stdout)
        assert whole.pop("time")
        return whole

    one = told("1")
    assert one == told("2")
    assert one["format"] == "diwaniya-arena/1"
    assert one["bots"] == ["quick", "random"]
    assert one["seed"] == 5


def test_files(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "results"
    result = arena(TWO_SIDES, *QUICK, "--out", folder)
    assert result.exit_code == 0
    assert sorted(path.name for path in folder.iterdir()) == ["matches.jsonl", "plot.svg", "results.json"]
    whole = json.loads((folder / "results.json").read_text())
    lines = (folder / "matches.jsonl").read_text().splitlines()
    assert len(lines) == whole["results"][0]["matches"]
    assert (folder / "plot.svg").read_text().startswith("<svg")
    replayed = CliRunner().invoke(diwaniya, ["replay", str(folder / "matches.jsonl")])
    assert replayed.exit_code == 0
    assert arena(TWO_SIDES, *QUICK, "--out", folder).exit_code == 0  # over what it held
    assert len((folder / "matches.jsonl").read_text().splitlines()) == len(lines)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([TWO_SIDES], "Missing option '--bots'"),
        (["nonsense", *QUICK], "unknown game"),
        ([TWO_SIDES, "--bots", "quick"], "at least two bots"),
        ([TWO_SIDES, "--bots", "quick,nobody", "--mode", "pure"], "unknown bot 'nobody': there are "),
        ([TWO_SIDES, "--bots", "quick,", "--mode", "pure"], "unknown bot ''"),
        ([TWO_SIDES, *QUICK, "--seats", "99"], "is played by"),
        ([TWO_SIDES, *QUICK, "--option", "nonsense=1"], "unknown option"),
        ([TWO_SIDES, *QUICK, "--option", "target"], "name=value"),
        ([TWO_SIDES, *QUICK, "--option", "target=7", "--option", "target=8"], "more than once"),
        ([TWO_SIDES, *QUICK, "--deals", "0"], "--deals"),
        ([TWO_SIDES, *QUICK, "--jobs", "0"], "--jobs"),
        ([TWO_SIDES, *QUICK, "--seed", "-1"], "--seed"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value)[:40],
)
def test_wrong_use(arguments: list[str], says: str) -> None:
    result = arena(*arguments)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert says in result.stderr


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    path = tmp_path / "results"
    path.write_text("something else")
    result = arena(TWO_SIDES, *QUICK, "--out", path)
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert "results" in result.stderr
    assert path.read_text() == "something else"


def test_a_bot_that_breaks_the_rules_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cheat:
        mode = "pure"

        def choose(self, view: object, seed: int) -> int:
            return -1

    monkeypatch.setattr(seated, "player", lambda name, game, mode: Cheat())
    result = arena(TWO_SIDES, *QUICK)
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert "broke the rules" in result.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_tells_what_was_played(jobs: str) -> None:
    """A bar on a terminal counts the deals; after Ctrl-C the tables of what was counted, and no traceback."""
    pty = pytest.importorskip("pty")
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "diwaniya", "arena", TWO_SIDES, *QUICK]
    command += ["--deals", "9999999", "--jobs", jobs]
    terminal = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}  # on a dumb one there is no bar
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=follower, env=terminal)
    os.close(follower)
    told = ""
    try:
        deadline = time.monotonic() + 90
        while not re.search(r"[1-9][0-9]*/9999999", told) and time.monotonic() < deadline:
            if select.select([leader], [], [], 1)[0]:
                told += os.read(leader, 1 << 16).decode()
        running.send_signal(signal.SIGINT)
        printed = running.communicate(timeout=60)[0].decode()
        told += _rest(leader)
    finally:
        running.kill()
        running.wait()
        os.close(leader)
    assert running.returncode == 130
    assert re.search(r"quick +random", printed)
    assert re.search(r"diwaniya: stopped after [1-9][0-9,]* of 9,999,999 deals", told)
    assert "Traceback" not in told


def _rest(terminal: int) -> str:
    """What was printed and not read yet; the other end of the terminal is closed."""
    told = b""
    try:
        while more := os.read(terminal, 1 << 16):
            told += more
    except OSError:
        pass  # that is how the end is told
    return told.decode()


def test_help_lists_games_and_bots() -> None:
    text = arena("--help").stdout
    for name in (*GAMES, "quick", "random", "openspiel-ismcts:SECONDS"):
        assert name in text
