"""Worlds that a player cannot tell from the real one, the likelier ones more often.

The game's own `sample` draws any world that fits what the seat knows, each as likely as the other. But others have
bid and played for a reason: `explains` says how well a world explains it, and worlds that do not are drawn again.
"""

from diwaniya.engine.drivers import sample
from diwaniya.engine.kernel import Rng, State, below, kernel

WHOLLY = 1000
"""What `explains` says of a world in which everybody has done what was to be expected."""
TRIES = 12
"""Draws after which the next world is taken however little it explains."""


@kernel
def explains(v: State, world: State) -> int:
    """A stand-in: how likely the others are to have done what they did with the cards they have in this world, in
    thousandths of the likeliest. The same for all where nobody says more."""
    return WHOLLY


@kernel
def draw(v: State, rng: Rng, out: State) -> None:
    """A world that fits the view, as often as it explains what was seen."""
    for _ in range(TRIES):
        sample(v, rng, out)
        likely = explains(v, out)
        if likely >= WHOLLY or below(rng, WHOLLY) < likely:
            return
