"""The data folder: the database, the key that signs sessions, and a lock so that only one server uses it."""

from __future__ import annotations

import fcntl
import os
import secrets
from pathlib import Path

KEY_BYTES = 32
DATABASE = "diwaniya.db"
KEY = "secret.key"


class FolderError(Exception):
    """The folder cannot be used; the text is one line for a person."""


class DataFolder:
    """Opened at the start, held until the process ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = lock(path)
        self.key = self._read_key()

    @property
    def database(self) -> Path:
        return self.path / DATABASE

    def release(self) -> None:
        """Let another server have the folder."""
        os.close(self._lock)

    def _read_key(self) -> bytes:
        """The key, made at the first start; nobody but the owner of the process may read it."""
        file = self.path / KEY
        try:
            if not file.exists():
                write_key(self.path, secrets.token_bytes(KEY_BYTES))
            key = file.read_bytes()
        except OSError as error:
            raise _cannot_write(self.path, error) from error
        if len(key) != KEY_BYTES:
            raise FolderError(
                f"{file} is damaged. Remove it to make a new one; running tables lose their players."
            )
        return key


def lock(path: Path) -> int:
    """Have the folder for ourselves, made if it is not there, until what is returned is closed."""
    try:
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
        held = os.open(path / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise _cannot_write(path, error) from error
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(held)
        raise FolderError(
            f"Another Diwaniya already uses the data folder {path}. Stop it, or choose another with --data."
        ) from error
    return held


def write_key(path: Path, key: bytes) -> None:
    """Put the key there: the whole of it or nothing, for the owner of the process only. Raises `OSError`."""
    fresh = path / f"{KEY}.new"
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
        out.write(key)
        out.flush()
        os.fsync(out.fileno())
    fresh.replace(path / KEY)


def _cannot_write(path: Path, error: OSError) -> FolderError:
    return FolderError(
        f"Cannot write to the data folder {path}: {error.strerror}. Choose another with --data."
    )
