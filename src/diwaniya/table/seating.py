"""Who sits where when people come, and when the number of seats changes."""

from __future__ import annotations

from collections.abc import Sequence

from diwaniya.engine.game import Game
from diwaniya.table.events import Chair


def seat_order(game: Game, seats: int) -> list[int]:
    """The seats in the order in which they are taken (R1): side after side, so that the second to come is a partner."""
    return sorted(range(seats), key=lambda seat: (game.side(seat), seat))


def next_seat(game: Game, chairs: Sequence[Chair | None]) -> int | None:
    """Where the next to come sits down (R1): the first free seat, else the first computer player's. `None`: full."""
    order = seat_order(game, len(chairs))
    free = (seat for seat in order if chairs[seat] is None)
    computers = (seat for seat in order if is_computer(chairs[seat]))
    return next(free, next(computers, None))


def reseat(game: Game, chairs: Sequence[Chair | None], seats: int) -> list[Chair | None] | None:
    """The same company around another table of `seats`; `None` if there are more people than seats.

    Whoever's seat is there still keeps it. The people of the others, in order, sit down as if they came now (R1);
    computer players make room for them.
    """
    placed: list[Chair | None] = [*chairs[:seats], *([None] * (seats - len(chairs)))]
    for chair in chairs[seats:]:
        if chair is None or chair.player is None:
            continue
        seat = next_seat(game, placed)
        if seat is None:
            return None
        placed[seat] = chair
    return placed


def is_computer(chair: Chair | None) -> bool:
    """Does a computer player sit there in his own right?"""
    return chair is not None and chair.player is None


def is_person(chair: Chair | None) -> bool:
    """Is it a person's chair, away or not?"""
    return chair is not None and chair.player is not None


def same_person(one: Chair | None, other: Chair | None) -> bool:
    """Does one person sit in both?"""
    return one is not None and other is not None and one.player is not None and one.player == other.player
