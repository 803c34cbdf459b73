"""Is every card equally likely at every place, and after every other card?

    python -m diwaniya.testing.evenness                      a million deals of the tables' shuffle, about a minute
    python -m diwaniya.testing.evenness --engine             of the compiled engine's shuffle
    python -m diwaniya.testing.evenness --deals 10000000 --name mine   more of them, other ones

Two chi-squared tests. Both count things that are tied to each other within a deal (a card that lies here lies nowhere
else), so neither has as many degrees of freedom as it has cells; docs/fairness.md derives the numbers used here.
"""

import argparse
import hashlib
import math
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from diwaniya.engine import fair
from diwaniya.engine.game import games
from diwaniya.engine.kernel import Rng, State, kernel
from diwaniya.engine.kernel import shuffle as shuffle_places

CARDS = 54
"""The largest pack that is dealt."""
HANDS_A_MATCH = 10
BATCH = 5000

Shuffle = Callable[[bytes, int], list[int]]
"""The pack that follows from a secret and the number of the hand."""


@dataclass(frozen=True)
class Outcome:
    """A statistic that has the chi-squared distribution with `freedom` degrees of freedom if all is even."""

    statistic: float
    freedom: int

    @property
    def p(self) -> float:
        """How often an even shuffle looks at least as uneven as this one: near 0 is suspicious, near 1 is too even."""
        return chi_squared_tail(self.statistic, self.freedom)


def chi_squared_tail(statistic: float, freedom: int) -> float:
    """The probability of a larger chi-squared value (Wilson and Hilferty).

    The cube root of chi-squared is all but normal; with the thousands of degrees of freedom that a pack has,
    the error is below 0.0001.

    >>> round(chi_squared_tail(2809, 2809), 3)
    0.496
    """
    spread = 2 / (9 * freedom)
    z = ((statistic / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return math.erfc(z / math.sqrt(2)) / 2


class Evenness:
    """Counts packs of `cards` different cards, numbered from 0."""

    def __init__(self, cards: int = CARDS) -> None:
        self.cards = cards
        self.deals = 0
        self._at = np.zeros((cards, cards), dtype=np.int64)
        """In how many packs a card (column) lay at a place (row)."""
        self._after = np.zeros((cards, cards), dtype=np.int64)
        """In how many packs a card (column) came right after another (row); after the last comes the first."""

    def add(self, packs: Iterable[list[int]]) -> None:
        """Count these packs."""
        n = self.cards
        left = iter(packs)
        while batch := list(islice(left, BATCH)):
            dealt = np.array(batch, dtype=np.int64)
            assert dealt.shape[1] == n
            self.deals += len(dealt)
            self._at += _count(dealt + n * np.arange(n), n)
            self._after += _count(dealt * n + np.roll(dealt, -1, axis=1), n)

    def places(self) -> Outcome:
        """Place against card: (n-1)^2 degrees of freedom, since every row and every column has a fixed sum."""
        n, deals = self.cards, self.deals
        expected = deals / n
        pearson = float((((self._at - expected) ** 2) / expected).sum())
        return Outcome(pearson * (n - 1) / n, (n - 1) ** 2)

    def neighbours(self) -> Outcome:
        """Card against the card after it: n^2 - 3n + 1 degrees of freedom.

        A pack closed to a ring has each pair of cards one after the other with probability 1/(n-1). The counts vary
        with one spread where both orders of a pair are taken together, and with another in their difference.
        """
        n, deals = self.cards, self.deals
        chance = 1 / (n - 1)
        off = (self._after - deals * chance) * (1 - np.eye(n))
        together, apart = (off + off.T) / 2, (off - off.T) / 2
        statistic = (together**2).sum() / (deals * chance) + (apart**2).sum() * (n - 2) / (deals * chance * n)
        return Outcome(float(statistic), n * n - 3 * n + 1)


def _count(cells: Any, n: int) -> Any:
    return np.bincount(cells.ravel(), minlength=n * n).reshape(n, n)


def fair_pack(secret: bytes, hand: int) -> list[int]:
    """A pack of the shuffle that people play with."""
    return fair.shuffle(secret, [], hand, 0, range(CARDS))


def secrets(name: str) -> Iterator[bytes]:
    """Secrets that are the same in every run: a test with them comes out the same every time."""
    number = 0
    while True:
        yield hashlib.sha256(f"{name} {number}".encode()).digest()
        number += 1


def table_packs(deals: int, name: str, shuffle: Shuffle = fair_pack) -> Iterator[list[int]]:
    """Packs as tables deal them: matches with a secret each, ten hands long."""
    every = (shuffle(secret, hand) for secret in secrets(name) for hand in range(1, HANDS_A_MATCH + 1))
    return islice(every, deals)


@kernel
def shuffle_all(s: State, rng: Rng) -> None:
    """Shuffle the whole pack of a game."""
    shuffle_places(rng, s.pack, 0, len(s.pack))


def engine_packs(deals: int, seed: int) -> Iterator[list[int]]:
    """Packs as the compiled engine shuffles them, each from the same order of the cards."""
    from numba import types

    from diwaniya.engine.compiled import compiled

    game = max(games().values(), key=lambda game: len(game.pack))
    kernels = compiled(game)
    shuffle = kernels.link(shuffle_all, "sr", types.void)
    state, rng = kernels.state(), kernels.rng(seed)
    pack = state["pack"]
    assert len(pack) == CARDS
    sorted_pack = np.arange(CARDS, dtype=pack.dtype)
    for _ in range(deals):
        pack[:] = sorted_pack
        shuffle(state.addr, rng.addr)
        yield pack.tolist()


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m diwaniya.testing.evenness",
        description="Chi-squared tests of the shuffles: place against card, and card against the card after it.",
    )
    parser.add_argument("--deals", type=int, default=1_000_000)
    parser.add_argument(
        "--engine", action="store_true", help="the compiled engine's shuffle, not the tables'"
    )
    parser.add_argument("--name", default="evenness", help="any word: other words, other secrets")
    chosen = parser.parse_args(arguments)
    seed = int.from_bytes(hashlib.sha256(chosen.name.encode()).digest()[:8], "big")
    packs = engine_packs(chosen.deals, seed) if chosen.engine else table_packs(chosen.deals, chosen.name)
    counted = Evenness()
    began = time.perf_counter()
    counted.add(packs)
    taken = time.perf_counter() - began
    print(f"{counted.deals} deals of {CARDS} cards, {counted.deals / taken:.0f} a second, counting included")
    for what, outcome in (("place x card", counted.places()), ("card x next", counted.neighbours())):
        print(f"{what:13} chi-squared {outcome.statistic:8.1f}  freedom {outcome.freedom}  p {outcome.p:.4f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
