"""Carrying out what has been written down. A table is the fold of its events, so a server that was killed comes back
exactly where it was.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from sys import intern
from typing import Any

from diwaniya.engine import fair
from diwaniya.engine.game import find
from diwaniya.engine.match import Match
from diwaniya.table.clock import BANK, after_move
from diwaniya.table.decide_match import is_out_of_turn
from diwaniya.table.events import (
    Admitted,
    Asked,
    Chair,
    Changed,
    Closed,
    Created,
    Dealt,
    Ended,
    Event,
    Freed,
    GaveBack,
    Hosted,
    Joined,
    Moved,
    Opened,
    Renamed,
    Replaced,
    Resumed,
    Salted,
    Seated,
    Swapped,
    TookOver,
)
from diwaniya.table.state import LINES_KEPT, MATCHES_KEPT, Barred, MatchLine, TableState, Told


class DamagedLog(ValueError):
    """The log cannot have been written by this program, or somebody has changed it."""


def evolve(state: TableState | None, event: Event) -> TableState:
    """The table after one more event.

    The state given is taken over and must not be used again: the match inside it moves on (a copy for
    every move of every table would cost more than the move). Raises `DamagedLog`, or another `ValueError` from the
    rules, for an event that cannot follow; what is then left of the state is of no use.
    """
    if state is None:
        if isinstance(event, Created):
            return _created(event)
        raise DamagedLog("a table begins with being created")
    if state.closed:
        raise DamagedLog("something happens at a table that is closed")
    state.seq += 1
    _HANDLERS[type(event)](state, event)
    return state


def rebuild(events: Iterable[Event]) -> TableState:
    """The table that these events make. Raises `DamagedLog` if they cannot be true.

    Matches that are over are not played again: their ends are in the log.
    """
    log = list(events)
    last = max((place for place, event in enumerate(log) if isinstance(event, Opened)), default=0)
    state: TableState | None = None
    try:
        for event in log[:last]:
            if state is not None and isinstance(event, Dealt | Moved):
                state.seq += 1
            else:
                state = evolve(state, event)
        for event in log[last:]:
            state = evolve(state, event)
    except (ValueError, TypeError, LookupError) as error:
        raise DamagedLog(str(error)) from error
    if state is None:
        raise DamagedLog("the log is empty")
    return state


# the room


def _created(event: Created) -> TableState:
    game = find(event.game)
    game.check_options(event.options)
    chairs = tuple(event.chairs)
    order = tuple(chair.player for chair in chairs if chair is not None and chair.player is not None)
    if len(chairs) not in game.seats or event.host not in order:
        raise DamagedLog("a table was created that cannot be")
    return TableState(
        created=event,
        game=game,
        options=event.options,
        settings=event.settings,
        chairs=chairs,
        host=event.host,
        secret=event.secret,
        commitment=_commitment(event.secret),
        order=order,
    )


def _commitment(secret: str) -> str:
    return fair.commitment(bytes.fromhex(secret))


def _again(state: TableState, event: Created) -> None:
    raise DamagedLog("a table is created twice")


def _joined(state: TableState, event: Joined) -> None:
    if state.player_at(_seat(state, event.seat)) is not None or state.seat_of(event.player) is not None:
        raise DamagedLog("somebody sits down where he cannot")
    _put(state, event.seat, Chair(player=event.player, name=event.name, avatar=event.avatar))
    state.order = (*state.order, event.player)


def _seated(state: TableState, event: Seated) -> None:
    if state.player_at(_seat(state, event.seat)) is not None:
        raise DamagedLog("a computer player sits down where somebody is")
    _put(state, event.seat, Chair(level=event.level))


def _freed(state: TableState, event: Freed) -> None:
    chair = state.chairs[_seat(state, event.seat)]
    _put(state, event.seat, None)
    if chair is not None and chair.player is not None:
        _forget(state, chair, chair.player, event.barred)


def _replaced(state: TableState, event: Replaced) -> None:
    chair = state.chairs[_seat(state, event.seat)]
    if chair is None or chair.player is None:
        raise DamagedLog("nobody is replaced")
    _put(state, event.seat, Chair(level=event.level))
    _forget(state, chair, chair.player, barred=True)


def _forget(state: TableState, chair: Chair, player: str, barred: bool) -> None:
    """The person sits here no longer."""
    state.order = tuple(other for other in state.order if other != player)
    state.asked -= {player}
    state.salts = {other: salt for other, salt in state.salts.items() if other != player}
    if barred:
        state.barred = {**state.barred, player: Barred(state.seq, chair.name, chair.avatar)}


def _admitted(state: TableState, event: Admitted) -> None:
    if event.player not in state.barred:
        raise DamagedLog("somebody is let in again who was not taken away")
    state.barred = {player: who for player, who in state.barred.items() if player != event.player}


def _renamed(state: TableState, event: Renamed) -> None:
    seat = state.seat_of(event.player)
    chair = None if seat is None else state.chairs[seat]
    if seat is None or chair is None:
        raise DamagedLog("somebody is renamed who does not sit here")
    named = Chair(event.player, event.name, event.avatar, chair.level, chair.away)
    _put(state, seat, named)


def _swapped(state: TableState, event: Swapped) -> None:
    one, other = (state.chairs[_seat(state, seat)] for seat in event.seats)
    _put(state, event.seats[0], other)
    _put(state, event.seats[1], one)


def _hosted(state: TableState, event: Hosted) -> None:
    if state.seat_of(event.player) is None:
        raise DamagedLog("the host does not sit here")
    state.host = event.player


def _changed(state: TableState, event: Changed) -> None:
    game, chairs = find(event.game), tuple(event.chairs)
    game.check_options(event.options)
    if len(chairs) not in game.seats:
        raise DamagedLog("a table was changed into one that cannot be")
    if (game.id, event.options, chairs) != (state.game.id, state.options, state.chairs):
        state.asked = frozenset()  # they asked for another match than this
    if event.settings.clock != state.settings.clock:
        state.turn_at = event.at  # the new time begins now
    state.game, state.options, state.chairs, state.settings = game, event.options, chairs, event.settings


def _salted(state: TableState, event: Salted) -> None:
    state.salts = {**state.salts, event.player: event.salt}


def _closed(state: TableState, event: Closed) -> None:
    state.closed = True


# who plays


def _took_over(state: TableState, event: TookOver) -> None:
    chair = _person(state, event.seat)
    _put(state, event.seat, _with(chair, event.level, away=True))
    state.asked -= {chair.player or ""}
    if event.why == "clock":
        state.lapsed = True
        state.bank = tuple(0.0 if seat == event.seat else left for seat, left in enumerate(state.bank))


def _gave_back(state: TableState, event: GaveBack) -> None:
    _put(state, event.seat, _with(_person(state, event.seat), None, away=False))


def _with(chair: Chair, level: str | None, away: bool) -> Chair:
    return Chair(player=chair.player, name=chair.name, avatar=chair.avatar, level=level, away=away)


# a match


def _opened(state: TableState, event: Opened) -> None:
    """The rest begins with the first deal, which follows at once."""
    if state.playing or state.free:
        raise DamagedLog("a match begins where none can")
    # One move at a time, and views of it in plain data: for that the pure mode is the quicker one.
    state.match = Match(
        state.game, seats=len(state.chairs), dealer=event.dealer, options=dict(state.options), mode="pure"
    )
    state.opened, state.ended, state.proof = event, None, state.secret
    state.bank = (float(BANK),) * len(state.chairs)
    state.salts = {}
    state.lines = deque(maxlen=LINES_KEPT)


def _dealt(state: TableState, event: Dealt) -> None:
    match = _running(state)
    facts = match.deal(event.pack)
    state.hand, state.redeal, state.asked = event.hand, event.redeal, frozenset()
    state.turn_seq = state.deal_seq = state.seq
    state.turn_at, state.lapsed = event.at, False
    state.lines.append(Told(state.seq, state.hand, None, None, facts or ()))


def _moved(state: TableState, event: Moved) -> None:
    match, token = _running(state), intern(event.token)  # thousands of tables hold the same few tokens
    facts = match.play(token, event.seat)
    if not (match.game.out_of_turn and is_out_of_turn(token)):
        after_move(state, event.seat, event.at)
        state.turn_seq = state.seq
    state.lines.append(Told(state.seq, state.hand, event.seat, token, facts or ()))


def _asked(state: TableState, event: Asked) -> None:
    state.asked |= {_person(state, event.seat).player or ""}


def _resumed(state: TableState, event: Resumed) -> None:
    state.turn_at, state.lapsed = event.at, False  # nobody was there to be held up


def _ended(state: TableState, event: Ended) -> None:
    match, opened = _running(state), state.opened
    assert opened is not None
    names = [chair.name if chair is not None else "" for chair in state.chairs]
    line = MatchLine(opened.match, match.game.id, event.winners, event.scores, names)
    state.matches = (*state.matches, line)[-MATCHES_KEPT:]
    state.ended, state.played = event, state.chairs
    state.secret, state.commitment = event.secret, _commitment(event.secret)
    state.asked, state.lapsed = frozenset(), False
    # Nobody has a hand that could be played for him. Who is not there will be missed, and loses his seat.
    state.chairs = tuple(
        _with(chair, None, away=False) if chair is not None and chair.away else chair
        for chair in state.chairs
    )


# what all of them need


def _running(state: TableState) -> Match:
    if state.match is None or state.ended is not None:
        raise DamagedLog("something happens in a match that there is not")
    return state.match


def _seat(state: TableState, seat: int) -> int:
    if not 0 <= seat < len(state.chairs):
        raise DamagedLog(f"there is no seat {seat}")
    return seat


def _person(state: TableState, seat: int) -> Chair:
    chair = state.chairs[_seat(state, seat)]
    if chair is None or chair.player is None:
        raise DamagedLog(f"nobody sits at {seat}")
    return chair


def _put(state: TableState, seat: int, chair: Chair | None) -> None:
    chairs = list(state.chairs)
    chairs[seat] = chair
    state.chairs = tuple(chairs)


_HANDLERS: dict[type, Callable[[TableState, Any], None]] = {
    Created: _again,
    Joined: _joined,
    Seated: _seated,
    Freed: _freed,
    Admitted: _admitted,
    Renamed: _renamed,
    Replaced: _replaced,
    Swapped: _swapped,
    Hosted: _hosted,
    Changed: _changed,
    Salted: _salted,
    Closed: _closed,
    TookOver: _took_over,
    GaveBack: _gave_back,
    Opened: _opened,
    Dealt: _dealt,
    Moved: _moved,
    Asked: _asked,
    Resumed: _resumed,
    Ended: _ended,
}
