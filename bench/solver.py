"""Our solver of open hands on one core, and DDS, the solver of bridge (through endplay), on the same cards.

    python -m bench solver              measure, and print the tables
    python -m bench solver --check      exit status 1 if a target is missed
    python -m bench solver --hands 500  more hands, for steadier figures

Whole hands after bidding by the quick player, jokers and all; then 36 cards without jokers, six to ace, which is a game
that both solvers know: there they get the same deals, trumps and leaders, and have to agree on every result. All take
turns hand by hand. Times are of the processor, so that other programs disturb them less.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bench.command import command, no_peers, tell
from bench.contender import clock, one_core, progress
from bench.tables import number, processor, table
from bench.targets import Target, target_table
from diwaniya.bots import policy_kernel
from diwaniya.engine.cards import SUIT, SUITS, TOKENS
from diwaniya.engine.game import Game, find
from diwaniya.engine.modes import mode
from diwaniya.engine.state import pure_rng
from diwaniya.games.kout import NO_CARDS, PLAY
from diwaniya.search.solver import Solver

SEED = 5
BUDGET = 3_000_000
MADE_A_SECOND, MOST_A_SECOND = 1500, 500
MADE_P99_MS, SIX_MEDIAN_MS = 10, 5

Question = Callable[[], Any]


@dataclass
class Row:
    """One question, asked about many hands; `times` are seconds, those of a hand together."""

    who: str
    cards: str
    what: str
    questions: list[Question]
    times: list[list[float]] = field(default_factory=list)
    answers: list[Any] = field(default_factory=list)

    def ask(self, place: int) -> None:
        if place == len(self.times):
            self.times.append([])
            self.answers.append(None)
        began = clock()
        self.answers[place] = self.questions[place]()
        self.times[place].append(clock() - began)

    def sorted_ms(self) -> list[float]:
        """What each hand took, the median of its rounds, in milliseconds."""
        return sorted(1000 * statistics.median(rounds) for rounds in self.times)

    @property
    def rate(self) -> float:
        return 1000 * len(self.times) / sum(self.sorted_ms())

    def quantile(self, share: float) -> float:
        ms = self.sorted_ms()
        return ms[min(len(ms) - 1, int(share * len(ms)))]

    @property
    def given_up(self) -> int:
        return sum(answer is None for answer in self.answers)


def talked_over(game: Game, count: int) -> list[Any]:
    """Hands at the first card, after bidding by the quick player."""
    policy, m, rng = policy_kernel("quick", game), mode(game, "pure"), random.Random(SEED)
    found = []
    while len(found) < count:
        state = m.begin(game.seats[0], rng.randrange(game.seats[0]), game.check_options({}))
        pack = list(game.pack)
        rng.shuffle(pack)
        m.deal(state, pack)
        chance = pure_rng(rng.getrandbits(64))
        while state.turn >= 0 and state.phase != PLAY:
            m.apply(state, policy(m.view(state, state.turn), chance))
        found.append(state)
    return found


def our_rows(name: str, count: int) -> list[Row]:
    game = find(name)
    solver = Solver(game, "compiled")
    states = [solver.state(state) for state in talked_over(game, count)]
    made = [lambda s=s: solver.made(s, BUDGET) for s in states]
    most = [lambda s=s: solver.value(s, BUDGET) for s in states]
    cards = f"{name}, {len(game.pack)} cards"
    return [Row("Diwaniya", cards, "bid made", made), Row("Diwaniya", cards, "most tricks", most)]


def shared_rows(count: int) -> list[Row]:
    """The same deals of 36 cards without jokers for both. The leader's side is asked about, its longest suit trump."""
    rng, game = random.Random(SEED), find("kout4")
    solver = Solver(game, "compiled")
    deck = [card for card in range(52) if card % 13 >= 4]
    ours: list[list[Question]] = [[], [], []]
    theirs: list[list[Question]] = [[], [], []]
    for _ in range(count):
        rng.shuffle(deck)
        hands = [deck[9 * seat : 9 * seat + 9] for seat in range(4)]
        leader, goal = rng.randrange(4), rng.choice((5, 6, 7))
        held = sum(1 << card for card in hands[leader])
        trump = max(range(4), key=lambda suit: (held & SUIT[suit]).bit_count())
        s = solver.state(_open(game, hands, leader, trump, goal))
        solver.solve(s, nodes=1)  # so that all is compiled
        ours[0].append(lambda s=s: solver.made(s))
        ours[1].append(lambda s=s: solver.value(s))
        ours[2].append(lambda s=s: max(v for v in solver.solve(s).moves.values() if v is not None))
        for place, question in enumerate(_dds(hands, leader, trump, goal)):
            theirs[place].append(question)
    whats = ("goal reached", "most tricks", "most tricks after each card")
    cards = "36 cards, no jokers"
    return [
        *(Row("Diwaniya", cards, what, asked) for what, asked in zip(whats, ours, strict=True)),
        *(Row("DDS", cards, what, asked) for what, asked in zip(whats, theirs, strict=True)),
    ]


