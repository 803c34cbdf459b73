"""Whole hands, the budget, what has no solver, and the places where jokers make it hard."""

from __future__ import annotations

from random import Random
from threading import Thread
from typing import Any

import pytest

from diwaniya.bots import policy_kernel
from diwaniya.engine.cards import NUMBER, SUITS
from diwaniya.engine.game import Game, find, games
from diwaniya.engine.modes import mode
from diwaniya.engine.state import pure_rng
from diwaniya.games.kout import NO_CARDS, PLAY
from diwaniya.search.solver import Solver, has_solver


def dealt(game: Game, seed: int) -> Any:
    """A hand, talked over by the quick player up to the first card."""
    rng, policy, solve = Random(seed), policy_kernel("quick", game), Solver(game, "pure")
    m = mode(game, "pure")
    s = m.begin(game.seats[0], 0, game.check_options({}))
    pack = list(game.pack)
    rng.shuffle(pack)
    m.deal(s, pack)
    chance = pure_rng(seed)
    while s.turn >= 0 and not solve.ready(s):
        m.apply(s, policy(m.view(s, s.turn), chance))
    return s


def open_kout(hands: str, trump: str, bid: int, declarer: int, leader: int, game: str = "kout4") -> Any:
    """Hands with / between them; what nobody holds has been played."""
    given = [[NUMBER[card] for card in hand.split()] for hand in hands.split("/")]
    s: Any = find(game).layout.pure()
    s.seats, s.phase, s.trump, s.bid, s.declarer = len(given), PLAY, SUITS.index(trump), bid, declarer
    s.hand = [sum(1 << card for card in hand) for hand in given] + [0] * (6 - len(given))
    s.gone = sum(1 << card for card in find(game).pack) & ~sum(s.hand)
    s.turn = s.leader = leader
    s.trick = s.last = NO_CARDS
    s.tricks = [0, 0]
    return s


@pytest.fixture(scope="module")
def kout4() -> Solver:
    return Solver(find("kout4"), "compiled")


def test_which_games_have_one() -> None:
    """Found by looking: those whose family has a file of open kernels."""
    assert {game.id for game in games().values() if has_solver(game)} == {
        "kout4",
        "kout6",
        "allfours",
        "allfours2",
    }
    with pytest.raises(ValueError, match="cucco has no solver"):
        Solver(find("cucco"))


@pytest.mark.parametrize(
    ("game", "hands"), [("kout4", 25), ("kout6", 10), ("allfours", 25), ("allfours2", 25)]
)
def test_whole_hands_with_the_table_and_without(game: str, hands: int) -> None:
    """The table changes how long it takes and nothing else; and it does know what it is asked."""
    found = Solver(find(game), "compiled")
    compared = 0
    for seed in range(hands):
        s = found.state(dealt(found.game, seed))
        if not found.ready(s):
            continue
        question = found.made if found.game.family == "kout" else found.value
        answer = question(s, nodes=4000)
        found.table["off"] = 1
        bare = question(s, nodes=2_000_000)
        found.table["off"] = 0
        if answer is not None and bare is not None:
            compared += 1
            assert answer == bare, seed
    assert compared >= hands // 5
    assert found.table["known"] > 0.25 * found.table["asked"]


def test_made_agrees_with_most_tricks(kout4: Solver) -> None:
    answers = set()
    for seed in range(60):
        s = dealt(kout4.game, seed)
        value = kout4.value(s)
        assert value is not None
        made = kout4.made(s)
        assert made is (value >= s.bid)
        answers.add(made)
    assert answers == {True, False}


