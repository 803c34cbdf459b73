"""How well the table for Cucco plays: whole matches against simpler players, and against the best threshold players.

    .venv/bin/python scripts/measure_cucco.py
    .venv/bin/python scripts/measure_cucco.py --matches 100000 --seats 2

One seat of each match plays by the table, all others by the rule that is named; the seat moves on from match to match.

A threshold player keeps its card from a certain kind upwards and gives away what is below, the fool too. The best ones
are found here, by the training that made the table, with nothing known but the number of live seats, how many of them
are still ahead, and the own lives. The `seeing` one is more than a threshold rule: it also keeps whatever is above a
card that it has seen in a live hand, and asks nobody in vain. The last line tells whether the table can be improved on
by itself: what the best answer to it at each single decision, with the same information, wins among three of it.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from cucco_training import GAME
from diwaniya.bots import Policy, policy_kernel
from diwaniya.bots._trained.cucco import policy as table
from diwaniya.bots.quick.cucco import SAFE, hopeless, other_fool, rivals
from diwaniya.engine.drivers import apply, begin, legal, ready, rebind, view
from diwaniya.engine.kernel import Rng, State, below, kernel, mask, pick, popcount
from diwaniya.engine.state import OVER, Field, record_dtype
from diwaniya.games.cucco import ANSWER, ASK, AT_INN, FOOL, INN, KEEP, LIVES, PAY, SWAP, _next
from diwaniya.lab.play import ask, chain
from make_cucco_table import choose, train

ROWS = 3 * 8 * 8 * LIVES
SEEN = ROWS
"""The row of a card that is known to be safe."""
USUAL = 7
"""The threshold where the training has met nothing."""


@kernel
def blind_row(v: State) -> int:
    """All that a threshold player looks at beside its card: the phase, live seats, those ahead, its own lives."""
    ahead = 0
    seat = v.turn + 0
    while seat != v.dealer:
        seat = _next(v, seat)
        ahead += 1
    number: int = (v.phase * 8 + popcount(mask(v.live)) - 1) * 8 + ahead
    own: int = v.score[v.turn] - 1
    return number * LIVES + own


@kernel
def seeing_row(v: State) -> int:
    return SEEN if sees(v) else blind_row(v)


@kernel
def sees(v: State) -> bool:
    """Has it seen that its card is safe, or that asking is in vain?"""
    seat = v.turn + 0
    card = v.kind[v.at[seat]] + 0
    if v.phase != 0:
        return False
    if hopeless(v, seat):
        return True
    return other_fool(v, seat) if card == FOOL else rivals(v, seat, card) == SAFE


LIMITS = (USUAL, USUAL)
"""The lowest card kept by `blind_row`: a place that is filled by `rebind`."""
SEEING = 1


@kernel
def threshold(v: State, rng: Rng) -> int:
    card = v.kind[v.at[v.turn]] + 0
    if v.phase == ANSWER:
        return PAY
    if v.phase == AT_INN:
        return KEEP if card >= INN and card != FOOL else ASK
    if SEEING == 1 and sees(v):
        return KEEP
    return KEEP if card != FOOL and card >= LIMITS[blind_row(v)] else SWAP


def limits(knows: Callable[[Any], int], hands: int, seed: int) -> tuple[int, ...]:
    """The thresholds that answer one another best."""
    gain = train(hands, seed, knows=knows).sums("gain")[:ROWS, :FOOL]
    below_it = np.concatenate([np.zeros((ROWS, 1)), gain.cumsum(axis=1)], axis=1)
    found = np.where(np.abs(gain).sum(axis=1) > 0, below_it.argmax(axis=1), USUAL)
    return tuple(int(limit) for limit in found)


def answer(hands: int, seed: int) -> Policy:
    """What the table's own information could do best against a room full of the table."""
    training = train(hands, seed, against=table)
    rows: Any = tuple(choose(training.sums("gain"), training.sums("visits")))
    return rebind(table, TABLE=rows)


def threshold_player(seeing: bool, bounds: tuple[int, ...]) -> Policy:
    constants: dict[str, Any] = {"LIMITS": bounds, "SEEING": int(seeing)}
    return rebind(threshold, **constants)


