"""A finished match looked at again: what every move was worth to the player who made it, and which moves were costly.

Judged is what a player could know: each move is weighed from the view of the seat that made it and from nothing else.
Beside that stands what would have come of it with all cards open, so that luck can be told from judgement.
docs/review.md says how everything here is measured.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

from diwaniya.bots._advice import Advice, Adviser
from diwaniya.bots._judgement import judgement_for
from diwaniya.bots._thinking import MOST_NODES, MOST_SECONDS
from diwaniya.engine.game import Fact, Game
from diwaniya.engine.given import seed64, whole
from diwaniya.engine.match import Match
from diwaniya.engine.modes import may_compile
from diwaniya.engine.modes import mode as find_mode
from diwaniya.engine.record import check, replay
from diwaniya.engine.state import SPECTATOR, PureState
from diwaniya.engine.tokens import split, split_open
from diwaniya.search.rolls import NO_MOVE, Rolled, Rolls
from diwaniya.search.solver import Solver, counts, has_solver, open_state

NODES = 4000
"""Simulations for each move, if nothing else is said."""
LEAST_LOSS = 0.03
"""Less than this is never called costly,"""
SURE = 2.0
"""nor is what lies within so many standard errors of nothing."""
FEWEST = 8
"""Nor is anything called costly that was weighed in fewer worlds."""
MARKS = ((0.20, "??"), (0.08, "?"), (LEAST_LOSS, "?!"))
"""From which loss on a costly move gets which mark."""
OPEN_WORLDS, OPEN_SHARE, OPEN_WILD = 64, 32, 60
"""With all cards open each position is played on at most so often, once for so many simulations, with so many random
moves in a thousand: without any, most policies would play the same every time."""
FEWEST_OPEN = 8
"""And so often at least, or the graph would only be noise."""
SURE_WORLDS = 8
"""What a move brings about is told if it is the same in so many worlds that fit what the player knows."""
SOLVER_NODES = {"pure": 500, "compiled": 200_000}
"""Positions that the solver may look at for each move."""


@dataclass(frozen=True)
class Verdict:
    """A move as the seat that made it could judge it. Chances are of its side to win the match, 0 to 1."""

    before: float
    """With the best move that was found,"""
    after: float
    """and with the one that was played."""
    loss: float
    """The difference, in the same worlds. A little below 0 where only chance made the other move look better."""
    error: float
    """The standard error of the loss."""
    best: str
    """The best move that was found; the one that was played, if there was none better."""
    stake: float
    """How much better the best move is than a random one."""
    mark: str
    """`?!`, `?`, `??`, or nothing if the move is not costly."""
    points: tuple[float, float]
    """By how much the score of its side rises until the hand ends, less that of the others: best move, played move."""
    moves: tuple[Advice, ...]
    """All moves there were, as a hint tells them, the best first."""
    facts: tuple[tuple[Fact, ...], tuple[Fact, ...]] = ((), ())
    """Of a costly move: what the best move was sure to bring about at once, and what the played one."""


@dataclass(frozen=True)
class Exact:
    """What the solver says of a position with all cards open, when everybody plays his best from there on."""

    counts: str
    """What a result counts, in words with `{ours}` and `{theirs}`."""
    side: int
    """Whose result it is."""
    most: int
    """The result with the best move of all,"""
    played: int
    """with the one that was played,"""
    best: int
    """and with the one that the verdict calls best."""


@dataclass(frozen=True)
class Step:
    """A move of the match."""

    hand: int
    """Counted from 1, as is"""
    step: int
    seat: int
    move: str
    choices: int
    """How many moves there were; 0 for a move out of turn, which is not judged."""
    verdict: Verdict | None
    """None for a move out of turn, or of a seat that was not asked for."""
    open: tuple[float, ...]
    """The chance of each side after it, with all cards open,"""
    open_best: float | None
    """and that of the mover's side after the best move instead."""
    exact: Exact | None


