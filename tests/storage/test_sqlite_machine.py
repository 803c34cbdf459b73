"""Whatever is appended in whatever order, and whenever the lights go out: what is on the disk is what was answered."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import settings, strategies
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from diwaniya.storage.base import Append, CodeTaken, Conflict, Finished, Gone, StorageError
from diwaniya.storage.sqlite import SqliteStorage

Result = TypeVar("Result")

TABLES = strategies.sampled_from(["t1", "t2", "t3", "t4"])
BODIES = strategies.lists(strategies.binary(max_size=5), max_size=3)
NAMES = strategies.lists(strategies.sampled_from(["ali", "sami", "noor"]), max_size=2)
CODES = strategies.none() | strategies.sampled_from(["C1", "C2", "C3"])
MATCHES = strategies.none() | strategies.sampled_from(["m1", "m2", "m3", "m4", "m5"])


@dataclass
class Room:
    """A table as it ought to be."""

    bodies: list[bytes] = field(default_factory=list)
    code: str | None = None
    about: bytes = b""
    players: set[str] = field(default_factory=set)
    updated: float = 0.0
    closed: bool = False


@strategies.composite
def one_append(draw: strategies.DrawFn) -> tuple[Append, int]:
    """An append, and how far it is off the number that would be right."""
    match = draw(MATCHES)
    append = Append(
        draw(TABLES),
        0,
        draw(BODIES),
        0.0,
        code=draw(CODES) if draw(strategies.booleans()) else None,
        about=draw(strategies.none() | strategies.binary(max_size=3)),
        players=draw(NAMES),
        gone=draw(NAMES),
        finished=Finished(match, b"{}", 1.0) if match else None,
        playing=draw(strategies.none() | strategies.booleans()),
        closed=draw(strategies.integers(0, 9)) == 0,
    )
    return append, draw(strategies.sampled_from([0, 0, 0, 0, 1, -1]))


class Machine(RuleBasedStateMachine):
    """Drives a storage and a model of it."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = Path(tempfile.mkdtemp())
        self.lives = 0
        self.rooms: dict[str, Room] = {}
        self.matches: dict[str, bytes] = {}
        self.now = 0.0
        self.db = self.opened()

    def opened(self) -> SqliteStorage:
        return SqliteStorage(self.folder / f"{self.lives}.db")

    def run(self, what: Coroutine[Any, Any, Result]) -> Result:
        return self.loop.run_until_complete(what)

    def teardown(self) -> None:
        self.run(self.db.close())
        self.loop.close()
        shutil.rmtree(self.folder)

    # what the model says

    def expected(self, appends: tuple[Append, ...]) -> type[StorageError] | None:
        """How it must be answered."""
        seqs = {table: len(room.bodies) for table, room in self.rooms.items()}
        codes = {room.code for room in self.rooms.values()}
        matches = set(self.matches)
        for append in appends:
            seq = seqs.get(append.table, 0)
            if append.expected != seq:
                return Conflict if seq else Gone
            if seq == 0 and not append.bodies:
                return StorageError
            if append.code is not None:
                if seq:
                    return StorageError
                if append.code in codes:
                    return CodeTaken
                codes.add(append.code)
            if append.finished is not None:
                if append.finished.match in matches:
                    return Conflict
                matches.add(append.finished.match)
            seqs[append.table] = seq + len(append.bodies)
        return None

    def believe(self, append: Append) -> None:
        """Do the same to the model."""
        room = self.rooms.setdefault(append.table, Room(code=append.code))
        room.bodies += append.bodies
        room.updated = append.at
        room.about = room.about if append.about is None else append.about
        room.players = (room.players | set(append.players)) - set(append.gone)
        room.closed = room.closed or append.closed
        if append.finished:
            self.matches[append.finished.match] = append.finished.record

    def submitted(self, jobs: list[list[tuple[Append, int]]]) -> None:
        """Hand all of it over before anything is answered, and compare the answers."""
        answers: list[StorageError | None] = []
        wanted: list[type[StorageError] | None] = []
        for job in jobs:
            ahead: dict[str, int] = {}
            appends = []
            for append, off in job:
                room = self.rooms.get(append.table)
                seq = ahead.get(append.table, len(room.bodies) if room else 0)
                self.now += 1
                appends.append(
                    Append(
                        append.table,
                        max(0, seq + off),
                        append.bodies,
                        self.now,
                        append.code,
                        append.about,
                        append.players,
                        append.gone,
                        append.finished,
                        append.playing,
                        append.closed,
                    )
                )
                ahead[append.table] = seq + len(append.bodies)
            wanted.append(self.expected(tuple(appends)))
            if wanted[-1] is None:
                for one in appends:
                    self.believe(one)

            async def submit(appends: tuple[Append, ...] = tuple(appends)) -> None:
                self.db.submit([(appends, answers.append)])

            self.run(submit())
        self.run(self.db.append())
        assert [answer and type(answer) for answer in answers] == wanted

    # what happens

    @rule(jobs=strategies.lists(strategies.lists(one_append(), min_size=1, max_size=2), max_size=4))
    def append(self, jobs: list[list[tuple[Append, int]]]) -> None:
        self.submitted(jobs)

    @precondition(lambda self: self.rooms)
    @rule(
        data=strategies.data(),
        bodies=strategies.lists(strategies.binary(max_size=5), min_size=1, max_size=90),
    )
    def moves(self, data: strategies.DataObject, bodies: list[bytes]) -> None:
        """Nothing but events, as it mostly is."""
        table = strategies.sampled_from(sorted(self.rooms))
        self.submitted([[(Append(data.draw(table), 0, [body], 0.0), 0)] for body in bodies])

    @rule()
    def close_and_open(self) -> None:
        self.run(self.db.close())
        self.db = self.opened()

    @rule(torn=strategies.binary(max_size=200))
    def lights_out(self, torn: bytes) -> None:
        """Go on with the files as they lie there now, and half a write at the end of the log."""
        before = self.db.path
        self.lives += 1
        for end in ("", "-wal"):
            file = before.with_name(before.name + end)
            if file.exists():
                shutil.copy(file, self.folder / f"{self.lives}.db{end}")
        log = self.folder / f"{self.lives}.db-wal"
        if log.exists():
            with log.open("ab") as file:
                file.write(torn)
        self.run(self.db.close())
        self.db = self.opened()

    # what must be so

    @invariant()
    def it_is_what_was_answered(self) -> None:
        for table, room in self.rooms.items():
            assert self.run(self.db.read(table)) == room.bodies
            assert self.run(self.db.read(table, len(room.bodies) - 1)) == room.bodies[-1:]
        for code in ("C1", "C2", "C3"):
            found = [name for name, room in self.rooms.items() if room.code == code and not room.closed]
            assert self.run(self.db.find(code)) == (found[0] if found else None)
        for player in ("ali", "sami", "noor"):
            kept = self.run(self.db.running(player, 10))
            rooms = [
                (-r.updated, t, r) for t, r in self.rooms.items() if player in r.players and not r.closed
            ]
            assert [(one.table, one.updated, one.about) for one in kept] == [
                (table, room.updated, room.about)
                for _, table, room in sorted(rooms, key=lambda entry: entry[0])
            ]
        for match in ("m1", "m2", "m3", "m4", "m5"):
            assert self.run(self.db.record(match)) == self.matches.get(match)


TestMachine = Machine.TestCase
TestMachine.settings = settings(max_examples=30, stateful_step_count=15, deadline=None)
