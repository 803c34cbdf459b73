"""Cucco: the worked examples of the rules page by number, what everybody knows, and the quick player.

A is the seat right of the dealer, as on the rules page: seats A 0, B 1, C 2, and the dealer last.
"""

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from diwaniya.bots import policy_kernel
from diwaniya.engine import drivers
from diwaniya.engine.errors import IllegalMove
from diwaniya.engine.game import find
from diwaniya.engine.match import Match
from diwaniya.engine.state import OVER, SPECTATOR, pure_rng
from diwaniya.games.cucco import TOKENS, TOP
from twins.replay import new_twin

GAME = find("cucco")
A, B, C, D = range(4)


def pack(dealt: str, bottom: str = "", top: str = "") -> list[str]:
    """A whole pack that deals these cards, with this one after them and this one on top."""
    front, last = [*dealt.split(), *bottom.split()], top.split()
    rest = GAME.pack_tokens()
    for name in front + last:
        rest.remove(name)
    return front + rest + last


def table(dealt: str, moves: str = "", *, seats: int = 4, bottom: str = "", top: str = "") -> Match:
    """A first hand with seat 0 right of the dealer, played so far."""
    match = Match("cucco", seats=seats, dealer=seats - 1, mode="pure")
    match.deal(pack(dealt, bottom, top))
    return play(match, moves)


def play(match: Match, moves: str) -> Match:
    for move in moves.split():
        match.play(move)
    return match


def cards(match: Match) -> str:
    return " ".join(card or "-" for card in match.hands[-1]["cards"])


def losers(dealt: str) -> list[int]:
    """Who loses if everybody keeps."""
    count = len(dealt.split())
    losers: list[int] = table(dealt, "keep " * count, seats=count).hands[-1]["losers"]
    return losers


def hand(match: Match, by_seat: str, moves: str = "", **places: str) -> Match:
    """One more hand: a card for each seat in the order of seats, `-` for one that sits out."""
    names = by_seat.split()
    order = [(match.dealer + 1 + i) % match.seats for i in range(match.seats)]
    match.deal(pack(" ".join(names[seat] for seat in order if names[seat] != "-"), **places))
    return play(match, moves)


def one_life_each_for_a_and_d() -> Match:
    """Four seats; B and C have lost their lives, A and D have one each, and D deals next."""
    match = Match("cucco", dealer=D, mode="pure")
    for _ in range(3):
        hand(match, "9 Li Li 9", "keep keep keep keep")
    for _ in range(2):
        hand(match, "Li - - Li", "keep keep")
    assert (match.scores, match.dealer) == ([1, 0, 0, 1], D)
    return match


# The worked examples


def test_example_01_a_cat_undoes_the_swaps() -> None:
    match = table("4 10 Ca 9", "swap")
    assert cards(match) == "10 4 Ca 9"
    facts = match.play("swap")
    assert cards(match) == "4 10 Ca 9"
    assert match.scores == [3, 2, 3, 3]
    assert [fact["key"] for fact in facts] == ["cat", "loses", "undone"]
    assert facts[2] == {"key": "undone", "from": A, "to": B}


def test_example_02_who_kept_is_not_touched() -> None:
    match = table("9 0 7 Ca", "keep swap")
    assert cards(match) == "9 7 0 Ca"
    match.play("swap")
    assert cards(match) == "9 0 7 Ca"
    assert match.scores == [3, 3, 2, 3]


def test_example_03_a_horse_is_skipped_both_ways() -> None:
    match = table("Li Ho 2 Ca", "swap")
    assert cards(match) == "2 Ho Li Ca"
    assert match.to_move == B
    play(match, "keep swap")
    assert cards(match) == "Li Ho 2 Ca"
    assert match.scores == [3, 3, 2, 3]


def test_example_04_two_horses() -> None:
    match = table("3 Ho Ho 5", "swap")
    assert cards(match) == "5 Ho Ho 3"
    assert match.view(None)["shown"] == [B, C]


