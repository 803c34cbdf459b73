"""What follows when people come, go away, and come back: somebody is always host."""

from __future__ import annotations

from typing import Literal

from diwaniya.table.events import Closed, Event, Freed, GaveBack, Hosted, TookOver
from diwaniya.table.moment import Moment
from diwaniya.table.state import TableState


def freed(state: TableState, seat: int, now: float, barred: bool = False) -> list[Event]:
    """The person or the computer leaves the seat for good. When no person is left the room closes."""
    player = state.player_at(seat)
    events: list[Event] = [Freed(at=now, seat=seat, barred=barred)]
    if player is None:
        return events
    if state.people == [seat]:
        return [*events, Closed(at=now)]
    return [*events, *_another_host(state, player, now, must=True)]


def took_over(
    state: TableState, seat: int, why: Literal["left", "absent", "clock"], moment: Moment
) -> list[Event]:
    """A computer player plays for the person at the seat until he comes back."""
    player = state.player_at(seat)
    assert player is not None
    events: list[Event] = [TookOver(at=moment.now, seat=seat, level=moment.level(), why=why)]
    return [*events, *_another_host(state, player, moment.now, must=False)]


def back(state: TableState, seat: int, now: float) -> list[Event]:
    """The person is here again; nothing, if he was not away. He becomes host if the host is away himself."""
    chair, player = state.chairs[seat], state.player_at(seat)
    assert chair is not None
    assert player is not None
    if not chair.away:
        return []
    return [GaveBack(at=now, seat=seat), *comes(state, player, now)]


def comes(state: TableState, player: str, now: float) -> list[Event]:
    """Somebody sits down, or is back: where the host is away, he is host now."""
    host = state.host_seat
    chair = None if host is None else state.chairs[host]
    if player == state.host or (chair is not None and not chair.away):
        return []
    return [Hosted(at=now, player=player)]


def _another_host(state: TableState, leaving: str, now: float, must: bool) -> list[Event]:
    """If the host leaves, the next in the order of coming takes his place: one who is not away, if there is one.

    `must`: somebody else has to be, even if he is away.
    """
    if state.host != leaving:
        return []
    others = [player for player in state.order if player != leaving]
    here = {state.player_at(seat) for seat in state.present}
    heirs = [player for player in others if player in here] or (others if must else [])
    return [Hosted(at=now, player=heirs[0])] if heirs else []
