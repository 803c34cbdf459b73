"""The worked examples of the Kout rules, and what else of K1 to K20 is easy to get wrong."""

from typing import Any

import pytest

from diwaniya.engine.cards import tokens
from diwaniya.engine.errors import IllegalMove
from diwaniya.engine.game import Fact, find
from diwaniya.engine.match import Match
from diwaniya.engine.modes import mode


def pack(hands: list[str], dealer: int) -> list[str]:
    """The pack that deals these hands, seat 0 first (K2)."""
    seats = len(hands)
    order = [(dealer + 1 + i) % seats for i in range(seats)]
    return [hands[seat].split()[card] for card in range(9) for seat in order]


def declare(match: Match, declarer: int, bid: int, trump: str) -> None:
    """One bids, all others pass; then trump is named."""
    while match.to_move is not None and "bid:9" in match.legal():
        match.play(f"bid:{bid}" if match.to_move == declarer else "pass")
    match.play(f"trump:{trump}")


def table(hands: list[str], declarer: int, bid: int, moves: str = "", trump: str = "S") -> Match:
    """The first hand of a match: dealer 3, so that seat 0 speaks first."""
    match = Match("kout4", dealer=3, mode="pure")
    match.deal(pack(hands, 3))
    declare(match, declarer, bid, trump)
    for card in moves.split():
        match.play(card)
    return match


def trick_winner(match: Match, cards: str) -> str:
    """Play a trick; the card that wins it."""
    leader = match.to_move
    assert leader is not None
    for card in cards.split():
        match.play(card)
    winner = match.view(None)["last_trick"]["winner"]
    return cards.split()[(winner - leader) % 4]


FIRST_TRICK = [
    "7H KS 8H 6S 7C 8C 9C TC JC",
    "KH BJ QH TS 7D 8D 9D TD JD",
    "AS 9H TH JH QD KD AD QC KC",
    "AH RJ 9S 6C 7S 8S JS QS AC",
]


def test_example_01_jokers_beat_the_suit_led() -> None:
    swap = [
        FIRST_TRICK[0],
        FIRST_TRICK[1].replace("BJ", "9H"),
        FIRST_TRICK[2].replace("9H", "BJ"),
        FIRST_TRICK[3],
    ]
    assert trick_winner(table(swap, 0, 5), "7H KH BJ AH") == "BJ"
    assert trick_winner(table(swap, 0, 5), "7H KH BJ RJ") == "RJ"


def test_example_02_ace_of_trump_beats_the_black_joker() -> None:
    assert trick_winner(table(FIRST_TRICK, 0, 5), "KS BJ AS 9S") == "AS"


def test_example_03_joker_may_not_be_led_while_honours_are_out() -> None:
    match = table(
        [
            "RJ 7C QS 8S AC KD KC 9C TC",
            "KS 9H JS 8C TS 9D 7D 6C KH",
            "AH AD 8D TH AS BJ QD JD QC",
            "TD 8H 7S JC 6S 7H JH 9S QH",
        ],
        0,
        7,
        "TC 8C BJ JC AH QH KC 9H QC 9S 9C 6C 7H AC KH TH 9D QD TD KD 8S JS AS 7S JD 8H QS 7D",
    )
    assert match.to_move == 0
    assert match.view(0)["cards"] == ["7C", "RJ"]
    assert match.legal() == ["7C"]
    why = match.why_not("RJ")
    assert why is not None
    assert (why.rule, why.key) == ("K13", "joker_lead")


def test_example_04_bid_of_eight_lets_the_declarers_lead_the_red_joker() -> None:
    match = table(
        [
            "9H TS KC QC QH KD TC 7H 8D",
            "KS JH TH 9S AD 7D 6C 7S JD",
            "RJ BJ 9D AS AC AH JS 8C TD",
            "QS 8S JC QD 7C 8H 6S KH 9C",
        ],
        2,
        8,
        "AC 9C TC 6C AS 6S TS 9S TD QD KD JD 9H JH AH 8H 8C JC KC TH QH AD JS KH",
    )
    assert match.to_move == 2
    assert match.view(2)["cards"] == ["9D", "BJ", "RJ"]
    assert match.legal() == ["9D", "RJ"]


