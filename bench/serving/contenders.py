"""Who takes part: ours, and the peers with a like game."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from bench import ROOT
from bench.serving.host import Host, free_port
from bench.serving.measure import Server
from bench.serving.ours import Diwaniya
from bench.serving.packages import find_node, install
from bench.serving.peers import Boardgame, Colyseus
from bench.serving.wire import Broken
from diwaniya.server.folder import DataFolder
from diwaniya.storage.sqlite import SqliteStorage
from node import Node

DATA = ROOT / ".cache" / "bench"
"""On the disk of the source, not in a folder for temporary files, which may lie in memory."""
OURS, BOARDGAME, COLYSEUS = "Diwaniya", "boardgame.io", "Colyseus"
CROWD = 1000
"""All clients come from one address: this many times what a server usually takes from one."""


def two_cores() -> tuple[int | None, int | None]:
    """The core of the servers and that of the load; none where the system does not let us choose."""
    if not hasattr(os, "sched_getaffinity"):
        return None, None
    ours = os.sched_getaffinity(0)
    return min(ours), max(ours)


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    DATA.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=DATA) as path:
        yield Path(path)


class Ours:
    """`diwaniya serve` as anybody starts it, but for how many may come from one address."""

    def __init__(self, core: int | None, game: str, python: Sequence[str] = (sys.executable,)) -> None:
        self._core, self._game, self._python = core, game, python
        self._dialect = Diwaniya(game)

    def dialect(self) -> Diwaniya:
        self._dialect = Diwaniya(self._game)
        return self._dialect

    @contextlib.contextmanager
    def host(self) -> Iterator[Host]:
        port = free_port()
        with folder() as data:
            options = ["--host", "127.0.0.1", "--port", str(port), "--data", str(data), "--no-open"]
            serve = [*self._python, "-m", "diwaniya", "serve", *options, "--crowd", str(CROWD)]
            with Host(serve, port, data, self._core) as host:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/api/health").close()  # it has begun
                host.settle()  # and looked whether all is compiled
                yield host
            # The server was killed. Whatever any client saw must be on disk.
            asyncio.run(self._all_kept(data))

    async def _all_kept(self, data: Path) -> None:
        storage = SqliteStorage(DataFolder(data).database)
        try:
            for room in self._dialect.rooms:
                kept, seen = len(await storage.read(room.name)), max(client.seen for client in room.clients)
                if kept < seen:
                    raise Broken(f"a table of ours was seen at event {seen}, but only {kept} were kept")
        finally:
            await storage.close()


def ours(core: int | None, game: str, other: bool = False) -> Server:
    """With `other` it is not the one that the peers are compared with, and has the game in its name."""
    server = Ours(core, game)
    return Server(f"Diwaniya, {game}" if other else "Diwaniya", OURS, server.host, server.dialect)


def peers(core: int | None) -> list[Server]:
    """They are installed when the first of them starts."""

    def started(
        script: str, *arguments: str, files: bool = False
    ) -> Callable[[], AbstractContextManager[Host]]:
        @contextlib.contextmanager
        def host() -> Iterator[Host]:
            node, home = installed()
            port = free_port()
            with folder() as data:
                more = [str(data / "matches")] if files else []
                command = node.run(str(home / script), str(port), *arguments, *more)
                with Host(command, port, data, core, {"NODE_ENV": "production"}) as running:
                    yield running

        return host

    return [
        Server("boardgame.io in memory", BOARDGAME, started("boardgame.js"), Boardgame),
        Server("boardgame.io FlatFile", BOARDGAME, started("boardgame.js", files=True), Boardgame),
        Server("Colyseus StateView", COLYSEUS, started("colyseus.js", "views"), lambda: Colyseus(views=True)),
        Server(
            "Colyseus messages", COLYSEUS, started("colyseus.js", "messages"), lambda: Colyseus(views=False)
        ),
    ]


@functools.cache
def installed() -> tuple[Node, Path]:
    node = find_node()
    return node, install(node)
