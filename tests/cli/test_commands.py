"""The command as a whole: help, discovery, exit statuses, and what happens when things go wrong around it."""

import importlib
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from diwaniya import __version__, cli
from diwaniya.cli._root import diwaniya
from diwaniya.engine.game import games

HEAVY = ("numba", "numpy", "llvmlite", "litestar", "uvicorn", "diwaniya.server", "diwaniya.engine.compiled")
A_GAME = next(iter(games()))


def run(*arguments: str, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(diwaniya, list(arguments), input=stdin)


def process(*arguments: str, **options: object) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "diwaniya", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)  # type: ignore[call-overload, no-any-return]


def commands() -> Iterator[list[str]]:
    """The words of every command and subcommand."""

    def inside(group: click.Command, words: list[str]) -> Iterator[list[str]]:
        yield words
        if isinstance(group, click.Group):
            ctx = click.Context(group)
            for name in group.list_commands(ctx):
                command = group.get_command(ctx, name)
                assert command is not None
                yield from inside(command, [*words, name])

    return inside(diwaniya, [])


def one_line(text: str) -> bool:
    return text.endswith("\n") and text.count("\n") == 1 and "Traceback" not in text


def test_version() -> None:
    result = run("--version")
    assert (result.exit_code, result.stdout) == (0, f"diwaniya {__version__}\n")


def test_without_arguments_it_explains_itself() -> None:
    result = run()
    assert result.exit_code == 0
    assert result.stdout == run("--help").stdout
    for name in ("replay", "serve", "simulate", "bench"):
        assert name in result.stdout


@pytest.mark.parametrize("words", list(commands()), ids=lambda words: " ".join(words) or "diwaniya")
def test_help_teaches_by_example(words: list[str]) -> None:
    result = run(*words, "--help")
    assert result.exit_code == 0
    text = result.stdout
    assert f"diwaniya {' '.join(words)}".strip() in text
    assert "Examples:\n" in text
    assert "Exit status:" in text
    assert max(map(len, text.splitlines())) <= 100


