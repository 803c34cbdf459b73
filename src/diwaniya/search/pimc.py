"""Every move tried in the same worlds: the simplest search, and hard to beat where little can be planned.

A world is drawn, and each move that is still in question is made in it and played on from by the policy, with the
same luck. So two moves are compared by what they bring in the same deals, which takes far fewer of them. Where few
enough cards are left, the rest is seen through instead (`endings`); a solver then shares among all moves what it found
out about the world.
"""

from typing import Any

from diwaniya.engine.drivers import apply
from diwaniya.engine.kernel import (
    NONE,
    ONE,
    Mask,
    Rng,
    State,
    bit,
    copy,
    kernel,
    lowest,
)
from diwaniya.engine.state import Field
from diwaniya.search.endings import outcome
from diwaniya.search.endings_record import ENDING_FIELDS
from diwaniya.search.hindsight import HINDSIGHT_FIELDS, draw_explained
from diwaniya.search.solver_table import Position, Table, begin_run
from diwaniya.search.tree import policy
from diwaniya.search.worth import CERTAIN, WORTH_FIELDS

Weighing = Any
"""A record with the fields of `WEIGHING_FIELDS`."""

MOVES = 64
WEIGHING_FIELDS: dict[str, Field] = {
    "alive": "u8",  # the moves still in question
    "against": "i8",  # what the player would play at once, with which all are compared; it is never out of the question
    "total": ("i8", MOVES),  # what each brought, in millionths of a match
    "more": (
        "i8",
        MOVES,
    ),  # how much more than the one they are compared with, in ten-thousandths
    "squares": ("i8", MOVES),  # the same, squared
    "worlds": ("i8", MOVES),
    "value": ("i8", MOVES),
    "fresh": "u1",  # is this a new view, that has not been looked at yet?
    "budget": "i8",  # worlds to be drawn by this call
    "wild": "i8",
    "nodes": "i8",  # positions that may be looked at for exact endings, in a world
    **ENDING_FIELDS,
    **HINDSIGHT_FIELDS,
    **WORTH_FIELDS,
}


@kernel
def weigh(
    v: State, world: State, twin: State, seen: State, rng: Rng, t: Weighing, w: Position, k: Table
) -> None:
    """Try the moves in `t.budget` more worlds."""
    ours = v.turn % t.sides
    if t.fresh == 1:
        t.fresh = 0
        t.against = policy(v, rng)
        t.guess = CERTAIN // 2
    t.alive |= bit(t.against)
    for _ in range(t.budget):
        draw_explained(v, rng, world, twin, seen, 0 + t.surprise)
        if t.open > 0:
            begin_run(k, 0 + t.nodes)
        luck: Mask = rng.s
        moves: Mask = t.alive
        while moves != NONE:
            move = lowest(moves)
            moves &= moves - ONE
            rng.s = luck
            copy(world, twin)
            apply(twin, move)
            t.value[move] = outcome(twin, seen, rng, w, k, t, ours, 0 + t.wild)
        moves = t.alive
        while moves != NONE:
            move = lowest(moves)
            moves &= moves - ONE
            more = (t.value[move] - t.value[t.against]) // 100
            t.total[move] += t.value[move]
            t.more[move] += more
            t.squares[move] += more * more
            t.worlds[move] += 1
