"""Makes the weights by which All Fours is played on: `src/diwaniya/bots/_judgement/allfours.txt`.

    .venv/bin/python scripts/make_allfours_table.py              in some minutes
    .venv/bin/python scripts/make_allfours_table.py --positions 20000 --rounds 1 --out /tmp/allfours.txt

Matches are played, with a random move now and then. In each position every card is tried in the world as it is, and
everybody plays on at once to the end of the hand; what that is worth, a chance to win the match, less the mean of all
cards of the position, is explained by the reasons of `_allfours_cards` with least squares, for each row of the table by
itself. In the first round the quick player plays on, in each later one the player of the round before. The same numbers
give the same file on the same machine; elsewhere a weight may be rounded otherwise.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from diwaniya.bots._judgement import _allfours_cards as cards
from diwaniya.bots._judgement import judgement_for
from diwaniya.bots._judgement._allfours_cards import FEWEST, MOST, REASONS, ROWS, promise, row, weighed
from diwaniya.bots.quick.allfours import _unseen
from diwaniya.bots.quick.allfours import policy as quick
from diwaniya.engine.drivers import apply, begin, deal, legal, rebind, view
from diwaniya.engine.game import Game, find
from diwaniya.engine.kernel import (
    ONE,
    Mask,
    Rng,
    State,
    below,
    copy,
    kernel,
    lowest,
    pick,
    popcount,
    shuffle,
)
from diwaniya.engine.modes import mode as find_mode
from diwaniya.engine.state import DEAL, OVER, Field
from diwaniya.games.allfours import STOOD
from diwaniya.search.driver import Driver
from diwaniya.search.tree import play_on, policy
from diwaniya.search.worth import WORTH_FIELDS, worth, worth_fields

OUT = Path(__file__).resolve().parent.parent / "src/diwaniya/bots/_judgement" / cards.FILE
POSITIONS, ROUNDS, SEED = 650_000, 2, 7
EXPLORE = 60
"""Moves in a thousand that are made at random."""
BATCH = 1024
"""Positions between two looks at what was gathered."""
CHOICES = 12
"""Cards that a position may offer; those with more are left out."""
SCALE = 16
RIDGE = 1e-3
"""What weights cost, as a share of what their reason varies."""
LEAST = 200
"""With fewer positions a row goes by what the quick player says, the last reason."""

Numbers = np.ndarray[Any, np.dtype[np.float64]]

FIELDS: Mapping[str, Field] = {
    "fresh": ("u1", 52),
    "reason": ("i4", BATCH * CHOICES * REASONS),
    "worth": ("i4", BATCH * CHOICES),
    "cards": ("i4", BATCH),
    "row": ("i4", BATCH),
    "count": "i8",
    "at": "i8",
    "explore": "i8",
    **WORTH_FIELDS,
}


@kernel
def written(into: Any, total: int, place: int, reason: int) -> int:
    """Takes the place of `weighed`: the reason is written down."""
    into.reason[into.at + place] = reason
    return total


@kernel
def _try_all(s: State, v: State, twin: State, seen: State, rng: Rng, t: Any) -> None:
    """Write down what each card of a position brings, and its reasons."""
    moves = legal(s)
    n = popcount(moves)
    if n < 2 or n > CHOICES:
        return
    first = t.count * CHOICES
    unseen = _unseen(v)
    rest: Mask = moves
    for place in range(n):
        card = lowest(rest)
        rest &= rest - ONE
        t.at = (first + place) * REASONS
        promise(v, card, unseen, t, 0)
        copy(s, twin)
        apply(twin, card)
        play_on(twin, seen, rng, 0)
        t.worth[first + place] = worth(twin, t, s.turn & 1)
    t.cards[t.count] = n
    t.row[t.count] = row(v)
    t.count += 1


@kernel
def gather(s: State, v: State, twin: State, seen: State, rng: Rng, t: Any) -> None:
    """Play on with the match `s` and, when it is over, with new ones, until there are positions for a batch."""
    t.count = 0
    while t.count < BATCH:
        if s.turn == OVER:
            s.dealer = below(rng, s.seats)
            begin(s)
        elif s.turn == DEAL:
            for i in range(len(s.pack)):
                s.pack[i] = t.fresh[i]
            shuffle(rng, s.pack, 0, len(s.pack))
            deal(s)
        else:
            view(s, s.turn, v)
            moves = legal(s)
            if s.said >= STOOD:
                _try_all(s, v, twin, seen, rng, t)
            random = below(rng, 1000) < t.explore
            apply(s, pick(rng, moves) if random else policy(v, rng))


class Sums:
    """What least squares want to know, by row."""

    def __init__(self) -> None:
        self.count = np.zeros(ROWS)
        self.square: Numbers = np.zeros((ROWS, REASONS, REASONS))
        self.along: Numbers = np.zeros((ROWS, REASONS))

    def add(self, t: Any) -> None:
        """Count a batch in, each position less its mean."""
        n = np.array(t.cards)
        there = np.arange(CHOICES) < n[:, None]
        reasons = np.where(there[..., None], np.array(t.reason).reshape(BATCH, CHOICES, REASONS), 0).astype(
            float
        )
        brought = np.where(there, np.array(t.worth).reshape(BATCH, CHOICES), 0).astype(float)
        reasons = (reasons - reasons.sum(1, keepdims=True) / n[:, None, None]) * there[..., None]
        brought = (brought - brought.sum(1, keepdims=True) / n[:, None]) * there
        rows = np.array(t.row)
        for found in np.unique(rows):
            x, y = reasons[rows == found].reshape(-1, REASONS), brought[rows == found].reshape(-1)
            self.square[found] += x.T @ x
            self.along[found] += x.T @ y
            self.count[found] += (rows == found).sum()

    def weights(self) -> tuple[int, ...]:
        """The weights of all rows; those without positions go by the quick player."""
        found = []
        for count, square, along in zip(self.count, self.square, self.along, strict=True):
            weights = np.zeros(REASONS)
            weights[-1] = 1.0
            if count > LEAST:
                cost = np.diag(square) * RIDGE + 1e-6 * (np.trace(square) + 1.0)
                cost[-1] = 0.0
                weights = np.linalg.solve(square + np.diag(cost), along)
            found += [round(SCALE * weight) for weight in weights]
        return tuple(found)


def player(weights: tuple[int, ...]) -> Callable[..., int]:
    """The policy with these weights."""
    constants: dict[str, Any] = {"WEIGHTS": weights}
    counted = rebind(weighed, **constants)
    return rebind(cards.policy, promise=rebind(promise, weighed=counted))


def learn(
    game: Game, positions: int, rounds: int, seed: int, mode: str, told: Callable[[str], None]
) -> tuple[int, ...]:
    """The weights for one game; the rows of the other one go by the quick player."""
    plays: Callable[..., int] = quick
    judgement = judgement_for(game)
    weights: tuple[int, ...] = ()
    for number in range(rounds):
        places: dict[Callable[..., Any], Callable[..., Any]] = {policy: plays, weighed: written}
        driver = Driver(game, gather, 3, FIELDS, places, mode)
        t = driver.record
        t.fresh = list(game.pack) if driver.mode == "pure" else np.array(game.pack)
        t.explore = EXPLORE
        for name, value in worth_fields(game, game.seats[0], judgement.spread, judgement.deal).items():
            setattr(t, name, value)
        options = [int(option.default) for option in game.options]
        match = find_mode(game, driver.mode).begin(game.seats[0], 0, options)
        driver.seed(seed + number)
        sums = Sums()
        for _ in range(0, positions, BATCH):
            driver.run(match)
            sums.add(t)
        weights = sums.weights()
        plays = player(weights)
        told(f"{game.id}: round {number + 1} of {rounds}, {int(sums.count.sum())} positions")
    return weights


def table(four: tuple[int, ...], two: tuple[int, ...], how: str) -> str:
    """The file."""
    split = REASONS * 4 * (MOST - FEWEST + 1)
    weights = four[:split] + two[split:]
    lines = [
        "# All Fours: what each reason for a card weighs (diwaniya/bots/_judgement/_allfours_cards.py).",
        f"# {how}",
        "# A line for 2 to 7 cards in the hand, in each for the places in the trick; for four players, then for two.",
    ]
    lines += [" ".join(map(str, weights[at : at + REASONS])) for at in range(0, len(weights), REASONS)]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=POSITIONS, help="of each game and round")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--out", type=Path, default=OUT)
    args = parser.parse_args()
    four, two = (
        learn(
            find(name),
            args.positions,
            args.rounds,
            args.seed,
            "compiled",
            lambda line: print(line, file=sys.stderr),
        )
        for name in ("allfours", "allfours2")
    )
    how = f"scripts/make_allfours_table.py --positions {args.positions} --rounds {args.rounds} --seed {args.seed}"
    args.out.write_text(table(four, two, f"Made by {how}"), encoding="ascii")


if __name__ == "__main__":
    main()
