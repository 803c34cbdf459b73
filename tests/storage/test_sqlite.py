"""The log on disk: numbered, all or nothing, there after a kill, and clear about what is wrong."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from diwaniya.storage.base import Append, Conflict, StorageError
from diwaniya.storage.sqlite import SqliteStorage


@contextlib.asynccontextmanager
async def storage(path: Path) -> AsyncIterator[SqliteStorage]:
    opened = SqliteStorage(path)
    try:
        yield opened
    finally:
        await opened.close()


def add(
    table: str, expected: int, *bodies: bytes, at: float = 0.0, player: str = "", ended: bool = False
) -> Append:
    return Append(table, expected, bodies, at, [player] if player else [], ended)


async def test_what_is_appended_is_read(tmp_path: Path):
    async with storage(tmp_path / "db") as db:
        await db.append(add("a", 0, b"1", b"2"))
        await db.append(add("b", 0, b"other"))
        await db.append(add("a", 2, b"3"))
        assert await db.read("a") == [b"1", b"2", b"3"]
        assert await db.read("a", after=2) == [b"3"]
        assert await db.read("none") == []
    async with storage(tmp_path / "db") as db:
        assert await db.read("a") == [b"1", b"2", b"3"]


@pytest.mark.parametrize("expected", [0, 1, 3])
async def test_who_comes_too_late_writes_nothing(tmp_path: Path, expected: int):
    async with storage(tmp_path / "db") as db:
        await db.append(add("a", 0, b"1", b"2"))
        with pytest.raises(Conflict):
            await db.append(add("a", expected, b"x"))
        assert await db.read("a") == [b"1", b"2"]


async def test_several_tables_are_written_together_or_not_at_all(tmp_path: Path):
    async with storage(tmp_path / "db") as db:
        await db.append(add("a", 0, b"1"))
        with pytest.raises(Conflict):
            await db.append(add("b", 0, b"new"), add("a", 0, b"x"))
        assert await db.read("b") == []
        await db.append(add("b", 0, b"new"), add("a", 1, b"2"))
        assert (await db.read("a"), await db.read("b")) == ([b"1", b"2"], [b"new"])


async def test_two_writers_never_fork_a_table(tmp_path: Path):
    """Each number is given once, whoever is first; the others are told."""
    async with storage(tmp_path / "db") as one, storage(tmp_path / "db") as two:
        for seq in range(10):
            answers = await asyncio.gather(
                *(db.append(add("a", seq, b"%d" % n)) for n, db in enumerate([one, two, one, two])),
                return_exceptions=True,
            )
            assert [answer for answer in answers if answer is None] == [None]
            assert sum(isinstance(answer, Conflict) for answer in answers) == 3
        assert len(await one.read("a")) == 10


async def test_what_is_pending_is_committed_together(tmp_path: Path):
    """Group commit: a conflict in the batch harms nobody else, and there are fewer commits than appends."""
    async with storage(tmp_path / "db") as db:
        await db.append(add("t0", 0, b"taken"))
        commits = 0

        def count(statement: str) -> None:
            nonlocal commits
            commits += statement == "COMMIT"

        assert db._writer is not None
        db._writer.set_trace_callback(count)
        answers = await asyncio.gather(
            *(db.append(add(f"t{n}", 0, b"first")) for n in range(300)), return_exceptions=True
        )
        assert [n for n, answer in enumerate(answers) if answer is not None] == [0]
        assert isinstance(answers[0], Conflict)
        assert commits < 30
        assert await db.read("t299") == [b"first"]


async def test_a_player_finds_his_running_tables_latest_first(tmp_path: Path):
    async with storage(tmp_path / "db") as db:
        for n, table in enumerate(["old", "over", "new"]):
            await db.append(add(table, 0, table.encode(), at=n, player="ali"))
        await db.append(add("other", 0, b"x", player="somebody"))
        await db.append(add("over", 1, b"end", at=9, ended=True))
        assert [(kept.table, kept.updated, kept.first) for kept in await db.running("ali", 10)] == [
            ("new", 2, b"new"),
            ("old", 0, b"old"),
        ]
        await db.append(add("old", 1, b"move", at=7))
        assert [kept.table for kept in await db.running("ali", 1)] == ["old"]
        await db.append(add("over", 2, b"rematch", at=10))
        assert "over" not in [kept.table for kept in await db.running("ali", 10)]


async def test_nothing_is_taken_after_the_close(tmp_path: Path):
    async with storage(tmp_path / "db") as db:
        pass
    with pytest.raises(StorageError, match="stopping"):
        await db.append(add("a", 0, b"1"))


async def test_what_was_pending_at_the_close_is_written(tmp_path: Path):
    async with storage(tmp_path / "db") as db:
        writes = [asyncio.create_task(db.append(add(f"t{n}", 0, b"x"))) for n in range(50)]
        await asyncio.sleep(0)
    await asyncio.gather(*writes)
    async with storage(tmp_path / "db") as db:
        assert await db.read("t49") == [b"x"]


def test_only_the_owner_may_read_the_file(tmp_path: Path):
    asyncio.run(SqliteStorage(tmp_path / "db").close())
    assert (tmp_path / "db").stat().st_mode & 0o077 == 0


WRITER = """
import asyncio, sys
from pathlib import Path
from diwaniya.storage.base import Append
from diwaniya.storage.sqlite import SqliteStorage

