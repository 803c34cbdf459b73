"""Diwaniya at random play."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from bench.contender import Contender, progress, repeated
from diwaniya.engine.fast import Stepper
from diwaniya.engine.game import Game, find, games
from diwaniya.engine.match import Match
from diwaniya.lab.rates import Lab

GROUP = "Diwaniya"
CHUNK = 100_000


def _playing(game: Game) -> Any:
    lab = Lab(game)
    return repeated(lambda: lab.play(CHUNK))


def with_deals() -> list[Contender]:
    """Compiled, shuffles and deals included."""
    return [Contender(name, GROUP, _playing(game)) for name, game in sorted(games().items())]


def play_only() -> list[Contender]:
    """Compiled, from positions that are dealt already, copied before each."""
    return [Contender(name, GROUP, _rollouts(game)) for name, game in sorted(games().items())]


def _rollouts(game: Game) -> Any:
    run = Lab(game).rollouts()
    return repeated(lambda: run(1000))


def stepping() -> list[Contender]:
    """A loop in Python, deals included: what is legal, one of it at random, make it."""
    return [Contender(name, f"{GROUP}, Python", _stepped(game)) for name, game in sorted(games().items())]


def _stepped(game: Game) -> Any:
    stepper = Stepper(game, seed=7)
    step, pick = stepper.step, stepper.pick

    def run() -> float:
        moves = stepper.begin()
        for _ in range(2000):
            moves = step(pick(moves)) or stepper.begin()
        return 2000

    return repeated(run)


def two_threads(name: str, rounds: int) -> float | None:
    """How much two threads play of what one does, each on matches of its own; None with one core only."""
    if hasattr(os, "sched_getaffinity") and len(os.sched_getaffinity(0)) < 2:
        return None
    labs = [Lab(find(name)) for _ in range(2)]
    for index, lab in enumerate(labs):
        lab.rng["s"] = index
        lab.play(1000)
    budget = CHUNK
    while _wall(labs[:1], budget) < 0.05:
        budget *= 2
    alone, together = [], []
    for number in range(rounds):
        progress(f"one thread and two: {number + 1}/{rounds}")
        alone.append(_wall(labs[:1], budget))
        together.append(_wall(labs, budget))
    progress("")
    # By the clock, which other programs disturb: many short rounds, and the best of them count.
    return 2 * min(alone) / min(together)


def _wall(labs: list[Lab], budget: int) -> float:
    threads = [threading.Thread(target=lab.play, args=(budget,)) for lab in labs]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - began


def warm_starts(rounds: int = 9) -> dict[str, float]:
    """Seconds from the start of the command to its end, when the files are in memory."""
    match = Match("kout4", seed=7)
    while not match.over:
        if match.needs_deal:
            match.deal()
        else:
            match.move(match.legal()[-1])
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "match.json"
        record.write_text(json.dumps(match.record()))
        commands = {"--version": ["--version"], "--help": ["--help"], "replay": ["replay", str(record)]}
        return {f"diwaniya {name}": _median_start(arguments, rounds) for name, arguments in commands.items()}


def _median_start(arguments: list[str], rounds: int) -> float:
    took = []
    for number in range(rounds + 1):
        progress(f"starting: {arguments[0]} {number}/{rounds}")
        began = time.perf_counter()
        subprocess.run([sys.executable, "-m", "diwaniya", *arguments], check=True, stdout=subprocess.DEVNULL)
        took.append(time.perf_counter() - began)
    progress("")
    return statistics.median(took[1:])
