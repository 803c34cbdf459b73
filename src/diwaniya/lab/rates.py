"""How fast the rules of a game run here: random play with deals, views, samples, stepping from Python, pure mode."""

import statistics
import time
from collections.abc import Callable
from typing import Any

from diwaniya.engine import drivers
from diwaniya.engine.drivers import apply, legal, rebind, sample, view
from diwaniya.engine.game import Game
from diwaniya.engine.kernel import Rng, State, copy, kernel, pick
from diwaniya.engine.state import pure_record, pure_rng

SEED = 7
CHUNKS = 5
"""Runs of which the median counts."""
POSITIONS = 20
"""Positions in which views and samples are taken."""

Run = Callable[[int], float]
"""Do something about so many times; how often it was."""


@kernel
def many_views(s: State, v: State, budget: int) -> None:
    for i in range(budget):
        view(s, i % s.seats, v)


@kernel
def many_samples(v: State, rng: Rng, out: State, budget: int) -> None:
    for _ in range(budget):
        sample(v, rng, out)


clock = getattr(time, "thread_time", time.perf_counter)
"""Seconds of the processor's time, where the system tells them: what other programs do disturbs less."""


def per_second(run: Run, seconds: float) -> float:
    """The rate of `run`, the median of a few runs that take about `seconds` together."""
    budget, took = 64, 0.0
    while took < seconds / CHUNKS / 4:
        budget *= 4
        took = _timed(run, budget)[1]
    budget = max(1, int(budget * seconds / CHUNKS / took))
    return statistics.median(done / spent for done, spent in (_timed(run, budget) for _ in range(CHUNKS)))


def _timed(run: Run, budget: int) -> tuple[float, float]:
    began = clock()
    done = run(budget)
    return done, clock() - began


@kernel
def many_rollouts(root: State, s: State, rng: Rng, budget: int) -> int:
    """Play the rest of the hand `budget` times; how many moves that took."""
    moves = 0
    for _ in range(budget):
        copy(root, s)
        while s.turn >= 0:
            apply(s, pick(rng, legal(s)))
            moves += 1
    return moves


class Lab:
    """One game, ready to be measured; what is measured is compiled first."""

    def __init__(self, game: Game) -> None:
        from diwaniya.engine.compiled import compiled

        self.game = game
        self.k = k = compiled(game)
        self.state, self.rng, self.counts = k.state(), k.rng(SEED), k.counts()
        k.set_up(self.state, game.seats[0], 0, game.check_options({}))
        k.begin(self.state.addr)

    def play(self, budget: int) -> float:
        """Random play with deals, compiled."""
        self.k.random_moves(self.state.addr, self.rng.addr, budget, self.counts.addr)
        return budget

    def deals_per_move(self) -> float:
        return float(self.counts["deals"] / self.counts["moves"])

    def _position(self) -> None:
        """Somewhere in a hand."""
        self.play(7)
        while self.state["turn"] < 0:
            self.play(1)

    def views(self) -> Run:
        from numba import types

        entry = self.k.link(rebind(many_views, view=self.game.view), "ssi", types.void)
        seen = self.k.state()

        def run(budget: int) -> float:
            each = budget // POSITIONS + 1
            for _ in range(POSITIONS):
                self._position()
                entry(self.state.addr, seen.addr, each)
            return each * POSITIONS

        return run

    def rollouts(self) -> Run:
        """Random play to the end of the hand from one that is just dealt. Counted in moves."""
        from numba import types

        game, k = self.game, self.k
        entry = k.link(rebind(many_rollouts, apply=game.apply, legal=game.legal), "ssri", types.int64)
        scratch, rng = k.state(), k.rng(SEED)
        options = game.check_options({})

        def run(budget: int) -> float:
            k.set_up(self.state, game.seats[0], 0, options)
            k.begin(self.state.addr)
            k.ready(self.state.addr, self.rng.addr)
            return float(entry(self.state.addr, scratch.addr, rng.addr, budget))

        return run

    def samples(self) -> Run:
        from numba import types

        entry = self.k.link(rebind(many_samples, sample=self.game.sample), "srsi", types.void)
        seen, out, rng = self.k.state(), self.k.state(), self.k.rng(SEED)

        def run(budget: int) -> float:
            each = budget // POSITIONS + 1
            for _ in range(POSITIONS):
                self._position()
                self.k.view(self.state.addr, int(self.state["turn"]), seen.addr)
                entry(seen.addr, rng.addr, out.addr, each)
            return each * POSITIONS

        return run


def stepping(game: Game) -> Run:
    """A loop in Python: what is legal, one of it at random, make it; with deals."""
    from diwaniya.engine.fast import Stepper

    stepper = Stepper(game, seed=SEED)
    step, pick = stepper.step, stepper.pick

    def run(budget: int) -> float:
        moves = stepper.begin()
        for _ in range(budget):
            moves = step(pick(moves)) or stepper.begin()
        return budget

    return run


def pure(game: Game) -> Run:
    """Random play with deals in the pure mode."""
    begin, random_moves = drivers.bind(game, "begin", "random_moves")
    state: Any = game.layout.pure()
    state.seats = game.seats[0]
    options = game.check_options({})
    state.opt = options + [0] * (8 - len(options))
    state.pack = list(game.pack)
    begin(state)
    rng = pure_rng(SEED)
    counts: Any = pure_record("Counts", {"moves": "i8", "deals": "i8", "matches": "i8"})()

    def run(budget: int) -> float:
        random_moves(state, rng, budget, counts)
        return budget

    return run


def rates(game: Game, seconds: float) -> dict[str, float]:
    """Everything that `diwaniya bench engine` tells of a game. `seconds` is how long the main figure is measured."""
    lab = Lab(game)
    moves = per_second(lab.play, seconds)
    deals = moves * lab.deals_per_move()
    return {
        "moves_per_s": moves,
        "deals_per_s": deals,
        "views_per_s": per_second(lab.views(), seconds / 2),
        "samples_per_s": per_second(lab.samples(), seconds / 2),
        "stepping_moves_per_s": per_second(stepping(game), seconds / 2),
        "pure_moves_per_s": per_second(pure(game), seconds / 2),
    }
