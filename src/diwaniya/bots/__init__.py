"""Computer players. Each is one file here, found by looking; its name is the file's.

A bot sees what its seat sees and nothing else: it is handed a view, never the state of a match.

>>> m = Match("kout4", seed=7)
>>> choose("quick", m, m.to_move, Random(1))
'pass'
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from random import Random
from typing import TypeAlias

from diwaniya.engine.game import Game
from diwaniya.engine.kernel import Rng, State
from diwaniya.engine.match import Match
from diwaniya.engine.state import PureState, pure_rng

Policy: TypeAlias = Callable[[State, Rng], int]
"""A kernel: from a view whose viewer is to move, and a source of chance, to the number of a legal move."""


@cache
def names() -> list[str]:
    """The bots that there are."""
    return sorted(module.name for module in iter_modules(__path__) if not module.name.startswith("_"))


@cache
def policy_kernel(name: str, game: Game) -> Policy:
    """How this bot plays this game, as a kernel: call it as it stands, or compile it (`Compiled.link`).

    Raises `ValueError` with the names that there are.
    """
    if name not in names():
        raise ValueError(f"unknown bot {name[:40]!r}: there are {', '.join(names())}")
    policy: Policy = import_module(f"{__name__}.{name}").policy_for(game)
    return policy


def choose(name: str, match: Match, seat: int, rng: Random) -> str:
    """The move of this bot for the seat to move, as a token. Raises `ValueError` if it is not that seat's turn."""
    policy = policy_kernel(name, match.game)
    seen = match.observation(seat)
    view = seen if isinstance(seen, PureState) else match.game.layout.from_record(seen.array[0])
    if view.turn != seat:  # type: ignore[attr-defined]
        raise ValueError(f"seat {seat} is not to move")
    return match.game.token(view, policy(view, pure_rng(rng.getrandbits(64))))
