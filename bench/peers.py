"""The peers at random play: OpenSpiel (in C++ and driven from Python) and RLCard."""

from __future__ import annotations

import contextlib
import io
import random
from typing import Any

from bench.contender import Burst, Contender, clock, repeated

with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
    import pyspiel
    import rlcard
    from rlcard.agents import RandomAgent

TRICKS = ("hearts", "spades", "oh_hell", "euchre")
RLCARD = ("bridge", "gin-rummy", "leduc-holdem", "doudizhu")
CPP, PYTHON, RL = "OpenSpiel, C++", "OpenSpiel, Python", "RLCard"
ROLLOUTS = 2000


def with_deals() -> list[Contender]:
    """`evaluate_bots` with its own uniform random bots plays a game from the shuffle to the end inside C++."""
    return [Contender(name, CPP, _evaluated(pyspiel.load_game(name))) for name in TRICKS]


def _evaluated(game: Any) -> Burst:
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]

    def burst(seconds: float) -> tuple[float, float]:
        moves, spent = 0, 0.0
        while spent < seconds:
            states = [game.new_initial_state() for _ in range(100)]
            began = clock()
            for state in states:
                pyspiel.evaluate_bots(state, bots, random.getrandbits(30))
            spent += clock() - began
            moves += sum(step.player >= 0 for state in states for step in state.full_history())
        return moves, spent

    return burst


def play_only() -> list[Contender]:
    """One simulation of its MCTS bot is many random rollouts of the position, inside C++."""
    return [Contender(name, CPP, _rolled(pyspiel.load_game(name))) for name in TRICKS]


def _rolled(game: Any) -> Burst:
    def run_once() -> tuple[float, float]:
        root = _dealt(game)
        moves = sum(_length(root) for _ in range(20)) / 20 * ROLLOUTS
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, random.getrandbits(30))
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, 7, False)
        began = clock()
        bot.step(root)
        return moves, clock() - began

    def burst(seconds: float) -> tuple[float, float]:
        moves, spent = 0.0, 0.0
        while spent < seconds:
            more, took = run_once()
            moves, spent = moves + more, spent + took
        return moves, spent

    return burst


def _dealt(game: Any) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(_drawn(state))
    return state


def _drawn(state: Any) -> int:
    outcomes = state.chance_outcomes()
    action: int = outcomes[int(random.random() * len(outcomes))][0]
    return action


def _length(root: Any) -> int:
    """Moves of one random game from here to its end."""
    return _played(root.clone())


def _played(state: Any) -> int:
    moves = 0
    pick = random.random
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(_drawn(state))
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(pick() * len(legal))])
            moves += 1
    return moves


def stepping() -> list[Contender]:
    """A loop in Python, deals included: what is legal, one of it at random, make it."""
    return [Contender(name, PYTHON, _stepped(pyspiel.load_game(name))) for name in TRICKS]


def _stepped(game: Any) -> Burst:
    return repeated(lambda: _played(game.new_initial_state()))


def environments() -> list[Contender]:
    """`env.run` with its own random agents."""
    return [Contender(name, RL, _environment(name)) for name in RLCARD]


def _environment(name: str) -> Burst:
    env = rlcard.make(name)
    env.set_agents([RandomAgent(env.num_actions) for _ in range(env.num_players)])

    def run() -> float:
        trajectories, _ = env.run(is_training=False)
        return sum(len(seat) // 2 for seat in trajectories)

    return repeated(run)
