"""Mistakes that a beginner makes: moves that look sensible to him, and throw nothing precious away.

`slips` of a family's file, found by its name, is a kernel from a view to a mask of such moves, which may hold others
that are not legal; none if the position asks for care. `OFTEN` says in how many positions of a thousand he is careless.
A family without a file: any move, half of the time.
"""

from collections.abc import Callable

from diwaniya.engine.families import file_of
from diwaniya.engine.game import Game
from diwaniya.engine.kernel import ALL64, U64, Mask, State, kernel

ANYTHING = U64(ALL64)


@kernel
def anything(v: State) -> Mask:
    return ANYTHING


def slips_for(game: Game) -> tuple[Callable[[State], int], int]:
    """The kernel, and how often (in a thousand) it applies."""
    family = file_of(__name__, game.family)
    return (anything, 500) if family is None else (family.slips, family.OFTEN)
