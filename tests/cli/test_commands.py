"""The command as a whole: help, discovery, exit statuses, and what happens when things go wrong around it."""

import errno
import os
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
from diwaniya.cli.main import main
from diwaniya.engine.game import games

HEAVY = ("numba", "numpy", "llvmlite", "litestar", "uvicorn", "diwaniya.server", "diwaniya.engine.compiled")
A_GAME = next(iter(games()))


def run(*arguments: str, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(main, list(arguments), input=stdin)


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

    return inside(main, [])


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
    ],
    ids=" ".join,
)
def test_wrong_use_is_one_line_and_status_2(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert one_line(result.stderr)
    assert result.stderr.startswith("diwaniya")
    assert "--help" in result.stderr


@pytest.mark.parametrize(
    "arguments", [["--version"], ["--help"], ["replay", "RECORD"], ["replay", "--json", "RECORD"]]
)
def test_a_warm_start_loads_nothing_heavy(arguments: list[str], record: Path) -> None:
    script = (
        "import sys\nfrom diwaniya.cli.main import main\n"
        "try: main(sys.argv[1:])\n"
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
    assert os.strerror(errno.ENOSPC) in done.stderr.decode()


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