def _open(game: Game, hands: Sequence[Sequence[int]], leader: int, trump: int, bid: int) -> Any:
    s: Any = game.layout.pure()
    s.seats, s.phase, s.trump, s.bid, s.declarer = 4, PLAY, trump, bid, leader
    s.hand = [sum(1 << card for card in hand) for hand in hands] + [0, 0]
    s.turn = s.leader = leader
    s.trick = s.last = NO_CARDS
    return s


def _dds(hands: Sequence[Sequence[int]], leader: int, trump: int, goal: int) -> list[Question]:
    from endplay.dds.solve import SolveMode, solve_board
    from endplay.types import Deal, Denom, Player

    def suit(hand: Sequence[int], number: int) -> str:
        return "".join(TOKENS[card][0] for card in sorted(hand, reverse=True) if card // 13 == number)

    # In the order of play, that is to the left: which way round does not matter to the cards.
    deal = Deal("N:" + " ".join(".".join(suit(hand, n) for n in range(4)) for hand in hands))
    deal.trump = {"S": Denom.spades, "H": Denom.hearts, "D": Denom.diamonds, "C": Denom.clubs}[SUITS[trump]]
    deal.first = [Player.north, Player.east, Player.south, Player.west][leader]

    def reached() -> bool:
        return any(True for _ in solve_board(deal, SolveMode.TargetOne, goal))

    def best(how: SolveMode) -> int:
        return max(tricks for _, tricks in solve_board(deal, how))

    return [reached, lambda: best(SolveMode.OptimalOne), lambda: best(SolveMode.Default)]


def measure(hands: int, rounds: int) -> list[Row]:
    one_core()
    progress("compiling")
    groups = [our_rows("kout4", hands), our_rows("kout6", max(1, hands // 4)), shared_rows(hands)]
    for rows in groups:
        for number_ in range(rounds):
            for place in range(len(rows[0].questions)):
                progress(
                    f"{rows[0].cards}: round {number_ + 1} of {rounds}, {place + 1}/{len(rows[0].questions)}"
                )
                for row in rows:
                    row.ask(place)
    progress("")
    rows = groups[2]
    for mine, dds in zip(rows[:3], rows[3:], strict=True):
        if mine.answers != dds.answers:
            raise SystemExit(f"we and DDS do not agree: {mine.what}")
    return [row for rows in groups for row in rows]


def targets(rows: Sequence[Row]) -> list[Target]:
    made, most, six, _, *shared = rows
    found = [
        Target("kout4, bid made: hands a second", made.rate, least=MADE_A_SECOND),
        Target("kout4, bid made: p99, ms", made.quantile(0.99), most=MADE_P99_MS),
        Target("kout4, most tricks: hands a second", most.rate, least=MOST_A_SECOND),
        Target("kout6, bid made: median, ms", six.quantile(0.5), most=SIX_MEDIAN_MS),
    ]
    for mine, dds in zip(shared[:3], shared[3:], strict=True):
        found.append(Target(f"{mine.cards}, {mine.what}: Diwaniya / DDS", mine.rate / dds.rate))
    return found


def markdown(rows: Sequence[Row]) -> str:
    from importlib.metadata import version

    def ms(value: float) -> str:
        return f"{value:.3g}"

    head = ["", "cards", "question", "hands/s", "median ms", "p99 ms", "longest ms", "given up"]
    body = [
        [row.who, row.cards, row.what, number(row.rate)]
        + [ms(row.quantile(share)) for share in (0.5, 0.99, 1)]
        + [f"{row.given_up} of {len(row.times)}"]
        for row in rows
    ]
    where = f"{processor()}, endplay {version('endplay')}, budget {BUDGET:,} positions a question"
    return "\n".join([where, "", *target_table(targets(rows)), "", *table(head, body)])


def figures(rows: Sequence[Row]) -> dict[str, Any]:
    """Everything as plain data."""
    found = [
        {"who": row.who, "cards": row.cards, "what": row.what, "per_s": row.rate}
        | {"median_ms": row.quantile(0.5), "p99_ms": row.quantile(0.99), "given_up": row.given_up}
        for row in rows
    ]
    return {"rows": found, "targets": [target.figures for target in targets(rows)]}


def main(arguments: Sequence[str]) -> int:
    parser = command("solver", __doc__)
    parser.add_argument("--hands", type=int, default=300, help="how many hands of each kind (300)")
    parser.add_argument(
        "--rounds", type=int, default=3, help="how often each is solved; the median counts (3)"
    )
    given = parser.parse_args(arguments)
    try:
        import endplay  # noqa: F401
    except ImportError as error:
        return no_peers(error)
    rows = measure(given.hands, given.rounds)
    return tell(given, markdown(rows), lambda: figures(rows), targets(rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
