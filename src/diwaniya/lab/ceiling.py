"""The ceiling: a search that sees all cards. It is no bot: nobody can sit down to play with it.

How much better could one play at all? Nobody plays better than somebody who knows every hand and the pack, so what is
won by knowing them is a ceiling, and how near a level comes to it says more than how far it is above another one.

Bots get views and never states. The ceiling therefore is none: `bots` does not know it, no table and no page can name
it, and it has no `choose` to be handed a view by. Only the arena asks it, through `choose_open`, with what `open_hand`
takes out of a match for it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from diwaniya.bots import check_argument
from diwaniya.bots._judgement import judgement_for, strong_nodes
from diwaniya.bots._thinking import Budget, budget
from diwaniya.engine.game import Game
from diwaniya.engine.kernel import Rng, State, copy, kernel
from diwaniya.engine.match import Match
from diwaniya.engine.state import ALL
from diwaniya.search.sampling import draw
from diwaniya.search.searcher import Judgement, TreeSearch

NAME = "ceiling"


@kernel
def as_it_is(v: State, rng: Rng, out: State) -> None:
    """The world that is: it takes the place of a drawn one."""
    copy(v, out)
    out.viewer = ALL


@dataclass(frozen=True)
class _Open(Judgement):
    """A judgement that has nothing to guess."""

    def places(self) -> dict[Callable[..., Any], Callable[..., Any]]:
        return {**super().places(), draw: as_it_is}


def is_ceiling(name: str) -> bool:
    """Is this the ceiling's name, with or without a budget behind it?"""
    return name.partition(":")[0] == NAME


def open_hand(match: Match) -> Any:
    """All that there is to know of a match: a copy, whose viewer is the seat to move. Only the ceiling is shown it."""
    state: Any = match.open_state()
    state.viewer = match.to_move
    return state


class Ceiling:
    """A tree search of the world as it is, for as many simulations as `strong` makes, or `nodes`.

    Raises `ValueError` for a budget that is not understood.
    """

    def __init__(self, game: Game, name: str, mode: str) -> None:
        check_argument(name)
        self._game = game
        usual = Budget(nodes=strong_nodes(game), seconds=0.0)
        self._budget = budget(NAME, name.partition(":")[2], usual)
        self._search = TreeSearch(game, _Open(**vars(judgement_for(game))), mode)
        self.mode = self._search.mode

    def choose_open(self, state: Any, seed: int) -> int:
        """The number of a legal move for the seat to move, from what `open_hand` gave."""
        moves = self._game.legal(state)
        if moves & (moves - 1) == 0:
            return moves.bit_length() - 1
        if self.mode == "compiled":
            from diwaniya.engine.compiled import compiled

            state = compiled(self._game).record(state)
        return self._search.think(state, seed, nodes=self._budget.nodes, seconds=self._budget.seconds)[0].move
