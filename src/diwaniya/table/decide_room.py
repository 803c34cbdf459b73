"""Commands about the room and the company in it: one function for each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from diwaniya.engine.game import Game
from diwaniya.table import company, refusals
from diwaniya.table.clock import DAWDLING
from diwaniya.table.commands import (
    Absent,
    Admit,
    Begin,
    Change,
    Fill,
    Give,
    Join,
    Move,
    Open,
    Quit,
    Refusal,
    Remove,
    Rename,
    Salt,
)
from diwaniya.table.dealing import begin_match
from diwaniya.table.events import (
    Admitted,
    Chair,
    Changed,
    Created,
    Event,
    Hosted,
    Joined,
    Renamed,
    Replaced,
    Salted,
    Seated,
    Swapped,
)
from diwaniya.table.moment import Moment
from diwaniya.table.seating import is_person, next_seat, reseat
from diwaniya.table.state import TableState

Decided = list[Event] | Refusal


def open_room(command: Open, moment: Moment) -> Decided:
    """The host sits at the first seat of the first side (R1), computer players from seat 1 up."""
    game = refusals.known_game(command.game, command.options)
    if isinstance(game, Refusal):
        return game
    seats = game.seats[0] if command.seats is None else command.seats
    bad = refusals.bad_number(game, seats) or refusals.bad_settings(command.settings)
    bad = bad or next((bad for level in command.levels if (bad := refusals.bad_level(level))), None)
    if bad is not None:
        return bad
    if len(command.levels) >= seats:
        text = f"Too few other seats ({seats - 1}) for so many computer players ({len(command.levels)})."
        return Refusal("bad_option", text, about="computers")
    by = command.by
    chairs: list[Chair | None] = [None] * seats
    chairs[0] = Chair(player=by.player, name=by.name, avatar=by.avatar)
    chairs[1 : 1 + len(command.levels)] = [Chair(level=level) for level in command.levels]
    created = Created(
        at=moment.now,
        code=command.code,
        game=game.id,
        options=dict(command.options),
        settings=command.settings,
        host=by.player,
        chairs=chairs,
        secret=moment.secret(),
        quick=command.quick,
    )
    free = _free(chairs)
    if command.begin and free:
        return refusals.seats_free(free)
    if command.begin or (command.quick and not free):
        return [created, *begin_match(game, chairs, created.secret, {}, moment)]
    return [created]


def _join(state: TableState, command: Join, moment: Moment) -> Decided:
    by = command.by
    seat = state.seat_of(by.player)
    if seat is not None:
        return company.back(state, seat, moment.now)
    if by.player in state.barred:
        return refusals.BARRED
    if state.settings.locked:
        return Refusal("locked", "The host lets nobody else in.")
    if state.playing:
        text = "A match is being played: sit down when it is over."
        return Refusal("not_now", text, about="sit_later")
    found = _seat_to_take(state, command.seat)
    if isinstance(found, Refusal):
        return found
    joined = Joined(at=moment.now, seat=found, player=by.player, name=by.name, avatar=by.avatar)
    events: list[Event] = [joined, *company.comes(state, by.player, moment.now)]
    chairs = _with(state.chairs, found, Chair(player=by.player, name=by.name, avatar=by.avatar))
    return [*events, *_quick_start(state, chairs, moment)]


def _seat_to_take(state: TableState, wished: int | None) -> int | Refusal:
    """A free seat or a computer player's."""
    if wished is None:
        seat = next_seat(state.game, state.chairs)
        return Refusal("full", "Every seat is taken.") if seat is None else seat
    bad = refusals.bad_seat(wished, len(state.chairs))
    if bad is not None:
        return bad
    return Refusal("taken", "Somebody sits there.") if is_person(state.chairs[wished]) else wished


def _quick_start(state: TableState, chairs: Sequence[Chair | None], moment: Moment) -> list[Event]:
    """Quick play begins at once when every seat is taken."""
    if state.match is not None or not state.created.quick or _free(chairs):
        return []
    return begin_match(state.game, chairs, state.secret, state.salts, moment)


def _rename(state: TableState, command: Rename, moment: Moment) -> Decided:
    by = command.by
    seat = state.seat_of(by.player)
    chair = None if seat is None else state.chairs[seat]
    if chair is None:
        return refusals.NOT_SEATED
    if (chair.name, chair.avatar) == (by.name, by.avatar):
        return []
    return [Renamed(at=moment.now, player=by.player, name=by.name, avatar=by.avatar)]


