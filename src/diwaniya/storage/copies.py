"""Copies of the database: taken while a server writes to it, and put back in its place.

A copy is one file that stands alone. It is the database at one moment, and beside the tables it holds what belongs to
them but lies in files of its own, such as the key that signs sessions. It has its name only when it is whole, checked
and on the disk.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from diwaniya.storage.base import StorageError
from diwaniya.storage.file import (
    MAGIC,
    PATIENCE,
    SCHEMA,
    beside,
    check_format,
    check_head,
    explained,
    head_of,
    is_ours,
    is_sound,
    sync_folder,
)

PAGES = 256
"""Pages copied at a time (1 MB): often enough for a bar that moves."""
ENCLOSED = "CREATE TABLE enclosed (name TEXT PRIMARY KEY, content BLOB NOT NULL)"

BESIDE = ("-wal", "-shm")
"""What the names of the files end with that SQLite keeps beside a database in use."""

Progress = Callable[[int, int], None]
"""Called with how many pages are done, of how many."""

Check = Callable[[sqlite3.Connection, Path], None]
"""Raises `StorageError` if this is not what it should be."""


@dataclass(frozen=True)
class Copied:
    """What is in a copy."""

    size: int
    """In bytes."""
    tables: int
    matches: int
    enclosed: Mapping[str, bytes]


def back_up(database: Path, target: Path, enclose: Mapping[str, bytes], progress: Progress) -> Copied:
    """Write a copy to `target`, in the place of what is there. Raises `StorageError`; then `target` is as it was."""
    if not database.exists():
        raise StorageError(f"There is no database at {database}. Choose another folder with --data.")
    check_head(database)
    with _reading(database, "rw") as source, _replacing(target) as fresh:
        _copy(source, database, fresh, target, progress)
        with _writing(fresh, target) as copy:
            copy.execute("DROP TABLE IF EXISTS enclosed")
            copy.execute(ENCLOSED)
            copy.executemany("INSERT INTO enclosed VALUES (?, ?)", enclose.items())
            if not is_sound(copy):
                raise StorageError(f"{database} is damaged, so its copy would be of no use.")
            tables, matches = _counts(copy)
    return Copied(target.stat().st_size, tables, matches, dict(enclose))


def restore(
    copy: Path, database: Path, place: Callable[[Mapping[str, bytes]], None], progress: Progress
) -> Copied:
    """Make a database of a copy, while nobody uses the folder.

    `place` is called with what was enclosed, when the copy has been found good and just before the database gets its
    name; it has to see to it that no other one is there. Raises `StorageError`; nothing has changed then, unless
    `place` had been called.
    """
    if copy.is_dir():
        raise StorageError(f"{copy} is a folder, not a file.")
    if not copy.exists():
        raise StorageError(f"There is no such file as {copy}.")
    if not copy.is_file():
        raise StorageError(f"{copy} is no regular file, so it is no copy.")
    if head_of(copy) != MAGIC:
        raise _no_copy(copy)
    with _replacing(database) as fresh:
        with _reading(copy, "ro", _check_copy) as source:
            _copy(source, copy, fresh, database, progress)
        with _writing(fresh, database) as db:
            if not is_sound(db):
                raise _useless(copy)
            enclosed = _enclosed(db)
            db.execute("DROP TABLE IF EXISTS enclosed")
            if _schema(db) != _our_schema():
                raise _no_copy(copy, ": its tables are different")
            tables, matches = _counts(db)
        place(enclosed)
    return Copied(database.stat().st_size, tables, matches, enclosed)


def move_aside(database: Path, others: Sequence[Path], now: float) -> list[Path]:
    """Give the database, the files beside it and the others new names with a date; the new names."""
    date = time.strftime("%Y-%m-%d-%H%M%S", time.localtime(now))
    dated = database.with_name(f"{database.name}.{date}")
    names = [(database, dated), *((beside(database, end), beside(dated, end)) for end in BESIDE)]
    names += [(file, file.with_name(f"{file.name}.{date}")) for file in others]
    names = [(old, new) for old, new in names if os.path.lexists(old)]
    for _, new in names:
        if os.path.lexists(new):
            raise StorageError(f"{new} is in the way.")
    try:
        for old, new in names:
            old.rename(new)
        sync_folder(database.parent)
    except OSError as error:
        raise StorageError(f"Cannot move {database} aside: {error.strerror}.") from error
    return [new for _, new in names]


def is_there(database: Path) -> bool:
    """Is there a database, or what may be left of one?"""
    return any(os.path.lexists(file) for file in (database, *(beside(database, end) for end in BESIDE)))


@contextlib.contextmanager
def _reading(path: Path, mode: str, check: Check = check_format) -> Iterator[sqlite3.Connection]:
    """A connection that sees the database as it is now, however much is written meanwhile.

    With the mode "rw" the last one to leave clears up the files beside it; "ro" changes nothing.
    """
    try:
        db = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=PATIENCE
        )
        with contextlib.closing(db):
            db.execute("BEGIN")
            check(db, path)
            yield db
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise _useless(path) from error
        raise explained(error, path) from error


@contextlib.contextmanager
def _writing(fresh: Path, name: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a copy that is not finished; afterwards it is one file, without others beside it."""
    try:
        with contextlib.closing(sqlite3.connect(fresh, isolation_level=None)) as db:
            db.execute("PRAGMA synchronous=OFF")  # it is flushed when it is finished
            db.execute("PRAGMA journal_mode=DELETE")
            yield db
    except sqlite3.Error as error:
        raise explained(error, name) from error


