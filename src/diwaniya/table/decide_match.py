"""Commands about a match: one function for each. `_play` is asked for every move of every table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from diwaniya.engine.errors import explain
from diwaniya.engine.state import DEAL, OVER
from diwaniya.table import company, refusals
from diwaniya.table.clock import due
from diwaniya.table.commands import Back, End, Next, Play, Refusal, Rematch, Resume, Settle, Tick
from diwaniya.table.dealing import begin_match, end_match, next_hand, redeal
from diwaniya.table.decide_room import filled_and_begun
from diwaniya.table.events import Asked, Event, Moved, Resumed
from diwaniya.table.moment import Moment
from diwaniya.table.state import TableState

Decided = list[Event] | Refusal


def is_out_of_turn(token: str) -> bool:
    """Moves out of turn are written with the seat in front: `2:expose:AS`."""
    head, colon, _ = token.partition(":")
    return colon == ":" and head.isascii() and head.isdigit()


def _play(state: TableState, command: Play, moment: Moment) -> Decided:
    match, seat, token = state.match, command.seat, command.token
    if not 0 <= seat < len(state.chairs):
        return refusals.NOT_YOUR_SEAT
    chair = state.chairs[seat]
    if chair is None:
        return refusals.NOT_YOUR_SEAT
    if command.player != chair.player and (command.player is not None or not _computer_may(state, seat)):
        return refusals.NOT_YOUR_SEAT
    if match is None:
        return refusals.NO_MATCH
    turn = match.turn
    if turn == OVER or state.ended is not None:
        return refusals.OVER
    out_of_turn = bool(match.game.out_of_turn) and is_out_of_turn(token)
    if out_of_turn and token.partition(":")[0] != str(seat):
        return refusals.NOT_YOUR_SEAT
    if command.seq > state.seq or command.seq < (state.deal_seq if out_of_turn else state.turn_seq):
        return refusals.STALE
    if turn == DEAL:
        return Refusal("not_now", "No hand is being played just now.", about="no_hand")
    if not out_of_turn and turn != seat:
        return refusals.NOT_YOUR_TURN
    if not match.allows(token, seat):
        return _illegal(state, token, seat, out_of_turn)
    moved = Moved(at=moment.now, seat=seat, token=token)
    if chair.away and command.player is not None:
        return [*company.back(state, seat, moment.now), moved]
    return [moved]


def _computer_may(state: TableState, seat: int) -> bool:
    """May the computer move for a person? If he is away, and once he has let his time pass."""
    chair = state.chairs[seat]
    to_move = state.match is not None and state.match.to_move == seat
    return (chair is not None and chair.away) or (state.lapsed and to_move)


def _illegal(state: TableState, token: str, seat: int, out_of_turn: bool) -> Refusal:
    match = state.match
    assert match is not None
    legal = match.out_of_turn(seat) if out_of_turn else match.legal(seat)
    why = match.why_not(token, seat)
    because = explain(match.game.family, why) if why else "That may not be played now"
    return Refusal("illegal", f"{because} Possible: {' '.join(legal) or 'nothing'}.", why, legal)


def _next(state: TableState, command: Next, moment: Moment) -> Decided:
    seat = state.seat_of(command.player)
    if seat is None:
        return refusals.NOT_SEATED
    match = state.match
    if match is None:
        return refusals.NO_MATCH
    if match.over or state.ended is not None:
        return refusals.OVER
    if command.seq < state.deal_seq or command.player in state.asked:
        return []  # said twice, or the answer came while the next hand was being dealt
    if command.seq > state.seq:
        return refusals.STALE
    if not state.between_hands:
        return Refusal("not_now", "The hand is not finished yet.", about="hand_runs")
    events = [*company.back(state, seat, moment.now), Asked(at=moment.now, seat=seat)]
    return [*events, next_hand(state, moment.now)] if _last_to_ask(state, seat) else events


def _last_to_ask(state: TableState, seat: int) -> bool:
    """Is nobody waited for, once this seat has asked?"""
    return all(other == seat for other in state.waiting)


def _rematch(state: TableState, command: Rematch, moment: Moment) -> Decided:
    seat, match = state.seat_of(command.player), state.match
    if seat is None:
        return refusals.NOT_SEATED
    if match is None or not (match.over or state.ended is not None):
        return Refusal("not_now", "The match is not over yet.", about="match_runs")
    if state.ended is None:
        # The page was faster than the table. Whether the next match can begin is settled once the end is written down.
        return [
            *company.back(state, seat, moment.now),
            end_match(state, moment),
            Asked(at=moment.now, seat=seat),
        ]
    if command.player in state.asked:
        return []
    events = [*company.back(state, seat, moment.now), Asked(at=moment.now, seat=seat)]
    return events if state.free or not _last_to_ask(state, seat) else [*events, *_begun(state, moment)]


def _begun(state: TableState, moment: Moment) -> list[Event]:
    return begin_match(state.game, state.chairs, state.secret, state.salts, moment)


def _back(state: TableState, command: Back, moment: Moment) -> Decided:
    seat = state.seat_of(command.player)
    return refusals.NOT_SEATED if seat is None else company.back(state, seat, moment.now)


def _end(state: TableState, command: End, moment: Moment) -> Decided:
    seat = state.seat_of(command.player)
    if seat is None:
        return refusals.NOT_SEATED
    if state.match is None:
        return refusals.NO_MATCH
    if state.ended is not None:
        return refusals.OVER
    if any(other != seat for other in state.present):
        text = "Others are still playing: leave, and a computer player goes on for you."
        return Refusal("not_now", text, about="others_play")
    return [*company.back(state, seat, moment.now), end_match(state, moment)]


def _settle(state: TableState, command: Settle, moment: Moment) -> Decided:
    match = state.match
    if not state.owes:
        return []
    if match is None or state.ended is not None:
        return _begun(state, moment)
    if match.over:
        return [end_match(state, moment)]
    return [redeal(state, moment.now) if match.in_hand else next_hand(state, moment.now)]


def _tick(state: TableState, command: Tick, moment: Moment) -> Decided:
    end = due(state)
    if end is None or moment.now < end:
        return []
    if state.match is None:
        return filled_and_begun(state, moment.level(), moment)
    seat = state.match.to_move
    return [next_hand(state, moment.now)] if seat is None else company.took_over(state, seat, "clock", moment)


def _resume(state: TableState, command: Resume, moment: Moment) -> Decided:
    """Who comes back finds his whole time, or the whole pause between two hands."""
    if state.playing and (state.settings.clock > 0 or state.between_hands):
        return [Resumed(at=moment.now)]
    return []


HANDLERS: dict[type, Callable[[TableState, Any, Moment], Decided]] = {
    Play: _play,
    Next: _next,
    Rematch: _rematch,
    Back: _back,
    End: _end,
    Settle: _settle,
    Tick: _tick,
    Resume: _resume,
}
