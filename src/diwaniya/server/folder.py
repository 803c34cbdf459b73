"""The data folder: the database, the key that signs sessions, and a lock so that only one server uses it."""

from __future__ import annotations

import fcntl
import os
import secrets
from pathlib import Path

KEY_BYTES = 32


class FolderError(Exception):
    """The folder cannot be used; the text is one line for a person."""


class DataFolder:
    """Opened at the start, held until the process ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = os.open(path / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise _cannot_write(path, error) from error
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._lock)
            raise FolderError(
                f"Another Diwaniya already uses the data folder {path}. Stop it, or choose another with --data."
            ) from error
        self.key = self._read_key()

    @property
    def database(self) -> Path:
        return self.path / "diwaniya.db"

    def release(self) -> None:
        """Let another server have the folder."""
        os.close(self._lock)

    def _read_key(self) -> bytes:
        """The key, made at the first start; nobody but the owner of the process may read it."""
        file = self.path / "secret.key"
        try:
            if not file.exists():
                fresh = self.path / "secret.key.new"
                handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
                with os.fdopen(handle, "wb") as out:
                    out.write(secrets.token_bytes(KEY_BYTES))
                    out.flush()
                    os.fsync(out.fileno())
                fresh.replace(file)
            key = file.read_bytes()
        except OSError as error:
            raise _cannot_write(self.path, error) from error
        if len(key) != KEY_BYTES:
            raise FolderError(
                f"{file} is damaged. Remove it to make a new one; running tables lose their players."
            )
        return key


def _cannot_write(path: Path, error: OSError) -> FolderError:
    return FolderError(
        f"Cannot write to the data folder {path}: {error.strerror}. Choose another with --data."
    )