def _copy(source: sqlite3.Connection, path: Path, fresh: Path, name: Path, progress: Progress) -> None:
    try:
        with contextlib.closing(sqlite3.connect(fresh, isolation_level=None)) as copy:
            copy.execute("PRAGMA synchronous=OFF")
            source.backup(copy, pages=PAGES, progress=lambda _, left, of: progress(of - left, of))
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise _useless(path) from error
        raise explained(error, name) from error


@contextlib.contextmanager
def _replacing(target: Path) -> Iterator[Path]:
    """A file beside the target that takes its place in the end, or vanishes if something goes wrong."""
    fresh = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        os.close(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        try:
            yield fresh
            with fresh.open("rb") as whole:
                os.fsync(whole.fileno())
            fresh.replace(target)
            sync_folder(target.parent)
        finally:
            fresh.unlink(missing_ok=True)
            beside(fresh, "-journal").unlink(missing_ok=True)
    except OSError as error:
        raise StorageError(f"Cannot write {target}: {error.strerror}.") from error


def _check_copy(db: sqlite3.Connection, copy: Path) -> None:
    """As `check_format`, in words for a file that is not the database in use."""
    if not is_ours(db):
        raise _no_copy(copy)
    check_format(db, copy, in_use=False)


def _no_copy(path: Path, why: str = "") -> StorageError:
    return StorageError(f"{path} is not a copy made by `diwaniya backup`{why}.")


def _useless(path: Path) -> StorageError:
    return StorageError(f"{path} is damaged, or not a Diwaniya database: there is nothing to be had from it.")


def _counts(db: sqlite3.Connection) -> tuple[int, int]:
    (tables,) = db.execute("SELECT count(*) FROM tables").fetchone()
    (matches,) = db.execute("SELECT count(*) FROM matches").fetchone()
    return tables, matches


def _enclosed(db: sqlite3.Connection) -> dict[str, bytes]:
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'enclosed'").fetchone():
        return {}
    return {str(name): bytes(content) for name, content in db.execute("SELECT name, content FROM enclosed")}


def _schema(db: sqlite3.Connection) -> set[tuple[str, str, str | None]]:
    return set(db.execute("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_stat%'"))


def _our_schema() -> set[tuple[str, str, str | None]]:
    with contextlib.closing(sqlite3.connect(":memory:")) as db:
        db.executescript(SCHEMA)
        return _schema(db)
