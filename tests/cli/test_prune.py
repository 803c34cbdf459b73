"""`diwaniya prune` and `records`: what is old goes, records stay while they are wanted, and nobody is confused."""

from __future__ import annotations

import errno
import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from diwaniya.engine.game import find
from diwaniya.lab.simulate import Simulation
from diwaniya.storage import prune as pruning
from diwaniya.storage.base import Append, Conflict, Finished, Gone
from keeping import DAY, NOW, append_again, busy, folder_with, logs, run, said

RECORDS = [
    played.line.encode() for played in Simulation(find("kout4"), ["random"], matches=3, seed=3, mode="pure")
]


def finished(n: int, days: float) -> Finished:
    return Finished(f"m{n}", RECORDS[n], NOW - days * DAY)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Tables of all ages, in all states."""

    def ago(days: float) -> float:
        return NOW - days * DAY

    many = [b"x" * 200] * 1200
    return folder_with(
        tmp_path / "data",
        [
            Append("over", 0, many, ago(100), code="OVER", players=["ali"], playing=True),
            Append("over", 1200, [b"end"], ago(99), finished=finished(0, 99), closed=True),
            Append("waiting", 0, [b"1"], ago(98), code="WAIT"),
            Append("forgotten", 0, [b"1", b"2"], ago(97), players=["ali"], playing=True),
            Append("rematches", 0, [b"1"], ago(96), playing=True),
            Append("rematches", 1, [b"2"], ago(95), finished=finished(1, 95)),
            Append("rematches", 2, [b"3"], ago(5)),
            Append("new", 0, [b"1"], ago(4), players=["ali"], playing=True),
            Append("new", 1, [b"2"], ago(3), finished=finished(2, 3), closed=True),
        ],
    )


ALL = ("over", "waiting", "forgotten", "rematches", "new")


def there(data: Path) -> list[str]:
    return [table for table, log in zip(ALL, logs(data, *ALL), strict=True) if log]


def kept_records(data: Path) -> list[bytes]:
    result = run("records", "--data", data)
    assert result.exit_code == 0
    assert result.stderr.endswith(("records.\n", "record.\n"))
    return result.stdout.encode().splitlines()


def rows(data: Path, query: str) -> list[tuple[object, ...]]:
    db = sqlite3.connect(data / "diwaniya.db")
    try:
        return db.execute(query).fetchall()
    finally:
        db.close()


def test_old_tables_go_and_their_records_stay(data: Path):
    size = (data / "diwaniya.db").stat().st_size
    result = run("prune", "--older-than", "90d", "--data", data)
    assert (result.exit_code, result.stderr) == (0, "")
    freed = size - (data / "diwaniya.db").stat().st_size
    assert freed > 200_000
    assert result.stdout.splitlines() == [
        "Removed 2 tables with 1,202 events.",
        "1 table as old stays, because a match is under way; --unfinished takes them too.",
        "Kept 2 records of old matches.",
        f"The database is {freed / 1000:.1f} KB smaller.",
    ]
    assert there(data) == ["forgotten", "rematches", "new"]
    assert kept_records(data) == RECORDS
    left = "SELECT (SELECT count(*) FROM heads), (SELECT count(*) FROM tables), (SELECT count(*) FROM events)"
    assert rows(data, left) == [(3, 3, 7)]
    assert rows(data, "SELECT count(*) FROM players WHERE n NOT IN (SELECT n FROM tables)") == [(0,)]
    assert run("prune", "--older-than", "90d", "--data", data).stdout.startswith("Removed 0 tables")


def test_unfinished_ones_if_asked(data: Path):
    result = run("prune", "--older-than", "90d", "--unfinished", "--data", data)
    assert result.stdout.startswith("Removed 3 tables with 1,204 events.\nKept")
    assert there(data) == ["rematches", "new"]


def test_a_younger_age_takes_more(data: Path):
    assert run("prune", "--older-than", "48h", "--data", data).exit_code == 0
    assert there(data) == ["forgotten"]


def test_only_say_what_would_be_done(data: Path, tmp_path: Path):
    before = (data / "diwaniya.db").read_bytes()
    words = ["--older-than", "90d", "--data", data, "--export", tmp_path / "old.jsonl", "--drop-records"]
    result = run("prune", *words, "--dry-run")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "Would remove 2 tables with 1,202 events.",
        "1 table as old stays, because a match is under way; --unfinished takes them too.",
        f"Would add 2 records of old matches to {tmp_path / 'old.jsonl'}.",
        "Would remove 2 records of old matches.",
    ]
    assert (data / "diwaniya.db").read_bytes() == before
    assert not (tmp_path / "old.jsonl").exists()


def test_records_are_exported_and_then_dropped(data: Path, tmp_path: Path):
    out = tmp_path / "old.jsonl"
    words = ["--older-than", "90d", "--data", data, "--export", out]
    assert "Added 2 records" in run("prune", *words).stdout
    assert out.read_bytes().splitlines() == RECORDS[:2]
    assert kept_records(data) == RECORDS
    out.write_bytes(b'{"of": "last year"}')  # without an end of its line
    assert "Removed 2 records" in run("prune", *words, "--drop-records").stdout
    assert out.read_bytes().splitlines() == [b'{"of": "last year"}', *RECORDS[:2]]
    assert kept_records(data) == RECORDS[2:]
    assert run("prune", "--older-than", "1d", "--data", data, "--drop-records").exit_code == 0
    assert kept_records(data) == []


def test_what_cannot_be_exported_is_not_dropped(data: Path, tmp_path: Path):
    """There is a file of a megabyte, to which the disk has room to add one record and a half."""
    nowhere, out = tmp_path / "nowhere" / "old.jsonl", tmp_path / "old.jsonl"
    words = ["prune", "--older-than", "90d", "--data", data, "--drop-records", "--export"]
    assert "there is no such folder" in said(run(*words, nowhere))
    former = b'"' + b"x" * 1_000_000 + b'"\n'
    out.write_bytes(former)
    room = len(former) + len(RECORDS[0]) + 5
    done = subprocess.run(
        [sys.executable, "-m", "diwaniya", *map(str, words), str(out)],
        capture_output=True,
        timeout=60,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY)),
    )
    assert done.returncode == 1
    assert done.stderr == b"diwaniya: %b: the file would be larger than allowed here\n" % bytes(out)
    assert out.read_bytes() == former + RECORDS[0] + b"\n"
    assert kept_records(data) == RECORDS
    assert there(data) == list(ALL)


def test_nothing_to_export_writes_nothing(data: Path, tmp_path: Path):
    """Not even a file that is empty, and none is spoken of as if it had been written."""
    for out in (tmp_path / "old.jsonl", tmp_path / "other.jsonl"):
        result = run("prune", "--older-than", "1y", "--data", data, "--export", out, "--drop-records")
        assert (result.exit_code, result.stderr) == (0, "")
        assert f"There was nothing to export to {out}.\n" in result.stdout
        assert "Added" not in result.stdout
        assert not out.exists()
    assert kept_records(data) == RECORDS


def test_nothing_is_dropped_before_it_is_on_the_disk(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def fails(_: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "fsync", fails)
    words = ["--older-than", "90d", "--data", data, "--drop-records", "--export", tmp_path / "old.jsonl"]
    assert "the disk does not work as it should" in said(run("prune", *words))
    assert kept_records(data) == RECORDS


def test_a_code_is_free_again(data: Path):
    assert isinstance(append_again(data, Append("another", 0, [b"1"], NOW, code="OVER")), Conflict)
    run("prune", "--older-than", "90d", "--data", data)
    assert append_again(data, Append("another", 0, [b"1"], NOW, code="OVER")) is None


def test_who_comes_back_to_a_table_that_has_gone_is_told_so(data: Path):
    """Also if it is still in his memory: its number is never given to another one."""
    run("prune", "--older-than", "2d", "--unfinished", "--data", data)
    assert there(data) == []
    assert isinstance(append_again(data, Append("new", 2, [b"3"], NOW)), Gone)
    assert append_again(data, Append("next", 0, [b"1"], NOW)) is None
    [(n,)] = rows(data, "SELECT n FROM tables")
    assert n == 6


def test_while_somebody_plays(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Old tables go from among those that are played at, which lose nothing; and play is not stopped by it."""
    monkeypatch.setattr(pruning, "STEP", 10)
    with busy(data) as playing:
        playing.until(100)
        assert run("prune", "--older-than", "90d", "--unfinished", "--data", data).exit_code == 0
        playing.until(100)
        assert run("prune", "--older-than", "2d", "--unfinished", "--data", data).exit_code == 0
        playing.until(100)
        playing.kill()
        for table, log in zip(playing.answered, logs(data, *playing.answered), strict=True):
            assert log == [b"%d" % n for n in range(len(log))]
            assert len(log) in (playing.answered[table], playing.answered[table] + 1)
    assert there(data) == []
    assert rows(data, "SELECT count(*) FROM events WHERE n NOT IN (SELECT n FROM tables)") == [(0,)]
    assert rows(data, "PRAGMA integrity_check") == [("ok",)]


