"""The worked examples of the Basra rules, and what else of B1 to B16 is easy to get wrong."""

from random import Random
from typing import Any

import pytest

from diwaniya.bots.quick.basra import policy
from diwaniya.engine.cards import NUMBER
from diwaniya.engine.errors import IllegalMove
from diwaniya.engine.game import find
from diwaniya.engine.match import Match
from diwaniya.engine.modes import mode
from diwaniya.engine.state import SPECTATOR, pure_rng
from diwaniya.games import basra as rules
from diwaniya.words import words
from twins.basra import basra as is_basra
from twins.basra import captures, maximal_captures, take_token, values

PACK = find("basra").pack_tokens()
SWEEPERS = ["JS", "JH", "JD", "JC", "7D"]


def pack(hands: list[str], floor: str, rest: str = "") -> list[str]:
    """A pack that deals these hands, dealer+1 first, then this floor, then `rest` and whatever is left."""
    wanted = f"{' '.join(hands)} {floor} {rest}".split()
    assert len(set(wanted)) == len(wanted)
    return wanted + [card for card in PACK if card not in wanted]


def table(hands: list[str], floor: str, moves: str = "", **more: Any) -> Match:
    """A hand dealt by seat 0, so that seat 1 plays first, after these moves."""
    match = Match(
        "basra" if len(hands) == 2 else "morabaa", dealer=0, options=more.pop("options", {}), mode="pure"
    )
    match.deal(pack(hands, floor, **more))
    for move in moves.split():
        match.play(move)
    return match


def play(match: Match, card: str) -> tuple[set[str], bool]:
    """What this card takes, and whether it is a basra."""
    before = set(match.view(None)["floor"]) | {card}
    count = sum(match.view(None)["basras"])
    match.play(card)
    seen = match.view(None)
    return before - set(seen["floor"]) - {card}, sum(seen["basras"]) > count


KINGS = "KH KD KS"
"""Three cards that lie in the way until seat 1 takes them with KC."""


def test_example_01_a_number_takes_its_like_and_a_group() -> None:
    match = table(["8H 2C 3C 4C", "2H 3H 4H 5H"], "AS 7S KS 8S")
    assert play(match, "8H") == ({"AS", "7S", "8S"}, False)
    assert match.view(None)["cards_won"] == [0, 4]
    assert match.view(None)["floor"] == ["KS"]


def test_example_02_one_group_or_the_king_alone() -> None:
    hands = ["9H KH 3C 4C", "2H 3H 4H 5H"]
    assert play(table(hands, "AS 7S KS 8S"), "9H") == ({"AS", "8S"}, False)
    assert play(table(hands, "AS 7S KS 8S"), "KH") == ({"KS"}, False)


def test_example_03_everything_taken_is_a_basra() -> None:
    assert play(table(["TH 2C 3C 4C", "2H 3H 4H 5H"], "TS 5S 4S AS"), "TH") == (
        {"TS", "5S", "4S", "AS"},
        True,
    )
    match = table(["KC 2C 3C 4C", "8H 3H 4H 5H"], "KS 8S 7S AS", "KC")
    assert play(match, "8H") == ({"8S", "7S", "AS"}, True)


@pytest.mark.parametrize("floor", ["5S", "QS", "TS", "KS"])
def test_example_04_komi_on_a_single_card_is_a_basra(floor: str) -> None:
    pads = KINGS if floor != "KS" else "QH QD QS"
    taker = "KC" if floor != "KS" else "QC"
    match = table([f"{taker} 2S 3S 4S", "7D 9H 9D 9C"], f"{pads} {floor}", taker)
    assert play(match, "7D") == ({floor}, True)


def test_example_04_komi_on_two_cards_that_no_card_takes_is_a_sweep() -> None:
    match = table(["KC 2S 3S 4S", "7D QH QD QC"], "KS KH 9S 5S", "KC")
    assert play(match, "7D") == ({"9S", "5S"}, False)
    match = table(["KC 2S 3S 4S", "7D TH TD TC"], "KS KH QS 5S", "KC")
    assert play(match, "7D") == ({"QS", "5S"}, False)


def test_example_04_komi_where_groups_of_one_sum_clear_is_a_basra() -> None:
    match = table(["7D 2C 3C 4C", "2H 3H 4H 5H"], "AS 2S 7S 8S")
    assert play(match, "7D") == ({"AS", "2S", "7S", "8S"}, True)


