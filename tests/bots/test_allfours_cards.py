"""The learnt weights of All Fours: their table, the player that goes by them, and how they are learnt."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import make_allfours_table
from diwaniya.bots._judgement import _allfours_cards as cards
from diwaniya.bots._judgement import judgement_for
from diwaniya.bots._judgement._allfours_cards import REASONS, ROWS, WEIGHTS, policy, read, row
from diwaniya.engine.game import Game, find
from diwaniya.engine.kernel import popcount
from diwaniya.engine.state import pure_rng
from diwaniya.games.allfours import STOOD
from search.seats import decisions

GAMES = [find("allfours"), find("allfours2")]
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
SHIPPED = Path(cards.__file__).with_name(cards.FILE)


def in_play(game: Game, count: int) -> Iterator[Any]:
    """Views in which there is a card to be chosen."""
    for view in decisions(game, count):
        seen: Any = view
        if seen.said >= STOOD and popcount(game.legal(seen)) > 1:
            yield seen


def test_a_table_of_another_shape_is_refused() -> None:
    with pytest.raises(ValueError, match=f"the table has 3 weights, not {ROWS * REASONS}"):
        read("# three weights\n1 2 -3\n")


def test_the_table_is_written_as_it_is_read() -> None:
    text = make_allfours_table.table(WEIGHTS, WEIGHTS, "As it is.")
    assert read(text) == WEIGHTS == read(SHIPPED.read_text(encoding="ascii"))


@every_game
def test_every_position_has_a_row_of_its_kind(game: Game) -> None:
    rows = {row(view) for view in in_play(game, 300)}
    first = 0 if game.seats[0] == 4 else 24
    assert len(rows) > 8
    assert all(first <= found < first + 6 * game.seats[0] for found in rows)


@every_game
def test_it_plays_on_within_the_rules_and_otherwise_than_the_quick_player(game: Game) -> None:
    judgement = judgement_for(game)
    assert judgement.policy is policy
    differ = 0
    for view in in_play(game, 200):
        move = policy(view, pure_rng(1))
        assert game.legal(view) >> move & 1
        differ += move != judgement.usual(view, pure_rng(1))
    assert differ > 5


def test_learning_gives_the_same_weights_again_and_only_of_its_own_game() -> None:
    told: list[str] = []
    one, two = (make_allfours_table.learn(GAMES[1], 1, 1, 3, "pure", told.append) for _ in range(2))
    assert one == two
    rows = [one[at : at + REASONS] for at in range(0, len(one), REASONS)]
    by_the_quick_player = (0,) * (REASONS - 1) + (make_allfours_table.SCALE,)
    assert rows[:24] == [by_the_quick_player] * 24
    assert told == [f"allfours2: round 1 of 1, {make_allfours_table.BATCH} positions"] * 2