def test_example_05_the_dealer_holds_the_horse() -> None:
    match = table("9 9 Bu Ho", "keep keep swap", top="Ca")
    assert cards(match) == "9 9 Ca Ho"
    assert match.to_move == D
    assert match.scores == [3, 3, 3, 3]


def test_example_06_the_inn_pays_for_a_zero() -> None:
    match = table("10 0 In 9", "keep swap ask pay")
    assert match.view(None)["promises"] == [{"from": C, "to": B}]
    play(match, "keep keep")
    assert match.scores == [3, 3, 2, 3]
    assert match.hands[-1]["losers"] == [C]


def test_example_06_but_not_for_a_bucket() -> None:
    match = table("10 Bu In 9", "keep swap ask pay keep keep")
    assert match.scores == [3, 2, 3, 3]


def test_example_07_the_inn_refuses() -> None:
    match = table("10 0 In 9", "keep swap ask refuse")
    assert cards(match) == "10 In 0 9"
    assert match.to_move == C
    assert match.legal() == ["keep", "swap"]


@pytest.mark.parametrize(
    ("dealt", "lose"),
    [
        ("Fo 7 3 10", [0, 2]),
        ("Fo Cu Cu", [0]),
        ("Fo Fo Cu Hu", [3]),
        ("Fo Fo Cu Cu", [0, 1]),
        ("Fo Fo", [0, 1]),
        ("Fo 3 3 Li", [0, 3]),
        ("3 3 4", [0, 1]),
        ("Cu Cu", []),
        ("Cu Hu", [1]),
    ],
)
def test_example_08_the_fool_and_the_cuckoo(dealt: str, lose: list[int]) -> None:
    assert losers(dealt) == lose


def test_example_08_a_dead_card_does_not_count() -> None:
    """B's last life goes to the hunter; what is left is cuckoo, fool and, from the bottom of the pack, cuckoo."""
    match = Match("cucco", dealer=D, mode="pure")
    for cards_dealt in ("9 0 9 8", "9 0 9 8", "0 9 9 8", "9 9 0 8"):
        hand(match, cards_dealt, "keep keep keep keep")
    hand(match, "Cu Li Hu Fo", "keep swap swap", bottom="Cu")
    assert cards(match) == "Cu Li Fo Hu"
    match.play("swap")
    assert cards(match) == "Cu Li Fo Cu"
    assert match.hands[-1]["losers"] == [B, C]
    assert match.scores == [2, 0, 1, 3]


def test_example_09_nobody_is_left() -> None:
    match = one_life_each_for_a_and_d()
    match.deal(pack("9 Hu"))
    facts = match.play("swap")
    assert facts[-2:] == [{"key": "out", "seat": A}, {"key": "alone", "seat": D}]
    assert match.to_move == D
    facts = match.play("keep")
    assert {"key": "only_card", "seat": D} in facts
    assert match.hands[-1]["points"] == [-1, 0, 0, -1]
    assert match.hands[-1]["losers"] == [A, D]
    assert match.scores == [3, 3, 3, 3]
    assert (match.over, match.dealer, match.next_to_move) == (False, A, B)
    assert facts[-1] == {"key": "all_back"}


def test_example_10_the_cuckoo_only_refuses() -> None:
    match = one_life_each_for_a_and_d()
    match.deal(pack("9 Cu"))
    match.play("swap")
    assert match.scores == [1, 0, 0, 1]
    facts = match.play("keep")
    assert not {"alone", "only_card"} & {
        fact["key"] for fact in facts
    }  # D's cuckoo remains, and two had lives
    assert match.scores == [0, 0, 0, 1]
    assert (match.over, match.winners, match.next_to_move) == (True, [D], None)
    assert match.dealer == D  # C4: the next seat that has lives


# What the examples leave out


def test_c4_the_deal_skips_who_has_no_lives() -> None:
    match = Match("cucco", seats=3, dealer=2, mode="pure")
    for _ in range(3):
        hand(match, "Li 9 9", "keep keep keep")
    assert (match.scores, match.dealer, match.next_to_move) == ([0, 3, 3], 1 + 1, 1)
    hand(match, "- 9 8")
    assert match.to_move == 1
    assert match.hands[-1]["cards"] == [None, "9", "8"]
    assert match.view(0)["cards"] == []
    assert match.view(0)["counts"] == [0, 1, 0]


