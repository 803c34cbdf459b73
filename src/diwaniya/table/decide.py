"""What a command brings about. Nothing here changes anything, and nothing knows the time or throws dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from diwaniya.table import company, decide_match, decide_room, practice
from diwaniya.table.commands import Admit, Change, Command, Give, Open, PlayOn, Refusal, Remove
from diwaniya.table.events import Event
from diwaniya.table.moment import Moment
from diwaniya.table.refusals import NO_TABLE
from diwaniya.table.state import TableState

Decided = list[Event] | Refusal

_HANDLERS: dict[type, Callable[[TableState, Any, Moment], Decided]] = {
    **decide_room.HANDLERS,
    **decide_match.HANDLERS,
}

_OF_THE_HOST = (Change, Remove, Admit, Give)
"""What he may do during a match. Whoever does it is not away, as with whatever else he does himself."""


def decide(
    state: TableState | None, command: Command, now: float, entropy: bytes = b"", stand_in: str = ""
) -> Decided:
    """The events that a command brings about, in order; none, if it asks for what is so already; or why it is refused.

    `now` is the time in seconds. `entropy` are 48 random bytes, new for every command: from them come the secret behind
    the next match and the name of a match. Only `Open`, `PlayOn`, `Join`, `Begin`, `Rematch`, `End`, `Settle` and
    `Tick` can need them. `stand_in` is the level of the computer player who takes over for somebody absent; `Quit`,
    `Remove`, `Absent` and `Tick` can need it. Raises `ValueError` if they are needed and missing.

    The computer's own `Play` may be refused as `stale` or `not_seated` when a person was faster: that is no mistake.
    """
    handler, moment = _HANDLERS.get(type(command)), Moment(now, entropy, stand_in)
    if handler is not None:
        if state is None or state.closed:
            return NO_TABLE
        decided = handler(state, command, moment)
        if isinstance(command, _OF_THE_HOST) and not isinstance(decided, Refusal):
            return [*decided, *_back(state, command.player, now)]
        return decided
    if isinstance(command, PlayOn):
        return practice.play_on(command, moment)
    assert isinstance(command, Open)
    return decide_room.open_room(command, moment)


def _back(state: TableState, player: str, now: float) -> list[Event]:
    seat = state.seat_of(player)
    return [] if seat is None else company.back(state, seat, now)
