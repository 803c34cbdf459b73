"""The solver against plain minimax on thousands of small endings, and against itself: both modes, every move."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from diwaniya.engine.game import find
from diwaniya.engine.names import bits
from diwaniya.search.solver import AS_IT_STANDS, Solver
from solver.endings import ending

GAMES = ("kout4", "kout6", "allfours", "allfours2")
SIZES = [("kout4", 1, 200), ("kout4", 2, 600), ("kout4", 3, 120), ("kout6", 1, 200), ("kout6", 2, 200)]
SIZES += [("allfours", 2, 400), ("allfours", 3, 100), ("allfours2", 3, 400), ("allfours2", 4, 150)]
LARGE = [("kout4", 3, 6000), ("kout4", 4, 60), ("kout6", 2, 6000), ("kout6", 3, 30)]
LARGE += [("allfours", 3, 4000), ("allfours2", 4, 4000), ("allfours2", 5, 400)]


@cache
def solver(game: str, mode: str = "compiled") -> Solver:
    return Solver(find(game), mode)


def compare(game: str, tricks: int, seeds: range) -> None:
    """All in one run, so that what the table keeps of one ending has to be right for all others that it fits."""
    found = solver(game)
    found.begin(10**9)
    for seed in seeds:
        case = ending(game, tricks, Random(seed))
        true = case.result()
        state = found.state(case.state)
        assert found.ready(state)
        guess = Random(seed).randrange(-2, 5)
        assert found.run_value(state, AS_IT_STANDS, guess) == true, f"{game}, {tricks} tricks, seed {seed}"
        for goal in (true - 1, true, true + 1, true + 2):
            assert found.run_reaches(state, AS_IT_STANDS, goal) is (true >= goal), (seed, goal)


@pytest.mark.parametrize(("game", "tricks", "count"), SIZES)
def test_small_endings(game: str, tricks: int, count: int) -> None:
    compare(game, tricks, range(count))


@pytest.mark.soak
@pytest.mark.parametrize(("game", "tricks", "count"), LARGE)
def test_more_endings(game: str, tricks: int, count: int) -> None:
    compare(game, tricks, range(10_000, 10_000 + count))


def with_and_without(game: str, seeds: range) -> None:
    """What is seen without a search must not change a result: longer endings, which minimax cannot reach."""
    quick, plain = solver(game), Solver(find(game), "compiled", plain=True)
    compared = 0
    for seed in seeds:
        s = quick.state(ending(game, 2 + seed % 5, Random(seed)).state)
        value = plain.value(s, nodes=300_000)
        if value is not None:
            compared += 1
            assert quick.value(s) == value, f"{game}, seed {seed}"
    assert compared > 0.8 * len(seeds)


def test_quick_looks_change_nothing() -> None:
    with_and_without("kout4", range(3000))


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_quick_looks_change_nothing_at_length(game: str) -> None:
    with_and_without(game, range(50_000, 100_000))


def test_what_was_wrong_once() -> None:
    compare("kout6", 2, range(52040, 52041))


@pytest.mark.parametrize("game", GAMES)
def test_every_move_has_its_result(game: str) -> None:
    """The result after a move is that of the position after it; the best one is that of the position itself."""
    for seed in range(60):
        case = ending(game, 2 if game != "allfours2" else 3, Random(seed))
        s = case.state
        solution = solver(game).solve(s)
        assert solution.solved
        assert solution.value == case.result()
        assert list(solution.moves) == bits(find(game).legal(s))
        best = max if find(game).side(s.turn) == solution.side else min
        assert best(v for v in solution.moves.values() if v is not None) == solution.value
        # The hand must not end on the way: what follows is counted to the last card.
        for move, value in solution.moves.items():
            after = s.copy()
            find(game).apply(after, move)
            if solver(game).ready(after) and sum(after.hand):
                assert solver(game).value(after) == value, (seed, move)


@pytest.mark.parametrize("game", GAMES)
def test_both_modes_look_at_the_same_positions(game: str) -> None:
    for seed in range(25):
        s = ending(game, 3 if game != "kout6" else 2, Random(seed)).state
        for nodes in (10**6, 40):
            fast, pure = solver(game), solver(game, "pure")
            assert fast.solve(s, nodes) == pure.solve(s, nodes)


@pytest.mark.parametrize("game", GAMES)
def test_an_answer_does_not_depend_on_what_was_asked_before(game: str) -> None:
    states = [ending(game, 3, Random(seed)).state for seed in range(30)]
    first = [solver(game).solve(s) for s in states]
    again = [solver(game).solve(s) for s in reversed(states)]
    assert first == again[::-1]
