"""What the search thinks of every move that a seat may make: for hints, and for the review of a match."""

from dataclasses import dataclass
from typing import Any

from diwaniya.bots._judgement import judgement_for
from diwaniya.engine.game import Game
from diwaniya.engine.modes import mode as find_mode
from diwaniya.engine.state import PureState
from diwaniya.search.searcher import Weighing


@dataclass(frozen=True)
class Advice:
    """A move and what may be expected of it."""

    token: str
    chance: float
    """Of the mover's side, or of the mover, to win the match: 0 to 1. Means nothing where `visits` is 0."""
    visits: int
    """In how many simulations it was tried. None, if it is the only move that there is."""


class Adviser:
    """Room to think about one game, for one thread at a time. Sees what the seat to move sees and nothing else."""

    def __init__(self, game: Game, mode: str = "auto") -> None:
        self._game = game
        self.mode = find_mode(game, mode).name
        self._search = Weighing(game, judgement_for(game), self.mode)

    def advise(self, view: PureState, *, seed: int = 0, nodes: int = 0, seconds: float = 0.0) -> list[Advice]:
        """The moves of the view's viewer, whose turn it is, the best first.

        `nodes` simulations, which gives the same every time, or as many as fit into the time.
        """
        given: Any = view
        if self.mode == "compiled":
            from diwaniya.engine.compiled import compiled

            given = compiled(self._game).record(view)
        return [
            Advice(self._game.token(view, tried.move), tried.value, tried.visits)
            for tried in self._search.think(given, seed, nodes=nodes, seconds=seconds)
        ]
