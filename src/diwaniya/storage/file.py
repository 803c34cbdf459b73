"""The database file: what is in it, how it is opened, and what is said when it cannot be.

Events are written one behind the other, whatever table they belong to, and each knows the one before it in its own
table. So a flush to disk that holds moves of sixty tables touches three or four pages instead of sixty, and checkpoints
have as little to copy. A table is read from its last event backwards.

`n` is the short number of a table. It is never given twice, so a program that remembers one can only mean that table.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from diwaniya.storage.base import StorageError

APPLICATION_ID = 0x44495741  # "DIWA", in the file's header
SCHEMA_VERSION = 2
MAGIC = b"SQLite format 3\0"
CHECKED_BYTES = 64 << 20
"""Files up to this size are checked whole at the start; of larger ones only what is read."""
CHECKPOINT_PAGES = 4000
"""So many pages of the log beside the database (16 MB) are copied into it together."""
WAL_BYTES = 64 << 20
"""If that log has grown beyond this, because somebody was reading for long, it is cut when it begins anew."""
PATIENCE = 5.0
"""Seconds that we wait for another program that writes to the file."""
STATEMENTS = 128
"""Prepared statements kept by a connection."""

SCHEMA = """
CREATE TABLE tables (
    n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, code TEXT UNIQUE, about BLOB NOT NULL,
    playing INTEGER NOT NULL, closed INTEGER NOT NULL
);
CREATE TABLE heads (n INTEGER PRIMARY KEY, seq INTEGER NOT NULL, last INTEGER NOT NULL, updated REAL NOT NULL);
CREATE TABLE events (id INTEGER PRIMARY KEY, n INTEGER NOT NULL, prev INTEGER NOT NULL, body BLOB NOT NULL);
CREATE TABLE players (player TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (player, n)) WITHOUT ROWID;
CREATE INDEX players_of ON players (n);
CREATE TABLE matches (id TEXT PRIMARY KEY, n INTEGER NOT NULL, at REAL NOT NULL, record BLOB NOT NULL);
CREATE INDEX matches_at ON matches (at);
CREATE VIEW adding (n, seq, at, body) AS SELECT 0, 0, 0.0, x'' WHERE 0;
CREATE TRIGGER add_event INSTEAD OF INSERT ON adding BEGIN
    INSERT INTO events (n, prev, body) SELECT n, last, new.body FROM heads WHERE n = new.n AND seq = new.seq - 1;
    UPDATE heads SET seq = new.seq, last = last_insert_rowid(), updated = new.at
        WHERE n = new.n AND seq = new.seq - 1;
    SELECT RAISE(ROLLBACK, 'moved on') WHERE changes() = 0;
END;
"""
"""An event is added through `adding`, which refuses a number that is not the next one: a table can never fork."""


def connect(path: Path) -> sqlite3.Connection:
    """A connection whose commits are on the disk when they return."""
    try:
        connection = sqlite3.connect(
            path,
            isolation_level=None,
            timeout=PATIENCE,
            check_same_thread=False,
            cached_statements=STATEMENTS,
        )
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint={CHECKPOINT_PAGES}")
        connection.execute(f"PRAGMA journal_size_limit={WAL_BYTES}")
    except sqlite3.Error as error:
        raise explained(error, path) from error
    return connection


def open_database(path: Path) -> sqlite3.Connection:
    """Open the file to write to it, made if it is not there. What is not ours or not sound is refused, and stays."""
    check_log(path)
    if not os.path.lexists(path):
        _create_private(path)
    check_head(path)
    connection = connect(path)
    try:
        _prepare(connection, path)
    except sqlite3.Error as error:
        connection.close()
        raise explained(error, path) from error
    except StorageError:
        connection.close()
        raise
    return connection


def head_of(path: Path) -> bytes:
    """What the file begins with: `MAGIC` if it is a database, nothing if it is empty."""
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC))
    except OSError as error:
        raise StorageError(f"Cannot read {path}: {error.strerror}.") from error


def check_head(path: Path) -> None:
    """Refuse what is plainly not ours before SQLite touches it."""
    if head_of(path) not in (b"", MAGIC):
        raise StorageError(f"{path} is damaged, or not a Diwaniya database. Move it away to start anew.")


def check_log(path: Path) -> None:
    """Without its database SQLite throws the log beside it away; but somebody may want what is in it."""
    log = beside(path, "-wal")
    lost = not os.path.lexists(path) or (path.is_file() and path.stat().st_size == 0)
    if lost and log.exists() and log.stat().st_size > 0:
        raise StorageError(
            f"{path} is missing or empty, but {log} is there. Restore a copy, or move it away."
        )


def beside(path: Path, ending: str) -> Path:
    """One of the files that SQLite keeps beside the database."""
    return path.with_name(path.name + ending)


def is_ours(db: sqlite3.Connection) -> bool:
    """Is it a database of Diwaniya, of whatever format?"""
    return bool(db.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID)


def check_format(db: sqlite3.Connection, path: Path, in_use: bool = True) -> None:
    """Is it ours, and of the format that this version knows? What to do then is told of the one `in_use`."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if not is_ours(db):
        raise StorageError(f"{path} is not a Diwaniya database.")
    if version > SCHEMA_VERSION:
        raise StorageError(
            f"{path} was written by a newer Diwaniya (format {version}, this one knows {SCHEMA_VERSION})."
            f" Use that version{', or another data folder' if in_use else ''}."
        )
    if version < SCHEMA_VERSION:
        raise StorageError(
            f"{path} was written by a preview of Diwaniya (format {version}, this one knows {SCHEMA_VERSION})."
            f"{' Move it away to start anew.' if in_use else ''}"
        )


def is_sound(db: sqlite3.Connection) -> bool:
    """Read the whole file: is every page of it what it should be?"""
    return bool(db.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")


def damaged(path: Path) -> StorageError:
    return StorageError(f"{path} is damaged. Restore a copy, or move it away to start anew.")


def explained(error: sqlite3.Error, path: Path) -> StorageError:
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
    if code == sqlite3.SQLITE_IOERR:
        return StorageError(f"{path} cannot be read or written just now: the disk is full, or it fails.")
    return StorageError(f"Cannot write to {path}: {error}.")


def sync_folder(folder: Path) -> None:
    """What was made, renamed or removed in this folder is so after a power cut as well."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _create_private(path: Path) -> None:
    """The log holds the secrets of running matches: only the owner of the process may read it."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
        sync_folder(path.parent)
    except OSError as error:
        raise StorageError(f"Cannot create {path}: {error.strerror}.") from error


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if application == 0 and version == 0 and not db.execute("SELECT 1 FROM sqlite_master").fetchone():
        db.execute("PRAGMA auto_vacuum=INCREMENTAL")
        db.execute("PRAGMA journal_mode=WAL")
        db.executescript(
            f"BEGIN IMMEDIATE; {SCHEMA} PRAGMA application_id={APPLICATION_ID};"
            f" PRAGMA user_version={SCHEMA_VERSION}; COMMIT;"
        )
        return
    check_format(db, path)
    if path.stat().st_size <= CHECKED_BYTES and not is_sound(db):
        raise damaged(path)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("BEGIN IMMEDIATE")  # says at once if we may not write
    db.execute("ROLLBACK")
