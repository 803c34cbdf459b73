"""What others have played, as evidence of what they hold.

A world is likelier if somebody who goes by rules of thumb (`usual`) would have played in it as they did. Nobody does
that all the time, so a world in which he would have played otherwise is only rarer. How a state looked a few moves ago
a family's players know as far as the state still tells (`before`).
"""

from diwaniya.engine.drivers import legal, view
from diwaniya.engine.kernel import Rng, State, below, kernel, popcount
from diwaniya.engine.state import Field
from diwaniya.search.sampling import WHOLLY, draw

NOT_KNOWN = -1
TRIES = 40
"""Draws after which the next world is taken."""
HINDSIGHT_FIELDS: dict[str, Field] = {"surprise": "i8"}
"""How likely a move is that was not expected, in thousandths of one that was."""


@kernel
def before(world: State, back: int, out: State) -> int:
    """A stand-in: write down how the world was before its latest move but `back`; that move, or `NOT_KNOWN`.

    What the mover did not know yet is left in it where it is hard to tell.
    """
    return NOT_KNOWN


@kernel
def usual(v: State, rng: Rng) -> int:
    """A stand-in: what others are expected to play."""
    return -1


@kernel
def expected(s: State, seen: State, rng: Rng) -> int:
    """What the seat to move is expected to play here, from its view."""
    view(s, s.turn, seen)
    return usual(seen, rng)


@kernel
def expected_by_itself(s: State, seen: State, rng: Rng) -> int:
    """The same without a view (`searcher.Judgement.own_eyes`)."""
    s.viewer = s.turn
    return usual(s, rng)


@kernel
def explained(v: State, world: State, past: State, seen: State, rng: Rng, surprise: int, bar: int) -> int:
    """How likely others are to have played as they did if this is the world, in thousandths of the likeliest. At `bar`
    or below it that is not asked any further."""
    likely = 1000 * WHOLLY
    back = 0
    move = before(world, back, past)
    while move != NOT_KNOWN and likely // 1000 > bar:
        if past.turn != v.viewer and popcount(legal(past)) > 1 and expected(past, seen, rng) != move:
            likely = likely * surprise // WHOLLY
        back += 1
        move = before(world, back, past)
    return likely // 1000


@kernel
def draw_explained(v: State, rng: Rng, world: State, past: State, seen: State, surprise: int) -> None:
    """A world that fits the view, as often as it explains what was said and played."""
    for _ in range(TRIES):
        draw(v, rng, world)
        if surprise >= WHOLLY:
            return
        bar = below(rng, WHOLLY)
        if explained(v, world, past, seen, rng, surprise, bar) > bar:
            return
