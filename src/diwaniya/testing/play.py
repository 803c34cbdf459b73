"""Random matches for tests: with every option and number of seats, and with a taste for the rare."""

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from diwaniya.engine.game import Game, Option
from diwaniya.engine.modes import mode
from diwaniya.engine.state import DEAL, OVER, PureState

State = Any
"""A pure state, whose fields differ from game to game."""


def option_values(option: Option) -> list[int | bool]:
    """Values of an option that are worth a test: its default, those a page offers, and the smallest."""
    if option.is_flag:
        return [option.default, not option.default]
    return list(dict.fromkeys([option.default, *(option.choices or (*option.common, option.least))]))


def option_combinations(game: Game) -> list[dict[str, int | bool]]:
    """Every combination of these values."""
    names = [option.name for option in game.options]
    return [
        dict(zip(names, values, strict=True))
        for values in itertools.product(*map(option_values, game.options))
    ]


def random_options(game: Game, rng: random.Random) -> dict[str, int | bool]:
    """Options for one match; targets are often small so that matches end in many ways."""
    options: dict[str, int | bool] = {}
    for option in game.options:
        value = rng.choice(option_values(option))
        if option.threshold and rng.random() < 0.5:
            value = option.least + rng.randrange(40)
        options[option.name] = value
    return options


class Taste:
    """How gladly the players of one match make each move.

    Even choices hardly ever reach some rules: jokers are gone long before a player holds nothing else, and nobody begs
    three times. So every match has likes and dislikes of its own, drawn at random: for letters that tokens begin with
    (aces, bids) or end with (spades, jokers), and for single tokens. One match in four is played evenly.
    """

    def __init__(self, rng: random.Random, dislikes: Sequence[str] = ()) -> None:
        self._rng = rng
        self._spread = rng.choice([0.0, 1.0, 2.0, 3.0])
        self._likes: dict[str, float] = {}
        self._dislikes = set(dislikes)
        self.open_moves = rng.choice([0.0, 0.05, 0.3])
        """How often somebody moves out of turn, if he may."""

    def _like(self, what: str) -> float:
        if what not in self._likes:
            self._likes[what] = 4.0 ** self._rng.uniform(-self._spread, self._spread)
        return self._likes[what]

    def _weight(self, token: str) -> float:
        if token in self._dislikes:
            return 1e-3
        head = token.partition(":")[0]
        return self._like(f"{head[0]}.") * self._like(f".{head[-1]}") * self._like(token)

    def choose(self, tokens: Sequence[str]) -> str:
        return self._rng.choices(tokens, [self._weight(token) for token in tokens])[0]


def begin(game: Game, seats: int, dealer: int, options: dict[str, int | bool]) -> State:
    """A pure state before the first deal."""
    return mode(game, "pure").begin(seats, dealer, game.check_options(options))


def legal_moves(game: Game, state: State) -> dict[str, int]:
    """Token and number of each move of the seat to move, or of the viewer of a view whose turn it is."""
    if state.turn < 0:
        return {}
    mask = game.legal(state)
    return {game.token(state, move): move for move in range(64) if mask >> move & 1}


def open_moves(game: Game, state: State, seat: int) -> dict[str, tuple[int, int, int]]:
    """The out-of-turn moves of a seat: token, and what `open_apply` wants to know."""
    if state.turn < 0 or game.open_legal is None:
        return {}
    found = {}
    for kind, name in enumerate(game.out_of_turn):
        mask = game.open_legal(state, seat, kind)
        for card in range(64):
            if mask >> card & 1:
                found[f"{seat}:{name}:{game.card_tokens[card]}"] = (seat, kind, card)
    return found


def make(game: Game, state: State, token: str) -> bool:
    """Make the move if it is legal. False, and nothing has happened, if it is not."""
    moves = legal_moves(game, state)
    if token in moves:
        game.apply(state, moves[token])
        return True
    for seat in range(state.seats):
        open_move = open_moves(game, state, seat).get(token)
        if open_move:
            assert game.open_apply is not None
            game.open_apply(state, *open_move)
            return True
    return False


@dataclass
class Position:
    """A place in a hand, with the way that led there since the pack was dealt."""

    game: Game
    before: State
    """The state for which the pack was dealt."""
    pack: list[int]
    state: State
    moves: list[str] = field(default_factory=list)

    def again(self, pack: Sequence[int]) -> Iterator[State]:
        """The states of the same moves with this pack, from the deal on, until a move is not legal with it."""
        state = self.before.copy()
        state.pack = list(pack)
        self.game.deal(state)
        yield state.copy()
        for token in self.moves:
            if not make(self.game, state, token):
                return
            yield state.copy()

    def told(self) -> str:
        """Where this is, for the message of a failed check."""
        names = " ".join(self.game.card_tokens[card] for card in self.pack)
        options = self.game.options
        chosen = {option.name: value for option, value in zip(options, self.state.opt, strict=False)}
        return (
            f"{self.game.id}, {self.state.seats} seats, dealer {self.before.dealer}, {chosen}, "
            f"scores {self.before.score}, pack {names}, moves {' '.join(self.moves)}"
        )


def positions(
    game: Game,
    seats: int,
    rng: random.Random,
    options: dict[str, int | bool] | None = None,
    longest: int = 400,
) -> Iterator[Position]:
    """Every position of one random match in which somebody is to move, `longest` moves at most.

    It is always the same object: look at it before the next one, and do not change it.
    """
    chosen = random_options(game, rng) if options is None else options
    state = begin(game, seats, rng.randrange(seats), chosen)
    taste = Taste(rng)
    at = Position(game, state.copy(), [], state)
    for _ in range(longest):
        while state.turn == DEAL:
            pack = list(game.pack)
            rng.shuffle(pack)
            at = Position(game, state.copy(), pack, state)
            state.pack = list(pack)
            game.deal(state)
        if state.turn == OVER:
            return
        yield at
        token = ""
        if game.out_of_turn and rng.random() < taste.open_moves:
            seat = rng.randrange(seats)
            token = rng.choice(list(open_moves(game, state, seat)) or [""])
        token = token or taste.choose(list(legal_moves(game, state)))
        assert make(game, state, token)
        at.moves.append(token)


def some_positions(
    game: Game, seats: int, rng: random.Random, count: int, each: int = 4
) -> Iterator[Position]:
    """`count` positions from random places of random matches, at most `each` of one match.

    The first moves of a hand come up more often: that is when most is hidden and most is still to come.
    """
    while count > 0:
        taken = 0
        every = rng.randrange(4, 24)
        for at in positions(game, seats, rng):
            if rng.randrange(4 if len(at.moves) < 3 else every) == 0:
                yield at
                count -= 1
                taken += 1
                if taken == each or count == 0:
                    break


def viewed(game: Game, state: PureState, seat: int) -> State:
    """The view of a seat as a pure state."""
    out = game.layout.pure()
    game.view(state, seat, out)
    return out