def _quit(state: TableState, command: Quit, moment: Moment) -> Decided:
    seat = state.seat_of(command.player)
    return refusals.NOT_SEATED if seat is None else _goes(state, seat, "left", moment)


def _absent(state: TableState, command: Absent, moment: Moment) -> Decided:
    seat = command.seat
    bad = refusals.bad_seat(seat, len(state.chairs))
    if bad is not None:
        return bad
    return _goes(state, seat, "absent", moment) if is_person(state.chairs[seat]) else []


def _goes(state: TableState, seat: int, why: Any, moment: Moment) -> list[Event]:
    """During a match the chair stays his, otherwise it is free."""
    if not state.playing:
        return company.freed(state, seat, moment.now)
    chair = state.chairs[seat]
    away = chair is not None and chair.away
    return [] if away else company.took_over(state, seat, why, moment)


def _move(state: TableState, command: Move, moment: Moment) -> Decided:
    mine = state.seat_of(command.player)
    if mine is None:
        return refusals.NOT_SEATED
    if state.playing:
        return refusals.IN_MATCH
    seat, to = command.seat, command.to
    bad = refusals.bad_seat(seat, len(state.chairs)) or refusals.bad_seat(to, len(state.chairs))
    if bad is not None:
        return bad
    if command.player != state.host:
        if seat != mine:
            return Refusal("not_host", "Only the host can move others.", about="move_others")
        if seat != to and is_person(state.chairs[to]):
            return Refusal("taken", "Somebody sits there.")
    if seat == to or (state.chairs[seat] is None and state.chairs[to] is None):
        return []
    return [Swapped(at=moment.now, seats=(seat, to))]


def _fill(state: TableState, command: Fill, moment: Moment) -> Decided:
    bad = refusals.host_only(state, command.player) or refusals.bad_level(command.level)
    if bad is not None:
        return bad
    if state.playing:
        return refusals.IN_MATCH
    if command.seat is None:
        return _seated(state.free, command.level, moment.now)
    bad = refusals.bad_seat(command.seat, len(state.chairs))
    if bad is not None:
        return bad
    chair = state.chairs[command.seat]
    if is_person(chair):
        return Refusal("taken", "Somebody sits there.")
    if chair is not None and chair.level == command.level:
        return []
    return _seated([command.seat], command.level, moment.now)


def _seated(seats: Sequence[int], level: str, now: float) -> list[Event]:
    return [Seated(at=now, seat=seat, level=level) for seat in seats]


def _remove(state: TableState, command: Remove, moment: Moment) -> Decided:
    seat = command.seat
    bad = refusals.host_only(state, command.player) or refusals.bad_seat(seat, len(state.chairs))
    if bad is None and command.level:
        bad = refusals.bad_level(command.level)
    if bad is not None:
        return bad
    if state.player_at(seat) == command.player:
        text = "You cannot take yourself away: leave the table instead."
        return Refusal("bad_option", text, about="yourself")
    if state.playing:
        return _replace(state, seat, command.level, moment)
    if state.chairs[seat] is None:
        return []
    return company.freed(state, seat, moment.now, barred=is_person(state.chairs[seat]))


def _replace(state: TableState, seat: int, level: str, moment: Moment) -> Decided:
    """In a match the host can only be rid of a person who is away, or who holds everybody up."""
    chair = state.chairs[seat]
    if chair is None or chair.player is None:
        text = "A computer player sits there; that can be changed after the match."
        return Refusal("not_now", text, about="computer_sits")
    to_move = state.match is not None and state.match.to_move == seat
    if not chair.away and not (to_move and moment.now - state.turn_at >= DAWDLING):
        text = f"Only who is away, or thinks for more than {DAWDLING} seconds, can be replaced in a match."
        return Refusal("not_now", text, about="present", args={"n": round(DAWDLING)})
    return [Replaced(at=moment.now, seat=seat, level=level or moment.level())]


def _admit(state: TableState, command: Admit, moment: Moment) -> Decided:
    bad = refusals.host_only(state, command.player)
    if bad is not None:
        return bad
    barred = next((player for player, who in state.barred.items() if who.number == command.person), None)
    if barred is None:
        text = f"Nobody with the number {command.person} was removed from this room."
        return Refusal("bad_option", text, about="nobody_removed")
    return [Admitted(at=moment.now, player=barred)]


def _give(state: TableState, command: Give, moment: Moment) -> Decided:
    bad = refusals.host_only(state, command.player) or refusals.bad_seat(command.seat, len(state.chairs))
    if bad is not None:
        return bad
    chair = state.chairs[command.seat]
    if chair is None or chair.player is None:
        return Refusal("bad_option", "Only a person can be the host.", about="no_host")
    if chair.player == state.host:
        return []
    if chair.away:
        return Refusal("not_now", "Who is away cannot be the host.", about="host_away")
    return [Hosted(at=moment.now, player=chair.player)]