@pytest.mark.parametrize("step", range(1, 40, 3))
def test_broken_off_anywhere_and_done_again(data: Path, step: int):
    """Ctrl-C in the middle: no table is half there, and the next run leaves nothing behind."""
    script = (
        "import os, signal, sys, time\n"
        "import diwaniya.storage.prune as pruning\n"
        "pruning.STEP = 100\n"
        "steps = 0\n"
        "def pause(_):\n"
        "    global steps\n"
        "    steps += 1\n"
        f"    if steps == {step}: os.kill(os.getpid(), signal.SIG{'INT' if step % 2 else 'KILL'})\n"
        "time.sleep = pause\n"
        f"sys.argv = ['diwaniya', 'prune', '--older-than', '90d', '--data', {str(data)!r}]\n"
        "from diwaniya.cli.main import main\nmain()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, timeout=60)
    if step % 2:
        assert (done.returncode, done.stderr) in ((130, b"diwaniya: stopped\n"), (0, b""))
    else:
        assert done.returncode in (-signal.SIGKILL, 0)
    if step == 1:
        assert done.returncode == 130
    sizes = [len(log) for log in logs(data, *ALL)]
    assert sizes[0] in (0, 1201)
    assert sizes[2:] == [2, 3, 2]
    assert run("prune", "--older-than", "90d", "--data", data).exit_code == 0
    assert [len(log) for log in logs(data, *ALL)] == [0, 0, 2, 3, 2]
    assert rows(data, "SELECT count(*) FROM events") == [(7,)]
    assert rows(data, "PRAGMA freelist_count") == [(0,)]
    assert kept_records(data) == RECORDS


@pytest.mark.parametrize(
    "age", ["", "90", "d", "-1d", "1.5d", "90 d", "0h", "0d", "9999999y", "90m", "nan", "٩d"]
)
def test_ages_that_are_none(age: str):
    for words in (["prune", "--older-than", age], ["records", "--since", age]):
        result = run(*words)
        assert result.exit_code == 2
        assert result.stderr.endswith(" --help.\n")


def test_wrong_use():
    assert "--older-than" in run("prune").stderr
    result = run("prune", "--older-than", "90d", "--export", "-")
    assert result.exit_code == 2
    assert "diwaniya records" in result.stderr


@pytest.mark.parametrize("words", [["prune", "--older-than", "90d"], ["records"]])
def test_there_must_be_a_database(tmp_path: Path, words: list[str]):
    assert "no database" in said(run(*words, "--data", tmp_path))
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "diwaniya.db").write_text("once upon a time")
    assert "not a Diwaniya database" in said(run(*words, "--data", tmp_path))


