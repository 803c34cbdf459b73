"""What the review of a match measures with: moves played out to the end of the hand, in worlds that a seat cannot
tell from the real one, or in the real one with all cards open.

Two moves are made in the same worlds with the same luck, so that their difference is known far better than either.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from time import perf_counter
from typing import Any

from diwaniya.engine.drivers import apply
from diwaniya.engine.game import Game
from diwaniya.engine.kernel import Mask, Rng, State, copy, kernel
from diwaniya.engine.state import Field, PureState
from diwaniya.search.driver import Driver
from diwaniya.search.sampling import draw
from diwaniya.search.searcher import Judgement
from diwaniya.search.tree import play_on
from diwaniya.search.worth import CERTAIN, WORTH_FIELDS, worth, worth_fields

NO_MOVE = -1
"""Play on from the position as it stands."""
SIDES = 8
CHUNK = 64
"""Worlds between two looks at the clock."""

Tally = Any
"""A record with the fields of `ROLL_FIELDS`."""

ROLL_FIELDS: dict[str, Field] = {
    "move": ("i8", 2),  # the moves that are compared; `NO_MOVE` for none
    "count": "i8",  # one of them, or both
    "open": "i8",  # are worlds the real one, and not drawn?
    "wild": "i8",  # moves in a thousand that are random where the policy plays on
    "budget": "i8",  # worlds to be played by this call
    "total": ("i8", 2 * SIDES),  # what each move brought each side, in millionths of a match
    "points": ("i8", 2 * SIDES),  # by how much the scores rose
    "value": ("i8", 2),  # what the mover's side got in this world
    "more": "i8",  # how much more the first move brought the mover than the second, in ten-thousandths
    "squares": "i8",  # the same, squared
    "worlds": "i8",
    **WORTH_FIELDS,
}


@kernel
def rolls(v: State, world: State, twin: State, seen: State, rng: Rng, t: Tally) -> None:
    """Play `t.budget` more worlds of a view, or of a full state if `t.open`."""
    ours = v.turn % t.sides if v.turn >= 0 else 0
    for _ in range(t.budget):
        if t.open == 1:
            copy(v, world)
        else:
            draw(v, rng, world)
        luck: Mask = rng.s
        for place in range(t.count):
            rng.s = luck
            copy(world, twin)
            if t.move[place] >= 0:
                apply(twin, 0 + t.move[place])
            play_on(twin, seen, rng, 0 + t.wild)
            for side in range(t.sides):
                t.total[place * SIDES + side] += worth(twin, t, side)
                t.points[place * SIDES + side] += twin.score[side] - world.score[side]
            t.value[place] = worth(twin, t, ours)
        if t.count == 2:
            more = (t.value[0] - t.value[1]) // 100
            t.more += more
            t.squares += more * more
        t.worlds += 1


@dataclass(frozen=True)
class Rolled:
    """What came of the moves, in their order."""

    chances: tuple[tuple[float, ...], ...]
    """For each move the chance of every side to win the match, 0 to 1."""
    points: tuple[tuple[float, ...], ...]
    """For each move by how much the score of every side rises until the hand ends, on average."""
    more: float
    """How much better the first move is for its maker than the second; 0 if there is one only."""
    error: float
    """The standard error of that."""
    worlds: int


class Rolls:
    """Room to play positions of one game out, for one thread at a time."""

    def __init__(self, game: Game, judgement: Judgement, mode: str = "auto") -> None:
        self._game = game
        self._spread = judgement.spread
        self._driver = Driver(game, rolls, 3, ROLL_FIELDS, judgement.places(), mode)
        self.mode = self._driver.mode

    def seen(
        self, view: PureState, moves: Sequence[int], seed: int, *, worlds: int = 0, seconds: float = 0.0
    ) -> Rolled:
        """One or two moves of a view's viewer, in worlds that fit what it knows. So many worlds, or as many as the time
        allows."""
        return self._roll(view, moves, seed, worlds, seconds, is_open=False, wild=0)

    def known(self, state: PureState, moves: Sequence[int], seed: int, *, worlds: int, wild: int) -> Rolled:
        """One or two moves (or `NO_MOVE`) in a full state, with so many random moves in a thousand."""
        return self._roll(state, moves, seed, worlds, 0.0, is_open=True, wild=wild)

    def _roll(
        self,
        given: PureState,
        moves: Sequence[int],
        seed: int,
        worlds: int,
        seconds: float,
        *,
        is_open: bool,
        wild: int,
    ) -> Rolled:
        driver = self._driver
        t = driver.record
        state: Any = given
        sides = self._game.sides(state.seats)
        for name, value in worth_fields(self._game, state.seats, self._spread).items():
            setattr(t, name, value)
        for place in range(2 * SIDES):
            t.total[place] = t.points[place] = 0
        for place, move in enumerate(moves):
            t.move[place] = move
        t.count, t.open, t.wild = len(moves), int(is_open), wild
        t.more = t.squares = t.worlds = 0
        driver.seed(seed)
        if self.mode == "compiled":
            from diwaniya.engine.compiled import compiled

            state = compiled(self._game).record(given)
        begin = perf_counter()
        while t.worlds == 0 or (t.worlds < worlds if worlds else perf_counter() - begin < seconds):
            t.budget = min(CHUNK, worlds - t.worlds) if worlds else CHUNK
            driver.run(state)
        return self._read(len(moves), sides)

    def _read(self, moves: int, sides: int) -> Rolled:
        t = self._driver.record
        n = int(t.worlds)
        mean = int(t.more) / n
        spread = sqrt(max(int(t.squares) / n - mean * mean, 0.0) / n)
        places = [range(move * SIDES, move * SIDES + sides) for move in range(moves)]
        return Rolled(
            tuple(tuple(int(t.total[at]) / (CERTAIN * n) for at in place) for place in places),
            tuple(tuple(int(t.points[at]) / n for at in place) for place in places),
            mean / 10_000,
            spread / 10_000,
            n,
        )
