"""Cucco against itself: counterfactual regrets, gathered over random hands.

In each hand one seat learns. At each of its decisions both moves are played out to the end of the hand, with the same
cards and by the strategies of the moment, and each is worth the chance to win the match with the lives that it leaves
(`cucco_lives`). What the better move would have won over the present strategy is its regret; the strategy plays each
move in proportion to its regret (regret matching). Later hands count more. All other seats play by the same tables,
so the seats learn to answer one another.

These are kernels, so they run compiled and, for tests, as plain Python, to the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from cucco_lives import ONE_LOSER, ROOM, Losses, worths
from diwaniya.bots import Policy
from diwaniya.bots._trained._cucco import FIRST, LIVES_ROWS, SECOND, SITUATIONS, decided, row
from diwaniya.engine.drivers import apply, begin, bind, ready, rebind, view
from diwaniya.engine.game import find
from diwaniya.engine.kernel import Rng, State, below, copy, kernel, mask, pick, popcount, rand
from diwaniya.engine.state import OVER, Field, pure_record, pure_rng, record_dtype
from diwaniya.games.cucco import KEEP, KINDS

GAME = find("cucco")
ROWS = SITUATIONS * LIVES_ROWS
PLACES = ROWS * KINDS

FIELDS: dict[str, Field] = {
    "hands": "i8",  # to play in this call
    "weight": "f8",  # of each of them
    "regret1": ("f8", PLACES),
    "regret2": ("f8", PLACES),
    "gain": ("f8", PLACES),  # what the second move brought over the first, summed up
    "visits": ("f8", PLACES),
    "worth": ("f8", ROOM),
    "lost": ("f8", 9 * 9 * 9),  # hands by seats in it, seats that lost one life, seats that lost more
}
EXPLORE = 10
"""Of a hundred decisions of the learner, so many are made at random, so that it comes about."""
FINE = 1 << 30

Sums = Any


@kernel
def chance(t: Sums, place: int) -> float:
    """How likely the strategy plays the second move."""
    first = t.regret1[place]
    second = t.regret2[place]
    if second <= 0.0:
        return 0.5 if first <= 0.0 else 0.0
    return 1.0 if first <= 0.0 else second / (first + second)


@kernel
def worth(s: State, seat: int, t: Sums) -> float:
    """The chance of this seat to win the match after a hand."""
    own = s.score[seat] + 0
    if s.turn == OVER:
        return 1.0 if own > 0 else 0.0
    place = (s.seats * 4 + own) * 512
    for other in range(8):
        if other != seat and s.score[other] > 0:
            place += 1 << (9 - 3 * s.score[other])  # as `cucco_lives.place`
    found: float = t.worth[place]
    return found


@kernel
def decide(v: State, rng: Rng, t: Sums) -> int:
    if decided(v):
        return KEEP
    phase = v.phase + 0
    likely = chance(t, row(v) * KINDS + v.kind[v.at[v.turn]])
    return SECOND[phase] if below(rng, FINE) < likely * FINE else FIRST[phase]


@kernel
def other(v: State, rng: Rng) -> int:
    """A stand-in for a policy that does not learn."""
    return KEEP


@kernel
def decide_fixed(v: State, rng: Rng, t: Sums) -> int:
    return other(v, rng)


@kernel
def play_out(s: State, v: State, rng: Rng, move: int, t: Sums) -> None:
    apply(s, move)
    while s.turn >= 0:
        view(s, s.turn, v)
        apply(s, decide(v, rng, t))


@kernel
def learn(s: State, v: State, trial: State, rng: Rng, twin: Rng, t: Sums) -> None:
    """Play `t.hands` hands of as many matches as that takes."""
    for _ in range(t.hands):
        if s.turn == OVER:
            drawn = below(rng, 10)
            s.seats = drawn + 2 if drawn < 7 else 4  # all numbers; the usual one most often
            s.dealer = below(rng, s.seats)
            begin(s)
        ready(s, rng)
        learner = pick(rng, mask(s.dealt))
        while s.turn >= 0:
            view(s, s.turn, v)
            if s.turn != learner or decided(v):
                apply(s, decide(v, rng, t))
            else:
                _consider(s, v, trial, rng, twin, t)
        ones = 0
        more = 0
        for seat in range(8):
            if s.lost[seat] == 1:
                ones += 1
            elif s.lost[seat] > 1:
                more += 1
        t.lost[(popcount(mask(s.dealt)) * 9 + ones) * 9 + more] += 1.0


@kernel
def _consider(s: State, v: State, trial: State, rng: Rng, twin: Rng, t: Sums) -> None:
    """Try both moves of the learner, and make one of them."""
    seat = s.turn + 0
    phase = s.phase + 0
    place = row(v) * KINDS + v.kind[v.at[seat]]
    likely = chance(t, place)
    seed = rand(rng)
    copy(s, trial)
    twin.s = seed
    play_out(trial, v, twin, FIRST[phase], t)
    first = worth(trial, seat, t)
    copy(s, trial)
    twin.s = seed
    play_out(trial, v, twin, SECOND[phase], t)
    second = worth(trial, seat, t)
    mean = (1.0 - likely) * first + likely * second
    t.regret1[place] += t.weight * (first - mean)
    t.regret2[place] += t.weight * (second - mean)
    t.gain[place] += t.weight * (second - first)
    t.visits[place] += t.weight
    if below(rng, 100) < EXPLORE:
        likely = 0.5
    apply(s, SECOND[phase] if below(rng, FINE) < likely * FINE else FIRST[phase])


def _learner(
    knows: Callable[[Any], int], against: Policy | None, **game: Callable[..., Any]
) -> Callable[..., None]:
    """`learn` for a player that knows so much; for the pure mode with the kernels of the game."""
    deciding = rebind(decide, row=knows) if against is None else rebind(decide_fixed, other=against)
    playing = rebind(play_out, **game, decide=deciding)
    return rebind(
        learn, **game, decide=deciding, _consider=rebind(_consider, **game, row=knows, play_out=playing)
    )


class Training:
    """The sums of a training, in `compiled` or `pure` mode. The same seed gives the same numbers in both."""

    def __init__(
        self,
        seed: int,
        mode: str = "compiled",
        knows: Callable[[Any], int] = row,
        against: Policy | None = None,
    ) -> None:
        """`knows` gives the row of a view, if not all is to be known. With `against` all seats play by that policy,
        and what is gathered tells the best answer to it at each single decision.
        """
        self._run: Callable[[], None]
        self._set: Callable[[str, Any], None]
        self._get: Callable[[str], Any]
        if mode == "compiled":
            self._compiled(seed, knows, against)
        else:
            self._pure(seed, knows, against)
        self.losses = dict.fromkeys(range(2, 9), ONE_LOSER)
        self._value()

    def _compiled(self, seed: int, knows: Callable[[Any], int], against: Policy | None) -> None:
        from numba import types

        from diwaniya.engine.compiled import Record, compiled

        k = compiled(GAME)
        dtype = record_dtype(FIELDS)
        sums = Record(dtype)
        states = [k.state() for _ in range(3)]
        k.set_up(states[0], seats=4, dealer=0, options=[])
        states[0]["turn"] = OVER
        rngs = [k.rng(seed), k.rng(0)]
        entry = k.link(_learner(knows, against), "sssrrl", types.void, l=dtype)
        self._run = lambda: entry(*(record.addr for record in (*states, *rngs, sums)))
        self._set = sums.__setitem__
        self._get = lambda name: sums.array[name][0]

    def _pure(self, seed: int, knows: Callable[[Any], int], against: Policy | None) -> None:
        sums: Any = pure_record("Sums", FIELDS)()
        state: Any = GAME.layout.pure()
        state.pack, state.turn = list(GAME.pack), OVER
        rest = (GAME.layout.pure(), GAME.layout.pure(), pure_rng(seed), pure_rng(0), sums)
        start, deal = bind(GAME, "begin", "ready")
        run = _learner(knows, against, apply=GAME.apply, view=GAME.view, begin=start, ready=deal)
        self._run = lambda: run(state, *rest)
        self._set = lambda name, value: setattr(sums, name, value)
        self._get = lambda name: getattr(sums, name)

    def sums(self, name: str) -> np.ndarray[Any, np.dtype[np.float64]]:
        """One of the long fields, by row and card."""
        return np.array(self._get(name), dtype=np.float64).reshape(ROWS, KINDS)

    def run(self, hands: int, weight: float) -> None:
        """Learn from so many hands, each with this weight."""
        self._set("hands", hands)
        self._set("weight", weight)
        self._run()

    def settle(self) -> None:
        """Take the losses of the hands so far for the worth of lives, and forget what was gathered but the regrets."""
        for n in self.losses:
            self.losses[n] = self._losses(n)
        for name in ("gain", "visits"):
            self._get(name)[:] = [0.0] * PLACES
        self._get("lost")[:] = [0.0] * (9 * 9 * 9)
        self._value()

    def _losses(self, n: int) -> Losses:
        hands = {
            (ones, twos): float(self._get("lost")[(n * 9 + ones) * 9 + twos])
            for ones in range(n + 1)
            for twos in range(n + 1 - ones)
        }
        total = sum(hands.values())
        # What is rarer than one hand in a thousand matters to nobody.
        hands = {key: count for key, count in hands.items() if count > total / 1000}
        total = sum(hands.values())
        return {key: count / total for key, count in hands.items()} if total else ONE_LOSER

    def _value(self) -> None:
        table = [0.0] * ROOM
        for place, value in worths(self.losses).items():
            table[place] = value
        self._set("worth", table)