# records


def test_records_can_be_replayed(data: Path, tmp_path: Path):
    out = tmp_path / "matches.jsonl"
    result = run("records", "--data", data, "--out", out)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "3 records.\n", "")
    assert out.read_bytes().splitlines() == RECORDS
    assert run("replay", out).stdout.count("Won by") == 3


def test_records_of_the_last_days(data: Path):
    assert run("records", "--since", "96d", "--data", data).stdout.encode().splitlines() == RECORDS[1:]
    assert run("records", "--since", "1w", "--data", data).stdout.encode().splitlines() == RECORDS[2:]
    result = run("records", "--since", "1d", "--data", data)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "0 records.\n")


def test_more_records_than_are_read_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """In the order of time, also if many were finished at the same moment, and some were written down later."""
    monkeypatch.setattr("diwaniya.storage.records.AT_ONCE", 3)
    written = [*range(10, 20), *range(10)]
    appends = [
        Append(f"t{n}", 0, [b"1"], NOW, finished=Finished(f"m{n}", b'{"n":\n%d}' % n, NOW - 100 + n // 7))
        for n in written
    ]
    data = folder_with(tmp_path / "data", appends)
    assert [json.loads(line)["n"] for line in kept_records(data)] == sorted(written, key=lambda n: n // 7)


def test_a_reader_that_goes_away(data: Path):
    command = [sys.executable, "-m", "diwaniya", "records", "--data", str(data)]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert running.stdout is not None
    running.stdout.close()
    _, complaint = running.communicate(timeout=60)
    assert (running.returncode, complaint) == (141, b"")
