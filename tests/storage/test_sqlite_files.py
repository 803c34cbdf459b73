"""What is wrong with a file is said in one line, and the file stays as it is."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from diwaniya.storage import file as storage_file
from diwaniya.storage.base import StorageError
from diwaniya.storage.sqlite import SqliteStorage
from keeping import storage
from storage_contract import add


def refused(path: Path) -> str:
    before = {file: file.read_bytes() for file in path.parent.iterdir() if file.is_file()}
    with pytest.raises(StorageError) as caught:
        SqliteStorage(path)
    assert "\n" not in str(caught.value)
    after = {file: file.read_bytes() for file in path.parent.iterdir() if file.is_file()}
    assert {file: raw for file, raw in after.items() if file in before} == before
    return str(caught.value)


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    async def fill() -> None:
        async with storage(tmp_path / "db") as db:
            await asyncio.gather(*(db.append(add(f"table-{n}", 0, b"x" * 200)) for n in range(300)))

    asyncio.run(fill())
    return tmp_path / "db"


def test_a_file_that_is_no_database(tmp_path: Path):
    (tmp_path / "db").write_bytes(b"once upon a time there was a file" * 100)
    assert "not a Diwaniya database" in refused(tmp_path / "db")


def test_somebody_elses_database(tmp_path: Path):
    with contextlib.closing(sqlite3.connect(tmp_path / "db")) as other:
        other.execute("CREATE TABLE birds (name TEXT)")
    assert "not a Diwaniya database" in refused(tmp_path / "db")


@pytest.mark.parametrize(
    ("version", "words"), [(99, "newer Diwaniya (format 99"), (1, "a preview of Diwaniya")]
)
def test_another_format(filled: Path, version: int, words: str):
    with contextlib.closing(sqlite3.connect(filled)) as db:
        db.execute(f"PRAGMA user_version={version}")
    assert words in refused(filled)


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9])
def test_a_damaged_database(filled: Path, part: float):
    body = bytearray(filled.read_bytes())
    at = int(len(body) * part) // 4096 * 4096
    body[at : at + 4096] = b"\xa5" * 4096
    filled.write_bytes(body)
    assert "damaged" in refused(filled)


@pytest.mark.parametrize("length", [1, 50, 100, 4096, 20000, 60000])
def test_a_cut_off_database(filled: Path, length: int):
    filled.write_bytes(filled.read_bytes()[:length])
    assert "damaged" in refused(filled)


def test_a_large_file_that_is_cut_off(filled: Path, monkeypatch: pytest.MonkeyPatch):
    """It is not read as a whole at the start, but it is known how long it ought to be."""
    monkeypatch.setattr(storage_file, "CHECKED_BYTES", 0)
    filled.write_bytes(filled.read_bytes()[:-4096])
    assert "damaged" in refused(filled)


@pytest.mark.parametrize("empty", [True, False])
def test_a_log_without_its_database(filled: Path, empty: bool):
    """SQLite would throw it away, and what is in it is perhaps all that is left."""
    log = filled.with_name("db-wal")
    log.write_bytes(b"the last moves")
    if empty:
        filled.write_bytes(b"")
    else:
        filled.unlink()
    assert "db-wal is there" in refused(filled)
    assert log.read_bytes() == b"the last moves"


def test_a_folder_in_its_place(tmp_path: Path):
    (tmp_path / "db").mkdir()
    assert "db" in refused(tmp_path / "db")


def test_a_folder_that_is_not_there(tmp_path: Path):
    with pytest.raises(StorageError, match="No such file"):
        SqliteStorage(tmp_path / "nowhere" / "db")


async def test_a_broken_chain_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Part of a log is no log; better none than another table's cards."""
    async with storage(tmp_path / "db") as db:
        await db.append(add("other", 0, b"secret", b"secret"))
        await db.append(add("a", 0, b"1", b"2", b"3"))
        with contextlib.closing(sqlite3.connect(tmp_path / "db")) as harm, harm:
            harm.execute("UPDATE events SET prev = 2 WHERE body = ?", (b"3",))
        with pytest.raises(StorageError, match="damaged"):
            await db.read("a")
        assert await db.read("a", 2) == [b"3"]
        with contextlib.closing(sqlite3.connect(tmp_path / "db")) as harm, harm:
            harm.execute("DELETE FROM events WHERE body = ?", (b"3",))
        with pytest.raises(StorageError, match="damaged"):
            await db.read("a", 2)
        assert await db.read("other") == [b"secret"] * 2


READ_ONLY = """
import os, sys
from pathlib import Path
from diwaniya.storage.base import StorageError
from diwaniya.storage.sqlite import SqliteStorage

os.chdir(sys.argv[1])
if os.geteuid() == 0:
    os.setuid(65534)  # root may write everywhere; somebody else may not
try:
    SqliteStorage(Path("db"))
except StorageError as error:
    print(error)
"""


@pytest.mark.parametrize("folder_too", [False, True])
def test_files_that_may_not_be_written_to(filled: Path, folder_too: bool):
    filled.chmod(0o444)
    filled.parent.chmod(0o555 if folder_too else 0o777)
    before = filled.read_bytes()
    try:
        done = subprocess.run(
            [sys.executable, "-c", READ_ONLY, filled.parent], capture_output=True, text=True, timeout=60
        )
    finally:
        filled.parent.chmod(0o700)
    assert done.stderr == ""
    assert "may not be written to" in done.stdout
    assert done.stdout.count("\n") == 1
    assert filled.read_bytes() == before