def test_c6_the_dead_take_no_turn_and_are_not_asked() -> None:
    match = Match("cucco", seats=3, dealer=2, mode="pure")
    for _ in range(2):
        hand(match, "Li 9 9", "keep keep keep")
    hand(match, "9 9 Li", "keep keep keep")
    hand(match, "5 Hu 4", "swap")
    assert match.scores == [0, 3, 2]
    assert match.to_move == 1
    play(match, "keep keep")
    assert match.hands[-1]["losers"] == [0, 2]


def test_c9_a_second_jump_gets_the_card_that_the_first_put_on_top() -> None:
    match = table("3 Ho 5 Ho", "swap")  # an ordinary card behind the horse: nothing on top is touched
    assert cards(match) == "5 Ho 3 Ho"
    match = table("9 Ho Ho", "swap", seats=3, top="In")
    assert cards(match) == "In Ho Ho"
    match.play("swap")
    assert cards(match) == "In 9 Ho"
    assert [match.view(seat)["faces"][1] for seat in range(3)] == [None, "9", None]  # C16: it was in the pack
    assert match.view(None)["shown"] == [2]


def test_c11_without_swaps_nothing_is_undone() -> None:
    match = table("4 Ca 9 9")
    assert [fact["key"] for fact in match.play("swap")] == ["cat", "loses"]
    assert cards(match) == "4 Ca 9 9"


def test_c11_the_first_owner_may_sit_far_back() -> None:
    match = table("1 2 3 4 Ca 9", "swap swap swap", seats=6)
    assert cards(match) == "2 3 4 1 Ca 9"
    facts = match.play("swap")
    assert cards(match) == "1 2 3 4 Ca 9"
    assert [(fact["from"], fact["to"]) for fact in facts if fact["key"] == "undone"] == [
        (2, 3),
        (1, 2),
        (0, 1),
    ]


def test_c11_the_last_life_leaves_the_card_that_came_back_dead() -> None:
    match = Match("cucco", seats=4, dealer=D, mode="pure")
    for cards_dealt in ("9 0 9 8", "9 0 9 8", "0 9 9 8", "9 9 0 8"):
        hand(match, cards_dealt, "keep keep keep keep")
    hand(match, "5 Li Ca 6", "swap swap")
    assert cards(match) == "5 Li Ca 6"
    play(match, "keep keep")
    assert match.hands[-1]["losers"] == [A, B]  # the lion is dead, so 5 is the lowest
    assert match.view(A)["result"]["cards"] == ["5", "Li", "Ca", "6"]
    assert match.view(D)["result"]["cards"] == ["5", None, "Ca", "6"]  # a dead card is not shown to all


def test_c13_keeping_ends_the_turn_and_leaves_no_promise() -> None:
    match = table("0 In 9 9", "swap keep")
    assert match.to_move == B
    play(match, "keep keep keep")
    assert match.hands[-1]["losers"] == [A]


def test_c13_the_promise_binds_whatever_card_he_holds_later() -> None:
    match = table("0 In Li 9", "swap ask pay swap")
    assert cards(match) == "0 Li In 9"
    facts = play(match, "keep").play("keep")
    assert match.hands[-1]["losers"] == [B]  # the lion is lower than the zero: one life, his own
    assert not [fact for fact in facts if fact["key"] == "pays"]


def test_c13_a_payer_who_loses_too_pays_on_top() -> None:
    match = table("0 In 0 9", "swap ask pay swap")
    assert cards(match) == "0 0 In 9"
    facts = play(match, "keep").play("keep")
    assert match.hands[-1]["points"] == [0, -2, 0, 0]
    assert match.hands[-1]["losers"] == [B, B]
    assert {"key": "pays", "payer": B, "to": A} in facts
    assert {"key": "loses", "seat": B, "count": 2, "lives": 1} in facts


