"""Where commands write: what cannot be written is one friendly line, said before the work, and nothing is left half."""

import errno
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from diwaniya.cli._complaints import REASONS, named, reason
from diwaniya.cli._out import Unwritable, check_file, check_folder, write_whole
from diwaniya.client.session import Session
from diwaniya.lab import arena, simulate
from diwaniya.storage.base import Append, Finished
from keeping import folder_with, run

from .conftest import records

QUICK = ["--bots", "quick,random", "--deals", "5", "--mode", "pure"]
WRITES: dict[str, list[Any]] = {
    "simulate": ["simulate", "kout4", "--matches", "1", "--out"],
    "arena": ["arena", "kout4", *QUICK, "--out"],
    "records": ["records", "--data", "DATA", "--out"],
    "prune": ["prune", "--older-than", "1d", "--data", "DATA", "--export"],
    "backup": ["backup", "--data", "DATA"],
}
SYSTEMS = [os.strerror(number) for number in REASONS]
"""What the system says, which nobody shall have to read."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    [record] = records("kout4")
    finished = Finished("m1", json.dumps(record).encode(), 1.0)
    append = Append("t", 0, [b"1"], 1.0, code="C", finished=finished, closed=True)
    return folder_with(tmp_path / "data", [append])


@contextmanager
def nobody() -> Iterator[Path]:
    """A folder in which we may do nothing, not even if we are the administrator."""
    with tempfile.TemporaryDirectory() as place:
        shut = Path(place) / "shut"
        shut.mkdir(mode=0o555)
        Path(place).chmod(0o755)
        was = os.geteuid()
        if was == 0:
            os.seteuid(65534)
        try:
            yield shut
        finally:
            if was == 0:
                os.seteuid(was)


def refused(command: str, data: Path, name: str | Path) -> str:
    words = [data if word == "DATA" else word for word in WRITES[command]]
    result = run(*words, name)
    assert result.exit_code == 1, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("diwaniya: ")
    assert result.stderr.count("\n") == 1
    assert not [text for text in SYSTEMS if text in result.stderr]
    return result.stderr


@pytest.mark.parametrize("command", WRITES)
def test_what_cannot_be_written_is_one_friendly_line(command: str, data: Path, tmp_path: Path) -> None:
    a_file = tmp_path / "file"
    a_file.write_text("something else")
    assert "part of its path is a file" in refused(command, data, a_file / "below")
    assert "name is too long" in refused(command, data, tmp_path / ("x" * 300))
    if command == "arena":
        assert "that is a file, not a folder" in refused(command, data, a_file)
    else:
        assert "there is no such folder" in refused(command, data, tmp_path / "none" / "x")
        assert "is a folder" in refused(command, data, tmp_path)
    assert a_file.read_text() == "something else"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["data", "file"]


@pytest.mark.parametrize("command", ["simulate", "arena"])
def test_where_we_may_not_write(command: str) -> None:
    with nobody() as shut:
        assert f"{named(str(shut / 'x'))}: you may not write there\n" in refused(command, shut, shut / "x")


def test_the_other_commands_look_before_as_well() -> None:
    for check in (check_file, check_folder):
        with nobody() as shut, pytest.raises(Unwritable, match="you may not write there"):
            check(str(shut / "x"))


@pytest.mark.parametrize("command", ["simulate", "arena", "records"])
def test_an_empty_name_is_wrong_use(command: str, data: Path) -> None:
    words = [data if word == "DATA" else word for word in WRITES[command]]
    result = run(*words, "")
    assert result.exit_code == 2
    assert "is empty" in result.stderr


@pytest.mark.parametrize("command", ["arena", "backup"])
def test_what_is_no_stream(command: str, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*(data if word == "DATA" else word for word in WRITES[command]), "-")
    assert result.exit_code == 2
    assert "'-' is not the name of a" in result.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["data"]


def test_a_session_that_cannot_be_kept_is_called_by_its_name() -> None:
    with nobody() as shut:
        session = Session("http://localhost", shut / "me")
        with pytest.raises(PermissionError) as failed:
            session.hear(["id=1; Path=/"])
        assert failed.value.filename == str(shut / "me")


def test_it_is_said_before_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody plays a thousand matches for nothing; and a look changes nothing."""

    def never(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr(simulate.Simulation, "__init__", never)
    monkeypatch.setattr(arena.Arena, "__init__", never)
    refused("simulate", tmp_path, tmp_path / "none" / "x")
    refused("arena", tmp_path, "x" * 300)
    kept = tmp_path / "kept"
    kept.write_text("old")
    check_file(str(kept))
    check_file(str(tmp_path / "new"))
    check_folder(str(tmp_path / "a" / "b" / "c"))
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("kept", "old")]


def test_pipes_and_devices_are_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    check_file(str(tmp_path / "pipe"))  # would wait for a reader for ever
    check_file("/dev/stdout")
    check_file("-")
    write_whole(Path(os.devnull), "nothing")


def test_a_file_is_whole_or_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, link = tmp_path / "plot.svg", tmp_path / "link.svg"
    write_whole(path, "one")
    path.chmod(0o640)
    link.symlink_to(path)
    write_whole(link, "two")
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("two", 0o640)
    assert link.is_symlink()

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(Unwritable, match=r"plot\.svg: the disk is full"):
        write_whole(path, "three")
    assert path.read_text() == "two"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["link.svg", "plot.svg"]


