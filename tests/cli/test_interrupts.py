"""Ctrl-C while something long goes on: once or many times, what was finished is told and written, and whole."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from diwaniya.cli._interrupts import Interrupts
from keeping import run

PATIENCE = 120.0


def press() -> None:
    signal.raise_signal(signal.SIGINT)


def test_the_first_ends_the_work_at_once() -> None:
    closed: list[bool] = []

    def work() -> Iterator[int]:
        try:
            yield 1
            press()
            yield 2
        finally:
            press()  # while it is being put away, it changes nothing
            closed.append(True)

    done = []
    with Interrupts() as interrupts:
        for item in interrupts.between(work()):
            done.append(item)
        assert closed == [True]
        press()
    assert (done, interrupts.pressed) == ([1], True)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_what_is_done_with_an_item_is_not_disturbed() -> None:
    done = []
    with Interrupts() as interrupts:
        for item in interrupts.between(range(9)):
            done.append(item)
            if item == 3:
                press()
                done.append("written")
    assert done == [0, 1, 2, 3, "written"]


def test_without_it_all_is_done() -> None:
    with Interrupts() as interrupts:
        assert list(interrupts.between(range(3))) == [0, 1, 2]
    assert not interrupts.pressed


def test_whoever_presses_again_is_told_to_wait(capfd: pytest.CaptureFixture[str]) -> None:
    with Interrupts():
        press()
        assert capfd.readouterr().err == ""
        for _ in range(3):
            press()
    assert capfd.readouterr().err == "diwaniya: one moment, what was played is being written\n"


def test_sigterm_is_no_other() -> None:
    done = []
    with Interrupts() as interrupts:
        for item in interrupts.between(range(9)):
            done.append(item)
            if item == 3:
                signal.raise_signal(signal.SIGTERM)
        assert signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL
    assert (done, interrupts.pressed, interrupts.status) == ([0, 1, 2, 3], True, 143)
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_ctrl_c_that_is_ignored_stays_ignored() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with Interrupts() as interrupts:
            press()
        assert not interrupts.pressed
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def begun(*words: str) -> Iterator[subprocess.Popen[str]]:
    """A command that runs, in a session of its own as in a terminal; it is put an end to afterwards."""
    command = [sys.executable, "-m", "diwaniya", *words]
    running = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        yield running
    finally:
        running.kill()
        running.wait()


def wait_until(running: subprocess.Popen[str], is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert running.poll() is None, running.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.002)


def children(pid: int) -> list[int]:
    """The processes that this one has begun."""
    there = Path(f"/proc/{pid}/task/{pid}/children")
    if there.exists():
        return [int(child) for child in there.read_text().split()]
    found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True).stdout
    return [int(child) for child in found.split()]


def interrupted(out: Path, *words: str) -> tuple[str, str]:
    """What a command prints that is interrupted three times, with all its processes, as a terminal does it; begun when
    it has written something.
    """
    with begun(*words) as running:
        wait_until(running, lambda: out.exists() and out.stat().st_size > 0)
        for _ in range(3):
            os.killpg(running.pid, signal.SIGINT)
            time.sleep(0.002)
        told, said = running.communicate(timeout=PATIENCE)
    # The last one may come when all is written and Python shuts down.
    assert running.returncode in (130, -signal.SIGINT)
    assert "Traceback" not in said
    return told, said


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_arena_writes_what_was_played(jobs: str, tmp_path: Path) -> None:
    folder = tmp_path / "results"
    words = ["arena", "kout4", "--bots", "quick,random", "--deals", "9999999", "--mode", "pure"]
    told, said = interrupted(folder / "matches.jsonl", *words, "--jobs", jobs, "--out", str(folder))
    assert sorted(file.name for file in folder.iterdir()) == ["matches.jsonl", "plot.svg", "results.json"]
    whole = json.loads((folder / "results.json").read_text())
    raw = (folder / "matches.jsonl").read_bytes()
    assert raw.endswith(b"}\n")
    assert whole["results"][0]["matches"] == raw.count(b"\n") > 0
    assert (folder / "plot.svg").read_text().rstrip().endswith("</svg>")
    assert "Written to" in told
    assert "diwaniya: stopped after " in said


def test_the_arena_ended_by_another_program(tmp_path: Path) -> None:
    """By SIGTERM, which is sent to all of its processes at once where a service is stopped."""
    folder = tmp_path / "results"
    words = [
        "arena",
        "kout4",
        "--bots",
        "quick,random",
        "--deals",
        "9999999",
        "--mode",
        "pure",
        "--jobs",
        "2",
    ]
    with begun(*words, "--out", str(folder)) as running:
        lines = folder / "matches.jsonl"
        wait_until(running, lambda: lines.exists() and lines.stat().st_size > 0)
        os.killpg(running.pid, signal.SIGTERM)
        told, said = running.communicate(timeout=PATIENCE)
    assert running.returncode == 143
    [line] = said.splitlines()
    assert line.startswith("diwaniya: stopped after ")
    whole = json.loads((folder / "results.json").read_text())
    assert whole["results"][0]["matches"] == lines.read_bytes().count(b"\n") > 0
    assert "Written to" in told


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_simulate_writes_what_was_played(jobs: str, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    words = ["simulate", "kout4", "--bots", "quick", "--matches", "9999999", "--mode", "pure"]
    words += ["--option", "target=11"]
    told, said = interrupted(out, *words, "--jobs", jobs, "--out", str(out))
    count = out.read_bytes().count(b"\n")
    assert out.read_bytes().endswith(b"}\n")
    assert f"diwaniya: stopped after {count:,} of 9,999,999 matches" in said
    assert f"{count:,} matches, " in told
    assert run("replay", "--view", "0", out).exit_code == 0


def test_processes_that_are_just_beginning_say_nothing() -> None:
    """Ctrl-C in the moment in which other processes begin, and have not yet learnt to leave it to the first one."""
    words = ["simulate", "kout4", "--matches", "9999999", "--bots", "quick", "--mode", "pure", "--jobs", "2"]
    with begun(*words) as running:
        wait_until(running, lambda: len(children(running.pid)) > 0)
        os.killpg(running.pid, signal.SIGINT)
        _, said = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    [line] = said.splitlines()
    assert line.startswith("diwaniya: stopped after ")


@pytest.mark.parametrize("words", [["simulate", "--matches"], ["arena", "--deals"]], ids=" ".join)
def test_a_process_that_is_killed_is_one_line(words: list[str]) -> None:
    """As the system does it when memory runs out."""
    command, many = words
    more = ["--bots", "quick,random", "--mode", "pure", "--jobs", "2"]
    with begun(command, "kout4", many, "9999999", *more) as running:
        # One of them looks after what the others share.
        wait_until(running, lambda: len(children(running.pid)) >= 3)
        os.kill(children(running.pid)[-1], signal.SIGKILL)
        _, said = running.communicate(timeout=PATIENCE)
    assert running.returncode == 1
    [line] = said.splitlines()
    assert line.startswith("diwaniya: a process that played was ended from outside")


def test_an_arena_that_is_stopped_at_once_leaves_the_last_one_alone(tmp_path: Path) -> None:
    """Before the first board is through there is nothing better than what is there."""
    folder = tmp_path / "results"
    words = ["arena", "kout4", "--mode", "pure", "--out", str(folder)]
    assert run(*words, "--bots", "quick,random", "--deals", "5").exit_code == 0
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    with begun(*words, "--bots", "strong:nodes=1000000,random") as running:
        with pytest.raises(subprocess.TimeoutExpired):
            running.communicate(timeout=4)
        running.send_signal(signal.SIGINT)
        told, said = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert told == ""
    assert said.startswith("diwaniya: stopped")
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before