def test_c13_without_a_life_nobody_pays() -> None:
    match = Match("cucco", dealer=D, mode="pure")
    for cards_dealt in ("9 0 9 8", "9 0 9 8", "9 9 0 8", "9 9 8 0"):
        hand(match, cards_dealt, "keep keep keep keep")
    hand(match, "0 In 0 9", "swap ask pay swap keep keep")
    assert match.hands[-1]["losers"] == [A, B]
    assert match.scores == [2, 0, 2, 2]


def test_c13_a_promise_to_somebody_who_does_not_lose_costs_nothing() -> None:
    match = table("0 In 9 Li", "swap ask pay keep keep keep")
    assert match.hands[-1]["losers"] == [D]


def test_c13_an_inn_behind_a_horse() -> None:
    match = table("0 Ho In 9", "swap")
    assert match.view(None)["asking"] == {"from": A, "to": C}
    assert match.legal() == ["keep", "ask"]
    match.play("ask")
    assert (match.to_move, match.legal()) == (C, ["pay", "refuse"])
    match.play("refuse")
    assert cards(match) == "In Ho 0 9"
    assert match.to_move == B


def test_c15_the_bottom_has_no_effect() -> None:
    match = table("9 8 7 6", "keep keep keep", bottom="Ca")
    assert match.play("swap")[0] == {"key": "bottom", "seat": D}
    assert cards(match) == "9 8 7 Ca"
    assert match.hands[-1]["losers"] == [C]
    assert match.hands[-1]["shown"] == []


def test_c19_a_cuckoo_does_not_lose_even_alone() -> None:
    match = one_life_each_for_a_and_d()
    facts = hand(match, "9 - - Hu", "swap", bottom="Cu").play("swap")
    assert match.scores == [0, 0, 0, 1]
    assert (match.over, match.winners) == (True, [D])
    assert {"key": "nobody_loses"} in facts


# What each one knows


def test_c3_a_card_is_unknown_to_its_owner_until_it_reaches_him() -> None:
    match = table("9 Ho 7 6")
    assert match.view(A)["cards"] == ["9"]
    assert match.view(B)["cards"] == []
    assert match.view(None)["counts"] == [1, 0, 0, 0]
    assert match.view(None)["pack_left"] == 39
    match.play("swap")  # jumps over B to C
    assert [match.view(seat)["cards"] for seat in range(4)] == [["7"], ["Ho"], ["9"], []]
    assert match.view(None)["counts"] == [1, 1, 1, 0]


def test_c16_both_players_of_a_swap_know_and_go_on_knowing() -> None:
    match = table("4 10 6 9", "swap")
    assert match.view(A)["faces"] == ["10", "4", None, None]
    assert match.view(B)["faces"] == ["10", "4", None, None]
    assert match.view(C)["faces"] == [None, None, None, None]
    match.play("swap")  # the 4 goes on to C
    assert match.view(A)["faces"] == ["10", None, "4", None]
    assert match.view(B)["faces"] == ["10", "6", "4", None]
    assert match.view(C)["faces"] == [None, "6", "4", None]
    assert match.view(None)["faces"] == [None, None, None, None]


def test_c16_a_card_shown_stays_known_where_it_goes() -> None:
    match = table("0 In 9 8", "swap ask refuse")
    assert match.view(None)["faces"] == ["In", None, None, None]
    assert match.view(None)["shown"] == [A]


def test_c17_all_live_cards_lie_open_after_the_hand() -> None:
    match = table("9 8 7 6", "keep keep keep keep")
    for viewer in (None, A, B, C, D):
        assert match.view(viewer)["faces"] == ["9", "8", "7", "6"]
        assert match.view(viewer)["result"]["losers"] == [D]
        assert match.view(viewer)["shown"] == []