def test_what_is_new_may_be_read_by_those_who_usually_may(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "new", "text")
    finally:
        os.umask(before)
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o640


def test_a_disk_that_fills_up_while_the_arena_plays(tmp_path: Path) -> None:
    """With a real limit on the size of files: whole records, figures that fit them, and the tables are told."""
    folder = tmp_path / "results"
    run("arena", "kout4", *QUICK, "--out", folder)
    assert (folder / "results.json").exists()
    command = [sys.executable, "-m", "diwaniya", "arena", "kout4", *QUICK, "--deals", "2000", "--out", folder]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=100,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000)),
    )
    assert done.returncode == 1
    [line] = done.stderr.splitlines()
    assert "matches.jsonl: the file would be larger than allowed here, after " in line
    assert "of 2,000 deals" in line
    assert " quick " in done.stdout
    raw = (folder / "matches.jsonl").read_bytes()
    assert raw.endswith(b"}\n")
    assert len(raw) <= 30_000
    whole = json.loads((folder / "results.json").read_text())
    assert whole["results"][0]["matches"] >= raw.count(b"\n") > 0
    assert sorted(file.name for file in folder.iterdir()) == ["matches.jsonl", "plot.svg", "results.json"]


def test_a_full_disk_in_simulate() -> None:
    result = run("simulate", "kout4", "--matches", "2", "--out", "/dev/full")
    assert result.exit_code == 1
    assert result.stderr == "diwaniya: /dev/full: the disk is full, after 2 matches\n"
    assert "2 matches, " in result.stdout  # what came of them is told nevertheless


def test_reasons_are_words() -> None:
    assert reason(OSError(errno.ENOSPC, "No space left on device")) == "the disk is full"
    assert reason(OSError(12345, "Something else")) == "Something else"
    assert reason(OSError()) == "OSError"


WAYS = ["diwaniya.db", "diwaniya.db-wal", "diwaniya.db-shm", "secret.key", "lock", "new.jsonl"]


@pytest.mark.parametrize("command", ["records", "prune", "backup"])
@pytest.mark.parametrize("name", WAYS)
def test_nothing_is_written_into_the_data_folder(command: str, name: str, data: Path, tmp_path: Path) -> None:
    for own in WAYS[:-1]:
        (data / own).touch()
    before = {file.name: file.read_bytes() for file in data.iterdir()}
    link, folder = tmp_path / "link", tmp_path / "folder"
    link.symlink_to(data / name)
    folder.symlink_to(data)
    ways = [data / name, link, folder / name, data / ".." / "data" / name, tmp_path / "folder" / "." / name]
    if (data / name).exists():
        hard = tmp_path / "hard"
        hard.hardlink_to(data / name)
        ways.append(hard)
    for way in ways:
        assert "would lie in the data folder itself" in refused(command, data, way)
    assert {file.name: file.read_bytes() for file in data.iterdir()} == before


@pytest.mark.parametrize("command", ["records", "prune"])
def test_nor_over_a_database_that_a_link_leads_to(command: str, data: Path, tmp_path: Path) -> None:
    moved = tmp_path / "disk.sqlite"
    (data / "diwaniya.db").rename(moved)
    (data / "diwaniya.db").symlink_to(moved)
    before = moved.read_bytes()
    for name in ("disk.sqlite", "disk.sqlite-wal"):
        assert "would lie in the data folder itself" in refused(command, data, tmp_path / name)
    assert moved.read_bytes() == before


def test_prune_looks_at_its_file_also_if_nothing_is_to_be_exported(data: Path, tmp_path: Path) -> None:
    for more in ([], ["--dry-run"]):
        result = run(
            "prune", "--older-than", "90y", "--data", data, "--export", tmp_path / "none" / "x", *more
        )
        assert result.exit_code == 1
        assert "there is no such folder" in result.stderr


def test_where_nobody_makes_files() -> None:
    place = "/proc" if Path("/proc/self").is_dir() else "/dev"
    for check in (check_file, check_folder):
        with pytest.raises(Unwritable, match="you may not write there"):
            check(f"{place}/x")
    with pytest.raises(Unwritable, match="you may not write there"):
        check_folder(place)


def test_the_arena_looks_at_its_files_before_the_first_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr(arena.Arena, "__init__", never)
    (tmp_path / "plot.svg").mkdir()
    assert "plot.svg: that is a folder" in refused("arena", tmp_path, tmp_path)
    assert "the name is too long" in refused("arena", tmp_path, tmp_path / "a" / ("x" * 300) / "b")
    assert [file.name for file in tmp_path.iterdir()] == ["plot.svg"]


def test_a_file_that_may_not_be_written_over() -> None:
    with nobody() as shut, pytest.raises(Unwritable, match="you may not write there"):
        check_folder(str(shut), ["matches.jsonl"])
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o777)
        kept = Path(place) / "matches.jsonl"
        kept.touch(mode=0o444)
        kept.chmod(0o444)
        was = os.geteuid()
        if was == 0:
            os.seteuid(65534)
        try:
            with pytest.raises(Unwritable, match=r"matches\.jsonl: you may not write there"):
                check_folder(place, ["matches.jsonl"])
        finally:
            if was == 0:
                os.seteuid(was)
