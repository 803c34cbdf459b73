"""What a viewer may see of a table (R6): plain data, made only from the match's own views.

Nothing here looks at packs, at the secret of a running match, or tells anybody's player number.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from msgspec import Struct

from diwaniya.table.clock import clock_view
from diwaniya.table.dealing import salts_by_seat
from diwaniya.table.events import Asked, Chair, Dealt, Event, Moved, Settings
from diwaniya.table.seating import same_person
from diwaniya.table.state import TableState, Told

REMOVED_SHOWN = 50
"""Of the people whom the host took away."""


def table_view(
    table: str,
    state: TableState,
    seat: int | None,
    here: Collection[int] = (),
    watchers: int = 0,
    muted: Sequence[int] = (),
    now: float = 0.0,
    behind: int = 0,
) -> dict[str, Any]:
    """The whole table as `seat` sees it; `None` for somebody who only looks on.

    `here` are the seats whose people have a page open, `watchers` how many look on, `muted` the seats that this viewer
    does not want to hear, `now` the time in seconds, `behind` how many seconds ago this was so.
    """
    opened, match = state.opened, state.match
    return {
        "table": table,
        "seq": state.seq,
        "phase": state.phase,
        "game": state.game.id,
        "options": dict(state.options),
        "settings": _settings(state.settings),
        "code": None if seat is None else state.created.code,
        "host": state.host_seat,
        "seat": seat,
        "seats": _seats(state, here),
        "watchers": watchers,
        "match": None if opened is None else opened.match,
        "view": None if match is None else {**match.public(), **private_view(state, seat)},
        "lines": [_line(told) for told in state.lines],
        "question": question(state, seat),
        "clock": clock_view(state, now),
        "commitment": state.commitment,
        "salts": salts(state),
        "first_dealer": None if opened is None else opened.dealer,
        "cut": []
        if opened is None
        else [[{"seat": c.seat, "card": c.card} for c in cut] for cut in opened.cut],
        "matches": [
            {
                "match": line.match,
                "game": line.game,
                "winners": line.winners,
                "scores": line.scores,
                "names": line.names,
            }
            for line in state.matches
        ],
        "muted": list(muted),
        "behind": behind,
        "removed": removed(state, seat),
        "practice": None if opened is None else opened.practice,
        "name_seed": state.created.name_seed,
    }


# steps


def fits_step(state: TableState, events: Sequence[Event]) -> bool:
    """May these events, which have just been carried out, be shown as one step? Otherwise the table is shown whole."""
    if not state.playing or not all(isinstance(event, Moved | Dealt | Asked) for event in events):
        return False
    return sum(not isinstance(event, Asked) for event in events) <= 1


class StepView(Struct, tag="step", gc=False):
    """The part of a step that is the same for everybody; with `step_own` it is the whole step.

    A struct, since it is made and encoded for every move.
    """

    table: str
    seq: int
    after: int
    line: Told | None
    clock: dict[str, Any] | None
    view: dict[str, Any]
    """The match's own: do not change it."""


def step_view(table: str, state: TableState, after: int, now: float = 0.0) -> StepView:
    """The step to the present state. `after` is the `seq` of the view that it follows, `now` the time in seconds."""
    match, told = state.match, state.lines[-1] if state.lines else None
    if told is not None and told.seq <= after:
        told = None
    view = {} if match is None else match.public()
    return StepView(table, state.seq, after, told, clock_view(state, now), view)


def step_own(state: TableState, seat: int | None) -> dict[str, Any]:
    """What one viewer is told besides."""
    return {"question": question(state, seat), "mine": private_view(state, seat)}


# the parts


def private_view(state: TableState, seat: int | None) -> dict[str, Any]:
    """What this seat sees of the match besides what everybody does.

    After a match others may sit there than those who played: who did not have these cards looks on.
    """
    match = state.match
    if match is None or seat is None:
        return {"seat": None}
    if state.ended is not None and not (
        seat < len(state.played) and same_person(state.chairs[seat], state.played[seat])
    ):
        return match.private(None)
    return match.private(seat)


def question(state: TableState, seat: int | None) -> dict[str, Any] | None:
    """Between two hands: may the next be dealt (R4)? After a match: another one?"""
    if state.ended is not None:
        kind = "rematch"
    elif state.between_hands:
        kind = "next"
    else:
        return None
    waiting = state.waiting
    return {"kind": kind, "waiting": waiting, "you": seat in waiting}


def salts(state: TableState) -> list[str]:
    """What people added to the shuffles of the running match; where none runs, of the next."""
    opened = state.opened if state.playing else None
    return salts_by_seat(state.chairs, state.salts) if opened is None else list(opened.salts)


def removed(state: TableState, seat: int | None) -> list[dict[str, Any]]:
    """Whom the host took away, for himself alone: the latest first, as they were shown then."""
    if seat is None or seat != state.host_seat:
        return []
    latest = list(state.barred.values())[: -REMOVED_SHOWN - 1 : -1]
    return [{"person": who.number, "name": who.name, "avatar": who.avatar} for who in latest]


def room_line(table: str, state: TableState, here: Collection[int] = (), watchers: int = 0) -> dict[str, Any]:
    """The room as the lobby shows it, to people who do not sit there."""
    host = state.host_seat
    chair = None if host is None else state.chairs[host]
    return {
        "table": table,
        "game": state.game.id,
        "options": dict(state.options),
        "settings": _settings(state.settings),
        "phase": state.phase,
        "host": "" if chair is None else chair.name,
        "seats": _seats(state, here),
        "watchers": watchers,
    }


def _seats(state: TableState, here: Collection[int]) -> list[dict[str, Any]]:
    return [_seat(chair, seat in here) for seat, chair in enumerate(state.chairs)]


def _seat(chair: Chair | None, here: bool) -> dict[str, Any]:
    if chair is None:
        return {"kind": "free", "name": "", "avatar": 0, "level": None, "here": False, "away": False}
    kind = "computer" if chair.player is None else "person"
    return {
        "kind": kind,
        "name": chair.name,
        "avatar": chair.avatar,
        "level": chair.level,
        "here": here or chair.player is None,
        "away": chair.away,
    }


def _settings(settings: Settings) -> dict[str, Any]:
    return {
        "public": settings.public,
        "locked": settings.locked,
        "watch": settings.watch,
        "delay": settings.delay,
        "clock": settings.clock,
        "hints": settings.hints,
    }


def _line(told: Told) -> dict[str, Any]:
    return {"seq": told.seq, "hand": told.hand, "seat": told.seat, "token": told.token, "facts": told.facts}
