"""Habits of a steady player that cost him a little: where he plays otherwise than the quick player does.

`policy` of a family's file, found by its name. A family without a file: he plays like the quick player. Levels should
lie about as far apart as people's do, and where thinking ahead gains little, the rules of thumb of the quick player
are too near to it.
"""

from typing import TYPE_CHECKING

from diwaniya.bots.quick import policy_for as quick_for
from diwaniya.engine.families import file_of
from diwaniya.engine.game import Game

if TYPE_CHECKING:
    from diwaniya.bots import Policy


def policy_for(game: Game) -> "Policy":
    """How a steady player plays this game."""
    family = file_of(__name__, game.family)
    policy: Policy = quick_for(game) if family is None else family.policy
    return policy
