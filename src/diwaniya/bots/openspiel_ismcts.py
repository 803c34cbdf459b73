"""A guest: OpenSpiel's IS-MCTS, to measure our own bots against. Needs `pip install 'diwaniya[openspiel]'`.

`openspiel-ismcts:0.5` thinks half a second over each move, `openspiel-ismcts:sims=500` so many simulations (the same
move for the same seed). See `adapters.openspiel_bot` for what it is.
"""

import math
from importlib.util import find_spec
from typing import TYPE_CHECKING

from diwaniya.engine.game import Game

if TYPE_CHECKING:
    from diwaniya.bots import Player

GUEST = ("SECONDS", "sims=N")
"""Not one of ours: it is not in the list of bots, and sits down when called by name. What may follow the colon."""
SECONDS = 1.0
MOST_SECONDS = 3600.0
MOST_SIMULATIONS = 10**9


def installed() -> bool:
    """Can it play on this computer?"""
    return find_spec("pyspiel") is not None and find_spec("open_spiel") is not None


def player_for(game: Game, argument: str, mode: str) -> "Player":
    """Raises `ValueError` with what would be right, also if OpenSpiel is not installed. It is compiled in any mode."""
    simulations, seconds = budget(argument)
    if not installed():
        raise ValueError("the bot openspiel-ismcts needs OpenSpiel: pip install 'diwaniya[openspiel]'")
    from diwaniya.adapters.openspiel_bot import IsmctsPlayer

    return IsmctsPlayer(game, simulations, seconds)


def budget(argument: str) -> tuple[int, float]:
    """Simulations and seconds for each move, one of them 0, from what stands behind the colon."""
    name, equals, number = argument.rpartition("=")
    right = (
        "openspiel-ismcts takes seconds or simulations,"
        " as in openspiel-ismcts:0.5 or openspiel-ismcts:sims=500 (2 and more)"
    )
    try:
        if name == "sims" and equals and 1 < int(number) <= MOST_SIMULATIONS:
            return int(number), 0.0
        if (name, equals) in (("", ""), ("seconds", "=")):
            seconds = float(number or SECONDS)
            if math.isfinite(seconds) and 0 < seconds <= MOST_SECONDS:
                return 0, seconds
    except ValueError:
        pass
    raise ValueError(f"{right}; not {argument[:40]!r}")
