"""A player that goes by simple rules and answers at once. How it plays a family of games is in the file of that name.

A family without a file is played at random.
"""

from typing import TYPE_CHECKING

from diwaniya.bots.random import policy_for as at_random
from diwaniya.engine.families import file_of
from diwaniya.engine.game import Game

if TYPE_CHECKING:
    from diwaniya.bots import Policy


def policy_for(game: Game) -> "Policy":
    """`policy` of `bots/quick/<family>.py`."""
    family = file_of(__name__, game.family)
    policy: Policy = at_random(game) if family is None else family.policy
    return policy
