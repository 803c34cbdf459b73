"""The client for scripts without `async`: the same names, and every call waits::

    from diwaniya.client.sync import connect

    with connect("http://localhost:8484", name="Layla") as client:
        room = client.open("basra", level="easy", begin=True)
        while not room.view.over:
            room.until(lambda table: room.legal or room.asked or room.view.over)
            if room.asked:
                room.next()
            elif room.legal:
                room.play(room.legal[0])

The connection lives in a thread of its own, so a script may take its time.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Coroutine, Generator, Iterator, Sequence
from types import TracebackType
from typing import Any, TypeVar

from diwaniya.client import client as aio
from diwaniya.client.address import SERVER
from diwaniya.client.room import Event
from diwaniya.client.room import Room as AsyncRoom
from diwaniya.wire import messages as wire
from diwaniya.wire.http import Games, Replay
from diwaniya.wire.view import MatchView

T = TypeVar("T")


def connect(
    where: str = SERVER,
    *,
    server: str = SERVER,
    name: str = "",
    avatar: int = 0,
    session: str | os.PathLike[str] | None = None,
) -> Client:
    """As `diwaniya.client.connect`, for `with`."""
    return Client(aio.connect(where, server=server, name=name, avatar=avatar, session=session))


class _Loop:
    """An event loop in a thread."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="diwaniya-client", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run it there and wait for it; Ctrl-C stops both."""
        running = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return running.result()
        except BaseException:
            running.cancel()
            raise

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class Client:
    """A guest at a server; see `diwaniya.client.Client` for what each call does and raises."""

    def __init__(self, client: aio.Client) -> None:
        self._client = client
        self._loop: _Loop | None = None

    def __enter__(self) -> Client:
        self._loop = _Loop()
        try:
            self._loop.run(self._client.__aenter__())
        except BaseException:
            self._loop.stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Hang up; the end of `with` does it as well. Seats stay ours; use `Room.quit` to leave one."""
        loop = self._loop
        if loop is None:
            return
        try:
            loop.run(self._client.close())
        finally:
            self._loop = None
            loop.stop()

    @property
    def welcome(self) -> wire.Welcome | None:
        """What the server said last when we came; `tables` are ours to go on with."""
        return self._client.welcome

    def open(
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
        """Open a room and sit down at seat 0 as its host."""
        opening = self._client.open(
            game,
            level=level,
            levels=levels,
            options=options,
            seats=seats,
            settings=settings,
            begin=begin,
        )
        return self._room(opening)

    def join(self, room: str = "", seat: int | None = None) -> Room:
        """Sit down in a room."""
        return self._room(self._client.join(room, seat))

    def quick(self, game: str) -> Room:
        """Sit down anywhere where this game is about to be played."""
        return self._room(self._client.quick(game))

    def play_on(self, match: str, steps: int, *, level: str = "normal", seat: int | None = None) -> Room:
        """A room of our own in which a finished match goes on for practice."""
        return self._room(self._client.play_on(match, steps, level=level, seat=seat))

    def sit(self, table: str) -> Room:
        """Back to our seat at one of `welcome.tables`."""
        return self._room(self._client.sit(table))

    def watch(self, room: str = "") -> Room:
        """Look on without a seat."""
        return self._room(self._client.watch(room))

    def lobby(self) -> Generator[list[wire.RoomLine], None, None]:
        """The public rooms, newest first, again whenever something about them changes."""
        rooms = self._client.lobby()

        async def wait() -> list[wire.RoomLine]:
            return await anext(rooms)

        try:
            while True:
                yield self._run(wait())
        finally:
            if self._loop is not None:
                self._run(rooms.aclose())

    def games(self) -> Games:
        """Every game with its options, and the levels of the computer players."""
        return self._run(self._client.games())

    def room(self, code: str) -> wire.RoomLine:
        """What is said about a room to those who have its code."""
        return self._run(self._client.room(code))

    def record(self, match: str) -> dict[str, Any]:
        """The record of a finished match."""
        return self._run(self._client.record(match))

    def replay(self, match: str) -> Replay:
        """A finished match step by step, with all hands open."""
        return self._run(self._client.replay(match))

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        if self._loop is None:
            work.close()
            raise RuntimeError("use the client inside `with connect(...) as client:`")
        return self._loop.run(work)

    def _room(self, work: Coroutine[Any, Any, AsyncRoom]) -> Room:
        return Room(self._run(work), self._run)


class Room:
    """One room; see `diwaniya.client.Room`. Iterate to wait for what happens."""

    def __init__(self, room: AsyncRoom, run: Callable[[Coroutine[Any, Any, Any]], Any]) -> None:
        self._room, self._run = room, run

    @property
    def id(self) -> str:
        """Of the table."""
        return self._room.id

    @property
    def gone(self) -> str | None:
        """Why there is nothing more to see."""
        return self._room.gone

    @property
    def table(self) -> wire.Table:
        """The table as of the last message."""
        return self._room.table

    @property
    def view(self) -> MatchView | None:
        """The match as our seat sees it; `None` before the first."""
        return self._room.view

    @property
    def seat(self) -> int | None:
        """Ours; `None` if we look on."""
        return self._room.seat

    @property
    def code(self) -> str | None:
        """What to tell friends."""
        return self._room.code

    @property
    def legal(self) -> list[str]:
        """The moves open to us, as tokens."""
        return self._room.legal

    @property
    def out_of_turn(self) -> list[str]:
        """What may be played without being on turn."""
        return self._room.out_of_turn

    @property
    def asked(self) -> str | None:
        """A question to us: `next` or `rematch`."""
        return self._room.asked

    @property
    def hosting(self) -> bool:
        """Are we the host?"""
        return self._room.hosting

    def __iter__(self) -> Iterator[Event]:
        while True:
            try:
                yield self._run(self._room.__anext__())
            except StopAsyncIteration:
                return

    def until(self, fits: Callable[[wire.Table], object]) -> wire.Table:
        """Wait for a table that fits."""
        table: wire.Table = self._run(self._room.until(fits))
        return table

    def play(self, token: str) -> None:
        """Make a move."""
        self._run(self._room.play(token))

    def hint(self) -> list[wire.HintMove]:
        """Which moves are best for us, the best first, with the chance to win the match with each."""
        moves: list[wire.HintMove] = self._run(self._room.hint())
        return moves

    def certain(self) -> list[str]:
        """The moves, one after the other, with which we win every trick to the end of the hand, if that is certain."""
        moves: list[str] = self._run(self._room.certain())
        return moves

    def next(self) -> None:
        """Deal the next hand, as far as we are concerned (R4)."""
        self._run(self._room.next())

    def again(self) -> None:
        """Another match, as far as we are concerned."""
        self._run(self._room.again())

    def back(self) -> None:
        """Take our hand back from the computer player."""
        self._run(self._room.back())

    def end(self) -> None:
        """End a match that everybody else has left."""
        self._run(self._room.end())

    def say(self, text: str = "", phrase: str = "") -> None:
        """To those who sit at the table."""
        self._run(self._room.say(text, phrase))

    def mute(self, seat: int, on: bool = True) -> None:
        """Hear nothing more of the person at this seat, or hear him again."""
        self._run(self._room.mute(seat, on))

    def report(self, said: int) -> None:
        """Show the host something that was said, by its `id`."""
        self._run(self._room.report(said))

    def salt(self, text: str) -> None:
        """Stir the shuffles of the next match."""
        self._run(self._room.salt(text))

    def place(self, seat: int, to: int) -> None:
        """Change places."""
        self._run(self._room.place(seat, to))

    def begin(self, level: str = "") -> None:
        """Host: deal."""
        self._run(self._room.begin(level))

    def fill(self, level: str, seat: int | None = None) -> None:
        """Host: a computer player for this seat, or for all free seats."""
        self._run(self._room.fill(level, seat))

    def remove(self, seat: int, level: str = "") -> None:
        """Host: take away who sits there."""
        self._run(self._room.remove(seat, level))

    def admit(self, person: int) -> None:
        """Host: let somebody come again who was taken away: one of `table.removed`, by his `person`."""
        self._run(self._room.admit(person))

    def give(self, seat: int) -> None:
        """Host: let the person at this seat be the host."""
        self._run(self._room.give(seat))

    def change(
        self,
        settings: wire.RoomSettings | None = None,
        game: str | None = None,
        seats: int | None = None,
        options: dict[str, wire.OptionValue] | None = None,
    ) -> None:
        """Host: other settings; between matches also another game, seats, options. What is left out stays."""
        self._run(self._room.change(settings, game, seats, options))

    def leave(self) -> None:
        """See nothing more of it; the seat stays ours."""
        self._run(self._room.leave())

    def quit(self) -> None:
        """Leave for good."""
        self._run(self._room.quit())