@dataclass(frozen=True)
class Moment:
    """A point of the graph: the chance of each side to win the match with all cards open, after a move or a deal."""

    hand: int
    step: int
    """Moves made in the hand so far."""
    dealt: bool
    chances: tuple[float, ...]


@dataclass(frozen=True)
class Summary:
    """A seat's moves together."""

    seat: int
    moves: int
    choices: int
    """Judged moves with something to choose."""
    loss: float
    """The mean loss of these, in chance of the match,"""
    error: float
    """and its standard error."""
    marks: Mapping[str, int]
    """How many moves got each mark."""
    accuracy: float | None
    """1 is to lose nothing, 0 to do as well as with random moves; None if nothing was at stake."""


@dataclass(frozen=True)
class Review:
    """A match looked at again."""

    match: Match
    """As it ended, with all cards open."""
    steps: tuple[Step, ...]
    graph: tuple[Moment, ...]
    """It begins before the first deal, at hand 0."""
    seats: tuple[Summary, ...]
    luck: tuple[float, ...]
    """What the deals brought each side, in chance of the match,"""
    play: tuple[float, ...]
    """and what all moves brought it."""
    nodes: int
    seconds: float
    seed: int


Tell = Callable[[int, int], None]


def review(record: Any, *, mode: str = "", seat: int | None = None, **budget: Any) -> Review:
    """Look at a recorded match again: `Reviewer(game, mode, **budget).review(record, seat=seat)`.

    Unless a `mode` is named the rules are compiled first (a minute for a game, once; then a second), as a review in
    plain Python takes a hundred times as long; with `DIWANIYA_PURE=1` it is made in plain Python all the same.
    """
    return Reviewer(check(record), mode or ("compiled" if may_compile() else "pure"), **budget).review(
        record, seat=seat
    )


def _positions(record: Any) -> Iterator[tuple[Match, int, int, str | None]]:
    """The match before each move, with the number of the hand, how many moves were made in it, and the move; with None
    instead of a move, before the first deal and after each one."""
    match = Match(
        check(record),
        seats=record.get("seats"),
        dealer=record["dealer"],
        options=record["options"],
        mode="pure",
    )
    yield match, 0, 0, None
    for number, hand in enumerate(record["hands"], start=1):
        packs = [hand["deck"], *hand.get("redeals", [])]
        match.deal(packs.pop(0))
        yield match, number, 0, None
        for made, token in enumerate((*split(hand["moves"]), None)):
            while match.needs_deal and match.in_hand and packs:
                match.deal(packs.pop(0))
                yield match, number, made, None
            if token is not None:
                yield match, number, made, token
                match.move(token)


def _budget(nodes: int | None, seconds: float | None) -> tuple[int, float]:
    """Simulations and seconds for each move, one of them 0. Raises `ValueError`, or `TypeError` for no number."""
    if nodes is not None and seconds is not None:
        raise ValueError("nodes and seconds exclude each other: say how much, or how long")
    if seconds is not None:
        if isinstance(seconds, bool) or not isinstance(seconds, int | float):
            raise TypeError(f"seconds must be a number, not {seconds!r:.60}")
        if not 0.0 < seconds <= MOST_SECONDS:
            raise ValueError(
                f"seconds must be more than 0 and at most {MOST_SECONDS:.0f}, not {seconds!r:.60}"
            )
        return 0, float(seconds)
    if nodes is None:
        return NODES, 0.0
    if not 1 <= whole("nodes", nodes) <= MOST_NODES:
        raise ValueError(f"nodes must be from 1 to {MOST_NODES}, not {nodes}")
    return nodes, 0.0


