"""Refusals that several commands share, and the checks behind them."""

from __future__ import annotations

from collections.abc import Mapping

from diwaniya.engine.game import AMOUNT_CAP, Game, Option, find
from diwaniya.table.clock import CLOCKS, DELAYS
from diwaniya.table.commands import Refusal
from diwaniya.table.events import OptionValue, Settings
from diwaniya.table.state import TableState

LONGEST_LEVEL = 30
LONGEST_SALT = 64
LONGEST_NAME = 30
"""Of an option that there is not, no more is said again."""

NO_TABLE = Refusal("no_table", "There is no such table.")
NOT_SEATED = Refusal("not_seated", "Only those who sit at the table can do this.")
NOT_YOUR_SEAT = Refusal("not_seated", "That is not your seat.", about="other_seat")
NOT_HOST = Refusal("not_host", "Only the host can do this.")
NO_MATCH = Refusal("not_now", "No match is being played.", about="no_match")
IN_MATCH = Refusal("not_now", "Not while a match is being played.", about="in_match")
BARRED = Refusal("barred", "The host has taken you away from this table.")
OVER = Refusal("over", "The match is over.")
NOT_YOUR_TURN = Refusal("not_your_turn", "It is not your turn.")
STALE = Refusal("stale", "The table has moved on since then.")


def host_only(state: TableState, player: str) -> Refusal | None:
    """Is this player not the host?"""
    if state.host == player and state.seat_of(player) is not None:
        return None
    return NOT_SEATED if state.seat_of(player) is None else NOT_HOST


def bad_seat(seat: int, seats: int) -> Refusal | None:
    """Is there no such seat?"""
    if 0 <= seat < seats:
        return None
    text = f"There is no seat {seat} here: they are numbered from 0 to {seats - 1}."
    return Refusal("bad_option", text, about="seat", args={"n": seats})


def bad_level(level: str) -> Refusal | None:
    """Can this not be the name of a computer player's level? Whether there is such a level, the server knows."""
    if 0 < len(level) <= LONGEST_LEVEL and level.isprintable():
        return None
    return Refusal(
        "bad_option",
        f"A level of computer players is a name of 1 to {LONGEST_LEVEL} letters, not {level[:40]!r}.",
    )


def bad_settings(settings: Settings) -> Refusal | None:
    """Is there something that a host cannot choose?"""
    if settings.clock not in CLOCKS:
        text = f"clock must be {_any_of(CLOCKS)} seconds, not {settings.clock}."
        return Refusal("bad_option", text, about="setting")
    if settings.delay not in DELAYS:
        text = f"delay must be {_any_of(DELAYS)} seconds, not {settings.delay}."
        return Refusal("bad_option", text, about="setting")
    return None


def known_game(game: str, options: Mapping[str, OptionValue]) -> Game | Refusal:
    """The game with this id, if these are options of it."""
    try:
        found = find(game)
    except ValueError as error:
        return Refusal("bad_game", str(error))
    try:
        found.check_options(options)
    except ValueError as error:
        return _bad_rule(found, options, str(error))
    return found


def _bad_rule(game: Game, options: Mapping[str, OptionValue], text: str) -> Refusal:
    """What is wrong with these rules of the house, so that every language can tell it."""
    known = [option.name for option in game.options]
    unknown = next((name for name in options if name not in known), None)
    if unknown is not None:
        said = unknown[:LONGEST_NAME]
        return Refusal("bad_option", text, about="no_option", args={"option": said, "options": known})
    option = next(one for one in game.options if one.name in options and not _right(one, options[one.name]))
    about, right = _what_would_be_right(option)
    return Refusal(
        "bad_option", text, about=about, args={"option": option.name, "family": game.family, **right}
    )


def _what_would_be_right(option: Option) -> tuple[str, dict[str, int | list[int]]]:
    """What values an option takes: the words for it, and what fills them in."""
    if option.is_flag:
        return "option_flag", {}
    if option.choices:
        return "option_choice", {"choices": list(option.choices)}
    if option.threshold:
        return "option_least", {"least": option.least}
    return "option_between", {"least": option.least, "most": AMOUNT_CAP}


def _right(option: Option, value: OptionValue) -> bool:
    try:
        option.check(value)
    except ValueError:
        return False
    return True


def bad_number(game: Game, seats: int) -> Refusal | None:
    """Can the game not be played by so many?"""
    if seats in game.seats:
        return None
    numbers = sorted(game.seats)
    text = f"{game.id} is for {_any_of(numbers)} players, not {seats}."
    return Refusal("bad_option", text, about="players", args={"numbers": numbers})


def seats_free(seats: list[int]) -> Refusal:
    """A match needs somebody at every seat."""
    which = f"Seat {seats[0]} is" if len(seats) == 1 else f"Seats {', '.join(map(str, seats))} are"
    text = f"{which} still free: wait for others, or let computer players sit there."
    return Refusal("not_now", text, about="seats_free", args={"n": len(seats)})


def _any_of(numbers: tuple[int, ...] | list[int]) -> str:
    *first, last = map(str, numbers)
    return f"{', '.join(first)} or {last}" if first else last