def test_example_04_red_joker_by_right_is_no_forced_lead() -> None:
    match = table(
        [
            "KS 9H JC TS TC TH 6S 7S TD",
            "AH 8S JD 8C KH 8D 7D QH 7H",
            "RJ BJ KC JH AD AS 9C 8H KD",
            "QC JS QS 9D 7C 9S AC QD 6C",
        ],
        2,
        8,
        "8H AC TH QH JD KD QD TD JH QC 9H 7H AD 9D 7S 8D TC 8C 9C 7C 6S 8S AS 9S KC 6C JC KH",
    )
    assert match.to_move == 2
    assert match.view(2)["cards"] == ["BJ", "RJ"]
    assert match.legal() == ["RJ"]
    # K14: led by right, so trump is the suit led, and all who hold one must play it.
    match.play("RJ")
    assert match.legal() == ["JS", "QS"]
    match.play("QS")
    assert match.legal() == ["TS", "KS"]


def test_example_04_a_defender_has_no_such_right() -> None:
    match = table(
        [
            "KS KC AD 7D 6C TS AS 6S 8C",
            "RJ 9D 8H JD KD BJ QS 8S TH",
            "8D QD JS AH 9S KH 7C AC JC",
            "QH 7H QC JH TC 9H 7S 9C TD",
        ],
        2,
        8,
        "8D TD AD KD AS BJ JS 7S 6S 8S 9S TC AC 9C 6C 8H AH QH 8C TH QD 9H 7D JD KH JH KC QS",
    )
    assert match.to_move == 1
    assert match.view(1)["cards"] == ["9D", "RJ"]
    assert match.legal() == ["9D"]


FORCED = {
    # The cards of the last trick after RJ, and hands and moves that lead there.
    "8H KS AH": (
        [
            "RJ KD 9S 8C TS 8D AC 8S QS",
            "8H AD JD JH JC 6C 9D TD KH",
            "KS TH BJ KC 7H 6S TC 7C JS",
            "AH 9C AS 7D QD 7S QH 9H QC",
        ],
        "8D TD 7C 7D 6C KC QC 8C 6S 7S 8S JC TS AD BJ AS 9H KD KH 7H JD TC QD 9S QS 9D JS 9C AC JH TH QH",
    ),
    "BJ 8H KS": (
        [
            "RJ 9S JC QC JD AH AC QD AD",
            "BJ 7C 9D TH 7S TC AS KD 7H",
            "8H 8C 7D JH KC 6S QH 8S KH",
            "KS JS QS 8D TD 6C 9H 9C TS",
        ],
        "JD 9D 7D 8D AD KD 6S TD KC 9C QC 7C 8C 6C JC TC AC 7H JH TS QS 9S 7S 8S JS QD AS QH TH KH 9H AH",
    ),
    "AH BJ KS": (
        [
            "RJ 7H KH TC 8S QS 9C QD 9S",
            "AH 8D 6C 9D QH KD 8H TS 8C",
            "BJ QC JD 7C AD 7S JH 7D JC",
            "KS JS TD 6S TH AC AS KC 9H",
        ],
        "QS TS 7S JS 7H 8H JH 9H JD TD QD 9D TC 6C 7C AC KC 9C 8C JC AS 8S KD AD TH KH QH QC 9S 8D 7D 6S",
    ),
    "8H BJ KS": (
        [
            "RJ 7H AH TC 8S QS 9C QD 9S",
            "8H 8D 6C 9D KH KD 9H TS 8C",
            "BJ QC JD 7C AD 7S QH 7D JC",
            "KS JS TD 6S JH AC AS KC TH",
        ],
        "QS TS 7S JS 7H 9H QH TH JD TD QD 9D TC 6C 7C AC KC 9C 8C JC AS 8S KD AD JH AH KH QC 9S 8D 7D 6S",
    ),
}


