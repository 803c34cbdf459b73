"""How soon a table is on the screen of a slow phone on a slow line, and whether it stutters in play.

    python -m bench page                    three rounds in English
    python -m bench page --rounds 7 --lang ar
    python -m bench page --check            exit status 1 if a target is missed

A browser without a screen opens a table at a server of its own, its line held at 1.5 Mbit/s with 300 ms to the server
and back, its processor at a quarter of this machine's. Then it plays a hand once more with nothing slowed down, to see
how smoothly cards move. `web/e2e/timing.mjs` does it; here the figures are put together.
Run it on a machine that does nothing else. The page has to be built, and its tools installed (`make test`).
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from statistics import median
from typing import Any

from bench import ROOT
from bench.command import command, complain, tell
from bench.targets import Target, target_table

FIRST_SECONDS = 1.5
"""From opening the address of a table until its board and one's own cards have been painted."""
LONG_MS = 100
"""No task of the page may take longer while a hand is played."""
FRAME_MS = 17
"""Between two frames while cards move: sixty a second."""


def measure(rounds: int, language: str) -> dict[str, Any]:
    """What the browser saw. Raises `RuntimeError` with one line if it could not be run."""
    node = shutil.which("node")
    if node is None:
        raise RuntimeError("Node.js is not on the path: it drives the browser.")
    command = [node, "e2e/timing.mjs", str(rounds), language]
    done = subprocess.run(command, cwd=ROOT / "web", capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"The browser could not be driven: {done.stderr.strip()[-500:]}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def targets(found: dict[str, Any]) -> list[Target]:
    def seconds(visits: list[dict[str, float]], what: str) -> float:
        return median(visit[what] for visit in visits) / 1000

    cold, again = found["cold"], found["again"]
    longest = max(found["playing"], default=0)
    frames = sorted(found["frames"])
    return [
        Target("first visit: first paint, s", seconds(cold, "first"), most=FIRST_SECONDS),
        Target("first visit: the table, s", seconds(cold, "table"), most=FIRST_SECONDS),
        Target("second visit: first paint, s", seconds(again, "first"), most=FIRST_SECONDS),
        Target("second visit: the table, s", seconds(again, "table"), most=FIRST_SECONDS),
        Target("longest task while playing, ms", float(longest), most=LONG_MS),
        Target("tasks over 50 ms while playing", float(len(found["playing"]))),
        Target("not slowed: a frame while cards move, ms, in the median", median(frames), most=FRAME_MS),
        Target("not slowed: of twenty such frames the longest, ms", frames[len(frames) * 19 // 20]),
    ]


def main(arguments: Sequence[str] = ()) -> int:
    parser = command("page", __doc__)
    parser.add_argument("--rounds", type=int, default=3, help="how often (default: 3)")
    parser.add_argument("--lang", default="en", help="the language of the page (default: en)")
    chosen = parser.parse_args(arguments)
    try:
        found = targets(measure(chosen.rounds, chosen.lang))
    except RuntimeError as problem:
        return complain(str(problem))
    text = "\n".join(target_table(found))
    return tell(chosen, text, lambda: {"targets": [target.figures for target in found]}, found)