def test_example_05_jack_on_a_wasted_jack_is_a_basra_but_no_more() -> None:
    waste = ["KC JH 3S 4S", "5D JS 2H 9C"]
    match = table(waste, f"{KINGS} 5S", "KC 5D JH")
    assert match.view(None)["floor"] == ["JH"]
    assert play(match, "JS") == ({"JH"}, True)
    match = table(["KC JH 5H 4S", "5D 9C JS 2H"], f"{KINGS} 5S", "KC 5D JH 9C 5H")
    assert play(match, "JS") == ({"JH", "9C", "5H"}, False)


def test_example_06_jack_on_an_empty_floor_stays_and_the_komi_takes_it() -> None:
    match = table(["KC JH 3S 4S", "5D 7D 2H 9C"], f"{KINGS} 5S", "KC 5D")
    assert match.view(None)["floor"] == []
    assert play(match, "JH") == (set(), False)
    assert match.view(None)["floor"] == ["JH"]
    assert play(match, "7D") == ({"JH"}, True)


def test_example_07_a_wasted_komi_is_taken_like_any_seven() -> None:
    match = table(["KC 7D 3S 4S", "5D 7S JS 9C"], f"{KINGS} 5S", "KC 5D 7D")
    assert match.view(None)["floor"] == ["7D"]
    assert play(match, "7S") == ({"7D"}, True)
    match = table(["KC 7D 3S 4S", "5D 7S JS 9C"], f"{KINGS} 5S", "KC 5D 7D")
    assert play(match, "JS") == ({"7D"}, False)


def test_example_08_two_maximal_captures_are_a_choice() -> None:
    match = table(["4S 5C 6C 8C", "9H TH 2H 3H"], "2S 3S AS AH")
    assert match.play("4S") == [{"key": "chooses", "seat": 1, "card": "4S"}]
    assert match.to_move == 1
    assert match.legal() == ["take:AS+AH+2S", "take:AS+3S"]
    seen = match.view(None)
    assert seen["played"] == "4S"
    assert seen["takes"] == [["AS", "AH", "2S"], ["AS", "3S"]]
    assert seen["counts"] == [4, 3]
    assert "4S" not in match.view(1)["cards"] + seen["floor"]
    assert seen["cards_won"] == [0, 0]
    match.play("take:AS+3S")
    seen = match.view(None)
    assert (seen["floor"], seen["cards_won"], seen["played"]) == (["2S", "AH"], [0, 3], None)
    assert match.to_move == 0


def test_example_09_groups_that_fit_together_are_all_taken() -> None:
    assert play(table(["5S 5C 6C 8C", "9H TH 2H 3H"], "2S 3S AS 4S"), "5S") == (
        {"2S", "3S", "AS", "4S"},
        True,
    )


def test_example_10_a_king_takes_two_kings() -> None:
    assert play(table(["KD 5C 6C 8C", "9H TH 2H 3H"], "KS KH 2S 3S"), "KD") == ({"KS", "KH"}, False)


BURYING = table(["2S 3S 4S 6S", "2H 3H 4H 6H"], "5S JS 7D 9C", rest="JH 4C 6D").record()


def test_example_11_jacks_and_komi_go_to_the_bottom() -> None:
    match = Match("basra", dealer=0, mode="pure")
    facts = match.deal(BURYING["hands"][0]["deck"])
    assert facts == [{"key": "buried", "seat": 0, "cards": ["JS", "7D", "JH"]}]
    assert match.view(1)["floor"] == sorted(["5S", "4C", "6D", "9C"], key=NUMBER.__getitem__)
    assert match.view(None)["buried"] == ["JS", "7D", "JH"]
    while match.view(None)["pack_left"] > 0:
        match.play(match.legal()[0])
    assert {"JS", "7D", "JH"} <= set(match.view(0)["cards"])  # the dealer's are the last cards (B2)


def test_five_buried_cards_reach_over_two_hands() -> None:
    match = table(["2S 3S 4S 6S", "2H 3H 4H 6H"], "JS JH JD JC", rest="7D AS 8S TS QS")
    assert match.view(0)["floor"] == ["8S", "TS", "QS", "AS"]
    while match.view(None)["pack_left"] > 0:
        match.play(match.legal()[0])
    assert "JS" in match.view(1)["cards"]
    assert match.view(0)["cards"] == sorted(["JH", "JD", "JC", "7D"], key=NUMBER.__getitem__)