def forced_lead(cards: str) -> Match:
    """The last trick, 5 tricks to 3, bid 6, spades trump, KS still out.

    Seat 0 holds only the red joker, which K13 does not let him lead.
    """
    hands, moves = FORCED[cards]
    match = table(hands, 0, 6, moves)
    assert match.to_move == 0
    assert match.view(None)["tricks"] == [5, 3]
    assert match.legal() == ["RJ"], "K15: he leads it all the same"
    return match


def test_example_05_after_a_forced_joker_the_next_suit_rules() -> None:
    assert trick_winner(forced_lead("8H KS AH"), "RJ 8H KS AH") == "AH"


def test_k15_is_told() -> None:
    match = forced_lead("BJ 8H KS")
    assert match.play("RJ") == [{"key": "joker_lost", "seat": 0, "card": "RJ"}]
    assert match.play("BJ") == [{"key": "joker_lost_too", "seat": 1, "card": "BJ"}]
    assert match.play("8H") == [{"key": "sets_suit", "suit": "H"}]
    assert match.play("KS")[0]["key"] == "trick"
    match = forced_lead("AH BJ KS")
    match.play("RJ")
    assert match.play("AH") == [{"key": "sets_suit", "suit": "H"}]
    assert match.play("BJ") == []


def test_example_06_two_jokers_without_rank() -> None:
    assert trick_winner(forced_lead("BJ 8H KS"), "RJ BJ 8H KS") == "8H"


def test_example_07_joker_after_the_suit_is_set_keeps_its_rank() -> None:
    assert trick_winner(forced_lead("AH BJ KS"), "RJ AH BJ KS") == "AH"
    assert trick_winner(forced_lead("8H BJ KS"), "RJ 8H BJ KS") == "BJ"


# Seat 3 deals, is forced to bid and takes four club tricks; the rest is seat 0's.
FOUR_TRICKS = [
    "7H 8H 9H TH AD AS KS QS JS",
    "6C 7C TC JH QH KH AH JD 9S",
    "8C 9C KD QD TD RJ BJ 7S 8S",
    "AC KC QC JC 7D 8D 9D 6S TS",
]


def play_out(match: Match, choose: dict[int, list[str]]) -> list[Fact]:
    """Everybody plays the first card of his list that is legal; who has no list plays his first legal card.

    What the last move told."""
    facts: list[Fact] = []
    while match.in_hand:
        assert match.to_move is not None
        legal = match.legal()
        facts = match.play(next((card for card in choose.get(match.to_move, []) if card in legal), legal[0]))
    return facts


def failed(bid: int) -> tuple[Match, list[Fact]]:
    """The dealer must bid after three passes; his side then takes only four tricks. And what the last move told."""
    match = Match("kout4", dealer=3)
    match.deal(pack(FOUR_TRICKS, 3))
    for _ in range(3):
        match.play("pass")
    assert match.legal() == ["bid:5", "bid:6", "bid:7", "bid:8", "bid:9"], "K8: no pass for the dealer"
    match.play(f"bid:{bid}")
    match.play("trump:S")
    return match, play_out(match, {seat: hand.split() for seat, hand in enumerate(FOUR_TRICKS)})


@pytest.mark.parametrize(
    ("bid", "malzoom", "points", "told"), [(5, True, 5, "failed_forced"), (6, False, 12, "failed")]
)
def test_example_08_forced_bid(bid: int, malzoom: bool, points: int, told: str) -> None:
    match, facts = failed(bid)
    assert facts[-1] == {"key": told, "seat": 3, "side": 0, "bid": bid, "points": points}
    hand = match.hands[0]
    assert hand["malzoom"] is malzoom
    assert hand["tricks"] == [10 - bid, 4]
    assert hand["points"] == [points, 0]


STRONG = "RJ BJ AS KS QS JS TS 9S 8S"
WEAK = ["7S 6S 7H 8H 9H 6C 7C 8C 9C", "7D 8D 9D TH JH TC JC TD JD", "QH KH AH QC KC AC QD KD AD"]


