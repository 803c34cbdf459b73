"""A player that goes by simple rules and answers at once. How it plays a family of games is in the file of that name.

A family without a file is played at random.
"""

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from diwaniya.bots.random import policy_for as at_random
from diwaniya.engine.game import Game

if TYPE_CHECKING:
    from diwaniya.bots import Policy


def policy_for(game: Game) -> "Policy":
    """`policy` of `bots/quick/<family>.py`."""
    if game.family not in {module.name for module in iter_modules(__path__)}:
        return at_random(game)
    policy: Policy = import_module(f"{__name__}.{game.family}").policy
    return policy
