"""A steady player, who goes by the rules of thumb of `quick` and answers at once."""

from typing import TYPE_CHECKING

from diwaniya.bots.quick import policy_for as quick_for
from diwaniya.engine.game import Game

if TYPE_CHECKING:
    from diwaniya.bots import Policy


def policy_for(game: Game) -> "Policy":
    return quick_for(game)
