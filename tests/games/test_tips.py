"""What a lesson is told of a position: true for the cards in hand and on the table, and from the seat's own view."""

from __future__ import annotations

from typing import Any

import pytest

from diwaniya.engine.game import Fact
from diwaniya.engine.match import Match


def basra(hand: str, floor: str) -> Match:
    """Seat 1 is to play from this hand."""
    match = Match("basra", dealer=0, mode="pure")
    first = f"{hand} KS KH KD QS {floor}".split()
    match.deal(first + [card for card in match.game.pack_tokens() if card not in first])
    return match


def kout(hand: str, others: list[str], bid: str, moves: str = "") -> Match:
    """Seat 0 of four has this hand and speaks first; what it bids stands, or seat 1 bids 7 if it passes."""
    match = Match("kout4", dealer=3, mode="pure")
    hands = [hand.split(), *(other.split() for other in others)]
    match.deal([one[card] for card in range(9) for one in hands])
    match.play(bid)
    if bid == "pass":
        match.play("bid:7")
    while "pass" in match.legal():
        match.play("pass")
    for move in moves.split():
        match.play(move)
    return match


def keys(facts: list[Fact]) -> list[Any]:
    return [fact["key"] for fact in facts]


def test_a_card_of_basra_takes_what_the_tip_says() -> None:
    match = basra("9S 5H JC 2D", "4S 5D 9C QH")
    for fact in match.tips(1):
        again = Match.replay(match.record())
        again.play(fact["card"])
        taken = again.view(None)["last_take"]["taken"]
        assert sorted(taken) == sorted(fact["taken"]), fact
    assert keys(match.tips(1)) == ["adds_up", "alike", "sweeps"]
    assert set(match.tips(1)[0]["taken"]) == {"4S", "5D", "9C"}


def test_where_nothing_can_be_taken_a_lesson_says_so() -> None:
    assert keys(basra("2S 3H QC 6D", "TS TH TD KC").tips(1)) == ["nothing"]


def test_a_basra_is_told_before_anything_else() -> None:
    match = basra("2S 8H JC 6D", "3S 5H 8D 8C")
    assert match.tips(1)[0] == {"key": "clears", "card": "8H", "taken": ["3S", "5H", "8D", "8C"]}


def test_the_empty_floor_takes_what_is_played() -> None:
    match = basra("2S JC 6D 6H", "3S 4H 5D 9C")
    match.play("JC")
    assert keys(match.tips(0)) == ["empty"]


OTHERS = [
    "7S 8S 9S TS KH QH JH TH 9H",
    "JS QS 6C 7C 8C 9C TC JC QC",
    "KS 7D 8D 9D TD JD QD KD AH",
]
HAND = "RJ BJ AS 7H 8H KC AC 6S AD"


def test_jokers_are_told_of_as_soon_as_they_can_count() -> None:
    match = Match("kout4", dealer=3, mode="pure")
    hands = [HAND.split(), *(other.split() for other in OTHERS)]
    match.deal([one[card] for card in range(9) for one in hands])
    assert keys(match.tips(0)) == ["red_joker", "black_joker"]
    match.play("pass")
    assert match.tips(1) == []


def test_whoever_made_the_bid_is_told_what_it_asks_and_what_trump_is() -> None:
    match = kout(HAND, OTHERS, "bid:7", "trump:S")
    assert match.tips(0)[:2] == [{"key": "make", "bid": 7}, {"key": "trump", "trump": "S"}]
    match.play("AC")
    assert match.tips(1)[:2] == [{"key": "stop", "bid": 7, "tricks": 3}, {"key": "trump", "trump": "S"}]


def test_a_trump_that_would_win_and_a_partner_who_does_are_told() -> None:
    match = kout(HAND, OTHERS, "bid:7", "trump:S KC")
    assert match.tips(1)[-1] == {"key": "ruff", "suit": "C", "trump": "S"}
    match.play("9H")
    assert match.tips(2)[-1] == {"key": "partner", "seat": 0}
    match.play("6C")
    assert match.tips(3)[-1]["key"] == "ruff"


@pytest.mark.parametrize(
    ("card", "key"),
    [("Li", "low"), ("3", "low"), ("5", "middling"), ("7", "high"), ("Ca", "special"), ("Fo", "fool")],
)
def test_what_a_card_of_cucco_is_good_for(card: str, key: str) -> None:
    match = Match("cucco", seats=4, dealer=3, mode="pure")
    rest = match.game.pack_tokens()
    rest.remove(card)
    match.deal([card, *rest])
    assert match.tips(0) == [{"key": key, "card": card}]
    assert match.tips(1) == []
    for _ in range(3):
        match.play("keep")
    assert match.tips(3)[-1] == {"key": "dealer"}


def test_trumps_are_counted_before_one_begs_and_told_of_when_cards_are_played() -> None:
    match = Match("allfours2", dealer=1, options={"packet": 3}, mode="pure")
    dealt = ["2H", "JH", "AH", "5S", "6S", "7S", "9C", "TC", "JC", "QC", "KC", "AC", "9H"]
    match.deal(dealt + [card for card in match.game.pack_tokens() if card not in dealt])
    mine = {card for card in match.view(0)["cards"] if card.endswith("H")}
    assert match.tips(0) == [{"key": "trumps", "trump": "H", "count": len(mine)}]
    match.play("stand")
    assert {fact["card"] for fact in match.tips(0)} == mine & {"2H", "JH", "AH"}


def test_only_who_is_to_move_is_told_and_nothing_of_hidden_cards() -> None:
    match = kout(HAND, OTHERS, "bid:7", "trump:S KC")
    told = match.tips(1)
    assert [match.tips(seat) for seat in (0, 2, 3)] == [[], [], []]
    # The other three hold each other's cards.
    other = kout(HAND, [OTHERS[0], OTHERS[2], OTHERS[1]], "bid:7", "trump:S KC")
    assert other.tips(1) == told
    with pytest.raises(ValueError, match="seat"):
        match.tips(4)
