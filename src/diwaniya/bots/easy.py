"""A beginner: plays like `normal`, but every now and then makes a mistake that people make (`slips`)."""

from typing import TYPE_CHECKING, Any

from diwaniya.bots._slips import slips_for
from diwaniya.bots.normal import policy_for as usual_for
from diwaniya.engine.drivers import legal, rebind
from diwaniya.engine.game import Game
from diwaniya.engine.kernel import NONE, Mask, Rng, State, below, kernel, pick

if TYPE_CHECKING:
    from diwaniya.bots import Policy

OFTEN = 500
"""A stand-in: how many moves in a thousand are made without care."""


@kernel
def usual(v: State, rng: Rng) -> int:
    """A stand-in: what he plays when he is careful."""
    return -1


@kernel
def slips(v: State) -> Mask:
    """A stand-in: the moves that he may make when he is not."""
    return NONE


@kernel
def policy(v: State, rng: Rng) -> int:
    if below(rng, 1000) < OFTEN:
        careless = legal(v) & slips(v)
        if careless != NONE:
            return pick(rng, careless)
    return usual(v, rng)


def policy_for(game: Game) -> "Policy":
    careless, often = slips_for(game)
    places: dict[str, Any] = {
        "legal": game.legal,
        "usual": usual_for(game),
        "slips": careless,
        "OFTEN": often,
    }
    return rebind(policy, **places)