def spiced(chance: Random, seats: int) -> list[str]:
    """A random pack with many special cards in front, where they are dealt, and sometimes one on top."""
    special = chance.sample(["0", *["In", "Ca", "Ho", "Hu", "Cu", "Fo"] * 2], chance.randrange(seats + 1))
    rest = GAME.pack_tokens()
    for name in special:
        rest.remove(name)
    chance.shuffle(rest)
    count = seats + 1 - len(special)
    front = [*special, *rest[:count]]
    chance.shuffle(front)
    deck = front + rest[count:]
    return deck if chance.random() < 0.7 else [*deck[1:], deck[0]]


def positions(seed: int, matches: int) -> Iterable[tuple[Any, Any, list[int]]]:
    """Every position of some random matches: the state before the deal, the state, the moves in between."""
    begin = drivers.bind(GAME, "begin")[0]
    chance = Random(seed)
    for _ in range(matches):
        state: Any = GAME.layout.pure()
        state.seats = chance.choice(GAME.seats)
        state.dealer = chance.randrange(state.seats)
        state.pack = list(GAME.pack)
        begin(state)
        while state.turn != OVER:
            before = state.copy()
            state.pack = [TOKENS.index(name) for name in spiced(chance, state.seats)]
            GAME.deal(state)
            moves: list[int] = []
            while state.turn >= 0:
                yield before, state, moves
                move = chance.choice([a for a in range(5) if GAME.legal(state) >> a & 1])
                moves.append(move)
                GAME.apply(state, move)


def seen(state: Any, viewer: int) -> Any:
    view: Any = GAME.layout.pure()
    GAME.view(state, viewer, view)
    return view


def test_sampled_states_are_what_the_viewer_saw() -> None:
    """Replaying the moves from the sampled pack gives the sampled state, and from there the viewer sees the same."""
    chance = Random(1)
    checked = 0
    for before, state, moves in positions(seed=11, matches=40):
        viewer = chance.choice([SPECTATOR, *range(state.seats)])
        view = seen(state, viewer)
        sampled: Any = GAME.layout.pure()
        GAME.sample(view, pure_rng(chance.getrandbits(64)), sampled)
        assert seen(sampled, viewer) == view
        assert sorted(sampled.pack) == list(GAME.pack)
        again = before.copy()
        again.pack = list(sampled.pack)
        GAME.deal(again)
        for move in moves:
            assert GAME.legal(again) >> move & 1
            GAME.apply(again, move)
        assert again == sampled
        checked += 1
    assert checked > 1000


def test_samples_are_as_likely_as_deals_are() -> None:
    """Against deals thrown away unless they fit: A has jumped over B and swapped with C; a stranger looks on."""
    chance = Random(3)
    horse = TOKENS.index("Ho")
    others = list(GAME.pack)
    others.remove(horse)
    deals: list[Any] = []
    while len(deals) < 3000:
        state: Any = GAME.layout.pure()
        state.seats, state.dealer, state.alive = 4, D, 0b1111
        state.score = [3] * 4 + [0] * 4
        state.pack = chance.sample(others, 39)
        state.pack.insert(B, horse)
        GAME.deal(state)
        GAME.apply(state, GAME.calls.index("swap"))
        if state.turn == B and state.at[A] == C:
            deals.append(state)
    view = seen(deals[0], SPECTATOR)
    assert all(seen(state, SPECTATOR) == view for state in deals)
    samples: list[Any] = []
    for number in range(len(deals)):
        sampled: Any = GAME.layout.pure()
        GAME.sample(view, pure_rng(7919 * number), sampled)
        samples.append(sampled)
    assert not [s for s in samples if TOKENS[s.kind[C]] in ("In", "Ca", "Ho", "Hu", "Cu")]  # C7
    for where in (A, C, D, TOP):
        dealt, drawn = (Counter(s.kind[where] for s in states) for states in (deals, samples))
        for kind in range(20):
            assert abs(dealt[kind] - drawn[kind]) < 5 * (dealt[kind] + drawn[kind] + 1) ** 0.5, (where, kind)


