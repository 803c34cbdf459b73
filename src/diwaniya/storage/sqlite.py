"""The logs in one SQLite file.

One thread writes. It takes whatever is pending, commits it as one transaction and only then answers, so
a busy server pays for one flush to disk where it made a hundred moves, and a quiet one waits for nobody (group commit).
`synchronous=FULL` in WAL mode: what has been answered survives a killed process and a power cut.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from diwaniya.storage.base import Append, Conflict, Kept, StorageError

APPLICATION_ID = 0x44495741  # "DIWA", in the file's header
SCHEMA_VERSION = 1
BATCH = 500
CHECKED_BYTES = 64 << 20
"""Files up to this size are checked whole at the start; of larger ones only what is read."""

SCHEMA = """
CREATE TABLE tables (
    id TEXT PRIMARY KEY, seq INTEGER NOT NULL, ended INTEGER NOT NULL, updated REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE events (
    table_id TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;
CREATE TABLE players (
    player TEXT NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY (player, table_id)
) WITHOUT ROWID;
"""

RUNNING = """
SELECT t.id, t.updated, e.body FROM players p JOIN tables t ON t.id = p.table_id
JOIN events e ON e.table_id = t.id AND e.seq = 1
WHERE p.player = ? AND NOT t.ended ORDER BY t.updated DESC LIMIT ?
"""

_Job = tuple[tuple[Append, ...], "asyncio.Future[None]"]
_Answer = tuple["asyncio.Future[None]", StorageError | None]


class SqliteStorage:
    """See the module. Opening it checks the file and raises `StorageError` with one clear line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._check_file()
        self._writer: sqlite3.Connection | None = self._connect()
        try:
            self._prepare(self._writer)
        except sqlite3.Error as error:
            self._writer.close()
            raise _explained(error, path) from error
        except StorageError:
            self._writer.close()
            raise
        self._reader: sqlite3.Connection | None = None
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._write_on, name="diwaniya-writer", daemon=True)
        self._thread.start()
        self._readers = ThreadPoolExecutor(1, thread_name_prefix="diwaniya-reader")

    # the interface

    async def append(self, *appends: Append) -> None:
        if self._closed:
            raise StorageError("The server is stopping.")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.put((appends, done))
        await done

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        query = "SELECT body FROM events WHERE table_id = ? AND seq > ? ORDER BY seq"
        return [row[0] for row in await self._ask(query, (table, after))]

    async def running(self, player: str, limit: int) -> list[Kept]:
        return [Kept(*row) for row in await self._ask(RUNNING, (player, limit))]

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

    # opening

    def _check_file(self) -> None:
        """Refuse what is plainly not ours before SQLite touches it."""
        try:
            with self.path.open("rb") as file:
                head = file.read(16)
        except FileNotFoundError:
            self._create_private()
            return
        except OSError as error:
            raise StorageError(f"Cannot read {self.path}: {error.strerror}.") from error
        if head and head != b"SQLite format 3\0":
            raise StorageError(
                f"{self.path} is damaged, or not a Diwaniya database. Move it away to start anew."
            )

    def _create_private(self) -> None:
        """The log holds the secrets of running matches: only the owner of the process may read it."""
        try:
            os.close(os.open(self.path, os.O_CREAT | os.O_WRONLY, 0o600))
        except OSError as error:
            raise StorageError(f"Cannot create {self.path}: {error.strerror}.") from error

    def _connect(self) -> sqlite3.Connection:
        try:
            connection = sqlite3.connect(self.path, isolation_level=None, timeout=5, check_same_thread=False)
            connection.execute("PRAGMA synchronous=FULL")
        except sqlite3.Error as error:
            raise _explained(error, self.path) from error
        return connection

    def _prepare(self, db: sqlite3.Connection) -> None:
        (application,) = db.execute("PRAGMA application_id").fetchone()
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if application == 0 and version == 0 and not db.execute("SELECT 1 FROM sqlite_master").fetchone():
            db.execute("PRAGMA journal_mode=WAL")
            db.executescript(
                f"BEGIN IMMEDIATE; {SCHEMA} PRAGMA application_id={APPLICATION_ID};"
                f" PRAGMA user_version={SCHEMA_VERSION}; COMMIT;"
            )
            return
        if application != APPLICATION_ID:
            raise StorageError(f"{self.path} is not a Diwaniya database.")
        if version > SCHEMA_VERSION:
            raise StorageError(
                f"{self.path} was written by a newer Diwaniya (format {version}, this one knows {SCHEMA_VERSION})."
                " Use that version, or another data folder."
            )
        if self.path.stat().st_size <= CHECKED_BYTES:
            (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
            if verdict != "ok":
                raise StorageError(f"{self.path} is damaged. Restore a copy, or move it away to start anew.")
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("BEGIN IMMEDIATE")  # says at once if we may not write
        db.execute("ROLLBACK")

    # reading

    async def _ask(self, query: str, values: tuple[Any, ...]) -> list[Any]:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._fetch, query, values)

    def _fetch(self, query: str, values: tuple[Any, ...]) -> list[Any]:
        try:
            if self._reader is None:
                self._reader = self._connect()
            return self._reader.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise _explained(error, self.path) from error

    # writing, in the writer's thread

    def _write_on(self) -> None:
        while True:
            job = self._jobs.get()
            if job is None:
                return
            batch, last = [job], False
            while len(batch) < BATCH:
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if job is None:
                    last = True
                    break
                batch.append(job)
            self._answer(batch, self._commit(batch))
            if last:
                return

    def _commit(self, batch: list[_Job]) -> list[StorageError | None]:
        """Write a batch. What conflicts is left out, the rest is committed together."""
        try:
            if self._writer is None:
                self._writer = self._connect()
            db = self._writer
            db.execute("BEGIN IMMEDIATE")
            results: list[StorageError | None] = [_in_savepoint(db, appends) for appends, _ in batch]
            db.execute("COMMIT")
        except (sqlite3.Error, StorageError) as error:
            self._start_over()
            explained = error if isinstance(error, StorageError) else _explained(error, self.path)
            return [explained] * len(batch)
        return results

    def _start_over(self) -> None:
        """After a failure the next batch begins with a fresh connection: closing rolls back what was half done."""
        if self._writer is not None:
            with contextlib.suppress(sqlite3.Error):
                self._writer.close()
        self._writer = None

    @staticmethod
    def _answer(batch: list[_Job], results: list[StorageError | None]) -> None:
        """Tell everybody in one go, each loop woken once."""
        loops: dict[asyncio.AbstractEventLoop, list[_Answer]] = {}
        for (_, done), error in zip(batch, results, strict=True):
            loops.setdefault(done.get_loop(), []).append((done, error))
        for loop, answers in loops.items():
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(_resolve, answers)


def _in_savepoint(db: sqlite3.Connection, appends: tuple[Append, ...]) -> Conflict | None:
    """One job, all or nothing."""
    db.execute("SAVEPOINT job")
    for append in appends:
        row = db.execute("SELECT seq FROM tables WHERE id = ?", (append.table,)).fetchone()
        if (row[0] if row else 0) != append.expected:
            db.execute("ROLLBACK TO job")
            db.execute("RELEASE job")
            return Conflict(f"Table {append.table} has moved on.")
        seq = append.expected + len(append.bodies)
        db.execute(
            "INSERT INTO tables VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE"
            " SET seq = excluded.seq, ended = ended OR excluded.ended, updated = excluded.updated",
            (append.table, seq, append.ended, append.at),
        )
        db.executemany(
            "INSERT INTO events VALUES (?, ?, ?)",
            [(append.table, append.expected + n, body) for n, body in enumerate(append.bodies, 1)],
        )
        db.executemany(
            "INSERT OR IGNORE INTO players VALUES (?, ?)", [(p, append.table) for p in append.players]
        )
    db.execute("RELEASE job")
    return None


def _resolve(answers: list[_Answer]) -> None:
    for done, error in answers:
        if done.done():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)


def _explained(error: sqlite3.Error, path: Path) -> StorageError:
    """SQLite's reason in a line that says what to do."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return StorageError(f"The disk that holds {path} is full.")
    if code == sqlite3.SQLITE_READONLY:
        return StorageError(f"{path} may not be written to.")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return StorageError(
            f"{path} is damaged, or not a Diwaniya database. Restore a copy, or move it away."
        )
    if code == sqlite3.SQLITE_CANTOPEN:
        return StorageError(f"Cannot open {path}: no such folder, or it may not be written to.")
    if code == sqlite3.SQLITE_BUSY:
        return StorageError(f"{path} is in use by another program.")
    return StorageError(f"Cannot write to {path}: {error}.")
