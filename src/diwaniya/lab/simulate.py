"""Matches between bots as records, as many as you like."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from diwaniya.engine.game import Game
from diwaniya.engine.kernel import ALL64, below, rand
from diwaniya.engine.match import FORMAT
from diwaniya.engine.modes import may_compile
from diwaniya.engine.state import OVER, pure_rng
from diwaniya.lab.play import Players

COMPILE_FROM = 400
"""Matches from which on it pays to compile the bots first."""
CARDS = 52
"""Numbers below this are the same move in any position; in a game with `heads` those from here on are not."""


@dataclass(frozen=True)
class Played:
    """One finished match."""

    line: str
    """The record, as one line of JSON without the line's end."""
    bots: Sequence[str]
    """Who sat where."""
    winners: Sequence[int]
    scores: Sequence[int]
    hands: int
    moves: int


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


class Simulation:
    """`matches` matches of a game between bots: iterate over it.

    One bot takes all seats; up to as many as there are sides change sides from match to match; as many as there are
    seats move on by one seat from match to match. The packs follow from the seed alone, whoever plays, and the records
    are the same in every mode. Raises `ValueError` for seats, options or bots that do not exist, and for a seed that
    has no place in 64 bits.
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
        mode: str = "auto",
    ) -> None:
        self.game, self.matches, self.seed = game, matches, seed
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
        self._options = game.check_options(given)
        self.options = {name: value for name, value in given.items() if value != game.defaults[name]}
        if not 0 <= seed <= ALL64:
            raise ValueError(f"seed must be from 0 to {ALL64}, not {seed}")
        if mode == "auto" and matches >= COMPILE_FROM and may_compile():
            mode = "compiled"
        kinds = list(dict.fromkeys(self.bots))
        self._players = Players(game, kinds, mode)
        self._kind = {bot: number for number, bot in enumerate(kinds)}
        self._tokens: dict[int, str] = {}
        self.tally = Tally(self.sides)
        self.hands = 0
        """Hands begun so far, those of the match being played too."""

    @property
    def mode(self) -> str:
        """`compiled` or `pure`."""
        return self._players.mode.name

    def seating(self, match: int) -> list[str]:
        """Who sits where in match number `match`, counted from 0."""
        turns = self.seats if len(self.bots) == self.seats else self.sides
        return [self.bots[(seat % turns + match) % len(self.bots)] for seat in range(self.seats)]

    def __iter__(self) -> Iterator[Played]:
        seeds = pure_rng(self.seed)
        for number in range(self.matches):
            played = self._match(self.seating(number), rand(seeds) >> 11, rand(seeds))
            self.tally.add(played)
            yield played

    def _match(self, bots: list[str], seed: int, bot_seed: int) -> Played:
        """The first dealer and the packs are those of `Match(game, seed=seed)`."""
        cards, players, game = pure_rng(seed), self._players, self.game
        dealer = below(cards, self.seats)
        players.begin(self.seats, dealer, self._options, [self._kind[bot] for bot in bots], cards.s, bot_seed)
        hands: list[dict[str, Any]] = []
        moves = 0
        while players.turn() != OVER:
            redeal = bool(hands) and game.redeals is not None and game.redeals(players.read())
            before = players.snapshot() if game.heads else None
            deck, made = players.play_pack()
            pack = " ".join([game.card_tokens[card] for card in deck])
            if redeal:
                hands[-1].setdefault("redeals", []).append(pack)
                hands[-1]["moves"] = f"{hands[-1]['moves']} {self._named(before, deck, made)}".strip()
            else:
                hands.append({"deck": pack, "moves": self._named(before, deck, made)})
                self.hands += 1
            moves += len(made)
        end: Any = players.read()
        record = {
            "format": FORMAT,
            "game": game.id,
            "options": self.options,
            "seats": self.seats,
            "dealer": dealer,
            "hands": hands,
            "meta": {"seed": seed, "bots": bots},
        }
        winners = [seat for seat in range(self.seats) if end.winners >> seat & 1]
        return Played(json.dumps(record), bots, winners, end.score[: self.sides], len(hands), moves)

    def _named(self, before: Any, deck: Sequence[int], moves: Sequence[int]) -> str:
        """The moves as tokens."""
        if before is not None and max(moves, default=0) >= CARDS:
            return " ".join(self._tokens_in_play(before, deck, moves))
        try:
            return " ".join([self._tokens[move] for move in moves])
        except KeyError:
            state = self._players.read()
            self._tokens.update(
                (move, self.game.token(state, move)) for move in set(moves) - self._tokens.keys()
            )
            return " ".join([self._tokens[move] for move in moves])

    def _tokens_in_play(self, state: Any, deck: Sequence[int], moves: Sequence[int]) -> Iterator[str]:
        """Tokens where some depend on the position: the hand is played again."""
        mode, game = self._players.mode, self.game
        mode.deal(state, list(deck))
        for move in moves:
            yield game.card_tokens[move] if move < CARDS else game.token(mode.read(state), move)
            mode.apply(state, move)