class Reviewer:
    """Room to review matches of one game, for one thread at a time.

    For each move `nodes` simulations are made (`NODES` if nothing is said), which with the same seed gives the same
    review every time, or as many as fit into `seconds`. `mode` as in `engine.modes`; in the compiled one it may take a
    minute until everything is compiled, once. Raises `ValueError` or `TypeError` for numbers that make no sense.
    """

    def __init__(
        self,
        game: Game,
        mode: str = "auto",
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        seed: int = 0,
    ) -> None:
        self.game = game
        self._nodes, self._seconds = _budget(nodes, seconds)
        self._seed = seed64(seed)
        self._open = (
            min(max(self._nodes // OPEN_SHARE, FEWEST_OPEN), OPEN_WORLDS) if self._nodes else OPEN_WORLDS
        )
        self._adviser = Adviser(game, mode)
        self._rolls = Rolls(game, judgement_for(game), mode)
        self._solver = Solver(game, mode) if has_solver(game) else None

    def review(
        self, record: Any, *, seat: int | None = None, tell: Tell = lambda done, total: None
    ) -> Review:
        """Judge every move of a record, or those of one seat.

        `tell` is called after each move with how many are done, of how many. Raises `RecordError`, `IllegalMove`, and
        `ValueError` for a seat that does not exist.
        """
        whole = replay(record, "pure", may_wait=True).match
        if seat is not None and not 0 <= seat < whole.seats:
            raise ValueError(f"there is no seat {seat}: they are 0 to {whole.seats - 1}")
        total = sum(len(split(hand["moves"])) for hand in record["hands"])
        graph: list[Moment] = []
        steps: list[Step] = []
        for match, hand, made, token in _positions(record):
            if token is None:
                graph.append(Moment(hand, made, hand > 0, self._stand(open_state(match), len(steps))))
                continue
            steps.append(self._step(match, hand, made + 1, token, len(steps), seat))
            graph.append(Moment(hand, made + 1, False, steps[-1].open))
            tell(len(steps), total)
        luck, play = _shares(graph, whole.game.sides(whole.seats))
        seats = [one for one in range(whole.seats) if seat in (None, one)]
        return Review(
            whole,
            tuple(steps),
            tuple(graph),
            tuple(_summary(one, [step for step in steps if step.seat == one]) for one in seats),
            luck,
            play,
            self._nodes,
            self._seconds,
            self._seed,
        )

    def _chance(self, number: int, what: str) -> int:
        """A number to draw chance from, which depends on nothing that is hidden."""
        return Random(f"{self._seed} {number} {what}").getrandbits(64)

    def _stand(self, state: PureState, number: int) -> tuple[float, ...]:
        """The chance of each side as it stands, with all cards open."""
        rolled = self._rolls.known(
            state, [NO_MOVE], self._chance(number, "deal"), worlds=self._open, wild=OPEN_WILD
        )
        return rolled.chances[0]

    def _step(self, match: Match, hand: int, place: int, token: str, number: int, only: int | None) -> Step:
        """Judge a move that is about to be made."""
        state: Any = open_state(match)
        seat = int(state.turn)
        out_of_turn = split_open(self.game, token)
        if out_of_turn:
            after = state.copy()
            find_mode(self.game, "pure").open_apply(after, *out_of_turn)
            return Step(hand, place, out_of_turn[0], token, 0, None, self._stand(after, number), None, None)
        legal = self.game.legal(state)
        verdict = None
        if only in (None, seat):
            verdict = self.judge(match.observation(seat), token, number)
        best = verdict.best if verdict else token
        numbers = [self.game.number(state, legal, each) for each in dict.fromkeys((best, token))]
        rolled = self._rolls.known(
            state, numbers, self._chance(number, "open"), worlds=self._open, wild=OPEN_WILD
        )
        side = self.game.side(seat)
        exact = self._exact(state, numbers[-1], numbers[0])
        open_best = rolled.chances[0][side] if verdict else None
        choices = legal.bit_count()
        return Step(hand, place, seat, token, choices, verdict, rolled.chances[-1], open_best, exact)

    def judge(self, view: PureState, token: str, number: int) -> Verdict:
        """Judge a move by a view of the seat that is to make it; `number` is the move's place in the match.

        One half of the simulations finds the best move, the other one weighs it against the move that was played: so
        a move that only looked better by chance does not count against it.
        """
        seen: Any = view
        game, side = self.game, self.game.side(seen.turn)
        legal = game.legal(view)
        moves = self._advice(view, number)
        best = moves[0].token
        numbers = [game.number(view, legal, each) for each in dict.fromkeys((best, token))]
        rolled = self._rolls.seen(
            view,
            numbers,
            self._chance(number, "weigh"),
            worlds=max(self._nodes // 4, 1) if self._nodes else 0,
            seconds=self._seconds / (2 if len(moves) > 1 else 20),  # a forced move needs no more
        )
        before, after = rolled.chances[0][side], rolled.chances[-1][side]
        mark = _mark(rolled)
        mean = sum(move.chance for move in moves) / len(moves)
        return Verdict(
            before,
            after,
            rolled.more,
            rolled.error,
            best,
            max(moves[0].chance - mean, 0.0),
            mark,
            (_lead(rolled, 0, side), _lead(rolled, -1, side)),
            tuple(moves),
            (self._facts(view, best, number), self._facts(view, token, number)) if mark else ((), ()),
        )

    def _advice(self, view: PureState, number: int) -> list[Advice]:
        seed = self._chance(number, "search")
        return self._adviser.advise(
            view, seed=seed, nodes=max(self._nodes // 2, 1) if self._nodes else 0, seconds=self._seconds / 2
        )

    def _facts(self, view: PureState, token: str, number: int) -> tuple[Fact, ...]:
        """What everybody sees come of a move, as far as the player can be sure of it."""
        game, pure = self.game, find_mode(self.game, "pure")
        chance = Random(self._chance(number, "facts"))
        sure: list[Fact] | None = None
        for _ in range(SURE_WORLDS):
            world = pure.sample(view, chance.getrandbits(64))
            seat, before = int(world.turn), pure.view(world, SPECTATOR)
            pure.apply(world, game.number(world, game.legal(world), token))
            told = game.story(before, seat, token, pure.view(world, SPECTATOR))
            sure = told if sure is None else [fact for fact in sure if fact in told]
        return tuple(sure or ())

    def _exact(self, state: PureState, played: int, best: int) -> Exact | None:
        """What the solver says, if there is one, cards are being played, and it finds the answer."""
        solver = self._solver
        if solver is None or not solver.ready(state):
            return None
        solution = solver.solve(state, SOLVER_NODES[solver.mode])
        after, after_best = solution.moves.get(played), solution.moves.get(best)
        if solution.value is None or after is None or after_best is None:
            return None
        return Exact(counts(self.game), solution.side, solution.value, after, after_best)


def _mark(rolled: Rolled) -> str:
    """The mark of the second move, if it costs something as far as that is known."""
    if rolled.worlds < FEWEST or rolled.more < SURE * rolled.error:
        return ""
    return next((mark for least, mark in MARKS if rolled.more >= least), "")


def _lead(rolled: Rolled, move: int, side: int) -> float:
    """The points of a side less those of the others, on average."""
    points = rolled.points[move]
    others = [value for other, value in enumerate(points) if other != side]
    return points[side] - sum(others) / len(others)


def _shares(graph: Sequence[Moment], sides: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """What deals and what moves brought each side."""
    shares = {True: [0.0] * sides, False: [0.0] * sides}
    for before, after in pairwise(graph):
        for side in range(sides):
            shares[after.dealt][side] += after.chances[side] - before.chances[side]
    return tuple(shares[True]), tuple(shares[False])


def _summary(seat: int, steps: Sequence[Step]) -> Summary:
    found = [step.verdict for step in steps if step.verdict and step.choices > 1]
    number = max(len(found), 1)
    lost, stake = sum(v.loss for v in found), sum(v.stake for v in found)
    return Summary(
        seat,
        len(steps),
        len(found),
        lost / number,
        sum(v.error**2 for v in found) ** 0.5 / number,
        {mark: sum(v.mark == mark for v in found) for _, mark in reversed(MARKS)},
        min(max(1.0 - lost / stake, 0.0), 1.0) if stake > 0 else None,
    )
