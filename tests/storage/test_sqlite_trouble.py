"""A full disk, a file that may not be written to or that somebody else holds: a clear line, then play goes on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from diwaniya.storage import file as storage_file
from diwaniya.storage.base import Finished, StorageError
from diwaniya.storage.sqlite import SqliteStorage
from keeping import storage
from storage_contract import add


async def test_a_database_that_may_not_be_written_to_for_a_while(tmp_path: Path):
    async with storage(tmp_path / "db") as db:
        await db.append(add("a", 0, b"1"))
        assert db._writer is not None
        db._writer.execute("PRAGMA query_only=1")
        with pytest.raises(StorageError, match="may not be written to"):
            await db.append(add("a", 1, b"2"))
        assert await db.read("a") == [b"1"]
        await db.append(add("a", 1, b"2"))
        assert await db.read("a") == [b"1", b"2"]


async def test_a_full_disk_harms_nothing_and_play_goes_on_when_there_is_space(tmp_path: Path):
    async with storage(tmp_path / "db") as db:
        await db.append(add("a", 0, b"1"))
        assert db._writer is not None
        pages = db._writer.execute("PRAGMA page_count").fetchone()[0]
        db._writer.execute(f"PRAGMA max_page_count={pages}")
        with pytest.raises(StorageError, match="full"):
            await db.append(add("a", 1, b"x" * 100_000, finished=Finished("m", b"{}", 1.0)))
        assert await db.read("a") == [b"1"]
        assert await db.record("m") is None
        await db.append(add("a", 1, b"2"))
        assert await db.read("a") == [b"1", b"2"]


LISTENER = """
import asyncio, sys
from pathlib import Path
from diwaniya.storage.base import Append, Finished, StorageError
from diwaniya.storage.sqlite import SqliteStorage

async def main():
    db = SqliteStorage(Path(sys.argv[1]))
    print("open", flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        table, seq, size = line.split()
        finished = Finished(table + seq, b"{}", 0.0) if size == "1" else None
        try:
            await db.append(Append(table, int(seq), [b"x" * int(size)] * 3, 0.0, finished=finished))
            print("written", flush=True)
        except StorageError as error:
            print(type(error).__name__, error, flush=True)
    await db.close()

asyncio.run(main())
"""


class Listener:
    """A storage in a process of its own, which writes what it is told."""

    def __init__(self, path: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", LISTENER, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._line() == "open"

    def append(self, table: str, seq: int, size: int = 100) -> str:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{table} {seq} {size}\n")
        self.process.stdin.flush()
        return self._line()

    def limit(self, size: int) -> None:
        """No file may become larger than this, which stands for a disk that is full."""
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().rstrip("\n")


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[Listener]:
    made = Listener(tmp_path / "db")
    yield made
    if made.process.poll() is None:
        made.process.kill()
    made.process.communicate()


def test_a_disk_that_is_full_in_earnest(tmp_path: Path, listener: Listener):
    """Small and large appends, cut off at any place within: the line is clear, nothing is torn, and play goes on."""
    path, log = tmp_path / "db", tmp_path / "db-wal"
    seq = 0

    def length() -> int:
        return log.stat().st_size if log.exists() else 0

    assert listener.append("a", seq) == "written"
    for extra in (0, 1, 23, 24, 100, 4096, 4119, 4120, 9000):
        seq += 3
        for size in (100, 60_000, 1):
            listener.limit(length() + (extra if size > 100 else 0))
            said = listener.append("a", seq, size)
            assert said.startswith("StorageError ")
            assert "full" in said
            assert str(path) in said
        listener.limit(resource.RLIM_INFINITY)
        assert listener.append("a", seq) == "written"
    listener.process.kill()
    listener.process.wait()

    async def check() -> None:
        async with storage(path) as db:
            assert await db.read("a") == [b"x" * 100] * (seq + 3)
            assert await db.record(f"a{seq}") is None

    asyncio.run(check())


def test_a_log_that_cannot_be_put_into_the_database_for_want_of_space(tmp_path: Path, listener: Listener):
    """That fails in silence: what was answered is in the log. Only when that cannot grow either, an append fails."""
    path, limit = tmp_path / "db", 24_000_000
    listener.limit(limit)
    written = 0
    while (said := listener.append("a", written, 1_000_000)) == "written":
        written += 3
        assert written < 60
    assert "full" in said
    sizes = path.stat().st_size, (tmp_path / "db-wal").stat().st_size
    assert max(sizes) <= limit < written * 1_000_000 < sum(sizes)
    listener.limit(resource.RLIM_INFINITY)
    assert listener.append("a", written, 1_000_000) == "written"
    listener.process.kill()
    listener.process.wait()

    async def check() -> None:
        async with storage(path) as db:
            assert [len(body) for body in await db.read("a")] == [1_000_000] * (written + 3)

    asyncio.run(check())


async def test_another_program_that_holds_the_file_is_waited_for(tmp_path: Path):
    async with storage(tmp_path / "db") as db:
        with contextlib.closing(sqlite3.connect(tmp_path / "db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            waiting = asyncio.create_task(db.append(add("a", 0, b"1")))
            await asyncio.sleep(0.1)
            assert not waiting.done()
            other.execute("ROLLBACK")
        await waiting
        assert await db.read("a") == [b"1"]


async def test_another_program_that_does_not_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(storage_file, "PATIENCE", 0.05)
    async with storage(tmp_path / "db") as db:
        await db.append(add("a", 0, b"1"))
        with contextlib.closing(sqlite3.connect(tmp_path / "db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            for append in (add("a", 1, b"2"), add("b", 0, b"1")):
                with pytest.raises(StorageError, match="in use by another program"):
                    await db.append(append)
            assert await db.read("a") == [b"1"]
            other.execute("ROLLBACK")
        await db.append(add("a", 1, b"2"))
        assert await db.read("a") == [b"1", b"2"]


async def test_a_file_that_another_program_has_for_itself_cannot_be_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with storage(tmp_path / "db") as db:
        await db.append(add("a", 0, b"1"))
    monkeypatch.setattr(storage_file, "PATIENCE", 0.05)
    with contextlib.closing(sqlite3.connect(tmp_path / "db", isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StorageError, match="in use by another program"):
            SqliteStorage(tmp_path / "db")


async def test_damage_that_shows_while_running(tmp_path: Path):
    async with storage(tmp_path / "db") as db:
        await asyncio.gather(*(db.append(add(f"t{n}", 0, b"x" * 300)) for n in range(300)))
    body = bytearray((tmp_path / "db").read_bytes())
    with contextlib.closing(sqlite3.connect(tmp_path / "db")) as look:
        (root,) = look.execute("SELECT rootpage FROM sqlite_master WHERE name = 'events'").fetchone()
    body[(root - 1) * 4096 : root * 4096] = b"\xa5" * 4096
    async with storage(tmp_path / "db") as db:
        handle = os.open(tmp_path / "db", os.O_WRONLY)
        os.pwrite(handle, bytes(body), 0)
        with pytest.raises(StorageError, match="damaged"):
            await db.read("t1")
        os.close(handle)  # only now: closing a file of SQLite's lets go of its locks
    assert (tmp_path / "db").read_bytes() == bytes(body)
