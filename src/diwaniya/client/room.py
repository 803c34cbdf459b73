"""A room that we sit in, or look at."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from diwaniya.client.address import written
from diwaniya.client.errors import ClientError, Refused
from diwaniya.client.seen import Seen
from diwaniya.wire import messages as wire
from diwaniya.wire.view import MatchView

if TYPE_CHECKING:
    from diwaniya.client.connection import Connection

EVENTS = 1000
"""That wait for somebody to iterate; the oldest go first. `room.table` is current all the same."""
PATIENCE = 5.0
"""Seconds that the view of an acknowledged move may take, before the table is asked for again."""

_ENDS = {
    "no_table": "closed",
    "damaged": "closed",
    "not_seated": "removed",
    "barred": "removed",
    "no_watching": "unwatched",
}
"""Refused when we come back after a lost connection: what that says about the room."""


@dataclass(frozen=True)
class Lost:
    """The connection broke. The client comes back by itself; what is asked meanwhile waits."""


@dataclass(frozen=True)
class Found:
    """The connection is there again; a whole `table` follows."""


Event: TypeAlias = (
    wire.Table | wire.Step | wire.Said | wire.Reported | wire.Gone | wire.Trouble | Lost | Found
)
"""What a room tells while one iterates over it."""


class Room:
    """One room. `table` is what we see of it, kept current while the program does something else.

    Iterate to hear what happens; iteration ends when there is nothing more to see, `gone` says why::

        async for event in room:
            if room.legal:
                await room.play(room.legal[0])

    Whatever asks the server for something returns when it has happened, is on disk, and can be seen in `table`.
    All of it raises `Refused` if the server says no, and `Unsure` if the connection broke before the answer.
    """

    def __init__(self, table: str, connection: Connection, watching: bool) -> None:
        self.id = table
        """Of the table, sixteen letters. It opens the room to watchers, so do not print it for everybody."""
        self.gone: str | None = None
        """Why there is nothing more to see: `removed`, `closed`, `unwatched`, `left`."""
        self.watching = watching
        self._connection = connection
        self._seen = Seen()
        self._events: deque[Event] = deque(maxlen=EVENTS)
        self._changed = asyncio.Event()
        self._error: ClientError | None = None
        self._hint: wire.Hint | None = None
        self._rest: wire.Rest | None = None

    # what we see

    @property
    def table(self) -> wire.Table:
        """The table as of the last message. A new object after each change."""
        assert self._seen.table is not None, "a room is handed out when its table is there"
        return self._seen.table

    @property
    def view(self) -> MatchView | None:
        """The match as our seat sees it; `None` before the first."""
        return self.table.view

    @property
    def seat(self) -> int | None:
        """Ours; `None` if we look on."""
        return self.table.seat

    @property
    def code(self) -> str | None:
        """What to tell friends, `K7M2-9QXR`; `None` if we look on."""
        return None if self.table.code is None else written(self.table.code)

    @property
    def legal(self) -> list[str]:
        """The moves open to us, as tokens; empty if it is not our turn."""
        legal = self.view.legal if self.view is not None else None
        return list(legal) if isinstance(legal, list) else []

    @property
    def out_of_turn(self) -> list[str]:
        """What may be played without being on turn, such as `0:expose:AS`."""
        moves = self.view.out_of_turn if self.view is not None else None
        return list(moves) if isinstance(moves, list) else []

    @property
    def asked(self) -> str | None:
        """A question to us: `next` (may the next hand be dealt?) or `rematch` (another match?)."""
        question = self.table.question
        return question.kind if question is not None and question.you else None

    @property
    def hosting(self) -> bool:
        """Are we the host?"""
        return self.seat is not None and self.table.host == self.seat

    # what happens

    def __aiter__(self) -> Room:
        return self

    async def __anext__(self) -> Event:
        while not self._events:
            if self._error is not None:
                raise self._error
            if self.gone is not None:
                raise StopAsyncIteration
            await self._change()
        return self._events.popleft()

    async def until(self, fits: Callable[[wire.Table], object]) -> wire.Table:
        """Wait for a table that fits. Raises `LookupError` if we see no more, or what ended the connection."""
        while not fits(self.table):
            if self._error is not None:
                raise self._error
            if self.gone is not None:
                raise LookupError(f"there is nothing more to see of this room: {self.gone}")
            await self._change()
        return self.table

    async def _change(self) -> None:
        """Until something has changed since now."""
        self._changed.clear()
        await self._changed.wait()

    # what to do

    async def play(self, token: str) -> None:
        """Make a move: one of `legal`, or of `out_of_turn`."""
        table = self.table
        asked = await self._connection.send(wire.Play(self.id, token, table.seq))
        try:
            await self._shown(await asked.answer)
        except Refused as refused:
            # Sent twice, because the connection broke: the first one may have been taken.
            if not (asked.repeated and refused.code in ("stale", "not_your_turn", "not_now", "over")):
                raise
            await self._connection.ask(wire.Sit(self.id))
            if not any(self._mine(line, token, table.seq) for line in self.table.lines):
                raise

    def _mine(self, line: wire.Line, token: str, after: int) -> bool:
        return line.seq > after and line.seat == self.seat and line.token == token

    async def hint(self) -> list[wire.HintMove]:
        """Which moves are best for us, the best first, at most five; it is our turn.

        Each has a `token` and a `chance` that our side wins the match with it (0 to 1), as far as our own view tells;
        `None` for the only move that there is. Raises `Refused`: `no_hints` if the room allows none, `not_now` if the
        server has none to give just now, `too_fast`, `not_your_turn`, and `stale` if the match went on meanwhile.
        """
        await self._connection.ask(wire.AskHint(self.id, self.table.seq))
        return [] if self._hint is None else self._hint.moves  # it comes before the answer

    async def certain(self) -> list[str]:
        """The moves, one after the other, with which we win every trick to the end of the hand, whatever the others
        hold and play; it is our turn. Empty if that is not certain, and in games without tricks.

        Raises `Refused`: `no_hints` if the room allows none, `not_your_turn`, `not_now`, `stale`.
        """
        await self._connection.ask(wire.AskRest(self.id, self.table.seq))
        return [] if self._rest is None else self._rest.moves  # it comes before the answer

    async def next(self) -> None:
        """Deal the next hand, as far as we are concerned (R4)."""
        await self._do(wire.Next(self.id, self.table.seq))

    async def again(self) -> None:
        """Another match, as far as we are concerned."""
        await self._do(wire.Rematch(self.id))

    async def back(self) -> None:
        """Take our hand back from the computer player."""
        await self._do(wire.Back(self.id))

    async def end(self) -> None:
        """End a match that everybody else has left."""
        await self._do(wire.End(self.id))

    async def say(self, text: str = "", phrase: str = "") -> None:
        """To those who sit at the table: a text, or a phrase that everybody reads in his own language."""
        await self._connection.ask(wire.Say(self.id, text, phrase))

    async def mute(self, seat: int, on: bool = True) -> None:
        """Hear nothing more of the person at this seat, or hear him again."""
        await self._connection.ask(wire.Mute(self.id, seat, on))

    async def report(self, said: int) -> None:
        """Show the host something that was said, by its `id`."""
        await self._connection.ask(wire.Report(self.id, said))

    async def salt(self, text: str) -> None:
        """Stir the shuffles of the next match with a text of our own, 1 to 64 characters."""
        await self._do(wire.Salt(self.id, text))

    async def place(self, seat: int, to: int) -> None:
        """Change places. The host may move anybody, everybody else himself."""
        await self._do(wire.Place(self.id, seat, to))

    # for the host

    async def begin(self, level: str = "") -> None:
        """Deal. Free seats get computer players of `level`, if one is named."""
        await self._do(wire.Begin(self.id, level))

    async def fill(self, level: str, seat: int | None = None) -> None:
        """A computer player for this seat, or for all free seats."""
        await self._do(wire.Fill(self.id, level, seat))

    async def remove(self, seat: int, level: str = "") -> None:
        """Take away who sits there; in a match, a computer player of `level` gets the seat for good."""
        await self._do(wire.Remove(self.id, seat, level))

    async def admit(self, person: int) -> None:
        """Let somebody come again who was taken away: one of `table.removed`, by his `person`."""
        await self._do(wire.Admit(self.id, person))

    async def give(self, seat: int) -> None:
        """Let the person at this seat be the host."""
        await self._do(wire.Give(self.id, seat))

    async def change(
        self,
        settings: wire.RoomSettings | None = None,
        game: str | None = None,
        seats: int | None = None,
        options: dict[str, wire.OptionValue] | None = None,
    ) -> None:
        """Other settings; between matches also another game, seats, options. What is left out stays."""
        await self._do(wire.Change(self.id, settings, game, seats, options))

    # leaving

    async def leave(self) -> None:
        """See nothing more of it. The seat stays ours: `sit` at it again."""
        await self._connection.ask(wire.Leave(self.id))
        self.close("left")

    async def quit(self) -> None:
        """Leave for good. In a running match a computer player takes over until we come back."""
        await self._connection.ask(wire.Quit(self.id))
        self.close("left")

    # what the client tells us

    def hear(self, message: wire.ServerMessage) -> wire.Request | None:
        """Take a message about this room. Returns what to ask the server if something was missed."""
        if isinstance(message, wire.Table):
            self._seen.whole(message)
            self.watching = message.seat is None
        elif isinstance(message, wire.Step):
            before, broken = self._seen.table, self._seen.broken
            if not self._seen.step(message):
                return None if broken else self.ask_anew()
            if self._seen.table is before:
                return None
        elif isinstance(message, wire.Gone):
            self.tell(message)
            self.close(message.why)
            return None
        elif isinstance(message, wire.Refused):  # of a seat that is no longer ours, after coming back
            if why := _ENDS.get(message.code):
                self.close(why)
            return None
        elif isinstance(message, wire.Hint):  # whoever asked for it is told in `hint`
            self._hint = message
            return None
        elif isinstance(message, wire.Rest):  # and so is who asked whether it is certain
            self._rest = message
            return None
        elif not isinstance(message, wire.Said | wire.Reported | wire.Trouble):
            return None
        self.tell(message)
        return None

    def ask_anew(self) -> wire.Request:
        """What shows us the whole table again."""
        return wire.Watch(self.id) if self.watching else wire.Sit(self.id)

    @property
    def ready(self) -> bool:
        """Is the table there?"""
        return self._seen.table is not None

    async def wait_ready(self) -> None:
        """Until the table is there."""
        while not self.ready and self._error is None and self.gone is None:
            await self._change()
        if self._error is not None:
            raise self._error

    def tell(self, event: Event) -> None:
        self._events.append(event)
        self._changed.set()

    def close(self, why: str) -> None:
        self.gone = self.gone or why
        self._changed.set()

    def fail(self, error: ClientError) -> None:
        """The connection will not come back."""
        self._error = error
        self._changed.set()

    async def _do(self, request: wire.Request) -> None:
        await self._shown(await self._connection.ask(request))

    async def _shown(self, done: wire.Done) -> None:
        """Wait until the table shows what has happened."""
        seq = done.seq
        if seq is None:
            return
        try:
            async with asyncio.timeout(PATIENCE):
                await self.until(lambda table: table.seq >= seq)
        except LookupError:
            pass  # and with that the room is gone
        except TimeoutError:
            await self._connection.ask(self.ask_anew())
