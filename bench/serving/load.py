"""The load: many rooms of four clients each, in one loop on one core.

Every client reads all that it is sent. A move is over when the last of the four has it; then
the room may make the next.
"""

from __future__ import annotations

import gc
import random
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bench.serving.wire import BINARY, CLOSE, PING, Broken, Poller, Wire

clock = time.perf_counter
SEATS = 4
SILENCE = 30.0
"""Seconds without a single move after which a run is given up."""
CHUNK = 16 * 1024
"""Read at once. Much more costs a page fault for every buffer."""


class Client:
    """One of the four at a table."""

    __slots__ = ("asked", "moves", "number", "room", "seen", "wire")

    def __init__(self, room: Room, number: int, wire: Wire) -> None:
        self.room, self.number, self.wire = room, number, wire
        self.moves = 0
        """Those that it has heard of, where a dialect counts them."""
        self.seen = 0
        """The highest number of a view, where views have one."""
        self.asked = False
        """Has it answered a question that is still open?"""


class Room:
    """A table of four clients."""

    __slots__ = ("began", "clients", "due", "last", "missing", "moves", "name", "next", "number")

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.clients: list[Client] = []
        self.next: tuple[Client, bytes, int] | None = None
        """The move to be made as soon as it may be: who, the frame to send, and `number` then."""
        self.missing = 0
        """How many of the four have not heard of the last move yet."""
        self.began = 0.0
        self.moves = 0
        self.number = 0
        """The view that the last move was made for, where views have a number."""
        self.last = b""
        """A late message, for `check`."""
        self.due: deque[float] = deque()
        """Moves that should have been made already, and when."""


class Dialect(Protocol):
    """How one kind of server is spoken to."""

    def open(self, port: int) -> Room:
        """A table with its four clients, ready to play."""

    def hear(self, client: Client, message: bytes) -> bool:
        """Take in a message. Is it the one that brings this client the move that has just been made?

        Sets `room.next` when it is known what the next move will be.
        """

    def check(self, room: Room) -> None:
        """After the load: did the clients really see the moves that were counted? Raises `Broken` if not."""


