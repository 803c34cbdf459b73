"""Our information-set tree search on one core, and OpenSpiel's in C++, at the first card of a hand.

    python -m bench search              measure, and print the tables
    python -m bench search --save       and write them into docs/benchmarks.md
    python -m bench search --check      exit status 1 if the target is missed
    python -m bench search --rounds 9   longer, for steadier figures

Each search makes 20,000 simulations: draw a world, go down the tree, add a position, play on to the end of the hand.
Both take turns. Times are of the processor, so that other programs disturb them less.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from datetime import date
from itertools import count
from typing import Any

from bench import ROOT
from bench.command import command, no_peers, tell
from bench.contender import Burst, Contender, clock, compete, one_core
from bench.report import rates
from bench.solver import talked_over
from bench.tables import processor, put
from bench.targets import Target, target_table
from diwaniya.bots import policy_kernel
from diwaniya.bots._judgement import judgement_for
from diwaniya.engine.compiled import compiled
from diwaniya.engine.game import find
from diwaniya.engine.modes import mode
from diwaniya.search.sampling import explains
from diwaniya.search.searcher import Judgement, TreeSearch

BEGIN, END = "<!-- measured, search: begin -->", "<!-- measured, search: end -->"
SIMULATIONS = 20_000
POSITIONS = 24
FACTOR = 15
"""How many times as many simulations a second as OpenSpiel, with playouts at random like its own."""
EXPLORATION = 10.0
"""OpenSpiel's constant, about what a hand of hearts brings; its speed hardly depends on it."""
FIRST_CARD = 12
"""Cards that are passed on in hearts before the first one is played."""


def ours(name: str, how: str, judgement: Judgement) -> Contender:
    """Searches of a Kout hand after bidding by the quick player, whose first card is to be led."""
    game = find(name)
    k = compiled(game)
    seen = [mode(game, "pure").view(state, state.turn) for state in talked_over(game, POSITIONS)]
    views = [k.record(view) for view in seen]
    search = TreeSearch(game, judgement, "compiled")
    turn = count()

    def think() -> None:
        number = next(turn)
        search.think(views[number % POSITIONS], number, nodes=SIMULATIONS)

    return Contender(f"{name}, {how}", "Diwaniya", _searches(think))


def as_theirs(name: str) -> Contender:
    """Like OpenSpiel: any world that fits is as likely, and all moves of a playout are."""
    game = find(name)
    random = policy_kernel("random", game)
    plain = Judgement(random, random, explains, judgement_for(game).spread)
    return ours(name, "playouts at random", plain)


def as_we_play(name: str) -> Contender:
    """Worlds that explain the bids, and the quick player's playouts and advice."""
    return ours(name, "playouts by the quick player", judgement_for(find(name)))


def theirs() -> Contender:
    import pyspiel

    rng = random.Random(5)
    game = pyspiel.load_game("hearts")
    states = [_first_card(game, rng) for _ in range(POSITIONS)]
    turn = count()

    def think() -> None:
        number = next(turn)
        bot = pyspiel.ISMCTSBot(
            number,
            pyspiel.RandomRolloutEvaluator(1, number),
            EXPLORATION,
            SIMULATIONS,
            -1,  # a new world for each simulation
            pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            False,
            False,
        )
        bot.step(states[number % POSITIONS])

    return Contender("hearts, playouts at random", "OpenSpiel, C++", _searches(think))


def _first_card(game: Any, rng: random.Random) -> Any:
    """Hearts in the first trick, where there is something to choose: who leads has to lead the deuce of clubs."""
    state = game.new_initial_state()
    passed = 0
    while state.is_chance_node() or passed < FIRST_CARD or len(state.legal_actions()) < 2:
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            passed += 1
    return state


def _searches(think: Callable[[], None]) -> Burst:
    def burst(seconds: float) -> tuple[float, float]:
        simulations, spent = 0, 0.0
        while spent < seconds:
            began = clock()
            think()
            spent += clock() - began
            simulations += SIMULATIONS
        return simulations, spent

    return burst


def measure(rounds: int, seconds: float) -> list[Contender]:
    one_core()
    found = [as_theirs("kout4"), as_we_play("kout4"), theirs()]
    compete(found, rounds, seconds)
    return found


def targets(found: Sequence[Contender]) -> list[Target]:
    plain, played, peer = found
    return [
        Target("kout4 / OpenSpiel C++ hearts, playouts at random both", plain.rate / peer.rate, least=FACTOR),
        Target("kout4, playouts by the quick player / OpenSpiel C++ hearts", played.rate / peer.rate),
    ]


def markdown(found: Sequence[Contender]) -> str:
    from importlib.metadata import version

    where = f"{date.today().isoformat()}: {processor()}, OpenSpiel {version('open_spiel')}, one core."
    return "\n".join(
        [where, "", *target_table(targets(found)), "", *rates(found, "simulations/s", "OpenSpiel")]
    )


def figures(found: Sequence[Contender]) -> dict[str, Any]:
    """Everything as plain data."""
    each = [{"who": one.group, "game": one.name, "per_s": round(one.rate)} for one in found]
    return {"simulations_per_s": each, "targets": [target.figures for target in targets(found)]}


def main(arguments: Sequence[str]) -> int:
    parser = command("search", __doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often each contender runs (5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each run takes at least (1)")
    parser.add_argument("--save", action="store_true", help="write the tables into docs/benchmarks.md")
    given = parser.parse_args(arguments)
    try:
        import pyspiel  # noqa: F401
    except ImportError as error:
        return no_peers(error)
    found = measure(given.rounds, given.seconds)
    text = markdown(found)
    status = tell(given, text, lambda: figures(found), targets(found))
    if given.save:
        put(ROOT / "docs" / "benchmarks.md", text, BEGIN, END)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
