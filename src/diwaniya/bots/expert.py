"""Thinks ahead for as long as there is more than one move in question, a second and a half at most.

`expert:nodes=20000` makes so many simulations whatever time they take, and then always plays the same;
`expert:seconds=0.3` thinks for another time.
"""

from typing import TYPE_CHECKING

from diwaniya.bots._thinking import Budget, budget, thinker
from diwaniya.engine.game import Game

if TYPE_CHECKING:
    from diwaniya.bots import Player

USUAL = Budget(nodes=100_000, seconds=1.5)


def player_for(game: Game, argument: str, mode: str) -> "Player":
    """Raises `ValueError` for an argument that is not understood."""
    return thinker(game, budget("expert", argument, USUAL), mode, thorough=True)