def strong_hand(match: Match, seat: int, bid: int) -> list[Fact]:
    """Deal this seat the nine best cards; it bids and makes its bid. What the last move told."""
    others = iter(WEAK)
    match.deal(pack([STRONG if place == seat else next(others) for place in range(4)], match.dealer))
    declare(match, seat, bid, "S")
    facts = play_out(match, {seat: ["AS", "KS", "QS", "JS", "RJ"]})
    assert match.hands[-1]["tricks"][seat % 2] == bid
    return facts


def points_of(*hands: tuple[int, int]) -> Match:
    """A match in which these seats made these bids, one hand after the other."""
    match = Match("kout4", dealer=3)
    for seat, bid in hands:
        assert not match.over
        strong_hand(match, seat, bid)
    return match


def test_example_09_nine_in_the_first_hand_wins_the_match() -> None:
    match = points_of((1, 9))
    assert match.over
    assert match.scores == [0, 36]
    assert match.winners == [1, 3]
    later = points_of((0, 5), (1, 9))
    assert not later.over
    assert later.hands[1]["points"] == [0, 36]


def test_what_ends_a_match_before_its_target_is_told() -> None:
    assert strong_hand(points_of(), 1, 9)[-1] == {"key": "bawn_first"}
    assert strong_hand(points_of((0, 8), (2, 7)), 0, 9)[-1] == {"key": "shutout", "total": 51, "enough": 51}
    to_51 = Match("kout4", dealer=3, options={"target": 51})
    for bid in (8, 7):
        assert strong_hand(to_51, 0, bid)[-1]["key"] == "made"
    assert strong_hand(to_51, 0, 9)[-1]["key"] == "made", "the target is reason enough"


def test_example_10_shutout_and_target() -> None:
    shut_out = points_of((0, 8), (2, 7), (0, 9))
    assert shut_out.scores == [51, 0]
    assert shut_out.over
    assert shut_out.winners == [0, 2]
    goes_on = points_of((1, 5), (0, 8), (2, 7), (0, 9))
    assert goes_on.scores == [51, 5]
    assert not goes_on.over
    close = points_of(
        *((0, 8), (1, 8), (0, 9), (1, 9), (2, 8), (3, 8), (2, 8), (3, 6), (0, 9), (1, 5), (1, 9), (0, 5)),
    )
    assert close.scores == [101, 99]
    assert close.over
    assert close.winners == [0, 2]


def test_example_11_the_pack_for_four() -> None:
    cards = find("kout4").pack_tokens()
    assert len(cards) == 36
    assert {"6S", "6C", "BJ", "RJ"} <= set(cards)
    assert not {"6H", "6D"} & set(cards)
    assert not [card for card in cards if card[0] in "2345"]


def test_example_12_a_joker_is_no_trump() -> None:
    match = table(
        [
            "KS JH 8C 7D 6C JS QS AH JD",
            "RJ 7H 9C TD KC KD 7C BJ 9H",
            "8D KH QH AS 9D 9S QC 6S JC",
            "TC QD 8H TH 7S TS 8S AC AD",
        ],
        0,
        6,
        "6C BJ QC AC 9H KH 8H JH 6S 8S JS TD 7D KD 8D AD TC 8C 7C JC 9S 7S QS KC KS",
    )
    assert match.to_move == 1
    assert match.legal() == ["7H", "9C", "RJ"]


# What the examples leave out.


def test_k1_the_pack_for_six_is_everything() -> None:
    game = find("kout6")
    assert len(game.pack_tokens()) == 54
    assert game.seats == (6,)


def test_k7_nine_ends_the_auction_at_once() -> None:
    match = Match("kout6", dealer=0)
    match.deal(find("kout6").pack_tokens())
    match.play("pass")
    match.play("bid:9")
    assert match.to_move == 2
    assert match.legal() == ["trump:S", "trump:H", "trump:D", "trump:C"]
    assert match.hands[0]["declarer"] == 2
    assert not match.hands[0]["malzoom"]


def test_k8_a_forced_six_is_an_ordinary_bid() -> None:
    match = Match("kout4", dealer=1)
    match.deal(find("kout4").pack_tokens())
    for token in ("pass", "pass", "pass"):
        match.play(token)
    with pytest.raises(IllegalMove, match=r"K8"):
        match.play("pass")
    match.play("bid:6")
    assert not match.hands[0]["malzoom"]