def test_shuffle_draws_every_place_evenly() -> None:
    state: Any = GAME.layout.pure()
    state.alive, state.pack = 0b1011, list(GAME.pack)
    rng = pure_rng(5)
    assert GAME.shuffle is not None
    found = [Counter[int]() for _ in range(40)]
    for _ in range(4000):
        GAME.shuffle(state, rng)
        for place in (0, 1, 2, 3, 39):
            found[place][state.pack[place]] += 1
    assert sorted(state.pack) == list(GAME.pack)
    for place in (0, 1, 2, 3, 39):
        assert len(found[place]) == 20
        assert all(abs(count - 200) < 75 for count in found[place].values()), place


# Refusals


def test_why_not_is_silent_exactly_when_the_move_is_legal() -> None:
    match = table("0 In 9 8")
    reasons = {
        "": {"ask": "no_inn", "pay": "not_asked", "refuse": "not_asked", "In": "cards_stay"},
        "swap": {"swap": "inn_stops", "pay": "not_asked", "refuse": "not_asked"},
        "ask": {"keep": "answer", "swap": "answer", "ask": "answer"},
    }
    for moves, wrong in reasons.items():
        play(match, moves)
        assert {token: why.key for token in [*GAME.calls, "In"] if (why := match.why_not(token))} == {
            "In": "cards_stay",
            **wrong,
        }
    with pytest.raises(IllegalMove, match=r"C13"):
        match.play("keep")


# Against the twin


def test_the_twin_agrees() -> None:
    """Reports, legal moves, scores, dealers and views, on packs with many special cards."""
    chance = Random(77)
    for _ in range(60):
        seats = chance.choice(GAME.seats)
        dealer = chance.randrange(seats)
        match = Match("cucco", seats=seats, dealer=dealer, mode="pure")
        twin = new_twin("cucco", {}, seats, dealer)
        while not twin.over:
            deck = spiced(chance, seats)
            match.deal(deck)
            twin.deal(deck)
            while True:
                mine, theirs = match.hands[-1], twin.report()
                assert {key: mine[key] for key in theirs} == theirs
                assert (match.to_move, match.legal()) == (twin.to_move, twin.legal())
                for seat in range(seats):
                    expected = twin.visible(seat)
                    got = match.view(seat)
                    assert {key: got[key] for key in expected} == expected
                if twin.to_move is None:
                    break
                token = chance.choice(match.legal())
                match.play(token)
                twin.play(token)
            assert (match.dealer, match.over, match.winners) == (twin.dealer, twin.over, twin.winners)


# The quick player


def test_quick_keeps_and_swaps_sensibly() -> None:
    policy = policy_kernel("quick", GAME)

    def choice(match: Match) -> str:
        assert match.to_move is not None
        return GAME.calls[policy(match.observation(match.to_move), pure_rng(1))]

    assert choice(table("Cu 9 9 8")) == "keep"
    assert choice(table("Li 9 9 8")) == "swap"
    assert choice(table("Fo 9 9 8")) == "swap"
    assert choice(table("7 9 9 8")) == "keep"
    # B got 8 for the 9 that A now holds: with one rival less to be lower he is choosier, as dealer he is choosiest.
    assert choice(table("8 9", "swap", seats=2)) == "swap"
    assert choice(table("9 8", "swap", seats=2)) == "keep"  # A took the lower one
    assert choice(table("0 In 9 8", "swap")) == "ask"
    assert choice(table("1 In 9 8", "swap ask")) == "pay"
    # A behind a horse has met C's cat; B, who knows it, does not go there with anything.
    assert choice(table("5 Ho Ca 9", "swap")) == "keep"


def test_quick_beats_random() -> None:
    """One quick player among three who play at random wins far more than a quarter of the matches."""
    quick, anything = policy_kernel("quick", GAME), policy_kernel("random", GAME)
    won = 0
    for seed in range(150):
        hero = seed % 4
        match = Match("cucco", seed=seed, mode="pure")
        rng = pure_rng(seed)
        while not match.over:
            if match.needs_deal:
                match.deal()
            seat = match.to_move
            assert seat is not None
            policy = quick if seat == hero else anything
            match.play(GAME.calls[policy(match.observation(seat), rng)])
        won += hero in match.winners
    assert won > 75
