"""What the bots that think ahead have in common: how long they think, and how."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from diwaniya.bots import _trained
from diwaniya.bots._judgement import expert_cards, judgement_for
from diwaniya.bots.quick import policy_for
from diwaniya.engine.game import Game
from diwaniya.engine.modes import mode as find_mode
from diwaniya.engine.state import pure_rng
from diwaniya.search.searcher import Search, Weighing

if TYPE_CHECKING:
    from diwaniya.bots import Player

MOST_SECONDS = 3600.0
MOST_NODES = 1 << 40


@dataclass(frozen=True)
class Budget:
    """How long to think: simulations and seconds, 0 for as many as the other allows."""

    nodes: int
    seconds: float


def budget(name: str, argument: str, usual: Budget) -> Budget:
    """What stands behind a bot's colon. Raises `ValueError` with what would be right."""
    if not argument:
        return usual
    what, _, number = argument.partition("=")
    try:
        if what == "nodes" and 1 <= int(number) <= MOST_NODES:
            return Budget(int(number), 0.0)
        if what == "seconds" and 0.0 < float(number) <= MOST_SECONDS:
            return Budget(0, float(number))
    except ValueError:
        pass
    raise ValueError(
        f"{name}:{argument[:40]} is not understood: {name}:nodes=20000 (from 1 to {MOST_NODES})"
        f" or {name}:seconds=0.3 (more than 0, at most {MOST_SECONDS:g})"
    )


def thinker(game: Game, budget: Budget, mode: str, thorough: bool = False) -> "Player":
    """A player that searches, or that knows the answers already where a family's were worked out beforehand.

    `thorough`: as an expert, who also minds what takes its time.
    """
    from diwaniya.bots import policy_player

    trained = _trained.policy_for(game)
    return Thinker(game, budget, mode, thorough) if trained is None else policy_player(trained, game, mode)


class Thinker:
    """A player that searches. In pure mode a time is too short to find anything: then it plays as `quick` does."""

    def __init__(self, game: Game, budget: Budget, mode: str, thorough: bool) -> None:
        self.mode = find_mode(game, mode).name
        self._legal = find_mode(game, mode).legal
        self._budget = budget
        self._quick = policy_for(game)
        self._search: Search | None = None
        if self.mode == "compiled" or not budget.seconds:
            open_cards = expert_cards(game) if thorough else 0
            self._search = Weighing(game, judgement_for(game, thorough), self.mode, open_cards=open_cards)

    def choose(self, view: Any, seed: int) -> int:
        moves = self._legal(view)
        if moves & (moves - 1) == 0:
            return moves.bit_length() - 1
        if self._search is None:
            return self._quick(view, pure_rng(seed))
        nodes, seconds = self._budget.nodes, self._budget.seconds
        return self._search.think(view, seed, nodes=nodes, seconds=seconds)[0].move