def test_every_file_is_a_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = 'import click\n@click.command()\ndef hello():\n    "Greet."\n    click.echo("marhaba")\n'
    (tmp_path / "hello.py").write_text(source)
    (tmp_path / "_helper.py").write_text("raise RuntimeError\n")
    monkeypatch.setattr(cli, "__path__", [*cli.__path__, str(tmp_path)])
    monkeypatch.delitem(sys.modules, "diwaniya.cli.hello", raising=False)
    assert run("hello").stdout == "marhaba\n"
    assert "hello" in run("--help").stdout
    assert run("_helper").exit_code == 2
    monkeypatch.delitem(sys.modules, "diwaniya.cli.hello")


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["--nonsense"],
        ["replay"],
        ["replay", "a", "b"],
        ["replay", "--view", "x", "-"],
        ["bench", "x"],
        ["bench", "engine", "--seconds", "nan"],
        ["bench", "engine", "--seconds", "inf"],
        ["serve", "--pause", "nan"],
        ["serve", "--pause", "-inf"],
        ["serve", "--idle", "nan"],
        ["serve", "--idle", "inf"],
        ["serve", "--data", ""],
        ["replay", "--view"],
        ["replay", "--view", "1", "--json", "-"],
        ["simulate", A_GAME, "--seed", "-1"],
        ["simulate", A_GAME, "--seed", str(2**64)],
        ["simulate", A_GAME, "--option", "target=7", "--option", "target=8"],
    ],
    ids=" ".join,
)
def test_wrong_use_is_one_line_and_status_2(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert one_line(result.stderr)
    assert result.stderr.startswith("diwaniya")
    assert result.stderr.rstrip().endswith(" --help.")


@pytest.mark.parametrize(
    ("arguments", "place"),
    [
        (["--nonsense"], "diwaniya"),
        (["replay", "--view"], "diwaniya replay"),
        (["replay", "--nonsense"], "diwaniya replay"),
        (["simulate", A_GAME, "--seed"], "diwaniya simulate"),
        (["simulate", "nonsense"], "diwaniya simulate"),
        (["bench", "engine", "--seconds"], "diwaniya bench engine"),
        (["serve", "--port"], "diwaniya serve"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_use_points_to_the_help_of_its_own_command(arguments: list[str], place: str) -> None:
    said = run(*arguments).stderr
    assert said.startswith(f"{place}: ")
    assert said.endswith(f". See {place} --help.\n")


@pytest.mark.parametrize(
    "arguments",
    [["bench", "engine", "--seconds"], ["serve", "--pause"], ["serve", "--idle"]],
    ids=" ".join,
)
@pytest.mark.parametrize("number", ["nan", "inf", "-inf", "NaN", "1e999", "-1"])
def test_seconds_have_a_range(arguments: list[str], number: str) -> None:
    result = run(*arguments, number)
    assert result.exit_code == 2
    assert "is not in the range" in result.stderr


def test_the_environment_is_no_way_around_a_range(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIWANIYA_IDLE", "nan")
    result = run("serve", "--port", "0")
    assert result.exit_code == 2
    assert "is not in the range" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["replay", "x" * 5000],
        ["replay", "x y" * 2000],
        ["replay", "--view", "x" * 5000, "-"],
        ["x" * 5000],
        ["--" + "x" * 5000],
        ["simulate", "x y" * 2000],
        ["simulate", A_GAME, "--out", "x" * 5000],
        ["simulate", A_GAME, "--bots", "x" * 5000],
        ["simulate", A_GAME, "--option", "x" * 5000],
        ["simulate", A_GAME, "--option", "x" * 5000 + "=1"],
        ["serve", "--port", "0", "--data", "/dev/null/" + "x" * 5000],
    ],
    ids=lambda words: words[0][:8] + words[-1][:8],
)
def test_complaints_stay_short(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code in (1, 2)
    assert one_line(result.stderr)
    assert len(result.stderr) < 800


def examples(*words: str) -> list[str]:
    """The commands that a help text shows."""
    lines = run(*words, "--help").stdout.splitlines()
    found = [line.strip() for line in lines if line.startswith("    diwaniya ")]
    return [re.split(" {2,}", line)[0] for line in found]


def test_examples_name_a_game_that_there_is() -> None:
    for words in commands():
        for example in examples(*words):
            assert "GAME" not in example
            assert "OPTION" not in example
    assert f"diwaniya simulate {A_GAME}" in examples("simulate")
    assert any(set(example.split()) & set(games()) for example in examples())
    assert any(set(example.split()) & set(games()) for example in examples("bench", "engine"))


@pytest.mark.parametrize("example", examples("simulate"))
def test_examples_of_simulate_can_be_pasted(example: str, tmp_path: Path) -> None:
    first, *others = example.split(" | ")
    command = [*shlex.split(first)[1:], "--matches", "1"]
    (tmp_path / "diwaniya").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m diwaniya "$@"\n')
    (tmp_path / "diwaniya").chmod(0o755)
    line = " | ".join([shlex.join(["diwaniya", *command]), *others])
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(line, shell=True, cwd=tmp_path, env=environment, capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert b"moves/s" in done.stdout + done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["replay", "RECORD"],
        ["solve", "RECORD", "--nodes", "50"],
        ["simulate", "kout4", "--matches", "2"],
        ["simulate", "kout4", "--matches", "2", "--out", "-"],
        ["arena", "kout4", "--bots", "quick,random,random", "--deals", "5", "--mode", "pure"],
        ["review", "RECORD", "--nodes", "8", "--seat", "0", "--mode", "pure"],
    ],
    ids=" ".join,
)
def test_tables_have_one_blank_line_around_them(words: list[str], record: Path) -> None:
    """But none at the beginning and the end of all, and no line ends with blanks."""
    result = run(*(str(record) if word == "RECORD" else word for word in words))
    text = result.stderr if "-" in words else result.stdout
    lines = text.split("\n")
    assert lines[0]
    assert lines[-1] == ""
    assert lines[-2]
    assert "\n\n\n" not in text
    assert [line for line in lines if line != line.rstrip()] == []
    heads = [number for number, line in enumerate(lines) if set(line.strip()) == {"─"}]
    assert heads
    for head in heads:
        assert head == 1 or lines[head - 2] == ""


def test_the_first_help_shows_what_there_is() -> None:
    shown = {example.split()[1] for example in examples()}
    assert {"serve", "join", "replay", "review", "solve", "verify", "simulate", "arena", "backup"} <= shown


def test_games_stand_in_one_order() -> None:
    listed = [line.split()[0] for line in run("simulate", "--help").stdout.splitlines() if "; " in line]
    assert [name for name in listed if name in games()] == list(games())
    assert f"there are {', '.join(games())}." in run("simulate", "nonsense").stderr


@pytest.mark.parametrize(
    "arguments", [["--version"], ["--help"], ["replay", "RECORD"], ["replay", "--json", "RECORD"]]
)
def test_a_warm_start_loads_nothing_heavy(arguments: list[str], record: Path) -> None:
    script = (
        "import sys\nfrom diwaniya.cli.main import main\n"
        "try: main()\n"
        f"finally: print([m for m in {HEAVY!r} if m in sys.modules], file=sys.stderr)\n"
    )
    command = [
        sys.executable,
        "-c",
        script,
        *(str(record) if word == "RECORD" else word for word in arguments),
    ]
    done = subprocess.run(command, capture_output=True, check=True)
    assert done.stderr.decode().strip() == "[]"


def test_a_pipe_that_nobody_reads(record: Path) -> None:
    running = process("replay", "--json", "--lines", str(record))
    assert running.stdout is not None
    running.stdout.close()
    _, said = running.communicate(timeout=60)
    assert running.returncode == 141
    assert said == b""


def test_a_disk_that_is_full(record: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "diwaniya", "replay", str(record)]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, timeout=60)
    assert done.returncode == 1
    assert one_line(done.stderr.decode())
    assert done.stderr == b"diwaniya: the disk is full\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["replay", "RECORD"],
        ["replay", "--json", "RECORD"],
        ["simulate", A_GAME, "--matches", "1"],
        ["simulate", A_GAME, "--matches", "1", "--out", "-"],
        ["bench", "engine"],
        ["--help"],
        ["--version"],
    ],
    ids=" ".join,
)
def test_standard_output_that_is_closed(arguments: list[str], record: Path) -> None:
    words = [str(record) if word == "RECORD" else word for word in arguments]
    command = shlex.join([sys.executable, "-m", "diwaniya", *words])
    done = subprocess.run(["sh", "-c", f"exec {command} >&-"], stderr=subprocess.PIPE, timeout=60)
    assert (done.returncode, done.stderr) == (1, b"diwaniya: standard output: it is closed\n")


