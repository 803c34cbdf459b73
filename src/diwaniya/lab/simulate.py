"""Matches between bots as records, as many as you like."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from diwaniya.engine.game import Game
from diwaniya.engine.kernel import ALL64, rand
from diwaniya.engine.modes import may_compile
from diwaniya.engine.state import pure_rng
from diwaniya.lab.ceiling import is_ceiling
from diwaniya.lab.matches import Played, Setup, Table, quick, table
from diwaniya.lab.workers import AHEAD, ignore_ctrl_c, submit, workers

COMPILE_FROM = 400
"""Matches from which on it pays to compile bots that answer at once; those that think ahead are always compiled."""
TOGETHER = 100
"""Matches of bots that answer at once that are given to another process together; of others one."""


@dataclass
class Tally:
    """What came of the matches so far."""

    sides: int
    matches: int = 0
    hands: int = 0
    moves: int = 0
    side_wins: list[int] = field(default_factory=list)
    seats: dict[str, int] = field(default_factory=dict)
    """Seats that each bot had, all matches together."""
    won: dict[str, int] = field(default_factory=dict)
    """Those of them that won."""

    def __post_init__(self) -> None:
        self.side_wins = [0] * self.sides

    def add(self, played: Played) -> None:
        self.matches += 1
        self.hands += played.hands
        self.moves += played.moves
        for side in {seat % self.sides for seat in played.winners}:
            self.side_wins[side] += 1
        for seat, bot in enumerate(played.bots):
            self.seats[bot] = self.seats.get(bot, 0) + 1
            self.won[bot] = self.won.get(bot, 0) + (seat in played.winners)


Order = tuple[list[str], int, int]
"""A match to be played: who sits where, the seed of the packs, and that of the bots' chance."""


class Simulation:
    """`matches` matches of a game between bots: iterate over it.

    One bot takes all seats; up to as many as there are sides change sides from match to match; as many as there are
    seats move on by one seat from match to match. The packs follow from the seed alone, whoever plays. The records are
    the same in every mode and with any number of `jobs` (processes that play), unless a bot thinks for a time. `mode`
    is `compiled`, `pure`, or `auto`, which compiles where it pays, unless `DIWANIYA_PURE=1`.

    Raises `ValueError` for seats, options or bots that do not exist, and for a seed that has no place in 64 bits; and
    `RuleBroken` while playing if a bot breaks the rules.
    """

    def __init__(
        self,
        game: Game,
        bots: Sequence[str],
        *,
        matches: int,
        seed: int = 0,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        jobs: int = 1,
        mode: str = "auto",
    ) -> None:
        self.game, self.matches, self.seed, self.jobs = game, matches, seed, jobs
        self.seats = game.seats[0] if seats is None else seats
        if self.seats not in game.seats:
            allowed = " or ".join(map(str, sorted(game.seats)))
            raise ValueError(f"{game.id} is played by {allowed}, not {self.seats}")
        self.sides = game.sides(self.seats)
        if not bots or (len(bots) > self.sides and len(bots) != self.seats):
            raise ValueError(
                f"{len(bots)} bots: give one, up to {self.sides} (one a side), or {self.seats} (one a seat)"
            )
        self.bots = list(bots)
        given = dict(options or {})
        game.check_options(given)
        self.options = {name: value for name, value in given.items() if value != game.defaults[name]}
        if not 0 <= seed <= ALL64:
            raise ValueError(f"seed must be from 0 to {ALL64}, not {seed}")
        if jobs < 1:
            raise ValueError("jobs must be at least 1")
        for bot in self.bots:
            if is_ceiling(bot):
                raise ValueError(f"the bot {bot[:40]} sees all cards: it plays in the arena only")
        kinds = tuple(dict.fromkeys(self.bots))
        self.quick = all(quick(bot) for bot in kinds)
        """Do all of them answer at once?"""
        if mode == "auto" and (matches >= COMPILE_FROM or not self.quick) and may_compile():
            mode = "compiled"
        self._setup = Setup(game.id, kinds, self.seats, self.options, mode)
        self._table = table(self._setup)
        self.tally = Tally(self.sides)
        self._told = 0

    @property
    def mode(self) -> str:
        """`compiled` or `pure`."""
        return self._table.mode

    @property
    def hands(self) -> int:
        """Hands begun so far, those of the match being played too; of other processes, the hands of whole matches."""
        return self._table.hands + self._told

    def seating(self, match: int) -> list[str]:
        """Who sits where in match number `match`, counted from 0."""
        turns = self.seats if len(self.bots) == self.seats else self.sides
        return [self.bots[(seat % turns + match) % len(self.bots)] for seat in range(self.seats)]

    def __iter__(self) -> Iterator[Played]:
        for match in self.played():
            self.tally.add(match)
            yield match

    def played(self) -> Iterator[Played]:
        """The matches, not counted yet: whoever may be interrupted while one is played counts those that he gets."""
        return self._here() if self.jobs == 1 else self._spread()

    def _orders(self) -> Iterator[Order]:
        """Every match to be played, in their order."""
        seeds = pure_rng(self.seed)
        for number in range(self.matches):
            yield self.seating(number), rand(seeds) >> 11, rand(seeds)

    def _here(self) -> Iterator[Played]:
        for order in self._orders():
            yield self._table.play(*order)

    def _spread(self) -> Iterator[Played]:
        """In several processes, and handed on in the order of their numbers."""
        orders, together = self._orders(), TOGETHER if self.quick else 1
        waiting: list[Future[list[Played]]] = []
        with workers(self.jobs, enter, self._setup) as pool:
            while True:
                while len(waiting) < self.jobs * AHEAD and (some := list(islice(orders, together))):
                    waiting.append(submit(pool, play_here, some))
                if not waiting:
                    return
                for match in waiting.pop(0).result():
                    self._told += match.hands
                    yield match


_table: list[Table] = []
"""The table of this process, if it is one of several that play."""


def enter(setup: Setup) -> None:
    """Make this process one that plays matches."""
    ignore_ctrl_c()
    _table[:] = [table(setup)]


def play_here(orders: Sequence[Order]) -> list[Played]:
    """Play these matches at the table of this process."""
    return [_table[0].play(*order) for order in orders]
