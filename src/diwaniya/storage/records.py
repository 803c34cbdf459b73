"""The records of finished matches, read out of the database while a server writes to it."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from diwaniya.storage.base import StorageError
from diwaniya.storage.file import check_format, check_head, connect, explained

AT_ONCE = 500

Row = tuple[int, bytes]
"""A number that stands for the record in the database, and the record as one line."""


@contextlib.contextmanager
def existing(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a database that must be there, and be ours. What goes wrong is one clear line."""
    if not path.exists():
        raise StorageError(f"There is no database at {path}. Choose another folder with --data.")
    check_head(path)
    try:
        with contextlib.closing(connect(path)) as db:
            check_format(db, path)
            yield db
    except sqlite3.Error as error:
        raise explained(error, path) from error


def count_between(db: sqlite3.Connection, since: float, before: float) -> int:
    """How many matches were finished from `since` on and before `before`."""
    query = "SELECT count(*) FROM matches WHERE at >= ? AND at < ?"
    return int(db.execute(query, (since, before)).fetchone()[0])


def between(db: sqlite3.Connection, since: float, before: float) -> Iterator[list[Row]]:
    """The matches that were finished from `since` on and before `before`, the oldest first, some at a time.

    The database is not held between two of them, so the server is not kept from anything.
    """
    query = (
        "SELECT at, rowid, record FROM matches"
        " WHERE (at, rowid) > (?, ?) AND at < ? ORDER BY at, rowid LIMIT ?"
    )
    at, number = since, -1
    while rows := db.execute(query, (at, number, before, AT_ONCE)).fetchall():
        at, number, _ = rows[-1]
        yield [(row, _line(record)) for _, row, record in rows]


def _line(record: bytes) -> bytes:
    """Outside of strings JSON may have line ends, inside it never has."""
    return record.replace(b"\r", b" ").replace(b"\n", b" ")
