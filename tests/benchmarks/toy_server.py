"""A room server of a few lines: whatever one of four says, all four are told, with the number of the move."""

from __future__ import annotations

import asyncio
import threading
import time
from types import TracebackType

from bench.serving.load import SEATS, Client, Room
from bench.serving.wire import Broken, Wire, frame
from websockets.asyncio.server import ServerConnection, serve


class ToyServer:
    """Runs in a thread of its own while the `with` block lasts. `stall` makes it sleep before every so many'th move."""

    def __init__(
        self, message: int = 20, stall_every: int = 0, stall: float = 0.0, hang_up_after: int = 0
    ) -> None:
        self._padding = "x" * message
        self._stall_every, self._stall, self._hang_up_after = stall_every, stall, hang_up_after
        self._rooms: dict[str, list[ServerConnection]] = {}
        self.moves = 0
        self._up = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)

    def __enter__(self) -> ToyServer:
        self._thread.start()
        assert self._up.wait(30)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._done.set)
        self._thread.join(30)

    async def _run(self) -> None:
        self._loop, self._done = asyncio.get_running_loop(), asyncio.Event()
        async with serve(self._serve, "127.0.0.1", 0, ping_interval=0.05, close_timeout=0.1) as server:
            self.port = server.sockets[0].getsockname()[1]
            self._up.set()
            await self._done.wait()

    async def _serve(self, socket: ServerConnection) -> None:
        room = self._rooms.setdefault(str(await socket.recv()), [])
        room.append(socket)
        await socket.send("seated")
        async for _ in socket:
            self.moves += 1
            if self._stall_every and self.moves % self._stall_every == 0:
                time.sleep(self._stall)  # noqa: ASYNC251 - everybody waits, that is the point
            if self._hang_up_after and self.moves >= self._hang_up_after:
                await socket.close()
                return
            for one in room:
                await one.send(f"move {self._padding}")


class Toy:
    """How the toy server is spoken to: seats move in turn."""

    def __init__(self) -> None:
        self._count = 0

    def open(self, port: int) -> Room:
        self._count += 1
        room = Room(f"room {self._count}")
        for number in range(SEATS):
            wire = Wire(port, "/")
            wire.send(room.name.encode())
            wire.until(b"seated")
            room.clients.append(Client(room, number, wire))
        room.next = room.clients[0], frame(b"go"), 0
        return room

    def hear(self, client: Client, message: bytes) -> bool:
        client.moves += 1
        room = client.room
        if room.missing == 1:
            room.next = room.clients[room.moves % SEATS], frame(b"go"), room.moves
        return True

    def check(self, room: Room) -> None:
        if {client.moves for client in room.clients} != {room.moves}:
            raise Broken("somebody has missed a move")
