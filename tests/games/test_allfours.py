"""All Fours: the worked examples of the rules page by number, finer rules, what everybody knows, the quick player."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from diwaniya.bots import policy_kernel
from diwaniya.engine import cards
from diwaniya.engine.errors import IllegalMove
from diwaniya.engine.game import find
from diwaniya.engine.match import Match
from diwaniya.engine.modes import mode
from diwaniya.engine.record import replay
from diwaniya.engine.state import SPECTATOR, pure_rng
from twins.replay import new_twin

PACK = cards.TOKENS[:52]


def places(seats: int, dealer: int, packet: int) -> Iterator[int | str]:
    """To whom the cards of a pack go that is run again and again: a seat, or "turned"."""
    for batch in (6, 3, 3, 3, 3, 3):
        for _ in range(batch // packet):
            for i in range(seats):
                yield from [(dealer + 1 + i) % seats] * packet
        yield "turned"


def pack(match: Match, turned: str, **hands: str) -> list[str]:
    """A pack that turns these cards and gives these hands, `s0="AS KS"`, filled up with whatever is left."""
    wanted: dict[int | str, list[str]] = {
        seat: hands.get(f"s{seat}", "").split() for seat in range(match.seats)
    }
    wanted["turned"] = turned.split()
    rest = [card for card in PACK if not any(card in named for named in wanted.values())]
    packet = match.options.get("packet", 3)
    deck: list[str] = []
    for place in places(match.seats, match.dealer, packet):
        if len(deck) < len(PACK):
            deck.append(wanted[place].pop(0) if wanted[place] else rest.pop())
    deck += rest
    assert not any(wanted.values()), "these cards do not all come to be dealt"
    return deck


def table(
    turned: str, moves: str = "", seats: int = 4, dealer: int = 0, options: Any = None, **hands: str
) -> Match:
    match = Match(
        "allfours" if seats == 4 else "allfours2", dealer=dealer, options=options or {}, mode="pure"
    )
    match.deal(pack(match, turned, **hands))
    return play(match, moves)


def play(match: Match, moves: str) -> Match:
    for move in moves.split():
        match.play(move)
    return match


def awards(match: Match) -> list[str]:
    listed: list[str] = match.hands[-1]["awards"]
    return listed


def with_score(match: Match, scores: list[int]) -> Match:
    """The same match at another score: what comes after counts from there."""
    match._state.score[:2] = scores
    return match


# The worked examples


@pytest.mark.parametrize(("card", "points"), [("JH", 3), ("6C", 2), ("AS", 1), ("KD", 0)])
def test_example_01_a_turned_card_scores_at_once(card: str, points: int) -> None:
    match = table(card)
    assert match.scores == [points, 0]
    assert awards(match) == ([f"turn:0:{points}"] if points else [])
    assert (match.to_move, match.legal()) == (1, ["stand", "beg"])


def test_example_02_take_one() -> None:
    match = table("9H", "beg")
    assert (match.to_move, match.legal()) == (0, ["give", "run"])
    play(match, "give")
    assert match.scores == [0, 1]
    assert (match.hands[-1]["trump"], awards(match)) == ("H", ["gift:1:1"])
    assert match.to_move == 1
    assert match.view(None)["counts"] == [6] * 4


def test_example_03_the_same_suit_is_run_again() -> None:
    match = table("9H 6H QS", "beg run")
    assert match.scores == [2, 0]
    assert awards(match) == ["turn:0:2"]
    view = match.view(None)
    assert (view["counts"], view["trump"], view["turned_all"]) == ([12] * 4, "S", ["9H", "6H", "QS"])
    assert match.to_move == 1
    assert all(move in PACK for move in match.legal())  # no second beg


def test_example_04_the_pack_cannot_go_on() -> None:
    match = table("9H 6H JH", "beg run")
    assert match.scores == [5, 0]
    assert match.needs_deal
    assert match.in_hand
    assert (match.to_move, match.legal()) == (None, [])
    facts = match.deal(pack(match, "AD"))
    assert [fact["key"] for fact in facts] == ["turned", "turn"]
    assert (match.scores, match.dealer, match.to_move) == ([6, 0], 0, 1)
    assert awards(match) == ["turn:0:2", "turn:0:3", "turn:0:1"]
    assert match.legal() == ["stand", "beg"]
    assert match.view(None)["counts"] == [6] * 4
    assert match.view(None)["turned_all"] == ["AD"]
    assert len(match.hands) == 1
    assert Match.replay(match.record()).scores == [6, 0]


@pytest.mark.parametrize(
    ("led", "hand", "legal", "free"),
    [
        ("5C", "KC 2H 9D TD JD QD", "2H KC", "2H KC"),
        ("5C", "2H 9D TD JD QD KD", "2H", "2H 9D TD JD QD KD"),
        ("5C", "9S 9D TD JD QD KD", "9S 9D TD JD QD KD", "9S 9D TD JD QD KD"),
        ("5H", "KC 2H 9D TD JD QD", "2H", "2H"),
    ],
)
def test_example_05_what_may_be_played(led: str, hand: str, legal: str, free: str) -> None:
    for options, right in (({}, legal), ({"void_may_discard": True}, free)):
        match = table("9H", f"stand {led}", options=options, s1=led, s2=hand)
        assert match.legal() == right.split()


def last_trick(match: Match) -> Match:
    """Play the lowest card that is legal until the hand is over."""
    hands = len(match.hands)
    while match.in_hand and len(match.hands) == hands:
        match.play(match.legal()[0])
    return match


PLAIN = {
    "s1": "2S 3S 4S 5S 6S 7S",
    "s2": "8S 9S 2C 3C 4C 5C",
    "s3": "6C 7C 8C 9C 2D 3D",
    "s0": "4D 5D 6D 7D 8D 9D",
}
"""Hands without a heart or anything that counts for Game."""


def test_example_06_the_only_trump_is_high_and_low() -> None:
    match = last_trick(table("9H", "stand", **{**PLAIN, "s0": "4D 5D 6D 7D 8D 7H"}))
    assert awards(match) == ["high:0:1", "low:0:1"]
    assert match.scores == [2, 0]


def test_example_06_without_a_trump_nobody_scores_high_or_low() -> None:
    match = last_trick(table("9H", "stand", **PLAIN))
    assert awards(match) == []
    assert match.scores == [0, 0]
    assert (match.dealer, match.needs_deal, match.in_hand) == (1, True, False)


JACK_OUT = {"s1": "JH 2S 3S 4S 5S 6S"}


def test_example_07_hang_jack() -> None:
    hands = {**PLAIN, **JACK_OUT, "s2": "AH 9S 2C 3C 4C 5C"}
    match = last_trick(table("9H", "stand JH AH", **hands))
    assert awards(match) == ["high:0:1", "low:1:1", "jack:0:3", "game:0:1"]


def test_example_07_the_partner_saves_the_jack() -> None:
    hands = {**PLAIN, **JACK_OUT, "s3": "QH 7C 8C 9C 2D 3D"}
    match = last_trick(table("9H", "stand JH", **hands))
    assert awards(match) == ["high:1:1", "low:1:1", "jack:1:1", "game:1:1"]


@pytest.mark.parametrize(("hang_jack", "listed"), [(5, ["jack:0:5"]), (1, ["jack:0:1"]), (0, [])])
def test_a17_hang_jack_is_an_option(hang_jack: int, listed: list[str]) -> None:
    hands = {**PLAIN, **JACK_OUT, "s2": "AH 9S 2C 3C 4C 5C"}
    match = last_trick(table("9H", "stand JH AH", options={"hang_jack": hang_jack}, **hands))
    assert [award for award in awards(match) if award.startswith("jack")] == listed


def test_example_08_points_count_one_by_one() -> None:
    hands = {**PLAIN, **JACK_OUT, "s2": "2H 9S 2C 3C 4C 5C"}
    match = with_score(table("9H", "stand", **hands), [13, 13])
    last_trick(match)
    assert awards(match) == ["high:1:1"]
    assert (match.scores, match.over, match.winners) == ([13, 14], True, [1, 3])
    assert match.dealer == 1  # the next one, also after the last hand


def test_example_09_the_match_may_end_in_the_middle_of_a_deal() -> None:
    match = with_score(last_trick(table("9H", "stand", **PLAIN)), [5, 13])
    assert match.dealer == 1
    match.deal(pack(match, "AS"))
    assert (match.over, match.winners, match.scores) == (True, [1, 3], [5, 14])
    assert (match.to_move, match.dealer) == (None, 2)
    with pytest.raises(IllegalMove):
        match.play("stand")


def test_example_10_equal_game_values() -> None:
    tens = {
        "s1": "TS 3S 4S 5S 6S 7S",
        "s2": "8S 9S TC 3C 4C 5C",
        "s3": "6C 7C 8C 9C 2D 3D",
        "s0": "4D 5D 6D 7D 8D 9D",
    }
    match = table("9H", "stand TS 8S 2D 4D 3S 9S 3D 5D", **tens)
    assert match.to_move == 2  # 9S took it; side 1 has a ten, and now side 0 gets one
    play(match, "TC 6C 6D 4S")
    last_trick(match)
    assert awards(match) == []


# The finer rules


def test_a3_packets_of_three_or_single_cards() -> None:
    three = Match("allfours", dealer=0, mode="pure")
    three.deal(PACK)
    assert three.view(1)["cards"] == ["2S", "3S", "4S", "AS", "2H", "3H"]
    single = Match("allfours", dealer=0, options={"packet": 1}, mode="pure")
    single.deal(PACK)
    assert single.view(1)["cards"] == ["2S", "6S", "TS", "AS", "5H", "9H"]
    for match in (three, single):
        assert match.view(None)["turned"] == PACK[24]
        assert match.view(None)["pack_left"] == 27


def test_a6_a_gift_may_win_the_match() -> None:
    match = play(with_score(table("9H"), [13, 13]), "beg give")
    assert (match.over, match.winners, match.scores) == (True, [1, 3], [13, 14])
    assert awards(match) == ["gift:1:1"]


def test_a6_running_the_pack_may_win_the_match() -> None:
    match = play(with_score(table("9H 6H"), [12, 13]), "beg run")
    assert (match.over, match.winners, match.scores) == (True, [0, 2], [14, 13])
    assert awards(match) == ["turn:0:2"]


def test_a8_the_last_turned_card_scores_before_a_pack_is_wanted() -> None:
    match = play(with_score(table("9H 2H JH"), [11, 0]), "beg run")
    assert match.over
    assert not match.needs_deal


def test_a8_two_players_may_see_six_cards_turned() -> None:
    match = table("2H 3H 4H 5H 7H 8H", "beg run", seats=2, dealer=1)
    assert match.needs_deal
    assert match.in_hand
    assert match.view(0)["counts"] == [21, 21]
    match = table("2H 3H 4H 5H 7H 8S", "beg run", seats=2, dealer=1)
    assert (match.to_move, match.hands[-1]["trump"]) == (0, "S")
    assert len(match.view(0)["cards"]) == 21


def test_a8_points_and_awards_of_the_hand_go_on_all_else_begins_anew() -> None:
    match = table(
        "9H 6H 2H", "2:expose:KS 1:call:KS beg run", options={"calls": True}, s2="KS", s0="4D", s1="AS"
    )
    assert [match.out_of_turn(seat) for seat in range(4)] == [[]] * 4
    match.deal(pack(match, "JD", s1="AS"))
    view = match.view(1)
    assert (view["exposed"], view["called"], view["calls"]) == ([[]] * 4, [[]] * 4, [])
    play(match, "beg give")
    assert match.hands[-1]["awards"] == ["turn:0:2", "turn:0:3", "gift:1:1"]
    assert match.hands[-1]["points"] == [5, 1]


def test_a8_awards_beyond_what_can_be_listed_still_count() -> None:
    match = table("6H AH JH", "beg run", options={"target": 10**9})
    for _ in range(99):
        match.deal(pack(match, "6H AH JH"))
        play(match, "beg run")
    match.deal(pack(match, "9H", s1="AS"))
    play(match, "beg give")
    assert match.scores == [600, 1]
    assert len(awards(match)) == 256
    assert awards(match)[:4] == ["turn:0:2", "turn:0:1", "turn:0:3", "turn:0:2"]
    assert awards(match)[-1] == "gift:1:1"


def test_a9_all_cards_are_played() -> None:
    for turned, tricks in (("9H", 6), ("9H 8S", 9), ("9H 8H 7S", 12)):
        match = last_trick(table(turned, "stand" if tricks == 6 else "beg run"))
        assert sum(match.hands[-1]["tricks"]) == tricks


def test_a11_trump_led_has_to_be_followed_though_a_discard_would_be_free() -> None:
    match = table("9H", "stand 5H", options={"void_may_discard": True}, s1="5H", s2="2H KS")
    assert match.legal() == ["2H"]
    why = match.why_not("KS")
    assert why is not None
    assert (why.rule, why.key) == ("A11", "trump_led")


def test_why_names_the_rule() -> None:
    def rule(match: Match, token: str) -> str:
        why = match.why_not(token)
        assert why is not None
        return f"{why.rule} {why.key}"

    match = table("9H", s1="5C", s2="KC 2H 9D QD AD JD", s3="2D 3D 4D 6D 7D 3H", s0="8C 7C")
    assert rule(match, "5C") == "A5 speak_first"
    assert rule(match, "give") == "A5 speak_first"
    play(match, "beg")
    assert rule(match, "beg") == "A6 answer_first"
    play(match, "give")
    assert rule(match, "run") == "A10 talk_over"
    assert rule(match, "AH") == "A10 not_held"
    play(match, "5C")
    assert rule(match, "9D") == "A12 follow_or_trump"
    play(match, "KC")
    assert rule(match, "2D") == "A12 no_suit_so_trump"
    with pytest.raises(IllegalMove, match="has to be played"):
        match.play("2D")


# Exposed cards and the call


CALLS = {"calls": True}
FOUR_SUITS = {
    "s1": "2C 3C 4S 5S 6D 7D",
    "s2": "8C KC 2H 9D 9S TS",
    "s3": "AC 3H 4H 5D 4D 3D",
    "s0": "5C 6C QH KS AS QD",
}


def test_a20_only_with_the_option_and_only_out_of_turn() -> None:
    assert table("9H", **FOUR_SUITS).out_of_turn(2) == []
    match = table("9H", options=CALLS, **FOUR_SUITS)
    assert match.out_of_turn(1) == []  # to move, and nothing to call
    assert match.out_of_turn(2) == [f"2:expose:{card}" for card in ("9S", "TS", "2H", "9D", "8C", "KC")]
    play(match, "2:expose:KC 0:expose:AS")
    assert match.out_of_turn(1) == ["1:call:AS", "1:call:KC"]
    assert match.out_of_turn(2)[-2:] == ["2:expose:8C", "2:call:AS"]
    play(match, "2:call:AS")  # once in all
    assert match.out_of_turn(1) == ["1:call:KC"]
    for seat in (None, 0, 1, 2, 3):
        view = match.view(seat)
        assert (view["exposed"], view["called"]) == ([["AS"], [], ["KC"], []], [["AS"], [], [], []])


def test_a21_a_called_card_is_played_as_soon_as_it_may_be() -> None:
    match = table("9H", "2:expose:KC 2:expose:9D 1:call:9D stand 2C", options=CALLS, **FOUR_SUITS)
    assert match.legal() == ["2H", "8C", "KC"]  # 9D may not be played to a club
    play(match, "1:call:KC")  # it is his turn: the call binds at once
    assert match.legal() == ["KC"]
    why = match.why_not("8C")
    assert why is not None
    assert (why.rule, why.args) == ("A21", {"cards": ["KC"]})
    play(match, "KC AC 5C")
    assert match.to_move == 3
    play(match, "5D QD 6D")
    assert match.legal() == ["9D"]
    assert match.view(0)["exposed"] == [[], [], ["9D"], []]
    play(match, "9D")
    assert match.view(0)["called"] == [[]] * 4


def test_a21_among_several_called_cards_the_holder_chooses() -> None:
    match = table("9H", "2:expose:KC 2:expose:2H 1:call:KC 0:call:2H stand 2C", options=CALLS, **FOUR_SUITS)
    assert match.legal() == ["2H", "KC"]


# What everybody knows


@pytest.mark.parametrize("free", [False, True])
def test_lacks_are_what_the_play_showed(free: bool) -> None:
    hands = {
        "s1": "2C 3C 4S 5S 6D 7D",
        "s2": "2H 3H 4H 9D 9S TS",
        "s3": "QD KD 5D 4D 3D JD",
        "s0": "5C 6C QH KS AS 8D",
    }
    match = table("9H", "stand 2C 2H QD 5C", options={"void_may_discard": free}, **hands)
    state: Any = match.observation(None)
    lacks = {seat: {card[1] for card in cards.tokens(state.lacks[seat])} for seat in range(4)}
    assert lacks == {0: set(), 1: set(), 2: set(), 3: {"C"} if free else {"C", "H"}}


def test_who_trumps_with_a_called_card_waiting_has_the_suit_led() -> None:
    """With `void_may_discard` he would otherwise have had to play the called diamond."""
    options = {"void_may_discard": True, "calls": True}
    match = table("9H", "2:expose:9D 1:call:9D stand 2C 2H", options=options, **FOUR_SUITS)
    game, clubs = match.game, sum(1 << cards.NUMBER[card] for card in PACK if card[1] == "C")
    view = match.observation(0)
    for number in range(300):
        sampled: Any = game.layout.pure()
        game.sample(view, pure_rng(number), sampled)
        assert sampled.hand[2] & clubs


def positions(seed: int, matches: int) -> Iterator[tuple[Match, Any, list[str]]]:
    """Positions of random matches with all options: the match, its state before the last pack, the moves since."""
    chance = Random(seed)
    for _ in range(matches):
        options: dict[str, Any] = {"packet": chance.choice([1, 3]), "target": chance.choice([14, 60])}
        options["void_may_discard"] = chance.random() < 0.5
        options["calls"] = chance.random() < 0.6
        game, seats = chance.choice([("allfours", 4), ("allfours2", 2)])
        match = Match(game, dealer=chance.randrange(seats), options=options, mode="pure")
        while not match.over and len(match.hands) < 4:
            if match.needs_deal:
                deck = list(PACK)
                chance.shuffle(deck)
                before = match._state.copy()
                match.deal(deck)
                moves: list[str] = []
                continue
            yield match, before, moves
            moves.append(any_move(match, chance))
            match.play(moves[-1])


def any_move(match: Match, chance: Random) -> str:
    """Of the cards and calls, or now and then out of turn; begging and running more often than not."""
    out_of_turn = [move for seat in range(match.seats) for move in match.out_of_turn(seat)]
    if out_of_turn and chance.random() < 0.3:
        return chance.choice(out_of_turn)
    legal = match.legal()
    return legal[-1] if legal[-1] in ("beg", "run") and chance.random() < 0.6 else chance.choice(legal)


def test_sampled_states_are_what_the_viewer_saw() -> None:
    """Replaying the moves from the sampled pack gives the sampled state, and from there the viewer sees the same."""
    chance = Random(1)
    checked = 0
    for match, before, moves in positions(seed=11, matches=60):
        game = match.game
        pure = mode(game, "pure")
        viewer = chance.choice([SPECTATOR, *range(match.seats)])
        view = pure.view(match._state, viewer)
        sampled = pure.sample(view, chance.getrandbits(64))
        assert pure.view(sampled, viewer) == view
        assert sorted(sampled.pack) == list(game.pack)
        again = before.copy()
        pure.deal(again, sampled.pack)
        for move in moves:
            kind, _, card = move.partition(":")[2].partition(":")
            if card:
                seat, number = int(move[0]), game.out_of_turn.index(kind)
                assert game.open_legal is not None
                assert game.open_apply is not None
                assert game.open_legal(again, seat, number) >> cards.NUMBER[card] & 1
                game.open_apply(again, seat, number, cards.NUMBER[card])
            else:
                legal = {game.token(again, a): a for a in range(64) if game.legal(again) >> a & 1}
                game.apply(again, legal[move])
        assert again == sampled
        checked += 1
    assert checked > 1000


def test_a_view_hides_what_its_seat_cannot_see() -> None:
    """No card of the pack, and of the others' hands only what lies open; the viewer's own moves are all there."""
    for match, _, _ in positions(seed=5, matches=15):
        seat = match.to_move
        assert seat is not None
        view = match.observation(seat)
        assert set(view.pack) == {255}
        assert match.game.legal(view) == match.game.legal(match._state)
        for other in range(match.seats):
            if other != seat:
                assert view.hand[other] & ~view.exposed == 0


@pytest.mark.parametrize("lacking", [(), (2,), (2, 3)])
def test_samples_are_as_likely_as_deals_are(lacking: tuple[int, ...]) -> None:
    """These seats have shown that they have neither clubs nor trumps; each has five cards left."""
    match = table("9H", "stand 5C 4D 4S 6C", s1="5C", s2="4D 5D 6D 7D 8D 9D", s3="4S 5S 6S 7S 8S 9S", s0="6C")
    view: Any = match.observation(1)
    banned = view.lacks[2]
    for seat in (2, 3):
        view.lacks[seat] = banned if seat in lacking else 0
    known = view.dealt[1] | view.won[0] | view.won[1] | 1 << cards.NUMBER["9H"]
    unseen = [card for card in range(52) if not known >> card & 1]
    plain = sum(not banned >> card & 1 for card in unseen)
    taken = 5 * len(lacking)
    samples = 3000
    drawn: list[Counter[int]] = [Counter() for _ in range(4)]
    for number in range(samples):
        sampled: Any = match.game.layout.pure()
        match.game.sample(view, pure_rng(7919 * number), sampled)
        for seat in (0, 2, 3):
            drawn[seat].update(card for card in unseen if sampled.hand[seat] >> card & 1)
    for seat in (0, 2, 3):
        for card in unseen:
            if seat in lacking:
                chance = 0 if banned >> card & 1 else 5 / plain
            else:
                chance = 5 / (len(unseen) - taken) * (1 if banned >> card & 1 else 1 - taken / plain)
            spread = (samples * chance * (1 - chance)) ** 0.5
            assert abs(drawn[seat][card] - samples * chance) <= 4.5 * spread, (seat, card)


def test_why_not_is_silent_exactly_when_the_move_is_legal() -> None:
    for match, _, _ in positions(seed=23, matches=10):
        legal = match.legal()
        for token in [*PACK, *match.game.calls]:
            assert (match.why_not(token) is None) == (token in legal), token


# Against the twin, and in both modes


def test_the_twin_agrees() -> None:
    """Reports, legal moves, out-of-turn moves, scores, dealers and views, with all options and many redeals."""
    chance = Random(77)
    redeals = 0
    for number in range(80):
        options: dict[str, Any] = {}
        if chance.random() < 0.7:
            options["target"] = chance.choice([1, 5, 7, 30, 10**9])
        if chance.random() < 0.7:
            options["hang_jack"] = chance.choice([0, 1, 5])
        options["packet"] = chance.choice([1, 3])
        options["void_may_discard"] = chance.random() < 0.5
        options["calls"] = chance.random() < 0.5
        game, seats = (("allfours", 4), ("allfours2", 2))[number % 2]
        dealer = chance.randrange(seats)
        match = Match(game, dealer=dealer, options=options, mode="pure")
        twin = new_twin(game, options, seats, dealer)
        while not twin.over and len(match.hands) < 5:
            if twin.needs_deal:
                redeals += twin.in_hand
                deck = one_suit_turned(chance, seats)
                match.deal(deck)
                twin.deal(deck)
            else:
                assert (match.to_move, match.legal()) == (twin.to_move, twin.legal())
                for seat in range(seats):
                    assert match.out_of_turn(seat) == twin.out_of_turn(seat)
                    expected = twin.visible(seat)
                    got = match.view(seat)
                    shared = expected.keys() - ({"exposed", "called"} if not options["calls"] else set())
                    assert {key: got[key] for key in shared} == {key: expected[key] for key in shared}
                move = any_move(match, chance)
                match.play(move)
                twin.play(move)
            assert match.hands[-1] == twin.report()
            assert (match.scores, match.over, match.winners) == (twin.scores, twin.over, twin.winners)
            assert (match.dealer, match.needs_deal, match.in_hand) == (
                twin.dealer,
                twin.needs_deal,
                twin.in_hand,
            )
    assert redeals > 10


def one_suit_turned(chance: Random, seats: int) -> list[str]:
    """A shuffled pack that often turns cards of one suit only, as long as it goes."""
    deck = list(PACK)
    chance.shuffle(deck)
    if chance.random() < 0.7:
        suit = [card for card in deck if card[1] == deck[0][1]]
        for place, card in zip(range(6 * seats, 52, 3 * seats + 1), suit, strict=False):
            at = deck.index(card)
            deck[place], deck[at] = deck[at], deck[place]
    return deck


@pytest.mark.parametrize("game", ["allfours", "allfours2"])
def test_compiled_rules_do_the_same(game: str) -> None:
    chance = Random(3)
    fast = mode(find(game), "compiled")
    for match, _, _ in positions(seed=41, matches=16):
        if match.game.id == game and chance.random() < 0.1:
            twin = replay(match.record(), "compiled").match
            assert twin._pure == match._state
            seat = chance.choice([SPECTATOR, *range(match.seats)])
            sampled = fast.sample(fast.view(twin._state, seat), seed := chance.getrandbits(64))
            pure = mode(match.game, "pure")
            assert fast.read(sampled) == pure.sample(pure.view(match._state, seat), seed)


# What is told


def test_a_hand_as_it_is_told() -> None:
    match = Match("allfours", dealer=0, options={"calls": True}, mode="pure")
    hands = {**PLAIN, **JACK_OUT, "s2": "AH 9S 2C 3C 4C 5C"}
    facts = match.deal(pack(match, "6H", **{**hands, "s1": "JH 2S 3S 4S 5S 7S"}))
    assert facts == [
        {"key": "turned", "seat": 0, "card": "6H", "trump": "H"},
        {"key": "turn", "side": 0, "card": "6H", "points": 2},
    ]
    assert match.play("2:expose:AH") == [{"key": "exposed", "seat": 2, "card": "AH"}]
    assert match.play("1:call:AH") == [{"key": "called", "seat": 1, "holder": 2, "card": "AH"}]
    assert match.play("beg") == []
    assert match.play("give") == [{"key": "gift", "seat": 1, "side": 1, "points": 1}]
    play(match, "JH AH 6C")
    assert match.play("4D") == [{"key": "trick", "seat": 2, "cards": ["JH", "AH", "6C", "4D"]}]
    told: list[Any] = []
    while match.in_hand:
        told = match.play(match.legal()[0])
    assert [fact["key"] for fact in told] == ["trick", "high", "low", "hang_jack", "game"]
    assert told[1:] == [
        {"key": "high", "side": 0, "card": "AH", "points": 1},
        {"key": "low", "side": 1, "card": "JH", "points": 1},
        {"key": "hang_jack", "side": 0, "card": "JH", "points": 3},
        {"key": "game", "side": 0, "points": 1, "value": 5, "other": 0},
    ]
    assert match.view(1)["last_trick"]["winner"] == told[0]["seat"]


def test_a_run_as_it_is_told() -> None:
    match = table("9H 6H 2H", "beg")
    assert [fact["key"] for fact in match.play("run")] == ["turned", "turn", "again", "turned", "reshuffle"]
    match = table("9H 8H 2S", "beg")
    told = match.play("run")
    assert [fact["key"] for fact in told] == ["turned", "again", "turned"]
    assert told[1]["trump"] == "H", "what came again, not what came then"
    assert match.view(3)["calls"] == [{"seat": 1, "token": "beg"}, {"seat": 0, "token": "run"}]


# The quick player


def chosen(match: Match, seat: int | None = None) -> str:
    assert match.to_move is not None
    view = match.observation(match.to_move)
    return match.game.token(view, policy_kernel("quick", match.game)(view, pure_rng(1)))


def test_quick_plays_sensibly() -> None:
    assert chosen(table("9H", s1="AH KH 2H 3H 2S 3S")) == "stand"
    assert chosen(table("9H", s1="2S 3S 4S 5S 6S 7S")) == "beg"
    assert chosen(table("9H", "beg", s0="AH KH JH 3H 2S 3S")) == "give"
    assert chosen(table("9H", "beg", s0="2S 3S 4S 5S 6S 7S")) == "run"
    # At 13 a gift would lose the match.
    assert chosen(with_score(table("9H", "beg", s0="AH KH JH 3H 2S 3S"), [0, 13])) == "run"
    # The last one gives a ten to his partner's trick, and no ten to the others'.
    hands = {"s1": "2S 3S", "s2": "AS 4S", "s3": "5S 6S", "s0": "TS 7S 8S"}
    assert chosen(table("9H", "stand 2S AS 5S", **hands)) == "TS"
    hands = {"s1": "2S 3S", "s2": "4S 9S", "s3": "AS 6S", "s0": "TS 7S KD"}
    assert chosen(table("9H", "stand 2S 4S AS", **hands)) == "7S"
    # He does not trump his partner's ace, but a ten of the others.
    hands = {"s1": "2S 3S", "s2": "AS 4S", "s3": "5S 6S", "s0": "2H 7S 8D 9D 2D 3D"}
    assert chosen(table("9H", "stand 2S AS 5S", **hands)) == "7S"
    hands = {"s1": "TS 3S", "s2": "9S 4S", "s3": "5S 6S", "s0": "2H 7S 8D 9D 2D 3D"}
    assert chosen(table("9H", "stand TS 9S 5S", **hands)) == "2H"
    # He hangs the jack when he can, with the cheapest trump that does it.
    hands = {"s1": "JH 3S", "s2": "2H 4S", "s3": "3H 6S", "s0": "AH QH 4H 9D 2D 3D"}
    assert chosen(table("9H", "stand JH 2H 3H", **hands)) == "QH"


@pytest.mark.parametrize(("game", "seats"), [("allfours", 4), ("allfours2", 2)])
def test_quick_beats_random(game: str, seats: int) -> None:
    quick, anything = policy_kernel("quick", find(game)), policy_kernel("random", find(game))
    won = 0
    for seed in range(60):
        match = Match(game, seed=seed, options={"target": 30}, mode="pure")
        rng = pure_rng(seed)
        while not match.over:
            if match.needs_deal:
                match.deal()
            while match.to_move is not None:
                seat = match.to_move
                view = match.observation(seat)
                policy = quick if seat % 2 == seed // seats % 2 else anything
                match.move(match.game.token(view, policy(view, rng)))
        won += seed // seats % 2 in match.winners
    assert won > 42