LEFTOVER = {
    "format": "diwaniya/1",
    "game": "basra",
    "options": {},
    "dealer": 0,
    "hands": [
        {
            "deck": "AS 3H 5D 2C 9C TC 2S 7S 4D QC QD 7C 4C JD 3C 2H JS 4S 7D JC QS 3D TH AD 6C JH 6D 8S AC KD 6S 5S "
            "TS AH 9H 8D 5H KC KH 4H 3S 9S 6H 5C TD 8C KS 7H QH 8H 2D 9D",
            "moves": "AS TC 5D 9C 3H 7S 2C 2S JD 4S 4C JS 2H JC 3C 7D QS 6D TH JH 3D 8S AD 6C KD AH 6S 9H 5S 8D AC "
            "TS 4H 6H KH 3S 5H 5C KC 9S KS 9D 8C QH TD 8H 7H 2D",
        }
    ],
}


def test_example_12_what_is_left_goes_to_the_side_that_took_last() -> None:
    moves = LEFTOVER["hands"][0]["moves"].split()  # type: ignore[index]
    record = {**LEFTOVER, "hands": [{**LEFTOVER["hands"][0], "moves": " ".join(moves[:-1])}]}  # type: ignore[dict-item]
    match = Match.replay(record, mode="pure")
    before = match.view(None)
    assert len(before["floor"]) == 5
    facts = match.play(moves[-1])
    assert facts[0] == {"key": "rest", "seat": 0, "cards": ["4H", "7H", "QH", "2D", "9D", "TD"]}
    assert before["last_take"]["seat"] == 0
    after = match.view(None)
    assert after["cards_won"][0] == before["cards_won"][0] + 6
    assert after["basras"] == before["basras"]
    assert match.hands[0]["points"] == [40, 10]


def test_of_like_cards_the_komi_is_taken_first_then_the_lower_suit() -> None:
    assert floor_capture(["7S", "7D", "2S"], "9S") == [{"7D", "2S"}]
    assert floor_capture(["7S", "7C", "2S"], "9S") == [{"7S", "2S"}]


def test_batches_are_dealt_in_packets_of_four() -> None:
    match = table(
        ["2S 3S 4S 5S", "6H 7H 8H 9H", "2D 3D 4D 5D", "6C 7C 8C 9C"],
        "KS KH QS QH",
        rest="AS AH AD AC TS TH TD TC",
    )
    assert match.view(2)["cards"] == ["6H", "7H", "8H", "9H"]
    assert match.view(None)["counts"] == [4, 4, 4, 4]
    seen = []
    for _ in range(16):
        seen.append(match.view(None)["counts"])
        facts = match.play(match.legal()[0])
    assert seen[1] == [4, 3, 4, 4]
    assert seen[-1] == [1, 0, 0, 0]
    assert facts[-1] == {"key": "batch", "left": 16}
    assert match.view(1)["cards"] == ["AS", "AH", "AD", "AC"]
    assert match.view(2)["cards"] == ["TS", "TH", "TD", "TC"]
    assert match.to_move == 1


def floor_capture(floor: list[str], card: str) -> list[set[str]]:
    """The captures of a card on any floor, also one that no play leads to."""
    state = position(floor, card)
    rules.apply(state, NUMBER[card])
    if state.choices:
        return [set(rules.token(state, 52 + i)[5:].split("+")) for i in range(state.choices)]
    lies = {name for name in floor if state.floor >> NUMBER[name] & 1}
    return [set(floor) - lies]


def position(floor: list[str], card: str) -> Any:
    """Seat 1 to play this card on this floor."""
    state: Any = mode(find("basra"), "pure").begin(2, 0, [101, 0, 10])
    mode(find("basra"), "pure").deal(state, range(52))
    rules.put_floor(state, sum(1 << NUMBER[name] for name in floor))
    state.hand[state.turn] = 1 << NUMBER[card]
    return state


def test_the_example_of_rule_b10() -> None:
    assert floor_capture(["AS", "AH", "2S", "3S", "4S"], "5S") == [
        {"AS", "2S", "3S", "4S"},
        {"AS", "AH", "3S"},
    ]


def test_captures_and_basras_on_any_floor_agree_with_the_twin() -> None:
    rng = Random(5)
    choices = 0
    for _ in range(3000):
        low = [name for name in PACK if name[0] in "A2345678"]
        cards = rng.sample(PACK if rng.random() < 0.5 else low, rng.randint(2, 11))
        card = cards.pop()
        state = position(cards, card)
        seat = state.turn
        rules.apply(state, NUMBER[card])
        wanted = captures(frozenset(cards), card)
        if state.choices:
            assert [rules.token(state, 52 + i) for i in range(state.choices)] == [
                take_token(take) for take in wanted
            ]
            choices += 1
        else:
            assert len(wanted) == 1
            assert {name for name in cards if not state.floor >> NUMBER[name] & 1} == set(wanted[0])
            assert state.basras[seat] == is_basra(frozenset(cards), card, wanted[0])
    assert choices > 100


