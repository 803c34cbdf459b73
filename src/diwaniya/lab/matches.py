"""Matches between bots, one at a time, each as a record.

Bots that answer at once are linked with the rules into one driver (`play`), which plays a whole hand in a call; if one
at the table thinks ahead, all are asked move by move (`seated`).
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from diwaniya.bots import thinks_ahead
from diwaniya.engine.game import find
from diwaniya.engine.kernel import below
from diwaniya.engine.match import FORMAT, Match
from diwaniya.engine.state import OVER, pure_rng
from diwaniya.lab.play import Players
from diwaniya.lab.seated import Seated

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


@dataclass(frozen=True)
class Setup:
    """What a process has to know to play matches; it travels to others."""

    game: str
    bots: tuple[str, ...]
    """Those that play, each once."""
    seats: int
    options: Mapping[str, Any]
    """Those that are not as usual."""
    mode: str
    """`auto`, `compiled` or `pure`."""


class Table(Protocol):
    """Where matches are played."""

    mode: str
    """`compiled` or `pure`."""
    hands: int
    """Hands begun so far, those of the match being played too."""

    def play(self, seating: Sequence[str], seed: int, chance: int) -> Played:
        """A match. The first dealer and the packs are those of `Match(game, seed=seed)`; the bots draw from `chance`.

        Raises `RuleBroken` if a bot breaks the rules.
        """


def table(setup: Setup) -> Table:
    """A table with these bots. Raises `ValueError` for a bot that there is not, or an argument that it cannot take."""
    if all(quick(bot) for bot in setup.bots):
        return _Quick(setup)
    return _Thinking(setup)


def quick(bot: str) -> bool:
    """Does it answer at once, and is it a bot without an argument? Raises `ValueError` if there is no such bot."""
    return not thinks_ahead(bot) and ":" not in bot


class _Thinking:
    """Bots that are asked for each move."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._seated = Seated(find(setup.game), setup.bots, setup.mode)
        self.mode = self._seated.mode.name
        self.hands = 0

    def play(self, seating: Sequence[str], seed: int, chance: int) -> Played:
        setup = self._setup
        match = Match(setup.game, seats=setup.seats, options=setup.options, seed=seed, mode=self.mode)
        moves = self._seated.play_out(match, [setup.bots.index(bot) for bot in seating], chance, self._dealt)
        line = json.dumps({**match.record(), "meta": {"seed": seed, "bots": list(seating)}})
        return Played(line, seating, match.winners, match.scores, len(match.hands), moves)

    def _dealt(self) -> None:
        self.hands += 1


class _Quick:
    """Bots that are one kernel each."""

    def __init__(self, setup: Setup) -> None:
        self.game = find(setup.game)
        self._setup = setup
        self._options = self.game.check_options(dict(setup.options))
        self._players = Players(self.game, setup.bots, setup.mode)
        self.mode = self._players.mode.name
        self._tokens: dict[int, str] = {}
        self.hands = 0

    def play(self, seating: Sequence[str], seed: int, chance: int) -> Played:
        setup, players, game = self._setup, self._players, self.game
        cards = pure_rng(seed)
        dealer = below(cards, setup.seats)
        sitting = [setup.bots.index(bot) for bot in seating]
        players.begin(setup.seats, dealer, self._options, sitting, cards.s, chance)
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
            "options": dict(setup.options),
            "seats": setup.seats,
            "dealer": dealer,
            "hands": hands,
            "meta": {"seed": seed, "bots": list(seating)},
        }
        winners = [seat for seat in range(setup.seats) if end.winners >> seat & 1]
        scores = end.score[: game.sides(setup.seats)]
        return Played(json.dumps(record), seating, winners, scores, len(hands), moves)

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
