"""Duplicate play: which of some bots is better, and by how much, with the luck of the cards taken out.

Every pair of bots plays *boards*: the same packs once for every way to seat the two (`arena_board.seatings`). Whole
matches are played, with everything that belongs to them: the score, the change of the deal, the end. All pairs play the
same boards, and a pair goes on until it is through so many deals; the board that it has begun is finished.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import combinations, count
from typing import Any

from diwaniya.engine.game import Game
from diwaniya.engine.kernel import ALL64
from diwaniya.engine.modes import may_compile
from diwaniya.lab.arena_board import Board, Pair, Room, Setup, enter, labels, play_here
from diwaniya.lab.arena_times import Times
from diwaniya.lab.workers import AHEAD, submit, workers


@dataclass
class Standing:
    """What a pair of bots has played so far."""

    pair: Pair
    boards: list[Board] = field(default_factory=list)
    deals: int = 0
    matches: int = 0


class Arena:
    """Bots of one game against each other: iterate over it, a board at a time, then read `standings` and `times`.

    `deals` is how many each pair plays at least. The same seed gives the same boards and, with bots that think for a
    number of nodes, the same results, whatever `jobs`: so many processes play, and the order in which their boards are
    counted is always the same. `records` keeps the matches as records. `mode` is `compiled`, `pure`, or `auto`, which
    compiles unless `DIWANIYA_PURE=1`.

    Raises `ValueError` for seats, options or bots that do not exist, and `RuleBroken` while playing if a bot breaks the
    rules.
    """

    def __init__(
        self,
        game: Game,
        bots: Sequence[str],
        *,
        deals: int,
        seed: int = 0,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        jobs: int = 1,
        mode: str = "auto",
        records: bool = False,
    ) -> None:
        seats = game.seats[0] if seats is None else seats
        if seats not in game.seats:
            allowed = " or ".join(map(str, sorted(game.seats)))
            raise ValueError(f"{game.id} is played by {allowed}, not {seats}")
        if len(bots) < 2:
            raise ValueError("an arena needs at least two bots, as in --bots one,other")
        if deals < 1 or jobs < 1:
            raise ValueError("deals and jobs must be at least 1")
        if not 0 <= seed <= ALL64:
            raise ValueError(f"seed must be from 0 to {ALL64}, not {seed}")
        given = dict(options or {})
        game.check_options(given)
        if mode == "auto":
            mode = "compiled" if may_compile() else "pure"
        self.game, self.deals, self.jobs = game, deals, jobs
        self.setup = Setup(game.id, tuple(bots), seed, seats, given, mode, records)
        self._room = Room(self.setup)
        self.sides = self._room.sides
        self.bots = labels(bots)
        self.standings = [Standing(pair) for pair in combinations(range(len(bots)), 2)]
        self.wall = [Times() for _ in bots]
        self.cpu = [Times() for _ in bots]
        """Time for each bot's moves, by the clock and of the processor."""

    @property
    def wanted(self) -> int:
        """Deals to play, all pairs together."""
        return self.deals * len(self.standings)

    @property
    def done(self) -> int:
        """Deals played of those that are wanted."""
        return sum(min(standing.deals, self.deals) for standing in self.standings)

    def __iter__(self) -> Iterator[Board]:
        """Play; every board that counts, when it is through."""
        for standing, board in self.played():
            yield self.count(standing, board)

    def played(self) -> Iterator[tuple[Standing, Board]]:
        """The boards, each to be counted before the next one is asked for: whoever may be interrupted while one is
        played counts those that he gets.
        """
        if self.jobs == 1:
            for standing, number in self._order():
                yield standing, self._room.play(standing.pair, number)
            return
        with workers(self.jobs, enter, self.setup) as pool:
            yield from self._spread(pool)

    def _order(self) -> Iterator[tuple[Standing, int]]:
        """The boards in their order, as long as their pair needs them."""
        for number in count():
            if all(standing.deals >= self.deals for standing in self.standings):
                return
            for standing in self.standings:
                if standing.deals < self.deals:
                    yield standing, number

    def _spread(self, pool: ProcessPoolExecutor) -> Iterator[tuple[Standing, Board]]:
        """Boards are played ahead of time; those that turn out not to be needed are not counted."""
        waiting: list[tuple[Standing, Future[Board]]] = []
        ahead = ((standing, number) for number in count() for standing in self.standings)
        while self.done < self.wanted:
            while len(waiting) < self.jobs * AHEAD:
                standing, number = next(ahead)
                if standing.deals < self.deals:
                    waiting.append((standing, submit(pool, play_here, standing.pair, number)))
            standing, future = waiting.pop(0)
            board = future.result()
            if standing.deals < self.deals:
                yield standing, board

    def count(self, standing: Standing, board: Board) -> Board:
        """Add a board to what its pair has played."""
        standing.boards.append(board)
        standing.deals += board.deals
        standing.matches += len(board.matches)
        for here, there in ((self.wall, board.wall), (self.cpu, board.cpu)):
            for bot, times in there.items():
                here[bot].update(times)
        return board