def _change(state: TableState, command: Change, moment: Moment) -> Decided:
    bad = refusals.host_only(state, command.player)
    if bad is not None:
        return bad
    settings = state.settings if command.settings is None else command.settings
    game = _new_game(state, command)
    if isinstance(game, Refusal):
        return game
    found, options, seats = game
    bad = refusals.bad_settings(settings) or refusals.bad_number(found, seats)
    if bad is not None:
        return bad
    other = found.id != state.game.id or seats != len(state.chairs)
    other = other or {**found.defaults, **options} != {**found.defaults, **state.options}
    if not other and settings == state.settings:
        return []
    if other and state.playing:
        return refusals.IN_MATCH
    chairs = reseat(found, state.chairs, seats)
    if chairs is None:
        text = f"{len(state.people)} people sit here, too many for {seats} seats."
        return Refusal("bad_option", text, about="people", args={"n": len(state.people), "seats": seats})
    return [Changed(at=moment.now, game=found.id, options=options, settings=settings, chairs=chairs)]


def _new_game(state: TableState, command: Change) -> tuple[Game, dict[str, Any], int] | Refusal:
    """Game, options and number of seats as the host wants them; what he leaves open stays, as far as it can."""
    same = command.game is None or command.game == state.game.id
    options = dict(command.options if command.options is not None else state.options if same else {})
    found = refusals.known_game(state.game.id if command.game is None else command.game, options)
    if isinstance(found, Refusal):
        return found
    if command.seats is not None:
        return found, options, command.seats
    return found, options, _number_for(found, len(state.chairs), len(state.people))


def _number_for(game: Game, now: int, people: int) -> int:
    """So many seats as now, if that can be; otherwise the usual number, or another that holds the people."""
    wished = [now, *game.seats]
    fitting = [seats for seats in wished if seats in game.seats and seats >= people]
    return fitting[0] if fitting else game.seats[0]


def _salt(state: TableState, command: Salt, moment: Moment) -> Decided:
    if state.seat_of(command.player) is None:
        return refusals.NOT_SEATED
    if state.playing:
        # The secret behind the next match is not chosen yet: it must not be chosen by somebody who knows the salts.
        text = "Add your salt between two matches: only then the secret behind the next is fixed."
        return Refusal("not_now", text, about="salt_later")
    if not 0 < len(command.salt) <= refusals.LONGEST_SALT:
        text = f"A salt has 1 to {refusals.LONGEST_SALT} characters."
        return Refusal("bad_text", text, about="salt", args={"n": refusals.LONGEST_SALT})
    try:
        salt = command.salt.encode().hex()
    except UnicodeEncodeError:
        return Refusal("bad_text", "A salt is a text in UTF-8.")
    if state.salts.get(command.player) == salt:
        return []
    return [Salted(at=moment.now, player=command.player, salt=salt)]


def _begin(state: TableState, command: Begin, moment: Moment) -> Decided:
    bad = refusals.host_only(state, command.player)
    if bad is None and command.level:
        bad = refusals.bad_level(command.level)
    if bad is not None:
        return bad
    if state.playing:
        return refusals.IN_MATCH
    return filled_and_begun(state, command.level, moment)


def filled_and_begun(state: TableState, level: str, moment: Moment) -> Decided:
    """Computer players of `level` at the free seats, if there are any, and the first hand."""
    free = state.free
    if free and not level:
        return refusals.seats_free(free)
    chairs = list(state.chairs)
    for seat in free:
        chairs[seat] = Chair(level=level)
    begun = begin_match(state.game, chairs, state.secret, state.salts, moment)
    return [*_seated(free, level, moment.now), *begun]


def _with(chairs: Sequence[Chair | None], seat: int, chair: Chair) -> list[Chair | None]:
    return [chair if number == seat else other for number, other in enumerate(chairs)]


def _free(chairs: Sequence[Chair | None]) -> list[int]:
    return [seat for seat, chair in enumerate(chairs) if chair is None]


HANDLERS: dict[type, Callable[[TableState, Any, Moment], Decided]] = {
    Join: _join,
    Rename: _rename,
    Quit: _quit,
    Absent: _absent,
    Move: _move,
    Fill: _fill,
    Remove: _remove,
    Admit: _admit,
    Give: _give,
    Change: _change,
    Salt: _salt,
    Begin: _begin,
}