@kernel
def careful(v: State, rng: Rng) -> int:
    """A stand-in for a policy."""
    return KEEP


@kernel
def mistaken(v: State, rng: Rng) -> int:
    """One move of five is any legal one."""
    return pick(rng, legal(v)) if below(rng, 5) == 0 else careful(v, rng)


def with_mistakes(policy: Policy) -> Policy:
    return rebind(mistaken, careful=policy)


FIELDS: dict[str, Field] = {"matches": "i8", "seats": "i8", "one": "i8", "others": "i8", "won": "i8"}


@kernel
def play(s: State, v: State, rng: Rng, log: Any) -> None:
    """Play `log.matches` matches: bot `one` on one seat, bot `others` on all others."""
    log.won = 0
    for match in range(log.matches):
        s.seats = log.seats
        s.dealer = below(rng, s.seats)
        begin(s)
        seat = match % log.seats
        while s.turn != OVER:
            ready(s, rng)
            while s.turn >= 0:
                view(s, s.turn, v)
                apply(s, ask(log.one if s.turn == seat else log.others, v, rng))
        if s.winners >> seat & 1 == 1:
            log.won += 1


class Room:
    """Players by name, compiled to play one another."""

    def __init__(self, players: Mapping[str, Policy]) -> None:
        from numba import types

        from diwaniya.engine.compiled import Record, compiled

        self._k = compiled(GAME)
        self._names = list(players)
        dtype = record_dtype(FIELDS)
        self._play = self._k.link(
            rebind(play, ask=chain(list(players.values()))), "ssrl", types.void, l=dtype
        )
        self._log = Record(dtype)

    def share(
        self, one: str, others: str, matches: int, seats: int = 4, seed: int = 1
    ) -> tuple[float, float]:
        """The share of matches that `one` wins among `others`, and half the width of its 95 % interval."""
        state, seen, rng = self._k.state(), self._k.state(), self._k.rng(seed)
        self._k.set_up(state, seats=seats, dealer=0, options=[])
        self._log["matches"], self._log["seats"] = matches, seats
        self._log["one"], self._log["others"] = self._names.index(one), self._names.index(others)
        self._play(state.addr, seen.addr, rng.addr, self._log.addr)
        won = int(self._log["won"]) / matches
        return won, 1.96 * math.sqrt(won * (1 - won) / matches)


def room(hands: int, seed: int) -> Room:
    """The table and those whom it has to beat; the thresholds are found in so many hands."""
    quick = policy_kernel("quick", GAME)
    return Room(
        {
            "table": table,
            "quick": quick,
            "mistaken": with_mistakes(quick),
            "thresholds": threshold_player(False, limits(blind_row, hands, seed)),
            "seeing": threshold_player(True, limits(seeing_row, hands, seed)),
            "answer": answer(hands, seed),
        }
    )


TOLD = {
    "mistaken": "quick, one move of five at random",
    "quick": "quick",
    "thresholds": "best thresholds",
    "seeing": "best thresholds, seeing",
}


def tell(one: str, others: str, won: float, half: float, fair: float) -> None:
    print(f"{one + ' among ' + others:48} {won:7.2%} ± {half:.2%}   {won / fair:.3f} of it", flush=True)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=400_000, help="matches of each pair (%(default)s)")
    parser.add_argument("--seats", type=int, default=4, choices=sorted(GAME.seats), help="(%(default)s)")
    parser.add_argument("--hands", type=int, default=4_000_000, help="to find the thresholds (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="(%(default)s)")
    given = parser.parse_args(arguments)
    players = room(given.hands, given.seed)
    fair = 1 / given.seats
    print(f"{given.seats} seats, {given.matches} matches each; the fair share is {fair:.2%}")
    for others, told in TOLD.items():
        for one in ("table", "quick"):
            won, half = players.share(one, others, given.matches, given.seats, given.seed)
            tell(one, told, won, half, fair)
    tell(
        "best answer",
        "the table",
        *players.share("answer", "table", given.matches, given.seats, given.seed),
        fair,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
