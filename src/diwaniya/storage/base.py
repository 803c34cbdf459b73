"""What a storage must do. Bodies are bytes to it: it knows nothing of tables but their names and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


class StorageError(Exception):
    """The storage cannot do it just now, or at all; the text is one line for a person."""


class Conflict(StorageError):
    """Somebody else has written to this table since: read what is new and decide again."""


@dataclass(frozen=True)
class Append:
    """Events to add to a table that must stand at `expected` (0 for a new one).

    `players` are those who may ask for the table later (`Storage.running`), given when it is opened.
    """

    table: str
    expected: int
    bodies: Sequence[bytes]
    at: float
    players: Sequence[str] = ()
    ended: bool = False


@dataclass(frozen=True)
class Kept:
    """A table that is kept: its name, when it last changed, and the first event of its log."""

    table: str
    updated: float
    first: bytes


class Storage(Protocol):
    """An append-only log for every table."""

    async def append(self, *appends: Append) -> None:
        """Write all of it or nothing. Returns when it is durable; raises `Conflict` or `StorageError`."""

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """The events of a table in order, from `after` + 1 on; none if there is no such table."""

    async def running(self, player: str, limit: int) -> list[Kept]:
        """The unfinished tables of a player, the latest first."""

    async def close(self) -> None:
        """Write what is pending and let go."""
