"""A steady player, who answers at once: by the rules of thumb of `quick`, in some games with habits of his own."""

from typing import TYPE_CHECKING

from diwaniya.bots._habits import policy_for as habits_for
from diwaniya.engine.game import Game

if TYPE_CHECKING:
    from diwaniya.bots import Policy


def policy_for(game: Game) -> "Policy":
    return habits_for(game)
