"""Any legal move, all equally likely: easy to beat, good for learning the rules and as a yardstick."""

from typing import TYPE_CHECKING

from diwaniya.engine.drivers import legal, rebind
from diwaniya.engine.game import Game
from diwaniya.engine.kernel import Rng, State, kernel, pick

if TYPE_CHECKING:
    from diwaniya.bots import Policy


@kernel
def policy(v: State, rng: Rng) -> int:
    return pick(rng, legal(v))


def policy_for(game: Game) -> "Policy":
    """The policy with the game's own `legal` in it."""
    return rebind(policy, legal=game.legal)