def test_k8_the_dealer_may_pass_when_somebody_has_bid() -> None:
    match = Match("kout4", dealer=1)
    match.deal(find("kout4").pack_tokens())
    for token in ("pass", "bid:5", "pass"):
        match.play(token)
    assert match.legal() == ["pass", "bid:6", "bid:7", "bid:8", "bid:9"]
    match.play("pass")
    assert match.to_move == 3, "K9: the highest bidder"
    assert not match.hands[0]["malzoom"], "K8: only the last speaker's own 5 is forced"


def test_k17_the_hand_ends_as_soon_as_the_bid_is_made() -> None:
    match = points_of((2, 5))
    assert match.hands[0]["tricks"] == [5, 0]
    assert match.needs_deal
    assert match.dealer == 0, "G3: the deal passes to the right"
    assert match.next_to_move == 1


def test_k19_a_failed_nine_costs_eighteen() -> None:
    match = Match("kout4", dealer=3)
    match.deal(pack([WEAK[0], STRONG, WEAK[1], WEAK[2]], 3))
    declare(match, 0, 9, "S")
    play_out(match, {1: ["RJ"]})
    assert match.scores == [0, 18]
    assert not match.over
    assert match.hands[0]["tricks"] == [0, 1]


def test_k20_options() -> None:
    """Target and shut-out are the table's choice; 0 turns the shut-out off."""

    def after(options: dict[str, Any]) -> Match:
        match = Match("kout4", dealer=3, options=options)
        strong_hand(match, 0, 8)
        return match

    assert not after({}).over
    assert after({"target": 8}).winners == [0, 2]
    assert after({"shutout": 8}).winners == [0, 2]
    assert not after({"shutout": 0, "target": 9}).over


def test_k15_a_forced_lead_tells_what_the_leader_holds() -> None:
    """Who leads a joker by force holds nothing but jokers: no sample gives him another card."""
    match = table(
        [
            "RJ BJ 6C AH 7S QH AS KC JH",
            "KS 9H QS 8C JS TH AC 8S JC",
            "TC AD 8D 8H KH 7D 9C QD QC",
            "KD 6S TS JD 9D 7H TD 7C 9S",
        ],
        0,
        6,
        "KC JC TC 7C QH 9H KH 7H 9C TD 6C 8C 8D 9D AH 8S QS QC TS 7S AC 8H KD JH TH 7D JD AS",
    )
    assert match.view(0)["cards"] == ["BJ", "RJ"]
    assert match.legal() == ["BJ", "RJ"], "K15: a choice if he holds both"
    match.play("RJ")
    kernels = mode(match.game, "pure")
    for seat in (1, 2, 3):
        view = match.observation(seat)
        for seed in range(50):
            assert tokens(kernels.sample(view, seed).hand[0]) == ["BJ"]


def test_why_names_the_rule() -> None:
    match = Match("kout4", dealer=3)
    match.deal(pack(FIRST_TRICK, 3))
    rules = {"7H": "K5", "trump:S": "K5", "x": "G5"}
    for token, rule in rules.items():
        why = match.why_not(token)
        assert why is not None
        assert why.rule == rule
    match.play("bid:7")
    assert match.why_not("bid:7").rule == "K6"  # type: ignore[union-attr]
    for _ in range(3):
        match.play("pass")
    assert match.why_not("7H").rule == "K10"  # type: ignore[union-attr]
    match.play("trump:S")
    assert match.why_not("bid:9").rule == "K10"  # type: ignore[union-attr]
    assert match.why_not("AH").key == "not_held"  # type: ignore[union-attr]
    match.play("7H")
    assert match.why_not("7D").key == "follow_or_joker"  # type: ignore[union-attr]
    assert match.why_not("BJ") is None, "K12: a joker goes to any trick"
    match.play("KH")
    assert match.why_not("AS").key == "follow", "no word of a joker to whoever holds none"  # type: ignore[union-attr]
