"""What others have played, as evidence of what they hold.

A world is likelier if the policy, asked in it, would have played as they did. Nobody plays like the policy all the
time, so a world in which it would have played otherwise is only rarer. How a state looked a few moves ago a family's
players know as far as the state still tells (`before`).
"""

from diwaniya.engine.drivers import legal
from diwaniya.engine.kernel import Rng, State, below, kernel, popcount
from diwaniya.engine.state import Field
from diwaniya.search.sampling import WHOLLY, draw
from diwaniya.search.tree import at_once

NOT_KNOWN = -1
TRIES = 40
"""Draws after which the next world is taken."""
HINDSIGHT_FIELDS: dict[str, Field] = {"surprise": "i8"}
"""How likely a move is that the policy would not have made, in thousandths of one that it would have made."""


@kernel
def before(world: State, back: int, out: State) -> int:
    """A stand-in: write down how the world was before its latest move but `back`; that move, or `NOT_KNOWN`.

    What the mover did not know yet is left in it where it is hard to tell.
    """
    return NOT_KNOWN


@kernel
def explained(v: State, world: State, past: State, seen: State, rng: Rng, surprise: int) -> int:
    """How likely others are to have played as they did if this is the world, in thousandths of the likeliest."""
    likely = 1000 * WHOLLY
    back = 0
    move = before(world, back, past)
    while move != NOT_KNOWN:
        if past.turn != v.viewer and popcount(legal(past)) > 1 and at_once(past, seen, rng) != move:
            likely = likely * surprise // WHOLLY
        back += 1
        move = before(world, back, past)
    return likely // 1000


@kernel
def draw_explained(v: State, rng: Rng, world: State, past: State, seen: State, surprise: int) -> None:
    """A world that fits the view, as often as it explains what was said and played."""
    for _ in range(TRIES):
        draw(v, rng, world)
        if surprise >= WHOLLY or below(rng, WHOLLY) < explained(v, world, past, seen, rng, surprise):
            return
