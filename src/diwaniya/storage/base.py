"""What a storage must do. Events and records are bytes to it: it knows nothing of tables but their names and numbers.

A table is a room with one event log, which lives through its waiting phase and all of its matches. What a match leaves
behind when it is decided, its record, is kept apart from the log, so that the log may be pruned and the record stay.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec


class StorageError(Exception):
    """The storage cannot do it just now, or at all; the text is one line for a person."""


class Conflict(StorageError):
    """Nothing was written: the table is not where you thought. Read what is new and decide again."""


class CodeTaken(Conflict):
    """Another table has this code: open the table with another one."""


class Gone(Conflict):
    """There is no such table, or no more: it was pruned. Forget it."""


class Finished(msgspec.Struct, frozen=True):
    """A match that was decided."""

    match: str
    """Its public id: random, 16 url-safe characters."""
    record: bytes
    """The record as one line of JSON, with names and proof under `meta`."""
    at: float
    """When it was decided, in seconds since 1970."""


class Append(msgspec.Struct, frozen=True, gc=False):
    """Events to add to a table that must stand at `expected` (0 for a new one), and what changes with them.

    A new table begins with an event at least; later `bodies` may be empty, when only the rest changes.
    """

    table: str
    expected: int
    bodies: Sequence[bytes]
    at: float
    """Now, in seconds since 1970."""
    code: str | None = None
    """The room's code, given with the first append or never. No two tables have the same one, closed ones included."""
    about: bytes | None = None
    """A few words about the table, for lists; they replace the former ones."""
    players: Sequence[str] = ()
    """Who may find this table again (`Storage.running`), besides those who may already."""
    gone: Sequence[str] = ()
    """Who may no longer."""
    finished: Finished | None = None
    """A match that these events decided."""
    playing: bool | None = None
    """Whether a match is under way from now on; `None` leaves it as it was, `finished` means that none is.
    Such a table is spared when old ones are pruned."""
    closed: bool = False
    """The table is over for good: nobody finds it any more by code or in his list. It stays so."""


class Kept(msgspec.Struct, frozen=True):
    """A table that is kept: its name, when it last changed, and what was last said about it (empty if nothing)."""

    table: str
    updated: float
    about: bytes


Done = Callable[[StorageError | None], None]
"""Who wants to know whether it was written (`None`), or why not."""

Job = tuple[tuple[Append, ...], Done]
"""What is written together or not at all, and who wants to know."""


class Storage(Protocol):
    """An append-only log for every table."""

    def submit(self, jobs: Sequence[Job]) -> None:
        """Write all of a job or nothing of it, and call its `done` when it is durable or was not written.

        To be called on a running event loop. `done` is called later on the thread of that loop, once, whatever happens,
        and for all that went into one flush to disk in one go. What is submitted first is written and answered first.
        """

    async def append(self, *appends: Append) -> None:
        """One job, to await. Returns when it is durable; raises `Conflict` or another `StorageError`.

        Who is cancelled while he waits does not know: it is written all the same.
        """

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """The events of a table in order, from `after` + 1 on; none if there is no such table."""

    async def find(self, code: str) -> str | None:
        """The open table with this code."""

    async def running(self, player: str, limit: int) -> list[Kept]:
        """The open tables of a player, the latest first."""

    async def record(self, match: str) -> bytes | None:
        """The record of a finished match."""

    async def close(self) -> None:
        """Write what is pending and let go. What is submitted later is refused."""
