"""Views of seats that have a choice to make, from random places of random matches."""

from functools import cache
from random import Random
from typing import Any

from diwaniya.engine.game import Game
from diwaniya.testing.play import some_positions, viewed


@cache
def decisions(game: Game, count: int, seed: int = 3) -> list[Any]:
    """Pure views; none is to be changed."""
    found = []
    rng = Random(seed)
    while len(found) < count:
        for at in some_positions(game, game.seats[0], rng, count):
            state: Any = at.state
            if state.turn >= 0 and game.legal(state).bit_count() > 1:
                found.append(viewed(game, state, state.turn))
    return found[:count]