async def main():
    db = SqliteStorage(Path(sys.argv[1]))
    for n in range(100000):
        await db.append(Append("a", n, [b"%d" % n], 0.0))
        print(n + 1, flush=True)

asyncio.run(main())
"""


def test_what_was_answered_survives_a_kill(tmp_path: Path):
    for _ in range(3):
        path = tmp_path / "db"
        path.unlink(missing_ok=True)
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout is not None
        for _ in range(40):
            writer.stdout.readline()
        writer.send_signal(signal.SIGKILL)
        answered = 40 + len(writer.communicate()[0].splitlines())

        async def check(path: Path = path, answered: int = answered) -> None:
            async with storage(path) as db:
                kept = await db.read("a")
                assert len(kept) >= answered
                assert kept == [b"%d" % n for n in range(len(kept))]
                await db.append(add("a", len(kept), b"goes on"))

        asyncio.run(check())


# what is wrong is said in one line


def refused(path: Path) -> str:
    with pytest.raises(StorageError) as caught:
        SqliteStorage(path)
    assert "\n" not in str(caught.value)
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
    with sqlite3.connect(tmp_path / "db") as other:
        other.execute("CREATE TABLE birds (name TEXT)")
    other.close()
    assert "not a Diwaniya database" in refused(tmp_path / "db")


def test_a_newer_database(filled: Path):
    with sqlite3.connect(filled) as db:
        db.execute("PRAGMA user_version=99")
    db.close()
    assert "newer Diwaniya (format 99" in refused(filled)


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9])
def test_a_damaged_database(filled: Path, part: float):
    body = bytearray(filled.read_bytes())
    at = int(len(body) * part) // 4096 * 4096
    body[at : at + 4096] = b"\xa5" * 4096
    filled.write_bytes(body)
    assert "damaged" in refused(filled)


def test_a_cut_off_database(filled: Path):
    filled.write_bytes(filled.read_bytes()[:20000])
    assert "damaged" in refused(filled)


def test_a_folder_in_its_place(tmp_path: Path):
    (tmp_path / "db").mkdir()
    assert "db" in refused(tmp_path / "db")


def test_a_folder_that_is_not_there(tmp_path: Path):
    assert "No such file" in refused(tmp_path / "nowhere" / "db")


# trouble while running


async def test_a_database_that_may_not_be_written_to(tmp_path: Path):
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
            await db.append(add("a", 1, b"x" * 100_000))
        assert await db.read("a") == [b"1"]
        await db.append(add("a", 1, b"2"))
        assert await db.read("a") == [b"1", b"2"]


async def test_another_program_that_holds_the_file_is_waited_for(tmp_path: Path):
    async with storage(tmp_path / "db") as db:
        other = sqlite3.connect(tmp_path / "db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        waiting = asyncio.create_task(db.append(add("a", 0, b"1")))
        await asyncio.sleep(0.1)
        assert not waiting.done()
        other.execute("ROLLBACK")
        other.close()
        await waiting
        assert await db.read("a") == [b"1"]
