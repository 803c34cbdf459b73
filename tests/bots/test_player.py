"""The door of every bot: from a view and a seed to a move, in either mode."""

from random import Random
from typing import Any

import pytest

from diwaniya import bots
from diwaniya.engine.compiled import compiled
from diwaniya.engine.game import Game, find, games
from diwaniya.testing.play import some_positions, viewed

GAMES = list(games().values())
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
POLICIES = [name for name in bots.names() if hasattr(bots._module(name), "policy_for")]


def views(game: Game, count: int) -> list[Any]:
    """Views of seats that are to move."""
    found = some_positions(game, game.seats[0], Random(3), count)
    return [viewed(game, at.state, at.state.turn) for at in found if at.state.turn >= 0]


@pytest.mark.timeout(300)  # compiles, if nobody has yet
@every_game
@pytest.mark.parametrize("name", POLICIES)
def test_a_policy_chooses_the_same_in_both_modes(game: Game, name: str) -> None:
    pure, fast = bots.player(name, game, "pure"), bots.player(name, game, "compiled")
    assert (pure.mode, fast.mode) == ("pure", "compiled")
    for seed, view in enumerate(views(game, 24)):
        move = pure.choose(view, seed)
        assert game.legal(view) >> move & 1
        assert fast.choose(compiled(game).record(view), seed) == move == pure.choose(view, seed)


def test_what_a_name_may_not_be() -> None:
    with pytest.raises(ValueError, match=r"'nobody': there are .*quick, random"):
        bots.player("nobody", find("kout4"))
    with pytest.raises(ValueError, match="random takes no argument: not 'random:nodes=3'"):
        bots.player("random:nodes=3", find("kout4"))


def test_nobody_waits_for_a_compiler_unasked() -> None:
    assert bots.player("random", find("basra"), "pure").mode == "pure"
    assert bots.player("random", find("basra")).mode in ("pure", "compiled")