def test_only_the_first_twelve_captures_are_offered() -> None:
    floor = ["AS", "AD", "AC", "2D", "2C", "3H", "3D", "4H", "5C", "6C", "7D"]  # there are fifteen
    assert len({tuple(values(take)) for take in maximal_captures(frozenset(floor), "9S")}) == 15
    takes = floor_capture(floor, "9S")
    assert takes == [set(take) for take in captures(frozenset(floor), "9S")]
    assert len(takes) == 12


def ended(cards: list[int], basras: list[int], jacks: list[int], score: list[int], **options: Any) -> Any:
    """A match after the scoring of a hand that went so."""
    game = find("morabaa")
    state: Any = mode(game, "pure").begin(4, 3, game.check_options(options))
    mode(game, "pure").deal(state, range(52))
    state.pile = [(1 << cards[0]) - 1, (1 << cards[1]) - 1]
    state.basras, state.jacks = basras, jacks
    state.score[:2] = score
    state.floor, state.carry = 0, 30 if options.get("tie_carries") else 0
    rules._score(state)
    return state


@pytest.mark.parametrize(
    ("cards", "options", "points"),
    [
        ([27, 25], {}, [30, 0]),
        ([20, 32], {}, [0, 30]),
        ([26, 26], {}, [0, 0]),
        ([26, 26], {"tie_carries": True}, [0, 0]),
        ([27, 25], {"tie_carries": True}, [60, 0]),
    ],
)
def test_most_cards_score_thirty(cards: list[int], options: dict[str, Any], points: list[int]) -> None:
    state = ended(cards, [0, 0], [0, 0], [0, 0], **options)
    assert state.score[:2] == points
    assert state.carry == (60 if options and points == [0, 0] else 0)
    assert (state.turn, state.dealer) == (-1, 0)


def test_jack_on_jack_may_score_more_than_other_basras() -> None:
    assert ended([27, 25], [3, 1], [1, 0], [0, 0]).score[:2] == [60, 10]
    assert ended([27, 25], [3, 1], [1, 0], [0, 0], jack_basra=30).score[:2] == [80, 10]
    assert ended([27, 25], [3, 1], [1, 0], [0, 0], jack_basra=0).score[:2] == [50, 10]


def test_the_higher_total_wins_and_equal_totals_play_on() -> None:
    assert ended([27, 25], [0, 0], [0, 0], [71, 101]).winners == 0  # 101 : 101
    over = ended([27, 25], [0, 0], [0, 0], [80, 105])
    assert (over.turn, over.winners, over.score[:2]) == (-2, 0b0101, [110, 105])
    over = ended([25, 27], [0, 0], [0, 0], [80, 75])
    assert (over.turn, over.winners) == (-2, 0b1010)
    assert ended([25, 27], [0, 0], [0, 0], [0, 70]).turn == -1


def test_refusals_name_their_reason() -> None:
    match = table(["4S 5C 6C 8C", "9H TH 2H 3H"], "2S 3S AS AH", rest="2C 3C")
    reasons = {"take:AS": "no_choice", "9H": "not_held"}
    for token, key in reasons.items():
        why = match.why_not(token)
        assert why is not None
        assert why.key == key
    match.play("4S")
    reasons = {
        "5C": "choose_first",
        "take:AH+3S": "lower_suit",
        "take:3S+AS": "order",
        "take:AS+3C": "not_on_floor",
        "take:AS": "not_offered",
        "take:": "not_offered",
        "take:AS+AS": "not_offered",
        "take:one+two": "not_offered",
    }
    for token, key in reasons.items():
        why = match.why_not(token)
        assert why is not None
        assert why.key == key, token
        assert why.key in words()["why"]["basra"]
        with pytest.raises(IllegalMove, match="take:AS"):
            match.play(token)
    assert match.why_not("take:AS+3S") is None


@pytest.mark.parametrize("game_id", ["basra", "morabaa"])
def test_why_is_none_exactly_for_legal_moves_and_every_fact_has_words(game_id: str) -> None:
    rng = Random(11)
    facts: set[str] = set()
    for _ in range(15):
        match = Match(game_id, seed=rng.getrandbits(32), options={"tie_carries": True}, mode="pure")
        while match.to_move is not None:
            legal = match.legal()
            for token in rng.sample(PACK, 12) + legal:
                assert (match.why_not(token) is None) == (token in legal)
            facts.update(fact["key"] for fact in match.play(rng.choice(legal)))
            if match.needs_deal:
                break
    assert {"take", "sweep", "basra", "batch", "last_batch", "most"} <= facts
    assert facts <= set(words()["fact"]["basra"])


