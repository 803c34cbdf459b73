"""The quick Kout player's bit tricks, against plain loops over cards."""

from random import Random
from typing import Any

from diwaniya.bots.quick import kout as quick
from diwaniya.engine.cards import BJ, JOKERS, RJ, SUIT
from diwaniya.engine.game import find
from diwaniya.engine.modes import mode
from diwaniya.engine.names import bits
from diwaniya.games.kout import PLAY, UNSET, _rank
from search.seats import decisions

GAMES = ("kout4", "kout6")


def views() -> list[Any]:
    return [view for game in GAMES for view in decisions(find(game), 150, 8)]


def some(cards: int, rng: Random) -> int:
    return sum(1 << card for card in bits(cards) if rng.random() < 0.5)


def cost(view: Any, card: int) -> int:
    """How dear a card is to its holder."""
    if card >= BJ:
        return 300 + card
    return card % 13 + (100 if card // 13 == view.trump else 0)


def test_the_cheapest_card() -> None:
    rng = Random(1)
    for view in views():
        cards = some(view.whole, rng)
        if view.phase == PLAY and cards:
            assert quick._cheapest(view, cards) == min(bits(cards), key=lambda card: cost(view, card))


def test_the_masters() -> None:
    rng = Random(2)
    for view in views():
        if view.phase == PLAY:
            unseen = some(view.whole, rng) & some(view.whole, rng)
            cards = view.whole & ~unseen
            wanted = [card for card in bits(cards) if quick._master(card, view.trump, unseen)]
            assert bits(quick._masters(cards, view.trump, unseen)) == wanted


def test_the_cards_that_win() -> None:
    checked = 0
    for view in views():
        if view.phase == PLAY and view.played and view.led != UNSET:
            cards = view.whole & ~view.pot
            wanted = [card for card in bits(cards) if _rank(view, card) > view.best_rank]
            assert bits(quick._winners(view, cards)) == wanted
            checked += 1
    assert checked > 50


def worth(hand: int, trump: int, six: int) -> int:
    """Tricks that this hand should take with this trump, in hundredths, card by card."""
    total = (quick.RED_JOKER if hand >> RJ & 1 else 0) + (quick.BLACK_JOKER if hand >> BJ & 1 else 0)
    length = (hand & SUIT[trump]).bit_count()
    for below_ace, value in enumerate(quick.TRUMP_TOP):
        total += value if hand >> 13 * trump + 12 - below_ace & 1 else 0
    total += quick.LONG_TRUMP * max(length - 3, 0)
    for suit in set(range(4)) - {trump}:
        held = (hand & SUIT[suit]).bit_count()
        total += quick.SIDE_ACE[six] if hand >> 13 * suit + 12 & 1 else 0
        total += quick.SIDE_KING[six] if hand >> 13 * suit + 11 & 1 and held > 1 else 0
        total += quick.SHORT_SUIT if held < 2 and length >= 3 else 0
    return total


def test_what_a_hand_is_worth() -> None:
    rng = Random(3)
    for name in GAMES:
        game = find(name)
        state = mode(game, "pure").begin(game.seats[0], 0, game.check_options({}))
        for _ in range(400):
            hand = sum(1 << card for card in rng.sample(game.pack, 9))
            worths = [worth(hand, trump, int(name == "kout6")) for trump in range(4)]
            best = quick.best_worth(state, hand)
            assert best // 4 == max(worths)
            assert best % 4 == worths.index(max(worths))
    assert JOKERS == 1 << RJ | 1 << BJ
