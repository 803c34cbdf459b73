"""The open rooms, shown to whoever looks for one: at most once a second, the same bytes to everybody."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Protocol

from diwaniya.server.frames import frame
from diwaniya.table.seating import next_seat
from diwaniya.wire.encode import room_message
from diwaniya.wire.messages import RoomLine, Rooms

if TYPE_CHECKING:
    from diwaniya.server.hot import HotTable
    from diwaniya.server.hub import Hub

SHOWN = 100
"""The newest rooms."""


class Looking(Protocol):
    """A page that looks at the lobby."""

    def show_rooms(self, frame: bytearray) -> None: ...


class Lobby:
    """Which rooms are open, and who wants to know."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._open: dict[str, HotTable] = {}
        self._looking: dict[Looking, None] = {}
        self._handle: asyncio.TimerHandle | None = None
        self._frame: bytearray | None = None

    def changed(self, hot: HotTable) -> None:
        """Something about this room has changed."""
        listed = hot.id in self._open
        if is_open(hot):
            self._open[hot.id] = hot
        elif listed:
            del self._open[hot.id]
        else:
            return
        self._news()

    def forget(self, hot: HotTable) -> None:
        """The room is not in memory any more, so nobody is there."""
        if self._open.pop(hot.id, None) is not None:
            self._news()

    def look(self, page: Looking) -> None:
        """Show the rooms now, and what changes."""
        self._looking[page] = None
        page.show_rooms(self.frame())

    def leave(self, page: Looking) -> None:
        self._looking.pop(page, None)

    def rooms(self) -> list[RoomLine]:
        """The open rooms, the newest first."""
        newest = sorted(self._open.values(), key=lambda hot: hot.state.created.at, reverse=True)
        return [line_of(hot) for hot in newest[:SHOWN]]

    def frame(self) -> bytearray:
        if self._frame is None:
            self._frame = frame(Rooms(self.rooms()))
        return self._frame

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()

    def _news(self) -> None:
        self._frame = None
        if self._looking and self._handle is None:
            self._handle = asyncio.get_running_loop().call_later(self._hub.settings.lobby_seconds, self._tell)

    def _tell(self) -> None:
        self._handle = None
        made = self.frame()
        for page in list(self._looking):
            page.show_rooms(made)


def is_open(hot: HotTable) -> bool:
    """Does the room stand in the lobby: is somebody there, and can one sit down or look on?"""
    state = hot.state
    if not state.settings.public or state.closed or not hot.viewers.seated:
        return False
    if state.playing:
        return state.settings.watch
    return not state.settings.locked and next_seat(state.game, state.chairs) is not None


def line_of(hot: HotTable) -> RoomLine:
    """The room as the lobby shows it."""
    return room_message(hot.id, hot.state, hot.viewers.here, len(hot.viewers.watching))
