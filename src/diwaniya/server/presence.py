"""Who is away from his table, and for how long. After a while a computer player takes over, or the seat is
free.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diwaniya.table.commands import Absent, Refusal

if TYPE_CHECKING:
    from diwaniya.server.hot import HotTable

AGAIN = 5.0
"""Seconds until we try again what could not be written down."""


class Presence:
    """The absent people of one table. Time runs only while somebody else is there: nobody waits for them
    otherwise.
    """

    __slots__ = ("_hot", "_left")

    def __init__(self, hot: HotTable) -> None:
        self._hot = hot
        self._left: dict[str, float] = {}
        """Since when, by player."""

    def begin(self) -> None:
        """The first one is here after nobody was: from now on the others are missed."""
        hot = self._hot
        now, state = hot.hub.clock(), hot.state
        absent = (state.player_at(seat) for seat in state.people if seat not in hot.viewers.here)
        self._left = {player: now for player in absent if player is not None}

    def came(self, seat: int | None) -> None:
        """The person at this seat has opened a page."""
        if seat is not None:
            self._left.pop(self._hot.state.player_at(seat) or "", None)

    def left(self, seat: int) -> None:
        """The last page of the person at this seat is closed."""
        player = self._hot.state.player_at(seat)
        if player is not None:
            self._left[player] = self._hot.hub.clock()

    def reseat(self) -> None:
        """After people have come or gone: who does not sit here any more is not missed."""
        if self._left:
            self._left = {
                player: since
                for player, since in self._left.items()
                if self._hot.state.seat_of(player) is not None
            }

    @property
    def due(self) -> float | None:
        """When somebody has been away for too long."""
        if not self._left or not self._hot.viewers.seated:
            return None
        since = min((since for player, since in self._left.items() if self._missed(player)), default=None)
        return None if since is None else since + self._hot.hub.settings.grace

    def look(self, now: float) -> None:
        """Report those who have been away for too long."""
        hot = self._hot
        if not self._left or not hot.viewers.seated:
            return
        grace = hot.hub.settings.grace
        for player, since in list(self._left.items()):
            seat = hot.state.seat_of(player)
            if since + grace <= now and seat is not None and self._missed(player):
                del self._left[player]
                self._report(player, seat)

    def _report(self, player: str, seat: int) -> None:
        def reported(refusal: Refusal | None) -> None:
            if refusal is not None and self._hot.state.seat_of(player) is not None:
                self._left[player] = self._hot.hub.clock() - self._hot.hub.settings.grace + AGAIN
                self._hot.wind()

        self._hot.ask(Absent(seat), reported)

    def _missed(self, player: str) -> bool:
        """Is anything to be done about it? Not where a computer player has taken over already."""
        state = self._hot.state
        seat = state.seat_of(player)
        chair = None if seat is None else state.chairs[seat]
        return chair is not None and not (state.playing and chair.away)
