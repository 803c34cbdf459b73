"""R1: who sits where."""

from __future__ import annotations

from dataclasses import replace

import pytest

from diwaniya.engine.game import Game, find
from diwaniya.table.events import Chair
from diwaniya.table.seating import next_seat, reseat, seat_order
from table_play import GAMES

PAIRS = replace(find(GAMES[0]), teams=True)
ALONE = replace(find(GAMES[0]), teams=False)
BOT = Chair(level="easy")


def people(*players: str | None) -> list[Chair | None]:
    return [None if player is None else Chair(player=player, name=player.title()) for player in players]


@pytest.mark.parametrize(
    ("game", "seats", "order"),
    [
        (PAIRS, 2, [0, 1]),
        (PAIRS, 4, [0, 2, 1, 3]),
        (PAIRS, 6, [0, 2, 4, 1, 3, 5]),
        (PAIRS, 8, [0, 2, 4, 6, 1, 3, 5, 7]),
        (ALONE, 2, [0, 1]),
        (ALONE, 4, [0, 1, 2, 3]),
        (ALONE, 6, [0, 1, 2, 3, 4, 5]),
        (ALONE, 8, [0, 1, 2, 3, 4, 5, 6, 7]),
    ],
)
def test_the_order_of_sitting_down(game: Game, seats: int, order: list[int]):
    assert seat_order(game, seats) == order
    chairs: list[Chair | None] = [None] * seats
    for number, seat in enumerate(order):
        assert next_seat(game, chairs) == seat
        chairs[seat] = Chair(player=f"p{number}")
    assert next_seat(game, chairs) is None


def test_a_person_comes_before_a_computer_player_but_takes_a_free_seat_first():
    assert next_seat(PAIRS, [*people("a"), None, BOT, None]) == 1
    assert next_seat(PAIRS, [*people("a"), BOT, BOT, BOT]) == 2
    assert next_seat(PAIRS, people("a", "b", "c", "d")) is None
    away = Chair(player="b", level="easy", away=True)
    assert next_seat(ALONE, [*people("a"), away]) is None, "who is away keeps his seat"


@pytest.mark.parametrize(
    ("game", "before", "seats", "after"),
    [
        # a larger table: everybody stays, so partners stay partners
        (PAIRS, people("a", "b", "c", "d"), 6, people("a", "b", "c", "d", None, None)),
        # a smaller one: who has no seat any more sits down by R1
        (PAIRS, people("a", None, None, None, "e", "f"), 4, people("a", "f", "e", None)),
        (ALONE, people("a", None, None, None, "e", "f"), 4, people("a", "e", "f", None)),
        (ALONE, people(None, None, None, "d"), 2, people("d", None)),
        # computer players make room, and are left out where there is none
        (PAIRS, [*people("a"), BOT, BOT, *people("d")], 2, people("a", "d")),
        (ALONE, [*people("a"), None, *people("c"), BOT], 3, people("a", None, "c")),
        # the same number: nothing moves
        (PAIRS, people("a", None, "c", None), 4, people("a", None, "c", None)),
        # more people than seats
        (PAIRS, people("a", "b", "c"), 2, None),
    ],
)
def test_another_number_of_seats(
    game: Game, before: list[Chair | None], seats: int, after: list[Chair | None] | None
):
    assert reseat(game, before, seats) == after