@pytest.mark.parametrize("game_id", ["basra", "morabaa"])
def test_a_sample_fits_what_was_seen_and_pins_nothing_else(game_id: str) -> None:
    game = find(game_id)
    pure: Any = mode(game, "pure")
    rng = Random(3)
    deck = [card for card in PACK if card not in SWEEPERS]
    rng.shuffle(deck)
    at = 4 * game.seats[0]
    match = Match(game, dealer=1, mode="pure")
    match.deal([*deck[:at], "JS", "7D", "JC", *deck[at:], "JH", "JD"])
    assert match.view(None)["buried"] == ["JS", "7D", "JC"]
    while match.to_move is not None:
        for seat in (match.to_move, SPECTATOR):
            view = pure.view(match._state, seat)
            sampled = pure.sample(view, rng.getrandbits(64))
            assert pure.view(sampled, seat) == view
            again = Match(game, dealer=1, mode="pure")
            again.deal([PACK[card] for card in sampled.pack])
            for token in match.record()["hands"][0]["moves"].split():
                again.play(token)
            assert again._state == sampled
        match.play(rng.choice(match.legal()))


def test_a_sample_deals_others_every_card_that_they_can_hold() -> None:
    match = table(["2S 3S 4S 6S", "2H 3H 4H 6H"], "5S JS 7D 9C", rest="JH 4C 6D", moves="2S")
    view = match.observation(0)
    pure: Any = mode(find("basra"), "pure")
    held: set[str] = set()
    for seed in range(200):
        sampled = pure.sample(view, seed)
        held.update(PACK[card] for card in range(52) if sampled.hand[1] >> card & 1)
    seen = {"2S", "2H", "3H", "4H", "6H", "5S", "4C", "6D", "9C", "JS", "7D", "JH"}
    assert held == set(PACK) - seen  # what is buried comes with the last batch


def test_a_view_is_the_same_whatever_is_hidden() -> None:
    ours, theirs, others = "2S 3S 4S 5S", "6H 7H 8H 9H", "TS TH TD TC"
    floor = "KS KH QS QH"
    match = table([ours, theirs], floor)
    assert match.view(1)["cards"] == ours.split()
    assert match.view(0)["cards"] == theirs.split()
    assert match.view(None)["cards"] == []
    assert table([ours, others], floor, rest="JD").observation(1) == match.observation(1)
    assert table([others, theirs], floor, rest="JD").observation(0) == match.observation(0)
    assert table([theirs, others], floor, rest="JD").observation(None) == match.observation(None)


# The quick player


def choice(match: Match) -> str:
    """What the quick player does; the view it is given comes back unharmed."""
    assert match.to_move is not None
    view = match.observation(match.to_move)
    before = view.copy()
    move = policy(view, pure_rng(1))
    assert view == before
    token: str = match.game.token(view, move)
    assert token in match.legal()
    return token


def test_quick_takes_a_basra() -> None:
    assert choice(table(["5S KC 6C 8C", "9H TH 2H 3H"], "2S 3S AS 4S")) == "5S"
    assert choice(table(["KC 2S 3S 4S", "QH TH 9D 9C"], f"{KINGS} QS", "KC")) == "QH"


def test_quick_keeps_jack_and_komi_for_a_full_floor() -> None:
    assert choice(table(["KC 2S 3S 4S", "JS 7D QD 2C"], "KS KH 9S 5S", "KC")) not in ("JS", "7D")
    assert choice(table(["JS 2S 8S 4S", "9D 9H QD 9C"], "KS KH QS QH")) == "JS"


def test_quick_takes_most_where_it_may_choose() -> None:
    assert choice(table(["4S 5C 6C 8C", "9H TH 2H 3H"], "2S 3S AS AH", "4S")) == "take:AS+AH+2S"


@pytest.mark.parametrize("game_id", ["basra", "morabaa"])
def test_quick_beats_chance(game_id: str) -> None:
    rng = Random(8)
    won = 0
    for number in range(10):
        match = Match(game_id, seed=number, options={"target": 60}, mode="pure")
        while not match.over:
            if match.needs_deal:
                match.deal()
            elif match.to_move % 2 == number % 2:  # type: ignore[operator]
                match.play(choice(match))
            else:
                match.play(rng.choice(match.legal()))
        won += number % 2 in match.winners
    assert won >= 8
