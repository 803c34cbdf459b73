"""Makes the table by which Cucco is played: `src/diwaniya/bots/_trained/cucco.txt`.

    .venv/bin/python scripts/make_cucco_table.py              the shipped one, in some minutes
    .venv/bin/python scripts/make_cucco_table.py --hands 1000000 --out /tmp/cucco.txt

The hands are played against itself in blocks of growing weight (`cucco_training`: counterfactual regrets). The first
blocks also find out how hands end, and with that what lives are worth. At last each card of each situation gets the
move that has gained more: the best answer to all that was played. What was seldom met leans on the same situation with
other lives, and that on the nearest situations. The same seed and number of hands give the same file, byte by byte.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from cucco_training import Training
from diwaniya.bots._trained._cucco import (
    LIVES_ROWS,
    OPEN,
    SEATS,
    SITUATIONS,
)
from diwaniya.games.cucco import FOOL, KINDS

HANDS, SEED = 24_000_000, 1
OUT = Path(__file__).resolve().parent.parent / "src/diwaniya/bots/_trained/cucco.txt"
BLOCKS = 24
SETTLING = (1, 3, 7)
"""After these blocks the worth of lives is found anew and what was gathered is forgotten, all but the regrets."""
LEAN = 3000.0
"""A card of a row leans on the other lives as if they had been met so often, in hands of weight one."""
FAR = 30.0
"""A situation one step away counts so many times less."""
DOUBTFUL = 7
"""A card below this is given away where nothing at all is known."""

Numbers = np.ndarray[Any, np.dtype[np.float64]]


def train(
    hands: int,
    seed: int,
    mode: str = "compiled",
    told: Callable[[int], None] = lambda size: None,
    **how: Any,
) -> Training:
    """Play the blocks; `told` hears how many hands each had, `how` goes to `Training`."""
    training = Training(seed, mode, **how)
    for block in range(BLOCKS):
        size = hands * (block + 1) // BLOCKS - hands * block // BLOCKS
        training.run(size, block + 1.0)
        if block in SETTLING:
            training.settle()
        told(size)
    return training


def coordinates() -> Numbers:
    """Where each situation lies: the distance of two is the sum of their differences."""
    apart = 100
    at: list[tuple[int, ...]] = [(0, 2 * ahead, kept, middling, low) for ahead, kept, middling, low in OPEN]
    at += [(1, *place[1:]) for place in at]
    at += [(apart, 2 * a, low, count, 0) for a in range(SEATS) for low in range(2) for count in range(3)]
    for kind in (2, 3, 4):
        at += [(kind * apart, 2 * a, 0, 0, 0) for a in range(SEATS)]
    assert len(at) == SITUATIONS
    return np.array(at, dtype=np.float64)


def nearness() -> Numbers:
    """How much each situation counts for each other one."""
    at = coordinates()
    steps = np.abs(at[:, None, :] - at[None, :, :]).sum(axis=2)
    near: Numbers = np.where(steps < 50, FAR ** -np.minimum(steps, 50), 0.0)
    return near


def choose(gain: Numbers, visits: Numbers) -> list[int]:
    """The rows of the table: bit `card` is set where the second move (swap, ask, refuse) is the better one."""
    gain = gain.reshape(SITUATIONS, LIVES_ROWS, KINDS)
    visits = visits.reshape(SITUATIONS, LIVES_ROWS, KINDS)
    near = nearness()
    met = near @ visits.sum(axis=1)
    mean = np.where(met > 0, near @ gain.sum(axis=1) / np.maximum(met, 1e-300), 0.0)
    cards = np.arange(KINDS)
    mean += np.where(met > 0, 0.0, np.where((cards < DOUBTFUL) | (cards == FOOL), 1.0, -1.0))
    better = gain + LEAN * mean[:, None, :] > 0
    return [int(bits @ (1 << cards)) for bits in better.reshape(-1, KINDS)]


def text(rows: list[int], made_by: str) -> str:
    """The file: a line for each situation, a word for each vector of lives."""
    lines = [
        "# Cucco: what to do with each card in each situation. Made by",
        f"#   {made_by}",
        "# A line for each situation of diwaniya/bots/_trained/_cucco.py, in its order; in it nine words: own lives 1",
        "# with the least lives of the others 1, 2, 3, then own lives 2 and 3. Bit n of a word (hexadecimal, bit 0 the",
        "# lion, bit 19 the fool): with this card swap; at an inn ask to be paid for; asked to pay refuse.",
    ]
    for first in range(0, len(rows), LIVES_ROWS):
        lines.append(" ".join(f"{word:05x}" for word in rows[first : first + LIVES_ROWS]))
    return "\n".join(lines) + "\n"


def make(
    hands: int, seed: int, mode: str = "compiled", told: Callable[[int], None] = lambda size: None
) -> str:
    """The whole file."""
    training = train(hands, seed, mode, told)
    rows = choose(training.sums("gain"), training.sums("visits"))
    return text(rows, f"scripts/make_cucco_table.py --hands {hands} --seed {seed}")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hands", type=int, default=HANDS, help="hands to learn from (%(default)s)")
    parser.add_argument("--seed", type=int, default=SEED, help="(%(default)s)")
    parser.add_argument("--out", type=Path, default=OUT, help="the file to write (the shipped one)")
    given = parser.parse_args(arguments)
    if given.hands < BLOCKS:
        parser.error(f"--hands must be at least {BLOCKS}, not {given.hands}")
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("hands"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns) as progress:
        task = progress.add_task("hands", total=given.hands)
        made = make(given.hands, given.seed, "compiled", lambda size: progress.advance(task, size))
    given.out.write_text(made, encoding="ascii")
    print(f"wrote {given.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
