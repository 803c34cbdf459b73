"""A data folder with tables in it, as a server leaves it, for the commands that look after it."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

from click.testing import CliRunner, Result

from diwaniya.cli._root import diwaniya
from diwaniya.server.folder import DataFolder
from diwaniya.storage.base import Append, StorageError
from diwaniya.storage.sqlite import SqliteStorage

DAY = 86400.0
NOW = time.time()


@contextlib.asynccontextmanager
async def storage(path: Path) -> AsyncIterator[SqliteStorage]:
    """The storage of this file, closed afterwards."""
    opened = SqliteStorage(path)
    try:
        yield opened
    finally:
        await opened.close()


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(diwaniya, [str(word) for word in words])


def said(result: Result) -> str:
    """The one line that says why it failed."""
    assert result.exit_code == 1, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("diwaniya: ")
    assert result.stderr.count("\n") == 1
    return result.stderr


def folder_with(path: Path, appends: Sequence[Append]) -> Path:
    """A data folder in which this has happened."""
    folder = DataFolder(path)

    async def write() -> None:
        async with storage(folder.database) as db:
            for append in appends:
                await db.append(append)

    asyncio.run(write())
    folder.release()
    return path


def logs(path: Path, *tables: str) -> list[list[bytes]]:
    """The events of these tables, as a server reads them when it comes back."""

    async def read() -> list[list[bytes]]:
        async with storage(path / "diwaniya.db") as db:
            return [await db.read(table) for table in tables]

    return asyncio.run(read())


def append_again(path: Path, append: Append) -> StorageError | None:
    """What a server is answered that adds to a table."""

    async def add() -> StorageError | None:
        async with storage(path / "diwaniya.db") as db:
            try:
                await db.append(append)
            except StorageError as error:
                return error
        return None

    return asyncio.run(add())


BUSY = """
import asyncio, sys, time
from pathlib import Path
from diwaniya.storage.base import Append, Finished
from diwaniya.storage.sqlite import SqliteStorage

async def main():
    db = SqliteStorage(Path(sys.argv[1]) / "diwaniya.db")
    async def play(table):
        n = len(await db.read(table))
        while True:
            await db.append(Append(table, n, [b"%d" % n], time.time(), playing=True if n == 0 else None))
            n += 1
            print(table, n, flush=True)
    await asyncio.gather(*(play(f"busy{n}") for n in range(8)))

asyncio.run(main())
"""


class Busy:
    """A process that plays at eight tables as fast as it can."""

    def __init__(self, path: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", BUSY, str(path)], stdout=subprocess.PIPE, text=True
        )
        self.answered: dict[str, int] = {}

    def until(self, events: int) -> None:
        """Wait for so many answers more."""
        assert self.process.stdout is not None
        for _ in range(events):
            line = self.process.stdout.readline()
            assert line, "it has died"
            self._note(line)

    def kill(self) -> None:
        self.process.kill()
        said, _, _torn = self.process.communicate()[0].rpartition(
            "\n"
        )  # it was killed while it was saying something
        for line in said.splitlines():
            self._note(line)

    def _note(self, line: str) -> None:
        table, seq = line.split()
        self.answered[table] = int(seq)


@contextlib.contextmanager
def busy(path: Path) -> Iterator[Busy]:
    made = Busy(path)
    try:
        yield made
    finally:
        if made.process.poll() is None:
            made.kill()
