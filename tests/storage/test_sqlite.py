"""What is SQLite's own: flushes, another process, a process that is killed."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from diwaniya.storage.base import Append, Conflict, StorageError
from diwaniya.storage.sqlite import SqliteStorage
from keeping import storage
from storage_contract import add


def statements(db: SqliteStorage) -> list[str]:
    """What its writer does from now on."""
    seen: list[str] = []
    assert db._writer is not None
    db._writer.set_trace_callback(seen.append)
    return seen


# flushes


async def test_what_is_pending_is_committed_together(tmp_path: Path):
    """Group commit: a conflict in the batch harms nobody else, and there are fewer commits than appends."""
    async with storage(tmp_path / "db") as db:
        await db.append(add("t0", 0, b"taken"))
        seen = statements(db)
        answers = await asyncio.gather(
            *(db.append(add(f"t{n}", 0, b"first")) for n in range(300)), return_exceptions=True
        )
        assert [n for n, answer in enumerate(answers) if answer is not None] == [0]
        assert isinstance(answers[0], Conflict)
        assert 0 < seen.count("COMMIT") < 30
        assert await db.read("t299") == [b"first"]


async def test_moves_of_many_tables_are_one_statement(tmp_path: Path):
    """That is what makes a move cheap. SQLite tells of the statement again for everything that its trigger does."""
    async with storage(tmp_path / "db") as db:
        await asyncio.gather(*(db.append(add(f"t{n}", 0, b"first")) for n in range(60)))
        seen = statements(db)
        await asyncio.gather(*(db.append(add(f"t{n}", 1, b"second")) for n in range(60)))
        own = {text for text in seen if not text.startswith("--")}
        assert all(text.startswith("INSERT INTO adding VALUES (") for text in own)
        assert 0 < len(own) < 10


@pytest.mark.parametrize("wrong", [object(), 2**80, None, "\ud800"])
async def test_something_that_cannot_be_written_harms_nobody_else(tmp_path: Path, wrong: Any):
    async with storage(tmp_path / "db") as db:
        await asyncio.gather(*(db.append(add(f"t{n}", 0, b"1")) for n in range(4)))
        bodies = [b"2", wrong, b"2", b"2"]
        answers = await asyncio.gather(
            *(db.append(add(f"t{n}", 1, body)) for n, body in enumerate(bodies)), return_exceptions=True
        )
        assert [answer is None for answer in answers] == [True, False, True, True]
        assert isinstance(answers[1], StorageError)
        assert not isinstance(answers[1], Conflict)
        assert [len(await db.read(f"t{n}")) for n in range(4)] == [2, 1, 2, 2]


async def test_a_table_that_another_process_has_moved_on(tmp_path: Path):
    """What we remember of it is old then; the database says so."""
    async with storage(tmp_path / "db") as db:
        await db.append(add("a", 0, b"1"), add("b", 0, b"1"))
        await asyncio.to_thread(subprocess.run, [sys.executable, "-c", ONE_MORE, tmp_path / "db"], check=True)
        answers = await asyncio.gather(
            db.append(add("a", 1, b"late")), db.append(add("b", 1, b"2")), return_exceptions=True
        )
        assert [type(answer) for answer in answers] == [Conflict, type(None)]
        await db.append(add("a", 2, b"3"))
        assert await db.read("a") == [b"1", b"other", b"3"]
        assert await db.read("b") == [b"1", b"2"]


ONE_MORE = """
import asyncio, sys
from pathlib import Path
from diwaniya.storage.base import Append
from diwaniya.storage.sqlite import SqliteStorage

async def main():
    db = SqliteStorage(Path(sys.argv[1]))
    await db.append(Append("a", 1, [b"other"], 0.0))
    await db.close()

asyncio.run(main())
"""


async def test_the_log_beside_the_database_does_not_grow_for_ever(tmp_path: Path):
    log = tmp_path / "db-wal"
    async with storage(tmp_path / "db") as db:
        most = written = 0
        for n in range(60):
            await db.append(add("a", n, b"x" * 1_000_000))
            written += 1_000_000
            most = max(most, log.stat().st_size)
        assert most < 30_000_000 < written


def test_only_the_owner_may_read_the_files(tmp_path: Path):
    def modes() -> list[int]:
        return [file.stat().st_mode & 0o777 for file in tmp_path.iterdir()]

    async def write() -> None:
        async with storage(tmp_path / "db") as db:
            await db.append(add("a", 0, b"1"))
            assert await asyncio.to_thread(modes) == [0o600] * 3

    asyncio.run(write())


# killed


WRITER = """
import asyncio, sys
from pathlib import Path
from diwaniya.storage.base import Append
from diwaniya.storage.sqlite import SqliteStorage

async def main():
    db = SqliteStorage(Path(sys.argv[1]))
    async def play(table):
        for n in range(100000):
            await db.append(Append(table, n, [b"%d" % n], 0.0, about=b"%d" % n if n % 7 == 0 else None))
            print(f"{table} {n + 1}\\n", end="", flush=True)  # in one piece: it may be killed within two
    await asyncio.gather(*(play(f"t{n}") for n in range(20)))

asyncio.run(main())
"""


def test_what_was_answered_survives_a_kill(tmp_path: Path):
    """Twenty tables at once, and again on what the last one left."""
    kept = dict.fromkeys((f"t{n}" for n in range(20)), 0)
    for life in range(3):
        path = tmp_path / f"{life}.db"
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout is not None
        lines = [writer.stdout.readline() for _ in range(400 * (life + 1))]
        writer.send_signal(signal.SIGKILL)
        lines += writer.communicate()[0].splitlines()
        answered = dict(kept)
        for line in lines:
            table, seq = line.split()
            answered[table] = int(seq)

        async def check(path: Path = path, answered: dict[str, int] = answered) -> None:
            async with storage(path) as db:
                for table, seq in answered.items():
                    log = await db.read(table)
                    assert len(log) in (seq, seq + 1)
                    assert log == [b"%d" % n for n in range(len(log))]
                    if log:
                        await db.append(add(table, len(log), b"goes on"))

        asyncio.run(check())


def test_an_append_takes_no_dictionary():
    """There are many of them: they are small, and cannot be changed while they wait."""
    append = Append("a", 0, [b""], 0.0)
    assert not hasattr(append, "__dict__")
    with pytest.raises(AttributeError):
        append.expected = 1  # type: ignore[misc]
