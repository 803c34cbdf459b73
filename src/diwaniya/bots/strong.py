"""Thinks ahead: tries every move out in a few dozen worlds that fit what it has seen, a quarter of a second at most.

`strong:nodes=20000` makes so many simulations whatever time they take, and then always plays the same;
`strong:seconds=0.3` thinks for another time.
"""

from typing import TYPE_CHECKING

from diwaniya.bots._judgement import strong_nodes
from diwaniya.bots._thinking import Budget, budget, thinker
from diwaniya.engine.game import Game

if TYPE_CHECKING:
    from diwaniya.bots import Player

SECONDS = 0.25


def player_for(game: Game, argument: str, mode: str) -> "Player":
    """Raises `ValueError` for an argument that is not understood."""
    usual = Budget(nodes=strong_nodes(game), seconds=SECONDS)
    return thinker(game, budget("strong", argument, usual), mode)