PRESSES_CTRL_C = """
import os, runpy, signal, sys
_, wanted, *words = sys.argv

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == wanted:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder())
sys.argv = ["diwaniya", *words]
runpy.run_module("diwaniya", run_name="__main__")
"""
"""Run the command, and press Ctrl-C when a certain module is about to be loaded."""


@pytest.mark.parametrize(
    "module",
    [
        "click",
        "diwaniya.cli._root",
        "diwaniya.cli._complaints",
        "diwaniya.cli.simulate",
        "diwaniya.games",
        "diwaniya.lab.simulate",
        "diwaniya.bots.random",
    ],
)
def test_ctrl_c_while_loading(module: str) -> None:
    command = [sys.executable, "-c", PRESSES_CTRL_C, module, "simulate", A_GAME, "--matches", "1"]
    done = subprocess.run(command, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (130, b"diwaniya: stopped\n")


def test_ctrl_c_when_all_is_played_is_no_loss() -> None:
    """The tables are printed all the same."""
    command = [sys.executable, "-c", PRESSES_CTRL_C, "rich.table", "simulate", A_GAME, "--matches", "1"]
    done = subprocess.run(command, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (130, b"diwaniya: stopped after 1 of 1 match\n")
    assert b"1 match, " in done.stdout


def test_ctrl_c_in_the_guise_of_another_error(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(raw: bytes) -> None:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as error:
            raise RuntimeError("Error calling __set_name__") from error

    monkeypatch.setattr("diwaniya.engine.record.parse", interrupted)
    result = run("replay", str(record))
    assert (result.exit_code, result.stderr) == (130, "diwaniya: stopped\n")


def test_ctrl_c_that_is_ignored_stays_ignored() -> None:
    ignoring = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n" + PRESSES_CTRL_C
    command = [sys.executable, "-c", ignoring, "click", "--version"]
    done = subprocess.run(command, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")


def test_loading_the_entry_changes_nothing() -> None:
    before = signal.getsignal(signal.SIGINT)
    importlib.reload(importlib.import_module("diwaniya.cli.main"))
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    running = process("simulate", A_GAME, "--matches", "1000000", "--mode", "pure", "--out", str(out))
    deadline = time.monotonic() + 60
    while not (out.exists() and out.stat().st_size) and time.monotonic() < deadline:
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    summary, said = running.communicate(timeout=60)
    assert running.returncode == 130
    assert one_line(said.decode())
    assert b"stopped after" in said
    assert b"moves/s" in summary
    assert out.read_bytes().endswith(b"}\n")
    assert run("replay", "--json", str(out)).exit_code == 0


def test_an_encoding_that_lacks_signs(record: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    running = process("replay", str(record), env=environment)
    sheet, said = running.communicate(timeout=60)
    assert (running.returncode, said) == (0, b"")
    assert b"Won by" in sheet


def test_a_mistake_of_ours_is_one_line_too(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(raw: bytes) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("diwaniya.engine.record.parse", broken)
    result = run("replay", str(record))
    assert result.exit_code == 1
    assert one_line(result.stderr)
    assert "ZeroDivisionError: oh" in result.stderr
    monkeypatch.setenv("DIWANIYA_TRACE", "1")
    assert isinstance(run("replay", str(record)).exception, ZeroDivisionError)
