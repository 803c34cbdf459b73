"""One board: the same packs, played once for every way in which two bots can be seated."""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from diwaniya.engine.game import find
from diwaniya.engine.kernel import rand
from diwaniya.engine.match import Match
from diwaniya.engine.state import pure_rng
from diwaniya.lab.arena_times import Times
from diwaniya.lab.ceiling import Ceiling, is_ceiling, open_hand
from diwaniya.lab.seated import Seated, Sitter
from diwaniya.lab.workers import ignore_ctrl_c

clock = time.perf_counter
work = getattr(time, "thread_time", time.perf_counter)
"""Seconds of the processor's time, where the system tells them."""

Pair = tuple[int, int]


def seatings(sides: int, seats: int, pair: Pair) -> list[tuple[int, ...]]:
    """The seatings of a board: which bot has each seat.

    Two sides: each bot has either one once. More sides, each for himself: each bot is alone among the other one's,
    once on every seat.
    """
    one, other = pair
    if sides == 2:
        return [tuple((one, other)[(seat + turn) % 2] for seat in range(seats)) for turn in range(2)]
    return [
        tuple(lone if seat == place else rest for seat in range(seats))
        for lone, rest in ((one, other), (other, one))
        for place in range(seats)
    ]


@dataclass(frozen=True)
class Played:
    """One match of a board."""

    seating: tuple[int, ...]
    won: tuple[float, ...]
    """What each side got of the win: 1 together."""
    points: tuple[int, ...]
    """What the deals brought each side, all together."""
    deals: int
    line: str
    """The record as one line of JSON; empty if nobody wants it."""

    def ahead(self, bot: int) -> float:
        """Points of the only side that this bot has, less the mean of the other sides."""
        mine = self.points[self.seating.index(bot)]
        return mine - (sum(self.points) - mine) / (len(self.points) - 1)


@dataclass
class Board:
    """All matches of one board, and how long each bot thought."""

    pair: Pair
    number: int
    matches: list[Played] = field(default_factory=list)
    wall: dict[int, Times] = field(default_factory=dict)
    """Time by the clock, of the moves where there was something to choose."""
    cpu: dict[int, Times] = field(default_factory=dict)
    """The processor's time for them, of the thread that asked."""

    @property
    def deals(self) -> int:
        return sum(match.deals for match in self.matches)


@dataclass(frozen=True)
class Setup:
    """What a process has to know to play boards; it travels to others."""

    game: str
    bots: tuple[str, ...]
    seed: int
    seats: int
    options: Mapping[str, Any]
    mode: str
    """`compiled` or `pure`."""
    records: bool = False


class Room(Seated):
    """Where boards are played: the bots have sat down, the ceiling perhaps among them, and their thinking is timed."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(find(setup.game), setup.bots, setup.mode)
        self.setup = setup
        self.sides = self.game.sides(setup.seats)
        self._board = Board((0, 0), 0)
        """The one that is being played."""
        self._chance = pure_rng(setup.seed)
        self._seeds: list[tuple[int, int]] = []

    def _sit_down(self, bot: str) -> Sitter:
        if not is_ceiling(bot):
            return super()._sit_down(bot)
        return Sitter(
            lambda match, view: open_hand(match), Ceiling(self.game, bot, self.mode.name).choose_open
        )

    def _seeds_of(self, board: int) -> tuple[int, int]:
        """What the packs and the bots' chance follow from: the same as in `simulate` with this seed."""
        while len(self._seeds) <= board:
            self._seeds.append((rand(self._chance) >> 11, rand(self._chance)))
        return self._seeds[board]

    def play(self, pair: Pair, number: int) -> Board:
        """The board of this number, from 0. Raises `RuleBroken` if a bot breaks the rules."""
        self._board = Board(pair, number)
        packs, chance = self._seeds_of(number)
        for place, seating in enumerate(seatings(self.sides, self.setup.seats, pair)):
            self._board.matches.append(self._match(number, seating, packs, chance + place))
        return self._board

    def _match(self, board: int, seating: tuple[int, ...], packs: int, chance: int) -> Played:
        setup, game = self.setup, self.game
        match = Match(game, seats=setup.seats, options=setup.options, seed=packs, mode=setup.mode)
        self.play_out(match, seating, chance)
        winners = {game.side(seat) for seat in match.winners}
        won = tuple(1 / len(winners) if side in winners else 0.0 for side in range(self.sides))
        hands = match.hands
        points = tuple(sum(hand["points"][side] for hand in hands) for side in range(self.sides))
        line = ""
        if setup.records:
            meta = {"seed": packs, "board": board, "bots": [setup.bots[bot] for bot in seating]}
            line = json.dumps({**match.record(), "meta": meta})
        return Played(seating, won, points, len(hands), line)

    def _ask(self, bot: int, shown: Any, seed: int) -> int:
        began, spent = clock(), work()
        move = super()._ask(bot, shown, seed)
        spent, took = work() - spent, clock() - began
        self._board.wall.setdefault(bot, Times()).add(took)
        self._board.cpu.setdefault(bot, Times()).add(spent)
        return move


_room: list[Room] = []
"""The room of this process, if it is one of several that play boards."""


def enter(setup: Setup) -> None:
    """Make this process one that plays boards."""
    ignore_ctrl_c()
    _room[:] = [Room(setup)]


def play_here(pair: Pair, number: int) -> Board:
    """Play a board in the room of this process."""
    return _room[0].play(pair, number)


def labels(bots: Sequence[str]) -> list[str]:
    """The names under which bots appear in results: one that plays several times is numbered."""
    return [
        bot if bots.index(bot) == place else f"{bot} #{bots[: place + 1].count(bot)}"
        for place, bot in enumerate(bots)
    ]
