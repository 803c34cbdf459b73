"""Our engine against its peers, in one run on one core.

    python -m bench engine                         measure, and print the tables
    python -m bench engine --save                  and write them into docs/benchmarks.md, with a picture
    python -m bench engine --check                 exit status 1 if a target is missed
    python -m bench engine --seconds 1 --rounds 9  longer, for steadier figures

All contenders take turns; every figure is the median of the rounds, every ratio is of figures from the same run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bench import ROOT
from bench.command import command, no_peers, tell
from bench.contender import Contender, compete, one_core
from bench.targets import Target

FACTORS = {"kout4": 20, "kout6": 20, "allfours": 15, "allfours2": 15, "cucco": 15, "basra": 10, "morabaa": 10}
"""How many times as fast as OpenSpiel's hearts in C++, deals included."""
RLCARD_FACTOR = 1000
PYTHON_FACTOR = 2
THREADS_FACTOR = 1.8
START_SECONDS = 0.5


@dataclass
class Result:
    """All that one run found."""

    deals: list[Contender]
    play: list[Contender]
    python: list[Contender]
    environments: list[Contender]
    threads: float | None
    starts: dict[str, float]

    def targets(self) -> list[Target]:
        hearts = _rate(self.deals, "hearts")
        bridge = _rate(self.environments, "bridge")
        found = [
            Target(
                f"{name} / OpenSpiel C++ hearts, with deals", _rate(self.deals, name) / hearts, least=factor
            )
            for name, factor in FACTORS.items()
        ]
        found += [
            Target(f"{name} / RLCard bridge", _rate(self.deals, name) / bridge, least=RLCARD_FACTOR)
            for name in ("kout4", "kout6")
        ]
        slowest = min(
            (one for one in self.python if one.group.startswith("Diwaniya")), key=lambda one: one.rate
        )
        fastest = max(
            (one for one in self.python if one.group.startswith("OpenSpiel")), key=lambda one: one.rate
        )
        what = f"from Python: {slowest.name}, our slowest / OpenSpiel {fastest.name}, its fastest"
        found.append(Target(what, slowest.rate / fastest.rate, least=PYTHON_FACTOR))
        found.append(Target("two threads / one thread", self.threads, least=THREADS_FACTOR))
        found += [
            Target(f"seconds for {what}", took, most=START_SECONDS) for what, took in self.starts.items()
        ]
        return found


def _rate(contenders: list[Contender], name: str) -> float:
    return next(one.rate for one in contenders if one.name == name)


def measure(rounds: int, seconds: float) -> Result:
    from bench import ours, peers

    threads = ours.two_threads("kout4", 10 * rounds)
    starts = ours.warm_starts()
    one_core()
    deals = [*ours.with_deals(), *peers.with_deals()]
    play = [*ours.play_only(), *peers.play_only()]
    python = [*ours.stepping(), *peers.stepping()]
    environments = peers.environments()
    compete([*deals, *play, *python, *environments], rounds, seconds)
    return Result(deals, play, python, environments, threads, starts)


def main(arguments: Sequence[str]) -> int:
    parser = command("engine", __doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often each contender runs (5)")
    parser.add_argument("--seconds", type=float, default=0.3, help="how long each run takes (0.3)")
    parser.add_argument("--save", action="store_true", help="write docs/benchmarks.md and its picture")
    given = parser.parse_args(arguments)
    try:
        from bench import peers  # noqa: F401
    except ImportError as error:
        return no_peers(error)
    from bench import report

    result = measure(given.rounds, given.seconds)
    text = report.markdown(result)
    status = tell(given, text, lambda: report.figures(result), result.targets())
    if given.save:
        report.save(result, text, ROOT / "docs")
    return status
