"""The client: one connection, the rooms we are in, and what can be asked without a room."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from diwaniya.client.address import SERVER, Address, read_address, read_code
from diwaniya.client.connection import Connection, Hooks
from diwaniya.client.errors import ClientError
from diwaniya.client.http import Http
from diwaniya.client.room import Found, Lost, Room
from diwaniya.client.session import Session
from diwaniya.wire import messages as wire
from diwaniya.wire.http import Games, PlayOn, Replay


def connect(
    where: str = SERVER,
    *,
    server: str = SERVER,
    name: str = "",
    avatar: int = 0,
    session: str | os.PathLike[str] | None = None,
) -> Client:
    """A client for `async with`. `where` is a server's address, the link to a room, or a room's code at `server`.

    `name` (at most 24 letters) and `avatar` (0 to 31) are how others see us. With a file for the `session` we are the
    same person the next time, and our seats are still ours; without one we are a new guest, forgotten afterwards.

    Raises `ValueError` for what is no address, and for a file that is there and is no session: nothing else is ever
    written over. Entering raises `Unreachable`, `Outdated` or `Broken`::

        async with connect("http://localhost:8484/join/K7M2-9QXR", name="Layla") as client:
            room = await client.join()
    """
    return Client(read_address(where, server), name, avatar, None if session is None else Path(session))


class Client:
    """A guest at a server. Make it with `connect`."""

    def __init__(self, address: Address, name: str = "", avatar: int = 0, file: Path | None = None) -> None:
        self.address = address
        self.name, self.avatar = name, avatar
        self.rooms: dict[str, Room] = {}
        """Those we sit in or look at, by table id."""
        self.welcome: wire.Welcome | None = None
        """What the server said last when we came; `tables` are ours to go on with."""
        self._session = Session(address.server, file)
        self._http = Http(address, self._session)
        self._connection = Connection(
            address, self._session, Hooks(self._welcomed, self._heard, self._lost, self._ended, self._again)
        )
        self._lobby: list[asyncio.Queue[list[wire.RoomLine] | ClientError]] = []
        self._came_before = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Client:
        await self._connection.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Hang up. Seats stay ours; use `Room.quit` to leave one. Whoever iterates over a room comes to its end."""
        for room in self._standing():
            room.close("left")
        await self._connection.close()

    # rooms

    async def open(
        self,
        game: str,
        *,
        level: str = "",
        levels: Sequence[str] = (),
        options: dict[str, wire.OptionValue] | None = None,
        seats: int | None = None,
        settings: wire.RoomSettings | None = None,
        begin: bool = False,
    ) -> Room:
        """Open a room and sit down at seat 0 as its host.

        `level` puts that computer player at all other seats, `levels` gives each its own; without either they
        stay free. `begin` deals at once, which needs every seat taken. Raises `Refused`.
        """
        asked = wire.Open(
            game=game,
            level=level,
            levels=list(levels),
            options=options or {},
            seats=seats,
            settings=settings or wire.RoomSettings(),
            begin=begin,
            name=self.name,
            avatar=self.avatar,
        )
        return await self._enter(asked)

    async def join(self, room: str = "", seat: int | None = None) -> Room:
        """Sit down in a room: at `seat`, or at the next free one. Whoever has a seat there keeps it.

        `room` is a code, a link or a table's id; left out, the room that `connect` was given. Raises `Refused`
        (`full`, `locked`, `not_now` while a match is running, ...) and `ValueError` for what is no room.
        """
        code, table = self._which(room)
        return await self._enter(wire.Join(code, table, seat, self.name, self.avatar))

    async def quick(self, game: str) -> Room:
        """Sit down anywhere where this game is about to be played; computer players fill up after 20 seconds."""
        return await self._enter(wire.Quick(game, self.name, self.avatar))

    async def sit(self, table: str) -> Room:
        """Back to our seat at one of `welcome.tables`."""
        return await self._enter(wire.Sit(table))

    async def play_on(
        self, match: str, steps: int, *, level: str = "normal", seat: int | None = None
    ) -> Room:
        """A room of our own in which a finished match goes on for practice, against computer players of `level`.

        The first `steps` steps of its `replay` stand; `seat` left out is that of who is to move there. Raises
        `Refused` (`not_found` while the match runs, `bad_request` for what there is not).
        """
        asked = PlayOn(steps, level, seat, self.name, self.avatar)
        return await self.sit(await asyncio.to_thread(self._http.play_on, match, asked))

    async def watch(self, room: str = "") -> Room:
        """Look on without a seat, where the room allows it. `room` as for `join`."""
        code, table = self._which(room)
        if code:
            table = (await asyncio.to_thread(self._http.room, code)).table
        return await self._enter(wire.Watch(table))

    def _which(self, room: str) -> tuple[str, str]:
        """Code and table id, one of them empty."""
        found = read_address(room, self.address.server) if room else self.address
        if found.server != self.address.server:
            raise ValueError(f"that room is at {found.server}, and this client at {self.address.server}")
        if not (found.code or found.table):
            raise ValueError("which room? Give its code, or connect with the link to it")
        return found.code, found.table

    async def _enter(self, request: wire.Request) -> Room:
        done = await self._connection.ask(request)
        assert done.table is not None, "the server says where we sit"
        room = self._room(done.table)
        room.watching = isinstance(request, wire.Watch)
        await room.wait_ready()
        return room

    def _room(self, table: str) -> Room:
        """The room of this id; a new one if the one we had is gone."""
        room = self.rooms.get(table)
        if room is None or room.gone is not None:
            room = self.rooms[table] = Room(table, self._connection, watching=False)
        return room

    # without a room

    async def lobby(self) -> AsyncGenerator[list[wire.RoomLine], None]:
        """The public rooms, newest first, again whenever something about them changes."""
        queue: asyncio.Queue[list[wire.RoomLine] | ClientError] = asyncio.Queue()
        self._lobby.append(queue)
        try:
            await self._connection.ask(wire.Lobby(True))
            while True:
                found = await queue.get()
                if isinstance(found, ClientError):
                    raise found
                yield found
        finally:
            self._lobby.remove(queue)
            if not self._lobby:
                await self._connection.whisper(wire.Lobby(False))

    async def games(self) -> Games:
        """Every game with its options, and the levels of the computer players, easiest first."""
        return await asyncio.to_thread(self._http.games)

    async def room(self, code: str) -> wire.RoomLine:
        """What is said about a room to those who have its code, before they join. Raises `Refused` (`not_found`)."""
        read = read_code(code)
        if read is None:
            raise ValueError(f"no code of a room: {code[:60]!r} (it looks like K7M2-9QXR)")
        return await asyncio.to_thread(self._http.room, read)

    async def record(self, match: str) -> dict[str, Any]:
        """The record of a finished match, for `diwaniya replay` and `Match.replay`."""
        return await asyncio.to_thread(self._http.record, match)

    async def replay(self, match: str) -> Replay:
        """A finished match step by step, with all hands open."""
        return await asyncio.to_thread(self._http.replay, match)

    # what the connection tells us

    def _welcomed(self, message: wire.Welcome) -> None:
        self.welcome = message
        if self._came_before:
            for room in self._standing():
                room.tell(Found())
        self._came_before = True

    def _again(self) -> Sequence[wire.Request]:
        asked: list[wire.Request] = [room.ask_anew() for room in self._standing()]
        return [*asked, wire.Lobby(True)] if self._lobby else asked

    def _standing(self) -> list[Room]:
        return [room for room in self.rooms.values() if room.gone is None]

    def _heard(self, message: wire.ServerMessage) -> None:
        if isinstance(message, wire.Rooms):
            for queue in self._lobby:
                queue.put_nowait(message.rooms)
            return
        table = getattr(message, "table", None)
        if isinstance(message, wire.Table):
            room: Room | None = self._room(message.table)
        else:
            room = self.rooms.get(table) if isinstance(table, str) else None
        missed = room.hear(message) if room is not None else None
        if missed is not None:
            self._soon(missed)

    def _soon(self, request: wire.Request) -> None:
        """Ask for something that nobody waits for."""
        task = asyncio.get_running_loop().create_task(self._connection.whisper(request))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _lost(self) -> None:
        for room in self._standing():
            room.tell(Lost())

    def _ended(self, error: ClientError) -> None:
        for room in self._standing():
            room.fail(error)
        for queue in self._lobby:
            queue.put_nowait(error)
