"""The logs in one SQLite file.

One thread writes. It takes whatever is pending, commits it as one transaction and only then answers, so
a busy server pays for one flush to disk where it made a hundred moves, and a quiet one waits for nobody (group commit).
`synchronous=FULL` in WAL mode: what has been answered survives a killed process and a power cut.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from diwaniya.storage.base import Append, Job, Kept, StorageError
from diwaniya.storage.batch import Batches
from diwaniya.storage.file import connect, damaged, explained, open_database
from diwaniya.storage.prompt import go_first

BATCH = 1000
"""Submissions in one transaction at most."""

READ = """
WITH RECURSIVE back (still, n, prev, body) AS (
    SELECT h.seq - :after, e.n, e.prev, e.body
    FROM tables t JOIN heads h ON h.n = t.n LEFT JOIN events e ON e.id = h.last AND e.n = h.n
    WHERE t.id = :table AND h.seq > :after
    UNION ALL
    SELECT still - 1, e.n, e.prev, e.body FROM back JOIN events e ON e.id = back.prev AND e.n = back.n WHERE still > 1
)
SELECT still, body FROM back
"""
"""From the last event back to the first that is wanted, as the rows of such a query come one after the other."""

RUNNING = """
SELECT t.id, h.updated, t.about FROM players p JOIN tables t ON t.n = p.n JOIN heads h ON h.n = p.n
WHERE p.player = ? AND NOT t.closed ORDER BY h.updated DESC, t.n DESC LIMIT ?
"""

_Pending = tuple[Sequence[Job], asyncio.AbstractEventLoop]
"""What was submitted together, and on which loop."""


class SqliteStorage:
    """See the module. Opening it checks the file and raises `StorageError` with one clear line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._writer: sqlite3.Connection | None = open_database(path)
        self._batches = Batches(self._writer)
        self._reader: sqlite3.Connection | None = None
        self._jobs: queue.SimpleQueue[_Pending | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._write_on, name="diwaniya-writer", daemon=True)
        self._thread.start()
        self._readers = ThreadPoolExecutor(1, thread_name_prefix="diwaniya-reader")

    # the interface

    def submit(self, jobs: Sequence[Job]) -> None:
        loop = asyncio.get_running_loop()
        if self._closed:
            loop.call_soon(_tell, loop, jobs, [StorageError("The server is stopping.")] * len(jobs))
        else:
            self._jobs.put((jobs, loop))

    async def append(self, *appends: Append) -> None:
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(error: StorageError | None) -> None:
            if written.done():
                return
            if error is None:
                written.set_result(None)
            else:
                written.set_exception(error)

        self.submit([(appends, done)])
        await written

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        rows = await self._ask(READ, {"table": table, "after": after})
        if rows and (rows[-1][0] != 1 or rows[0][1] is None):  # the chain is broken
            raise damaged(self.path)
        return [body for _, body in reversed(rows)]

    async def find(self, code: str) -> str | None:
        rows = await self._ask("SELECT id FROM tables WHERE code = ? AND NOT closed", (code,))
        return rows[0][0] if rows else None

    async def running(self, player: str, limit: int) -> list[Kept]:
        return [Kept(*row) for row in await self._ask(RUNNING, (player, limit))]

    async def record(self, match: str) -> bytes | None:
        rows = await self._ask("SELECT record FROM matches WHERE id = ?", (match,))
        return rows[0][0] if rows else None

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        self._readers.shutdown()
        for connection in (self._reader, self._writer):
            if connection is not None:
                connection.close()

    # reading, in the reader's thread

    async def _ask(self, query: str, values: Any) -> list[Any]:
        if self._closed:
            raise StorageError("The server is stopping.")
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._fetch, query, values)

    def _fetch(self, query: str, values: Any) -> list[Any]:
        try:
            if self._reader is None:
                self._reader = connect(self.path)
            return self._reader.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise explained(error, self.path) from error

    # writing, in the writer's thread

    def _write_on(self) -> None:
        go_first()
        jobs, last = self._jobs, False
        while not last:
            batch = [jobs.get()]
            batch += [jobs.get_nowait() for _ in range(min(jobs.qsize(), BATCH))]
            if batch[-1] is None:  # nothing is put behind it
                last = True
                batch.pop()
            pending = [submitted for submitted in batch if submitted is not None]
            if pending:
                self._answer(pending, self._commit([appends for jobs, _ in pending for appends, _ in jobs]))

    def _commit(self, jobs: Sequence[tuple[Append, ...]]) -> Sequence[StorageError | None]:
        try:
            if self._writer is None:
                self._writer = connect(self.path)
                self._batches = Batches(self._writer)
            return self._batches.write(jobs)
        except StorageError as error:
            return [error] * len(jobs)
        except sqlite3.OperationalError as error:
            self._start_over()
            return [explained(error, self.path)] * len(jobs)
        except Exception as error:
            self._start_over()
            if len(jobs) > 1:  # something in it cannot be written at all; it harms nobody else
                return [answer for job in jobs for answer in self._commit([job])]
            if isinstance(error, sqlite3.Error):
                return [explained(error, self.path)]
            return [StorageError(f"This cannot be written: {error}.")]

    def _start_over(self) -> None:
        """After a failure the next batch begins with a fresh connection: closing rolls back what was half done."""
        if self._writer is not None:
            with contextlib.suppress(sqlite3.Error):
                self._writer.close()
        self._writer = None

    @staticmethod
    def _answer(batch: Sequence[_Pending], errors: Sequence[StorageError | None]) -> None:
        """Tell everybody in one go, each loop woken once."""
        loops: dict[asyncio.AbstractEventLoop, tuple[list[Job], list[StorageError | None]]] = {}
        answered = 0
        for jobs, loop in batch:
            told, answers = loops.setdefault(loop, ([], []))
            told += jobs
            answers += errors[answered : answered + len(jobs)]
            answered += len(jobs)
        for loop, (told, answers) in loops.items():
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(_tell, loop, told, answers)


def _tell(
    loop: asyncio.AbstractEventLoop, jobs: Sequence[Job], errors: Sequence[StorageError | None]
) -> None:
    for (_, done), error in zip(jobs, errors, strict=True):
        try:
            done(error)
        except Exception as mistake:  # it must not keep the others from their answer
            loop.call_exception_handler({"message": "An answer of the storage failed", "exception": mistake})
