"""Ratings: known answers of Bradley and Terry's model, and whether the intervals hold."""

import math
from itertools import combinations
from random import Random

import pytest

from diwaniya.lab.ratings import ELO, FEWEST, Outcome, ratings


def games(one: int, other: int, won: int, lost: int, first: int = 0) -> list[Outcome]:
    """Matches of two bots, each on a board of its own."""
    return [
        Outcome(first + number, (one, other), (1.0, 0.0) if number < won else (0.0, 1.0))
        for number in range(won + lost)
    ]


def test_two_bots_are_as_far_apart_as_their_odds_say() -> None:
    """One win more for each (see `ratings`)."""
    one, other = ratings(games(0, 1, 74, 24), 2)
    assert one.value - other.value == pytest.approx(400 * math.log10(75 / 25))
    assert one.value + other.value == pytest.approx(0)


def test_the_width_is_that_of_the_log_odds() -> None:
    """For independent matches the error of log odds is known: 1/wins + 1/losses under the root."""
    one, _ = ratings(games(0, 1, 599, 399), 2)
    error = math.sqrt(1 / 600 + 1 / 400) * ELO / 2
    assert (one.high - one.low) / 2 == pytest.approx(1.96 * error, rel=0.01)


def test_matches_of_one_board_that_go_together_count_as_one() -> None:
    apart = [Outcome(number, o.sides, o.won) for number, o in enumerate(games(0, 1, 120, 80) * 1)]
    together = [Outcome(o.board // 4, o.sides, o.won) for o in apart]
    one, four = ratings(apart, 2)[0], ratings(together, 2)[0]
    assert four.value == pytest.approx(one.value)
    assert (four.high - four.low) / (one.high - one.low) == pytest.approx(2, rel=0.1)


def test_strength_is_carried_over_those_who_did_not_meet() -> None:
    played = games(0, 1, 999, 99) + games(1, 2, 999, 99, first=2000)
    best, middle, last = ratings(played, 3)
    assert best.value - middle.value == pytest.approx(middle.value - last.value, abs=1)
    assert best.value - middle.value == pytest.approx(400, rel=0.02)


def test_whoever_lost_all_has_a_rating_too() -> None:
    strong, weak = ratings(games(0, 1, 20, 0), 2)
    assert strong.value - weak.value == pytest.approx(400 * math.log10(21))
    assert strong.low < strong.value < strong.high < 2000
    level = ratings([], 3)
    assert [one.value for one in level] == pytest.approx([0, 0, 0])


def test_more_sides_than_two() -> None:
    """Alone among three others with twice their strength: two wins of five."""
    played = [
        Outcome(n, (0, 1, 1, 1), (1.0, 0.0, 0.0, 0.0) if n % 5 < 2 else (0.0, 1.0, 0.0, 0.0))
        for n in range(3000)
    ]
    one, other = ratings(played, 2)
    assert one.value - other.value == pytest.approx(400 * math.log10(2), abs=1)


def test_a_shared_win_is_half_a_win() -> None:
    one, other = ratings([Outcome(n, (0, 1), (0.5, 0.5)) for n in range(50)], 2)
    assert one.value == pytest.approx(other.value)


def test_matches_of_a_bot_with_itself_say_nothing() -> None:
    played = games(0, 1, 30, 10)
    assert ratings([*played, *games(0, 0, 50, 0, first=100)], 2) == ratings(played, 2)


def test_a_few_boards_have_no_interval() -> None:
    few = [Outcome(board, (0, 1), (1.0, 0.0)) for board in range(FEWEST - 1)]
    assert all(math.isinf(rating.high - rating.low) for rating in ratings(few, 2))
    enough = [*few, Outcome(FEWEST, (0, 1), (1.0, 0.0))]
    assert all(math.isfinite(rating.high - rating.low) for rating in ratings(enough, 2))


def test_the_intervals_hold_the_truth_as_often_as_they_say() -> None:
    rng = Random(11)
    truth = (0.5, 0.1, -0.6)
    held = tries = 0
    for _ in range(60):
        played = []
        for board in range(60):
            for one, other in combinations(range(3), 2):
                chance = 1 / (1 + math.exp(truth[other] - truth[one]))
                for sides in ((one, other), (other, one)):
                    first = rng.random() < (chance if sides[0] == one else 1 - chance)
                    played.append(Outcome(board, sides, (1.0, 0.0) if first else (0.0, 1.0)))
        for found, true in zip(ratings(played, 3), truth, strict=True):
            held += found.low <= true * ELO <= found.high
            tries += 1
    assert held / tries >= 0.9
