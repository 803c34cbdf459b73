"""One board: the same packs, played once for every way in which two bots can be seated."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from diwaniya.bots import Player, player
from diwaniya.engine.game import Game, find
from diwaniya.engine.kernel import rand
from diwaniya.engine.match import Match
from diwaniya.engine.modes import mode as find_mode
from diwaniya.engine.state import pure_rng
from diwaniya.lab.arena_times import Times
from diwaniya.lab.ceiling import Ceiling, is_ceiling, open_hand

clock = time.perf_counter
work = getattr(time, "thread_time", time.perf_counter)
"""Seconds of the processor's time, where the system tells them."""

Pair = tuple[int, int]


class ArenaError(RuntimeError):
    """A bot that broke the rules, with what it wanted to play and where."""


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


class Room:
    """Where boards are played: the bots have sat down, and think in the same process."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game: Game = find(setup.game)
        self.sides = self.game.sides(setup.seats)
        self._mode = find_mode(self.game, setup.mode)
        self._players: list[Player | Ceiling] = [
            Ceiling(self.game, bot, setup.mode) if is_ceiling(bot) else player(bot, self.game, setup.mode)
            for bot in setup.bots
        ]
        self._chance = pure_rng(setup.seed)
        self._seeds: list[tuple[int, int]] = []

    def _seeds_of(self, board: int) -> tuple[int, int]:
        """What the packs and the bots' chance follow from: the same as in `simulate` with this seed."""
        while len(self._seeds) <= board:
            self._seeds.append((rand(self._chance) >> 11, rand(self._chance)))
        return self._seeds[board]

    def play(self, pair: Pair, number: int) -> Board:
        """The board of this number, from 0. Raises `ArenaError` if a bot breaks the rules."""
        board = Board(pair, number)
        packs, chance = self._seeds_of(number)
        for place, seating in enumerate(seatings(self.sides, self.setup.seats, pair)):
            board.matches.append(self._match(board, seating, packs, chance + place))
        return board

    def _match(self, board: Board, seating: tuple[int, ...], packs: int, chance: int) -> Played:
        setup, game = self.setup, self.game
        match = Match(game, seats=setup.seats, options=setup.options, seed=packs, mode=setup.mode)
        rng = pure_rng(chance)
        while not match.over:
            seat = match.to_move
            if seat is None:
                match.deal()
            else:
                match.move(self._choice(board, match, seat, seating[seat], rand(rng)), seat)
        winners = {game.side(seat) for seat in match.winners}
        won = tuple(1 / len(winners) if side in winners else 0.0 for side in range(self.sides))
        hands = match.hands
        points = tuple(sum(hand["points"][side] for hand in hands) for side in range(self.sides))
        line = ""
        if setup.records:
            meta = {"seed": packs, "board": board.number, "bots": [setup.bots[bot] for bot in seating]}
            line = json.dumps({**match.record(), "meta": meta})
        return Played(seating, won, points, len(hands), line)

    def _choice(self, board: Board, match: Match, seat: int, bot: int, seed: int) -> str:
        """What a bot plays, as a token. It is timed where there is something to choose."""
        view = match.observation(seat)
        legal = self._mode.legal(view)
        thinking = self._players[bot]
        ask: Callable[[Any, int], int]
        if isinstance(thinking, Ceiling):
            ask, given = thinking.choose_open, open_hand(match)
        else:
            ask, given = thinking.choose, self._given(view, thinking.mode)
        began, spent = clock(), work()
        move = ask(given, seed)
        spent, took = work() - spent, clock() - began
        if not (0 <= move < 64 and legal >> move & 1):
            raise ArenaError(
                f"the bot {self.setup.bots[bot]} broke the rules: as seat {seat} it chose move {move},"
                f" legal are {' '.join(match.legal())}"
            )
        if legal & (legal - 1):
            board.wall.setdefault(bot, Times()).add(took)
            board.cpu.setdefault(bot, Times()).add(spent)
        return self.game.fixed_token(move) or self.game.token(self._mode.read(view), move)

    def _given(self, view: Any, form: str) -> Any:
        """A view in the form in which a player wants it."""
        if form == self.setup.mode:
            return view
        pure = self._mode.read(view)
        if form == "pure":
            return pure
        from diwaniya.engine.compiled import compiled

        return compiled(self.game).record(pure)


_room: list[Room] = []
"""The room of this process, if it is one of several that play boards."""


def enter(setup: Setup) -> None:
    """Make this process one that plays boards. Ctrl-C is for the one that gives them out."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
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
