"""Searches that have sat down to a game: a tree (`tree`), or every move weighed in the same worlds (`pimc`).

Both think for a number of simulations, which gives the same answer every time and in either mode, or for a time.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from time import perf_counter
from typing import Any, Protocol

from diwaniya.engine.drivers import rebind
from diwaniya.engine.game import Game
from diwaniya.engine.modes import mode as find_mode
from diwaniya.engine.names import bits
from diwaniya.search import endings, hindsight, pimc, sampling, tree
from diwaniya.search.driver import Driver
from diwaniya.search.worth import CERTAIN, worth_fields

ROOM = 1 << 17
PURE_ROOM = 1 << 12
"""Positions that a tree has room for; when it is full, what is there is weighed further."""
CHUNKS = {"pure": 4, "compiled": 256}
"""Simulations between two looks at the clock."""
CLEAR = 8
"""With half the time gone, the move that was tried so many times as often as any other is taken at once."""

EXPLORE, TRUST, DOUBT = 1000, 500, 100
"""Found by playing matches between variants, see `tree.tree_fields`."""

SHARE, INDIFFERENT = 4, 0.5
"""The policy's move is taken if it was tried a quarter as often as the best, and is less than so many standard errors
worse: where the search does not care, a partner should see what he expects."""

WORLDS = 32
"""Worlds between two looks at which moves are out of the question, at most."""
FEW = 16
"""Before so many worlds no move is dropped: a move may look certain by chance."""
MANY = 128
"""Moves that were never worth anything else in so many worlds are held to be equal, and thought about no longer."""
LOOKS = 4
"""With few nodes there are so many looks at least."""
WIDTH = 2.5
"""A move is out of the question when it is worse by so many standard errors on both sides."""
HEED = 0.5
"""Another move than the policy's is taken if it is better by so many standard errors."""
OPEN_NODES = 20_000
"""Positions that are looked at in one world to see it through; if they do not suffice, it is played on."""


@dataclass(frozen=True)
class Judgement:
    """What a family's players know that is no rule."""

    policy: Callable[..., int]
    """A kernel: what they play at once, without a search; so all play on to the end of the hand in a simulation."""
    usual: Callable[..., int]
    """A kernel: what they expect of others when they ask themselves why these have played as they did (`hindsight`)."""
    explains: Callable[..., int]
    """A kernel: `sampling.explains`."""
    spread: int
    """See `worth.WORTH_FIELDS`."""
    own_eyes: bool = False
    """Do `policy` and `usual` look at nothing that their seat does not know, even in a whole state, if that has their
    seat for a viewer? Then no view is made for each move of a playout."""
    before: Callable[..., int] = hindsight.before
    """A kernel: `hindsight.before`."""
    surprise: int = sampling.WHOLLY
    """See `hindsight.HINDSIGHT_FIELDS`; with a thousand, what was played is no evidence."""
    deal: int = 0
    """See `worth.WORTH_FIELDS`."""

    def places(self) -> dict[Callable[..., Any], Callable[..., Any]]:
        """What stands in the place of which stand-in of a search."""
        found: dict[Callable[..., Any], Callable[..., Any]] = {
            tree.policy: self.policy,
            sampling.explains: self.explains,
            hindsight.before: self.before,
            hindsight.usual: self.usual,
        }
        if self.own_eyes:
            found[tree.at_once] = rebind(tree.at_once_by_itself, policy=self.policy)
            found[hindsight.expected] = rebind(hindsight.expected_by_itself, usual=self.usual)
        return found


@dataclass(frozen=True)
class Tried:
    """A move: how often it was tried, and the chance to win the match that came of it, 0 to 1."""

    move: int
    visits: int
    value: float


class Search(Protocol):
    """Room to think about one game; for one thread at a time."""

    mode: str
    done: int
    """Simulations made for the last answer."""

    def think(self, view: Any, seed: int, *, nodes: int = 0, seconds: float = 0.0) -> list[Tried]:
        """Think about a view whose viewer is to move; the moves, best first.

        `view` is in the form of the mode. `nodes` is how many simulations are made, `seconds` for how long (0: any);
        with both, whatever is reached first ends it. Raises `ValueError` if there is neither.
        """


def _check(nodes: int, seconds: float) -> None:
    if nodes <= 0 and seconds <= 0:
        raise ValueError("say for how many nodes or seconds to think")


def _begin(driver: Driver, judgement: Judgement, view: Any, seed: int) -> None:
    """Make a driver ready to think about a view."""
    driver.seed(seed)
    seats = driver.fields(view).seats
    for name, value in worth_fields(driver.game, seats, judgement.spread, judgement.deal).items():
        setattr(driver.record, name, value)