def test_naming_trump_is_a_choice_too(kout4: Solver) -> None:
    """Before the declarer has named trump the result is that of his best trump."""
    m = mode(kout4.game, "pure")
    s = m.begin(4, 0, [101, 51])
    m.deal(s, sorted(kout4.game.pack, key=lambda card: Random(card).random()))
    with pytest.raises(ValueError, match="nothing to solve"):
        kout4.solve(s)
    for token in ("pass", "bid:6", "pass", "pass"):
        m.apply(s, kout4.game.number(s, m.legal(s), token))
    solution = kout4.solve(s)
    named = {}
    for trump in solution.moves:
        after = s.copy()
        m.apply(after, trump)
        named[trump] = kout4.value(after)
    assert solution.moves == named
    assert solution.value == max(v for v in named.values() if v is not None)
    assert solution.made is (solution.value >= 6)


def test_a_budget_that_does_not_suffice_is_told(kout4: Solver) -> None:
    s = next(
        s
        for s in (dealt(kout4.game, seed) for seed in range(100))
        if (kout4.value(s), kout4.nodes())[1] > 5000
    )
    assert kout4.value(s, nodes=1000) is None
    assert kout4.nodes() == 1001
    solution = kout4.solve(s, nodes=1000)
    assert not solution.solved
    assert solution.value is None
    # What was found out before the end is told all the same.
    whole = kout4.solve(s)
    partly = kout4.solve(s, nodes=whole.nodes - 1)
    assert partly.value == whole.value
    assert not partly.solved
    assert {
        move: value for move, value in partly.moves.items() if value is not None
    }.items() <= whole.moves.items()


def test_solvers_in_threads_do_not_meet(kout4: Solver) -> None:
    states = [dealt(kout4.game, seed) for seed in range(20)]
    wanted = [kout4.value(s) for s in states]
    found: dict[int, list[int | None]] = {}

    def work(number: int) -> None:
        own = Solver(kout4.game, "compiled")
        found[number] = [own.value(s) for s in states]

    threads = [Thread(target=work, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {0: wanted, 1: wanted}


def test_a_joker_is_no_sure_trick_on_lead(kout4: Solver) -> None:
    """K15: seat 0 must lead his joker, whose suit seat 1 sets; with another card he would have made a trick of it."""
    alone = open_kout("RJ/8H/KS/AH", "S", 6, 0, leader=0)
    assert kout4.value(alone) == 0  # hearts rule, the ace of hearts of seat 3 takes it
    other = open_kout("RJ/8H/KS/AH", "S", 6, 0, leader=3)
    assert kout4.value(other) == 1  # an ordinary trick: the joker takes it


def test_a_partner_may_have_to_take_a_trick_with_a_joker(kout4: Solver) -> None:
    """Seat 0 could run his trumps, but his partner has only jokers left and must win with one, then lead the other."""
    s = open_kout("JC QC AC/JS TH 6C/TC BJ RJ/7S JH KC", "C", 7, 2, leader=2)
    assert kout4.value(s) == 2


def test_the_bid_is_part_of_a_position(kout4: Solver) -> None:
    """K13 b, c: with 8 the declarer leads his red joker by right, with 7 he cannot while the king of trump is held."""
    hands = "RJ 7C/AC KS/8C 9C/TC JC"
    assert kout4.solve(open_kout(hands, "S", 8, 0, leader=0)).moves.keys() == {NUMBER["RJ"], NUMBER["7C"]}
    assert kout4.solve(open_kout(hands, "S", 7, 0, leader=0)).moves.keys() == {NUMBER["7C"]}
    both = {bid: kout4.value(open_kout("RJ/KS/7C/8C", "S", bid, 0, leader=0)) for bid in (7, 8, 9)}
    assert both == {7: 0, 8: 1, 9: 1}


def test_the_lowest_honour_is_not_worth_what_the_ten_is(kout4: Solver) -> None:
    """K13 a: once the jack of trump has gone, the jokers are free. So seat 1 had better keep it, not the ten."""
    s = open_kout("RJ 8C/JS TS/7C 9C/AD KD", "S", 6, 0, leader=3)
    moves = kout4.solve(s).moves
    assert len(moves) == 2
    after = s.copy()
    for card in ("AD", "8C"):
        kout4.game.apply(after, NUMBER[card])
    assert set(kout4.solve(after).moves) == {NUMBER["JS"], NUMBER["TS"]}
