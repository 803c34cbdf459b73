"""What the search tells of every move: for hints, so from the view of one seat and nothing else."""

from random import Random
from typing import Any

import pytest

from diwaniya.bots._advice import Adviser
from diwaniya.engine.game import Game, find, games
from diwaniya.testing.play import some_positions, viewed
from diwaniya.testing.worlds import other_worlds
from search.seats import decisions

GAMES = list(games().values())
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])


@every_game
def test_every_move_has_its_chance(game: Game) -> None:
    adviser = Adviser(game, "pure")
    for seed, view in enumerate(decisions(game, 4)):
        advice = adviser.advise(view, seed=seed, nodes=60)
        legal = {game.token(view, move) for move in range(64) if game.legal(view) >> move & 1}
        assert {move.token for move in advice} == legal
        assert len(advice) == len(legal)
        assert all(move.visits > 0 and 0 <= move.chance <= 1 for move in advice)


@every_game
def test_hidden_cards_make_no_difference(game: Game) -> None:
    """In another world that the seat cannot tell from the real one it is advised the same."""
    rng = Random(18)
    adviser = Adviser(game, "pure")
    found = 0
    for at in some_positions(game, game.seats[0], rng, 8):
        state: Any = at.state
        if state.turn < 0:
            continue
        advice = adviser.advise(viewed(game, state, state.turn), seed=5, nodes=40)
        for other in other_worlds(at, state.turn, rng, 3):
            found += 1
            assert adviser.advise(viewed(game, other, state.turn), seed=5, nodes=40) == advice
    assert found > 0


@pytest.mark.timeout(300)  # compiles, if nobody has yet
def test_both_modes_advise_the_same() -> None:
    game = find("basra")
    pure, fast = Adviser(game, "pure"), Adviser(game, "compiled")
    assert (pure.mode, fast.mode) == ("pure", "compiled")
    for seed, view in enumerate(decisions(game, 4)):
        assert fast.advise(view, seed=seed, nodes=60) == pure.advise(view, seed=seed, nodes=60)


def test_it_wants_to_know_for_how_long() -> None:
    game = find("basra")
    with pytest.raises(ValueError, match="nodes or seconds"):
        Adviser(game, "pure").advise(decisions(game, 1)[0])
