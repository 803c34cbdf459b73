"""One table in memory: what is asked of it is decided, written down, carried out and shown, one thing at a
time.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Sequence
from secrets import token_bytes
from typing import TYPE_CHECKING

import msgspec

from diwaniya.server.chat import Chat
from diwaniya.server.computers import STAND_IN
from diwaniya.server.driver import Driver
from diwaniya.server.presence import Presence
from diwaniya.server.refusals import BUSY, CLOSED, NOT_SAVED
from diwaniya.server.viewers import Viewer, Viewers
from diwaniya.storage.base import Append, Conflict, Finished, Gone, StorageError
from diwaniya.table.clock import due
from diwaniya.table.commands import Back, Command, Next, Play, Refusal, Resume, Tick
from diwaniya.table.decide import decide
from diwaniya.table.events import (
    Asked,
    Changed,
    Event,
    Freed,
    Joined,
    Moved,
    Replaced,
    Swapped,
    decode,
    encode,
)
from diwaniya.table.evolve import evolve
from diwaniya.table.moment import ENTROPY_BYTES
from diwaniya.table.record import books
from diwaniya.table.state import TableState
from diwaniya.table.views import fits_step

if TYPE_CHECKING:
    from diwaniya.server.hub import Hub

log = logging.getLogger(__name__)

Then = Callable[[Refusal | None], None]
"""Who wants to know how it went."""

_Job = tuple[Command, Then, Sequence[Event], int]
"""What is being written down: the command, who wants to know, what comes of it, how often tried."""

TRIES = 5
"""How often a command is decided anew because somebody else was faster."""
WAITING = 100
"""Commands of one table that may wait; its players have far fewer to give."""
COUNT_SECONDS = 1.0
"""How soon everybody is told that there are more or fewer who look on."""


class HotTable:
    """All that happens to a table happens here, in the order in which it was asked for.

    At most one append is under way: the next command is decided when the last one has been carried out. That
    is all the locking there is, and it costs nothing.
    """

    __slots__ = (
        "_count_at",
        "_job",
        "_queue",
        "_unshown",
        "alarm",
        "chat",
        "driver",
        "hub",
        "id",
        "presence",
        "state",
        "used",
        "viewers",
        "waits",
    )

    def __init__(self, hub: Hub, table: str, state: TableState) -> None:
        self.hub, self.id, self.state = hub, table, state
        self.used = hub.monotonic()
        self.alarm: float | None = None
        self._queue: deque[tuple[Command, Then]] = deque()
        self._job: _Job | None = None
        self._count_at: float | None = None
        self.chat = Chat(self)
        self.presence = Presence(self)
        self.driver = Driver(self)
        self.viewers = Viewers(self)
        self._unshown: Sequence[Event] = ()
        """What has happened, and is shown together with what happens next."""
        self.waits = self._waits_for_a_move()
        """For nothing but a person's move, without a clock? Nearly always; then nothing happens by itself."""

    # what is asked

    def ask(self, command: Command, then: Then) -> None:
        """Carry out a command. `then` is told when it is durable and shown (`None`), or why it was
        refused.
        """
        if self._job is not None:
            if len(self._queue) >= WAITING:
                then(BUSY)
            else:
                self._queue.append((command, then))
            return
        self._decide(command, then, 1)

    def _decide(self, command: Command, then: Then, tries: int) -> None:
        now = self.hub.clock()
        kind = type(command)
        if kind is Play or kind is Next:
            decided = decide(self.state, command, now)
        else:
            decided = decide(self.state, command, now, token_bytes(ENTROPY_BYTES), STAND_IN)
        if isinstance(decided, Refusal) or not decided:
            then(decided if isinstance(decided, Refusal) else None)
            return
        self._job = (command, then, decided, tries)
        self.hub.journal.write(append_of(self.id, self.state, decided, now), self._written)

    def _written(self, error: StorageError | None) -> None:
        """The storage has answered. What is shown is shown when all tables that it has answered are so far."""
        job = self._job
        assert job is not None
        command, then, events, tries = job
        if error is None:
            try:
                self._carry_out(events)
            except Exception:
                self._cannot()
                return
            self.hub.turns_end.add(self)
        elif isinstance(error, Conflict) and not isinstance(error, Gone):
            self.hub.run(self._decide_anew(command, then, tries))
        else:
            self._job = None
            if isinstance(error, Gone):
                self._pruned(then)
            else:
                log.error("%s", error)
                then(NOT_SAVED)
            self._go_on()

    # the stages in which it is shown, see `turns`

    def look(self) -> None:
        """Find out what there is to be seen of what has happened."""
        if self._job is None:
            return  # given up meanwhile
        try:
            if self._unshown and not self._more_wishes():
                self._show_unshown()
        except Exception:
            self._cannot()

    def encode(self) -> None:
        """Make frames of it."""
        self._next_stage()

    def send(self) -> None:
        """Give them to the pages."""
        self._next_stage()

    def _next_stage(self) -> None:
        staged = self.viewers.staged
        if staged is not None:
            try:
                staged()
            except Exception:
                self._cannot()

    def answer(self) -> None:
        """Tell who asked for it; then it is the next one's turn."""
        job, self._job = self._job, None
        if job is None:
            return  # given up meanwhile
        try:
            if not self.waits:
                self.wind()
            job[1](None)
        except Exception:
            self._cannot()
            return
        self._go_on()

    def _cannot(self) -> None:
        log.exception("table %s: what was written cannot be carried out", self.id)
        self._job = None
        self.give_up()

    def _go_on(self) -> None:
        while self._queue and self._job is None:
            self._decide(*self._queue.popleft(), 1)
        if self._job is None:
            if self._unshown:
                self.catch_up()
            if not self.waits:
                self.driver.wake()

    async def _decide_anew(self, command: Command, then: Then, tries: int) -> None:
        """Somebody else has written to this table, or an earlier write of ours went through after all."""
        try:
            bodies = await self.hub.storage.read(self.id, self.state.seq)
            for body in bodies:
                self._carry_out([decode(body)])
                self.catch_up()
        except StorageError as error:
            log.error("%s", error)
            self._job = None
            then(NOT_SAVED)
            self._go_on()
            return
        except (ValueError, msgspec.MsgspecError):
            log.exception("table %s cannot be read", self.id)
            self.give_up()
            return
        self._job = None
        if tries < TRIES:
            self._decide(command, then, tries + 1)
        else:
            then(BUSY)
        self._go_on()

    def _carry_out(self, events: Sequence[Event]) -> None:
        """What is written down happens. It is not shown yet."""
        state = self.state
        for event in events:
            state = evolve(state, event)
        self.state = state
        self.waits = self._waits_for_a_move()
        self._unshown = [*self._unshown, *events] if self._unshown else events

    def _more_wishes(self) -> bool:
        """Have others asked for the next hand as well? Then it is shown together."""
        return bool(self._queue) and all(isinstance(event, Asked) for event in self._unshown)

    def _show(self, events: Sequence[Event]) -> None:
        if _is_move(events) or fits_step(self.state, events):
            self.viewers.begin_step()
        else:
            self._changed(events)

    def catch_up(self) -> None:
        """Show what has happened and was not shown yet, all stages at once."""
        self.viewers.finish()
        if self._unshown:
            self._show_unshown()
            self.viewers.finish()

    def _show_unshown(self) -> None:
        events, self._unshown = self._unshown, ()
        self._show(events)

    def _waits_for_a_move(self) -> bool:
        state = self.state
        match = state.match
        if match is None or state.ended is not None or state.settings.clock:
            return False
        return match.turn >= 0 and not state.computer_plays(match.turn)

    def _changed(self, events: Sequence[Event]) -> None:
        """More than a move."""
        self.viewers.finish()
        state, alone = self.state, not self.viewers.seated
        if any(isinstance(event, _SEATS) for event in events) or state.closed or not state.settings.watch:
            self.viewers.reseat()
            self.presence.reseat()
            self._company_changed(alone)
        self.viewers.show_whole()
        self.hub.lobby.changed(self)
        if state.closed:
            self.hub.forget(self)

    def _pruned(self, then: Then) -> None:
        self.viewers.dismiss("closed")
        self.hub.forget(self)
        then(CLOSED)

    def give_up(self) -> None:
        """This table cannot be trusted any more: whoever looks at it comes anew and gets it from the log."""
        self.hub.forget(self)
        self.viewers.dismiss("broken")

    # who looks

    def attach(self, viewer: Viewer, seat: int | None) -> None:
        """Show the table to this viewer from now on, beginning with the whole of it."""
        self.used = self.hub.monotonic()
        self.catch_up()
        alone = not self.viewers.seated
        if self.viewers.attach(viewer, seat):
            self.presence.came(seat)
            self.hub.lobby.changed(self)
            self._company_changed(alone)
        self.wind()

    def detach(self, viewer: Viewer) -> None:
        """The viewer looks elsewhere."""
        self.used = self.hub.monotonic()
        self.catch_up()
        left = self.viewers.detach(viewer)
        if left is not None:
            self.presence.left(left)
            self.hub.lobby.changed(self)
            self._company_changed(False)
        self.wind()

    def _company_changed(self, alone: bool) -> None:
        """People with a seat have opened or closed pages; before that there was nobody if `alone`."""
        if not self.viewers.seated:
            self.chat.wipe()
        elif alone:
            self.presence.begin()
            self.ask(Resume(), _ignore)
            if self._job is None:
                self.driver.wake()

    def come_back(self, player: str, then: Then) -> None:
        """The person is here again: if a computer player has taken over, he gets his hand back."""
        seat = self.state.seat_of(player)
        chair = None if seat is None else self.state.chairs[seat]
        if chair is not None and chair.away:
            self.ask(Back(player), then)
        else:
            then(None)

    def watchers_changed(self) -> None:
        """More or fewer look on. Everybody is told, but not for each of them."""
        if self._count_at is None:
            self._count_at = self.hub.clock() + COUNT_SECONDS
            self.hub.timers.set(self, self._count_at)
            self.hub.lobby.changed(self)

    # what time brings

    def wind(self) -> None:
        """Set the alarm for what comes next by itself."""
        self.hub.timers.set(self, self._next_ring())

    def _next_ring(self) -> float | None:
        ring = self._count_at
        if self.viewers.seated and self._job is None:
            ring = _earlier(ring, due(self.state))
        return _earlier(_earlier(ring, self.presence.due), self.viewers.due)

    def ring(self, now: float) -> float | None:
        """Do what is due."""
        if self.hub.peek(self.id) is not self:
            return None
        if self._count_at is not None and self._count_at <= now:
            self._count_at = None
            self.viewers.show_whole()
        self.viewers.release(now)
        self.presence.look(now)
        end = due(self.state)
        if end is not None and end <= now and self.viewers.seated:
            self.ask(Tick(), _ignore)
        return self._next_ring()

    @property
    def idle_since(self) -> float | None:
        """Since when nobody needs it in memory; `None` while somebody does."""
        busy = len(self.viewers) or self._job is not None or self.driver.busy
        return None if busy else self.used


_SEATS = Joined | Freed | Replaced | Swapped | Changed


def _is_move(events: Sequence[Event]) -> bool:
    """Is it a move and nothing else, as nearly always?"""
    return len(events) == 1 and type(events[0]) is Moved


def _earlier(one: float | None, other: float | None) -> float | None:
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


def _ignore(refusal: Refusal | None) -> None:
    """Nobody waits for it."""


def append_of(table: str, state: TableState | None, events: Sequence[Event], now: float) -> Append:
    """What the storage has to write for these events, before they are carried out."""
    expected = 0 if state is None else state.seq
    if _is_move(events):
        return Append(table, expected, (encode(events[0]),), now)
    bodies = [encode(event) for event in events]
    told = books(state, events)
    finished = None
    if told.finished is not None:
        finished = Finished(told.finished, msgspec.json.encode(told.record), told.at)
    return Append(
        table,
        expected,
        bodies,
        now,
        code=told.code,
        about=None if told.about is None else msgspec.json.encode(told.about),
        players=told.players,
        gone=told.gone,
        finished=finished,
        playing=told.playing,
        closed=told.closed,
    )
