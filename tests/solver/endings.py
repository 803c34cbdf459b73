"""Small endings of every trick game, at random: the state, and what plain minimax says of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from diwaniya.engine.cards import SUITS, TOKENS
from diwaniya.engine.game import Game, find
from diwaniya.games.kout import NO_CARDS, PLAY
from solver.naive import AllFours, Kout


@dataclass
class Ending:
    """A state with a trick running or about to begin, and its true result."""

    state: Any
    result: Callable[[], int]


def tokens(cards: list[int]) -> list[str]:
    return [TOKENS[card] for card in cards]


def mask(cards: list[int]) -> int:
    return sum(1 << card for card in cards)


def ending(game_id: str, tricks: int, rng: Random) -> Ending:
    game = find(game_id)
    made = kout if game.family == "kout" else all_fours
    return made(game, tricks, rng)


def _hands(game: Game, tricks: int, rng: Random, dear: Callable[[int], float]) -> list[list[int]]:
    """Hands of so many cards, of which the dear ones come more often than by chance."""
    pack = list(game.pack)
    rng.shuffle(pack)
    pack.sort(key=lambda card: rng.random() >= dear(card))
    cards = pack[: tricks * game.seats[0]]
    rng.shuffle(cards)
    return [cards[seat * tricks : (seat + 1) * tricks] for seat in range(game.seats[0])]


def kout(game: Game, tricks: int, rng: Random) -> Ending:
    """Jokers and trumps more often than not: that is where the rules are hard."""
    trump, style = rng.randrange(4), rng.random()

    def dear(card: int) -> float:
        if card >= 52:
            return 0.9 if style < 0.8 else 0.0
        return 0.8 if style < 0.4 and card // 13 == trump else 0.2

    hands = _hands(game, tricks, rng, dear)
    s: Any = game.layout.pure()
    s.seats, s.phase, s.trump = len(hands), PLAY, trump
    s.hand = [*map(mask, hands), *[0] * (6 - len(hands))]
    s.gone = mask([card for card in game.pack if not any(card in hand for hand in hands)])
    s.declarer, s.bid = rng.randrange(len(hands)), rng.choice((5, 6, 7, 8, 9))
    s.turn = s.leader = rng.randrange(len(hands))
    s.trick = s.last = NO_CARDS
    s.tricks = [0, 0]
    rules = Kout(SUITS[trump], s.bid, s.declarer % 2)
    leader, trick, forced = s.leader, [], False
    for _ in range(rng.choice((0, 0, 0, rng.randrange(len(hands))))):
        card = rng.choice([card for card in range(54) if game.legal(s) >> card & 1])
        if not trick:
            forced = rules.forced([tokens(hand) for hand in hands], s.turn, TOKENS[card])
        hands[s.turn] = [other for other in hands[s.turn] if other != card]
        trick.append(TOKENS[card])
        game.apply(s, card)
    left = [tokens(hand) for hand in hands]
    return Ending(s, lambda: rules.best(left, leader, trick, forced))


def all_fours(game: Game, tricks: int, rng: Random) -> Ending:
    """Trumps, cards that count and the jack more often than not, after some tricks or none."""
    trump, style = rng.randrange(4), rng.random()

    def dear(card: int) -> float:
        if card == 13 * trump + 9:
            return 0.9 if style < 0.7 else 0.1
        return 0.8 if style < 0.4 and card // 13 == trump else 0.5 if card % 13 >= 8 else 0.3

    hands = _hands(game, tricks, rng, dear)
    seats = len(hands)
    rest = [card for card in game.pack if not any(card in hand for hand in hands)]
    rng.shuffle(rest)
    old = rest[: seats * rng.randrange(3)]
    won: list[list[int]] = [[], []]
    for at in range(0, len(old), seats):
        won[rng.randrange(2)] += old[at : at + seats]
    dealt = [hand + old[seat::seats] for seat, hand in enumerate(hands)]
    hang_jack, discard = rng.choice((0, 1, 3, 3)), rng.random() < 0.4
    s: Any = game.layout.pure()
    s.seats, s.trump, s.said = seats, trump, 2
    s.opt = [
        *game.check_options({"target": 10**6, "hang_jack": hang_jack, "void_may_discard": discard}),
        0,
        0,
        0,
    ]
    s.hand, s.dealt, s.won = [*map(mask, hands)], [*map(mask, dealt)], [*map(mask, won)]
    s.follow = s.must = mask(list(range(52)))
    s.turn = s.leader = rng.randrange(seats)
    rules = AllFours(SUITS[trump], [tokens(cards) for cards in dealt], hang_jack, discard)
    leader, trick = s.leader, []
    for _ in range(rng.choice((0, 0, 0, rng.randrange(seats)))):
        card = rng.choice([card for card in range(52) if game.legal(s) >> card & 1])
        hands[s.turn] = [other for other in hands[s.turn] if other != card]
        trick.append(TOKENS[card])
        game.apply(s, card)
    left, taken = [tokens(hand) for hand in hands], [tokens(cards) for cards in won]
    return Ending(s, lambda: rules.best(left, leader, trick, taken))
