"""OpenSpiel's information set Monte Carlo tree search, as a bot that plays our games: a yardstick from outside.

Its search in C++ cannot play games that are written in Python: it asks a state for another one that looks the same to
the player (`ResampleFromInfostate`), and such a state has no door for that question. So this is their search in Python,
as it comes, with our rules compiled below it and a random playout in one compiled call.
"""

# OpenSpiel has no types.
# mypy: disable-error-code="misc, no-any-return, no-untyped-call"

import math
import time

import numpy as np

from diwaniya.adapters.openspiel import PREFIX, DiwaniyaGame, DiwaniyaState
from diwaniya.adapters.position import Position, Rules
from diwaniya.engine.compiled import Record
from diwaniya.engine.game import Game

import pyspiel  # isort: skip  # the line above says what to do if it is missing
from open_spiel.python.algorithms import ismcts  # isort: skip

EXPLORATION = 1.0
"""How much is explored, in standard deviations of what random playouts bring."""
PROBES = 32
"""Playouts that tell this deviation before each search."""
ENDLESS = 1 << 40


class _TimeIsUp(Exception):
    pass


class _Playouts:
    """What OpenSpiel calls an evaluator: a random playout to the end of the deal, all moves as likely."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self._rng = rules.k.rng(seed)
        self._end = Position(rules, rules.k.state(), 0)

    def prior(self, state: DiwaniyaState) -> list[tuple[int, float]]:
        legal = state.legal_actions()
        return [(move, 1 / len(legal)) for move in legal]

    def evaluate(self, state: DiwaniyaState) -> list[float]:
        position = state.position
        assert position is not None
        position.finish(self._rng, self._end)
        return self._end.worth()


class _Search(ismcts.ISMCTSBot):
    """Their search; only the time is ours, and the name under which it knows a position: the view, as bytes."""

    def __init__(self, game: DiwaniyaGame, seed: int, simulations: int, seconds: float) -> None:
        super().__init__(
            game,
            _Playouts(game.rules, seed),
            EXPLORATION,
            simulations or ENDLESS,
            random_state=np.random.RandomState(seed & 0xFFFF_FFFF),
            final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        )
        # Their own source of chance for this is never the same twice.
        chance = self._random_state.uniform
        self.set_resampler(lambda state, player: state.resample_from_infostate(player, chance))
        self._seconds = seconds
        self.done = 0
        """Simulations of the last search."""

    def get_state_key(self, state: DiwaniyaState) -> tuple[int, bytes]:
        position = state.position
        assert position is not None
        turn = position.turn
        return turn, position.view(turn).tobytes()

    def run_search(self, state: DiwaniyaState) -> list[tuple[int, float]]:
        began = time.perf_counter()
        self._until = began + self._seconds if self._seconds else math.inf
        self.done = 0
        self._uct_c = EXPLORATION * self._deviation(state)
        try:
            return super().run_search(state)
        except _TimeIsUp:
            return self.get_final_policy(state, self._root_node)

    def sample_root_state(self, state: DiwaniyaState) -> DiwaniyaState:
        # Two simulations at least, so that there is something to choose by.
        if self.done > 1 and time.perf_counter() >= self._until:
            raise _TimeIsUp
        self.done += 1
        return super().sample_root_state(state)

    def _deviation(self, state: DiwaniyaState) -> float:
        player = state.current_player()
        worth = [self._evaluator.evaluate(self.resample_from_infostate(state))[player] for _ in range(PROBES)]
        return float(np.std(worth)) or 1.0


class IsmctsPlayer:
    """The search at our table: a `bots.Player`. Thinks so many simulations or seconds over each move."""

    mode = "compiled"

    def __init__(self, game: Game, simulations: int = 0, seconds: float = 0.0) -> None:
        self._id, self._defaults = game.id, game.defaults
        self._simulations, self._seconds = simulations, seconds
        self._tables: dict[int, DiwaniyaGame] = {}
        # What is not compiled yet is compiled now, and not while the clock runs.
        start = self._table(game.seats[0]).rules.begin(0)
        self._search(start.view(start.turn), 0, 2, 0.0)

    def choose(self, view: Record, seed: int) -> int:
        return self._search(view, seed, self._simulations, self._seconds)

    def _search(self, view: Record, seed: int, simulations: int, seconds: float) -> int:
        # The options are in the view, and the rules read them there.
        table = self._table(int(view["seats"]))
        root = table.state_of(table.rules.seen(view, seed))
        return int(_Search(table, seed, simulations, seconds).step(root))

    def _table(self, seats: int) -> DiwaniyaGame:
        if seats not in self._tables:
            params = {"seats": seats, "whole": False, **self._defaults}
            self._tables[seats] = pyspiel.load_game(PREFIX + self._id, params)
        return self._tables[seats]
