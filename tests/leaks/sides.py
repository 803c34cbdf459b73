"""Two servers that have read the same rooms, but for the packs."""

from __future__ import annotations

import asyncio
import os
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from diwaniya.server.folder import DATABASE, write_key
from diwaniya.server.sessions import Guest, Sessions
from diwaniya.storage.sqlite import SqliteStorage
from diwaniya.table.commands import Person
from fuzz.watched import complaints
from leaks.cases import Case
from leaks.story import BEGAN, Done, appends
from leaks.wire import Wire, undated
from serving import PATIENCE, Server

KEY = bytes(range(32))
HASTE = 50
"""How fast tables take the clock, so that they look at it often."""
IN_SERVER = Path(__file__).parent / "in_server"
"""What runs inside the servers."""
WATCHER, STRANGER = (Person(name.ljust(22, "x"), name, 9) for name in ("Watcher", "Stranger"))


def cookie_of(person: Person) -> str:
    """The cookie of somebody whom the server knows."""
    guest = Guest(person.player, person.name, person.avatar)
    return Sessions(KEY).cookie(guest, secure=False).partition(";")[0]


def write_rooms(folder: Path, rooms: Sequence[tuple[str, Sequence[Done]]]) -> None:
    """A data folder as a server leaves it, with these rooms in it."""
    folder.mkdir(mode=0o700)
    write_key(folder, KEY)

    async def write() -> None:
        storage = SqliteStorage(folder / DATABASE)
        for table, done in rooms:
            await storage.append(*appends(table, done))
        await storage.close()

    asyncio.run(write())


class Side:
    """One of the two servers."""

    def __init__(self, folder: Path, *options: str, env: dict[str, str] | None = None) -> None:
        self._clock = folder.with_suffix(".clock")
        self._clock.touch()
        self._time = BEGAN + 100_000
        os.utime(self._clock, (self._time, self._time))
        chosen = {
            "DIWANIYA_TEST_CLOCK": str(self._clock),
            "DIWANIYA_HASTE": str(HASTE),
            "DIWANIYA_CROWD": "1000",
            "DIWANIYA_SILENCE": "600",
            "DIWANIYA_HELLO": "600",
            **(env or {}),
        }
        paths = [str(IN_SERVER), chosen.get("PYTHONPATH"), os.environ.get("PYTHONPATH")]
        chosen["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
        self.server = Server(folder, *options, pause=60, env=chosen)
        self.wires: dict[str, Wire] = {}

    def tick(self, seconds: float) -> None:
        """So many seconds pass at the tables."""
        self._time += seconds / HASTE
        os.utime(self._clock, (self._time, self._time))

    def join(self, name: str, person: Person) -> Wire:
        """A page of this person."""
        wire = self.wires[name] = Wire(self.server.port, f"Cookie: {cookie_of(person)}")
        assert wire.status == 101, wire.head
        wire.hello()
        return wire

    def get(self, path: str, person: Person | None = None) -> bytes:
        """The whole answer to a request over HTTP, with every header but its date."""
        lines = [f"GET {path} HTTP/1.1", "Host: diwaniya.test", "Connection: close"]
        lines += [f"Cookie: {cookie_of(person)}"] if person else []
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=PATIENCE) as wire:
            wire.sendall("\r\n".join([*lines, "", ""]).encode())
            answer = b""
            while data := wire.recv(1 << 16):
                answer += data
        return undated(answer)

    def part(self) -> None:
        """Everybody closes his pages, and the server has noticed."""
        for wire in self.wires.values():
            wire.close()
        self.wires.clear()
        until = time.monotonic() + PATIENCE
        while self.server.get_json("/api/health")["connections"]:
            assert time.monotonic() < until, "the server does not see that all pages are closed"
            time.sleep(0.005)

    def end(self) -> None:
        """Stop the server; it has had no trouble."""
        for wire in self.wires.values():
            wire.close()
        with self.server as server:
            if server.process.poll() is None:
                server.stop()
        assert not complaints(server), server.errors


@contextmanager
def two_sides(
    folder: Path, cases: Sequence[Case], *options: str, env: dict[str, str] | None = None
) -> Iterator[tuple[Side, Side]]:
    """The servers of the two worlds of all these cases."""
    real = [(case.story.table, case.story.done[: case.cut]) for case in cases]
    other = [(case.story.table, case.other[: case.cut]) for case in cases]
    write_rooms(folder / "one", real)
    write_rooms(folder / "other", other)
    one = Side(folder / "one", *options, env=env)
    try:
        another = Side(folder / "other", *options, env=env)
        try:
            yield one, another
        finally:
            another.end()
    finally:
        one.end()
