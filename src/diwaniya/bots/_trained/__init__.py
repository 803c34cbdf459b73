"""Policies worked out beforehand: a table of moves made by playing a game against itself, one file a family.

No bot by itself (its name begins with an underscore): the strong levels ask here first, and search where there is none.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from diwaniya.engine.game import Game

if TYPE_CHECKING:
    from diwaniya.bots import Policy


@cache
def families() -> frozenset[str]:
    """The families that have such a policy."""
    return frozenset(module.name for module in iter_modules(__path__) if not module.name.startswith("_"))


def policy_for(game: Game) -> "Policy | None":
    """`policy` of `bots/_trained/<family>.py`, a kernel; None for a family that has none."""
    if game.family not in families():
        return None
    policy: Policy = import_module(f"{__name__}.{game.family}").policy
    return policy
