"""Who looks at a table, and what each of them is sent."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

import msgspec

from diwaniya.server.delay import Delayed
from diwaniya.server.frames import Steps, frame, whole, whole_frame
from diwaniya.wire.messages import Gone, Table, Trouble

if TYPE_CHECKING:
    from diwaniya.server.hot import HotTable


class Viewer(Protocol):
    """A connection that looks at tables."""

    player: str
    taking: Callable[[bytearray, bytes], None] | None
    """Sends a step, in two parts as `Transport.send_joined`. `None` while the page is slow."""

    def show(self, table: str, frame: bytearray) -> None:
        """Send a table or a step. A slow page is sent nothing now, and the whole table when it has caught
        up.
        """

    def missed(self, table: str) -> None:
        """This table has moved on while the page was slow."""

    def send(self, frame: bytearray) -> None:
        """Send something else."""

    def say(self, frame: bytearray) -> None:
        """Send something that must not stay: the caller wipes `frame` when this returns."""

    def forget(self, table: str) -> None:
        """The viewer is no longer one of this table's."""

    def broken(self) -> None:
        """Something went wrong with a table: the page had better come anew."""


class Viewers:
    """The viewers of one table. Those with a seat see it from there; the others what lies open, perhaps
    later.
    """

    __slots__ = (
        "_delayed",
        "_head",
        "_steps",
        "_told",
        "_troubled",
        "hot",
        "leaving",
        "seated",
        "staged",
        "watching",
    )

    def __init__(self, hot: HotTable) -> None:
        self.hot = hot
        self.seated: dict[Viewer, int] = {}
        self.watching: dict[Viewer, None] = {}
        self.leaving: set[Viewer] = set()
        """Who has just said that he goes: if his seat is free after that, he does not look on either."""
        self._delayed: Delayed | None = None
        self._told = hot.state.seq
        """The number of the last event that was shown."""
        self._troubled = False
        self._steps = Steps()
        self._head = bytearray()
        self.staged: Callable[[], None] | None = None
        """What is to be done next for a step that was begun, if one was."""

    @property
    def here(self) -> frozenset[int]:
        """The seats whose people have a page open."""
        return frozenset(self.seated.values())

    def __len__(self) -> int:
        return len(self.seated) + len(self.watching)

    # coming and going

    def attach(self, viewer: Viewer, seat: int | None) -> bool:
        """Show the table to this viewer from now on, beginning with the whole of it. Is this seat here
        anew?
        """
        news = False
        if seat is None:
            known = viewer in self.watching
            self.watching[viewer] = None
            self._show_whole_to_watcher(viewer)
            if not known:
                self.hot.watchers_changed()
        else:
            news = seat not in self.seated.values()
            self.watching.pop(viewer, None)
            self.seated[viewer] = seat
            if news:
                self.show_whole()
            else:
                self.show_again(viewer)
        return news

    def detach(self, viewer: Viewer) -> int | None:
        """The viewer looks elsewhere. The seat that is empty now, if one is."""
        if viewer in self.watching:
            del self.watching[viewer]
            self.hot.watchers_changed()
            return None
        seat = self.seated.pop(viewer, None)
        if seat is None or seat in self.seated.values():
            return None
        self.show_whole()
        return seat

    def show_again(self, viewer: Viewer) -> None:
        """Send the whole table once more, to somebody whose picture is old."""
        self.hot.catch_up()
        seat = self.seated.get(viewer)
        if seat is not None:
            viewer.show(self.hot.id, self._whole(seat))
        elif viewer in self.watching:
            self._show_whole_to_watcher(viewer)

    def reseat(self) -> None:
        """After people have changed places, come or gone: everybody sees the table from where he sits now."""
        state, table = self.hot.state, self.hot.id
        if state.closed:
            self.dismiss("closed")
            return
        for viewer in list(self.seated):
            seat = state.seat_of(viewer.player)
            if seat is not None:
                self.seated[viewer] = seat
            elif viewer in self.leaving or viewer.player in state.barred or not state.settings.watch:
                del self.seated[viewer]
                viewer.forget(table)
                if viewer not in self.leaving:
                    barred = viewer.player in state.barred
                    viewer.send(frame(Gone(table, "removed" if barred else "unwatched")))
            else:
                del self.seated[viewer]
                self.watching[viewer] = None
        for viewer in list(self.watching):
            seat = state.seat_of(viewer.player)
            if seat is not None:
                del self.watching[viewer]
                self.seated[viewer] = seat
            elif not state.settings.watch:
                del self.watching[viewer]
                viewer.forget(table)
                viewer.send(frame(Gone(table, "unwatched")))

    def dismiss(self, why: str) -> None:
        """Nobody sees this table any more."""
        self.staged = None
        everybody = [*self.seated, *self.watching]
        self.seated.clear()
        self.watching.clear()
        gone = frame(Gone(self.hot.id, "closed")) if why == "closed" else None
        for viewer in everybody:
            viewer.forget(self.hot.id)
            if gone is None:
                viewer.broken()
            elif viewer not in self.leaving:
                viewer.send(gone)

    # showing

    def begin_step(self) -> None:
        """A move was made, a hand was dealt, or somebody wants the next: a step for everybody.

        Here what is seen of it; `staged` makes the frames, and once more, sends them: see `turns`.
        """
        state = self.hot.state
        after, self._told, self._troubled = self._told, state.seq, False
        self._steps.look(state, after, self.seated.values())
        self.staged = self._encode_step

    def finish(self) -> None:
        """Go through all stages of a step that was begun: something else is to be shown."""
        while self.staged is not None:
            self.staged()

    def _encode_step(self) -> None:
        hot = self.hot
        self._head = self._steps.head(hot.id, hot.hub.clock())
        self.staged = self._send_step

    def _send_step(self) -> None:
        self.staged = None
        steps, head, table = self._steps, self._head, self.hot.id
        for viewer, tail in zip(self.seated, steps.tails(self.seated.values()), strict=True):
            taking = viewer.taking
            if taking is None:
                viewer.missed(table)
            else:
                taking(head, tail)
        if self.watching or self._delay:
            self._to_watchers(head + steps.watching(), whole=False)

    def show_whole(self) -> None:
        """Something else has changed: the whole table for everybody."""
        hot = self.hot
        state, table = hot.state, hot.id
        self._told, self._troubled = state.seq, False
        shown = self._shown()
        frames: dict[int, bytearray] = {}
        for viewer, seat in self.seated.items():
            made = frames.get(seat)
            if made is None:
                made = frames[seat] = whole_frame(shown, state, seat, hot.chat.muted_by(seat))
            viewer.show(table, made)
        if self.watching or self._delay:
            self._to_watchers(self._whole(None), whole=True)

    def trouble(self, text: str) -> None:
        """The table cannot go on just now. Said once, until something is shown again."""
        if not self._troubled:
            self._troubled = True
            said = frame(Trouble(self.hot.id, "not_saved", text))
            for viewer in (*self.seated, *self.watching):
                viewer.send(said)

    def _shown(self, behind: int = 0) -> Table:
        hot = self.hot
        return whole(hot.id, hot.state, self.here, len(self.watching), hot.hub.clock(), behind)

    def _whole(self, seat: int | None) -> bytearray:
        if seat is None:
            return frame(self._shown(self._delay))
        return whole_frame(self._shown(), self.hot.state, seat, self.hot.chat.muted_by(seat))

    # those who look on

    @property
    def due(self) -> float | None:
        """When those who are behind have to be shown something."""
        return self._delayed.due if self._delayed is not None and self.watching else None

    def release(self, now: float) -> None:
        """Show those who are behind what is old enough."""
        if self._delayed is not None:
            for made in self._delayed.release(now):
                for viewer in self.watching:
                    viewer.show(self.hot.id, made)

    @property
    def _delay(self) -> int:
        settings = self.hot.state.settings
        return settings.delay if settings.watch else 0

    def _show_whole_to_watcher(self, viewer: Viewer) -> None:
        if not self._delay:
            viewer.show(self.hot.id, self._whole(None))
            return
        line = self._line()
        self.release(self.hot.hub.clock())
        for made in line.so_far():
            viewer.show(self.hot.id, made)
        self.hot.wind()

    def _to_watchers(self, made: bytearray, whole: bool) -> None:
        if self._delay:
            self._line().add(self.hot.hub.clock(), made, whole, lambda: self._whole(None))
            self.hot.wind()
            return
        self._delayed = None
        for viewer in self.watching:
            viewer.show(self.hot.id, made)

    def _line(self) -> Delayed:
        """What waits for those who are behind; begun anew when the room gets a delay."""
        if self._delayed is None:
            self._delayed = Delayed(self._delay, self._blank())
            self._delayed.add(self.hot.hub.clock(), self._whole(None), True, lambda: self._whole(None))
        self._delayed.delay = self._delay
        return self._delayed

    def _blank(self) -> bytearray:
        """The table before there is anything old enough to be shown."""
        return frame(
            msgspec.structs.replace(
                self._shown(self._delay),
                seq=0,
                view=None,
                lines=[],
                question=None,
                match=None,
                first_dealer=None,
                cut=[],
                matches=[],
            )
        )