@dataclass
class Found:
    """What one run of the load found. Times are in seconds."""

    moves: int = 0
    seconds: float = 0.0
    times: list[float] = field(default_factory=list)
    """From sending a move to the last of the four clients having it."""
    busy: float = 0.0
    """How much of its core the load used: near 1 it would measure itself."""
    messages: int = 0
    bytes: int = 0

    @property
    def rate(self) -> float:
        return self.moves / self.seconds

    def percentile(self, share: float) -> float:
        """The time within which this share of the moves was with everybody."""
        ordered = sorted(self.times)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Load:
    """Rooms of one server, opened one by one and played all at once."""

    def __init__(self, dialect: Dialect, port: int) -> None:
        self._dialect, self._port = dialect, port
        self._poller = Poller()
        self._clients: dict[int, Client] = {}
        self.rooms: list[Room] = []
        self._found = Found()
        self._closed_loop = False

    def open(self, rooms: int) -> None:
        """More tables, four clients each."""
        for _ in range(rooms):
            room = self._dialect.open(self._port)
            self.rooms.append(room)
            for client in room.clients:
                wire = client.wire
                wire.sock.setblocking(False)
                self._clients[wire.fd] = client
                self._poller.add(wire.fd)
                self._digest(client, b"")
            self._pump(0)

    def idle(self, seconds: float) -> None:
        """Take what comes for a while, without a move."""
        end = clock() + seconds
        while (left := end - clock()) > 0:
            self._pump(min(left, 0.1))

    def saturate(self, seconds: float) -> Found:
        """Every room makes its next move as soon as all four have the last one."""
        self._closed_loop = True
        found = self._begin()
        began, worked = clock(), time.process_time()
        for room in self.rooms:
            self._go_on(room)
        end, last, moved = began + seconds, 0, began
        while (now := clock()) < end:
            self._pump(min(0.1, end - now))
            if found.moves != last:
                last, moved = found.moves, now
            elif now - moved > SILENCE:
                raise Broken(f"no move came through for {SILENCE:g} seconds")
        self._closed_loop = False
        self._close(began, worked)
        self._found = Found()  # what is under way belongs to nobody
        self._settle()
        return found

    def steady(self, rate: float, seconds: float, rooms: Sequence[Room] = ()) -> Found:
        """Moves at random moments, `rate` a second on average, the rooms in turn, whether the server keeps up or not.

        Times count from the moment a move was meant to be made, so a server that stalls is charged for all that waited.
        """
        playing, place, gaps = rooms or self.rooms, 0, random.Random(7)
        found = self._begin()
        began, worked = clock(), time.process_time()
        end, due = began + seconds, began + gaps.expovariate(rate)
        while (now := clock()) < end:
            while due <= now:
                room = playing[place % len(playing)]
                place += 1
                if room.missing or room.next is None or room.due:
                    room.due.append(due)
                else:
                    self._make(room, due)
                due += gaps.expovariate(rate)
            self._pump(max(0.0, min(due, end) - clock()))
        self._close(began, worked)
        self._settle()  # what is late belongs to it, too
        return found

    def check(self) -> None:
        self.idle(0.5)  # the next hand may just be on its way to the four who wanted it
        for room in self.rooms:
            self._dialect.check(room)

    def close(self) -> None:
        self._poller.close()
        for client in self._clients.values():
            client.wire.close()

    # the loop

    def _begin(self) -> Found:
        gc.collect()
        gc.disable()
        self._found = Found()
        return self._found

    def _close(self, began: float, worked: float) -> None:
        self._found.seconds = clock() - began
        self._found.busy = (time.process_time() - worked) / self._found.seconds

    def _settle(self) -> None:
        """Let the moves that are under way come to their end."""
        end = clock() + SILENCE
        while any(room.missing or room.due for room in self.rooms):
            if clock() > end:
                raise Broken("the last moves did not come through")
            self._pump(0.05)
        gc.enable()

    def _pump(self, wait: float) -> None:
        clients = self._clients
        for fd, _ in self._poller.poll(wait):
            client = clients[fd]
            try:
                data = client.wire.sock.recv(CHUNK)
            except BlockingIOError:
                continue
            if not data:
                raise Broken("the server closed a connection")
            self._digest(client, data)

    def _digest(self, client: Client, data: bytes) -> None:
        """Take in the frames that are whole now. `split` by hand: this runs a hundred thousand times a second."""
        wire, found, hear = client.wire, self._found, self._dialect.hear
        if wire.rest:
            data = wire.rest + data
        size, at = len(data), 0
        while size - at >= 2:
            length, start = data[at + 1], at + 2
            if length >= 126:
                start = at + (4 if length == 126 else 10)
                length = int.from_bytes(data[at + 2 : start])
            end = start + length
            if end > size or start > size:
                break
            opcode, payload = data[at] & 15, data[start:end]
            at = end
            if opcode > BINARY:
                if opcode in (PING, CLOSE):
                    wire.control(opcode, payload)
                continue
            found.messages += 1
            found.bytes += length
            room = client.room
            if hear(client, payload):
                room.missing -= 1
                if not room.missing:
                    found.moves += 1
                    found.times.append(clock() - room.began)
                    self._go_on(room)
            elif room.next is not None and not room.missing:
                self._go_on(room)
        wire.rest = data[at:] if at < size else b""

    def _go_on(self, room: Room) -> None:
        """Make the next move, if it may be made and is to be."""
        if room.missing or room.next is None:
            return
        if room.due:
            self._make(room, room.due.popleft())
        elif self._closed_loop:
            self._make(room, clock())

    def _make(self, room: Room, began: float) -> None:
        assert room.next is not None
        client, message, room.number = room.next
        room.next = None
        room.missing, room.began = SEATS, began
        room.moves += 1
        client.wire.sock.send(message)