class TreeSearch:
    """Information-set Monte Carlo tree search."""

    def __init__(
        self,
        game: Game,
        judgement: Judgement,
        mode: str = "auto",
        *,
        room: int = 0,
        explore: int = EXPLORE,
        trust: int = TRUST,
        doubt: int = DOUBT,
        wild: int = 0,
        deep: int = tree.DEEPEST,
        alone: int = 0,
    ) -> None:
        self._judgement = judgement
        pure = find_mode(game, mode).name == "pure"
        fields = tree.tree_fields(room or (PURE_ROOM if pure else ROOM))
        self._driver = Driver(game, tree.simulate, 2, fields, judgement.places(), mode)
        self.mode = self._driver.mode
        self.done = 0
        t = self._driver.record
        t.explore, t.trust, t.doubt, t.wild, t.deep = explore, trust, doubt, wild, deep
        t.alone = alone

    def think(self, view: Any, seed: int, *, nodes: int = 0, seconds: float = 0.0) -> list[Tried]:
        _check(nodes, seconds)
        driver = self._driver
        t = driver.record
        tree.clear(t)
        _begin(driver, self._judgement, view, seed)
        begin = perf_counter()
        while t.done == 0 or t.done < nodes or not nodes:
            t.budget = min(CHUNKS[self.mode], nodes - t.done) if nodes else CHUNKS[self.mode]
            driver.run(view)
            gone = perf_counter() - begin
            if seconds and (gone > seconds or (2 * gone > seconds and self._is_clear())):
                break
        self.done = int(t.done)
        return self._tried()

    def _tried(self) -> list[Tried]:
        t = self._driver.record
        found = [Tried(move, n, total / (CERTAIN * n)) for move, n, total in tree.moves_tried(t)]
        found.sort(key=lambda tried: (-tried.visits, -tried.value, tried.move))
        for place, tried in enumerate(found):
            if tried.move == t.usual and self._as_good(tried, found[0]):
                found.insert(0, found.pop(place))
        return found

    def _as_good(self, usual: Tried, best: Tried) -> bool:
        """Is the policy's move as good as the one tried most, as far as one can tell?"""
        error = self._driver.record.breadth / (2 * CERTAIN) / sqrt(max(usual.visits, 1))
        return SHARE * usual.visits >= best.visits and usual.value >= best.value - INDIFFERENT * error

    def _is_clear(self) -> bool:
        tried = self._tried()
        return len(tried) == 1 or (
            len(tried) > 1 and tried[0].visits > CLEAR * max(other.visits for other in tried[1:])
        )


class Weighing:
    """Every move weighed in the same worlds; those that are out of the question are dropped on the way."""

    def __init__(
        self,
        game: Game,
        judgement: Judgement,
        mode: str = "auto",
        *,
        wild: int = 0,
        open_cards: int = 0,
    ) -> None:
        """In worlds with `open_cards` cards in all hands or fewer, hands are seen through (`endings`); 0: they are
        always played on."""
        self._judgement = judgement
        seen_through = open_cards > 0 and endings.has_endings(game)  # otherwise that need not be compiled
        places = {**judgement.places(), **(endings.places_for(game) if seen_through else {})}
        more = endings.records_for(game, seen_through)
        self._driver = Driver(game, pimc.weigh, 3, pimc.WEIGHING_FIELDS, places, mode, more)
        t = self._driver.record
        t.open = open_cards if seen_through else 0
        t.nodes = OPEN_NODES
        t.surprise = judgement.surprise
        self.mode = self._driver.mode
        self.done = 0
        t.wild = wild
        self._legal = find_mode(game, mode).legal

    def think(self, view: Any, seed: int, *, nodes: int = 0, seconds: float = 0.0) -> list[Tried]:
        _check(nodes, seconds)
        driver = self._driver
        t = driver.record
        _begin(driver, self._judgement, view, seed)
        moves = bits(self._legal(view))
        t.fresh = 1
        for move in moves:
            t.total[move] = t.more[move] = t.squares[move] = t.worlds[move] = 0
        t.budget = max(1, min(WORLDS, nodes // (LOOKS * len(moves)))) if nodes else WORLDS
        self.done = 0
        begin = perf_counter()
        left = set(moves)
        while len(left) > 1 and (not nodes or self.done < nodes):
            t.alive = sum(1 << move for move in left)
            driver.run(view)
            self.done += t.budget * int(t.alive).bit_count()
            left = self._in_question(left)
            if self._never_differed(left):
                break
            if seconds and perf_counter() - begin > seconds:
                break
        return self._tried(moves, left)

    def _more(self, move: int) -> tuple[float, float]:
        """How much more than the policy's move this one brought, and the standard error of that."""
        t = self._driver.record
        n = max(int(t.worlds[move]), 1)
        mean = int(t.more[move]) / n
        return mean, sqrt(max(int(t.squares[move]) / n - mean * mean, 0.0) / n)

    def _in_question(self, moves: set[int]) -> set[int]:
        """The moves that may still be the best."""
        if self._driver.record.worlds[self._driver.record.against] < FEW:
            return moves
        found = {move: self._more(move) for move in moves}
        bar = max(mean - WIDTH * error for mean, error in found.values())
        return {move for move, (mean, error) in found.items() if mean + WIDTH * error >= bar}

    def _never_differed(self, moves: set[int]) -> bool:
        t = self._driver.record
        return int(t.worlds[t.against]) >= MANY and not any(t.squares[move] for move in moves)

    def _tried(self, moves: list[int], left: set[int]) -> list[Tried]:
        t = self._driver.record
        ranks = {}
        for move in moves:
            mean, error = self._more(move)
            ranks[move] = mean - HEED * error
        found = []
        for move in sorted(moves, key=lambda move: (move not in left, -ranks[move], move != t.against)):
            worlds = int(t.worlds[move])
            found.append(Tried(move, worlds, int(t.total[move]) / (CERTAIN * max(worlds, 1))))
        return found
