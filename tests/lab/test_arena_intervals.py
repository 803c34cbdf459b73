"""The intervals of the arena: known answers, naive computations, and whether they keep their promise."""

import math
from random import Random
from statistics import fmean, stdev

import pytest

from diwaniya.lab.arena_intervals import Estimate, per_deal, share, student
from diwaniya.lab.arena_times import Times


@pytest.mark.parametrize(
    ("freedom", "told"),
    [
        (1, 12.7062),
        (2, 4.3027),
        (3, 3.1824),
        (4, 2.7764),
        (9, 2.2622),
        (30, 2.0423),
        (100, 1.9840),
        (499, 1.9647),
        (500, 1.9647),
        (100_000, 1.9600),
    ],
)
def test_students_t_is_that_of_the_tables(freedom: int, told: float) -> None:
    assert student(freedom) == pytest.approx(told, abs=6e-5)


def test_a_share_is_the_mean_with_two_boards_more() -> None:
    """Twice as many boards, so that a half of one can be added: a half won, a half lost, one even."""
    boards = [1.0, 0.5, 0.5, 0.0, 1.0, 1.0, 0.5, 1.0]
    twice = [*boards, *boards, 1.0, 0.0, 0.5, 0.5]
    deviations = sum((board - fmean(twice)) ** 2 for board in twice) / 2
    half = student(9) * math.sqrt(deviations / 9 / 10)
    found = share(boards)
    assert found.value == fmean(boards)
    assert (found.low, found.high) == pytest.approx((fmean(twice) - half, min(1.0, fmean(twice) + half)))


def test_with_many_boards_it_is_the_plain_interval_of_means() -> None:
    rng = Random(4)
    boards = [rng.choice([0.0, 0.5, 0.5, 1.0, 1.0]) for _ in range(20_000)]
    half = 1.96 * stdev(boards) / math.sqrt(len(boards))
    found = share(boards)
    assert found.low == pytest.approx(fmean(boards) - half, abs=1e-4)
    assert found.high == pytest.approx(fmean(boards) + half, abs=1e-4)


def test_pairing_makes_it_narrower() -> None:
    """Boards where the packs decide and each bot wins one match of two say much; matches one by one say little."""
    paired = share([0.5] * 100)
    alone = share([1.0, 0.0] * 100)
    assert paired.high - paired.low < 0.2 * (alone.high - alone.low)


def test_all_won_is_not_certainty() -> None:
    few, many = share([1.0] * 5), share([1.0] * 500)
    assert few.value == few.high == many.value == 1.0
    assert few.low < 0.75
    assert 0.98 < many.low < 1.0


def test_nothing_played_tells_nothing() -> None:
    assert share([], 0.25) == Estimate(0.25, 0.0, 1.0)
    assert per_deal([], []) == Estimate(0.0, -math.inf, math.inf)
    assert per_deal([12], [4]).value == 3
    assert per_deal([12], [4]).as_json() == {"value": 3.0, "low": None, "high": None}


@pytest.mark.parametrize("fair", [0.5, 0.25])
@pytest.mark.parametrize("count", [8, 40])
def test_the_interval_holds_the_truth_as_often_as_it_says(fair: float, count: int) -> None:
    """Boards as they are: packs that favour some seats, and a bot that wins more than its fair share."""
    rng = Random(count)
    truth, tries, held = fair * 1.3, 2000, 0
    matches = round(1 / fair)
    for _ in range(tries):
        boards = []
        for _ in range(count):
            luck = rng.uniform(-0.6, 0.6) * fair
            chances = [truth + (luck if place % 2 else -luck) for place in range(matches)]
            boards.append(fmean(rng.random() < chance for chance in chances))
        found = share(boards, fair)
        held += found.low <= truth <= found.high
    assert 0.94 <= held / tries <= 0.992


def test_points_for_each_deal_are_a_ratio_of_sums() -> None:
    points, deals = [30, -12, 44, 0, 21], [20, 14, 25, 9, 17]
    found = per_deal(points, deals)
    value = sum(points) / sum(deals)
    assert found.value == value
    # The jackknife, which leaves out one board after the other, agrees about the width.
    left = [(sum(points) - p) / (sum(deals) - d) for p, d in zip(points, deals, strict=True)]
    error = math.sqrt((len(left) - 1) / len(left) * sum((one - fmean(left)) ** 2 for one in left))
    assert found.high - value == pytest.approx(student(4) * error, rel=0.15)
    assert value - found.low == pytest.approx(found.high - value)


def test_points_for_deals_hold_the_truth_as_often_as_they_say() -> None:
    rng = Random(8)
    tries, held = 2000, 0
    for _ in range(tries):
        deals = [rng.randrange(5, 30) for _ in range(30)]
        points = [sum(rng.gauss(0.4, 5) for _ in range(count)) + rng.gauss(0, 6) for count in deals]
        found = per_deal(points, deals)
        held += found.low <= 0.4 <= found.high
    assert 0.93 <= held / tries <= 0.97


def test_other_units() -> None:
    assert Estimate(0.5, 0.25, 0.75).times(4) == Estimate(2, 1, 3)
    assert Estimate(0.5, 0.25, 1 / 3).as_json() == {"value": 0.5, "low": 0.25, "high": 0.333333}


def test_percentiles_of_times_are_those_of_a_sorted_list() -> None:
    rng = Random(2)
    seconds = [rng.lognormvariate(-6, 1.5) for _ in range(5000)]
    one, other = Times(), Times()
    for place, second in enumerate(seconds):
        (one if place % 3 else other).add(second)
    one.update(other)
    ordered = sorted(seconds)
    assert one.moves == 5000
    assert one.mean == pytest.approx(fmean(seconds))
    for wanted in (0.5, 0.95):
        assert one.percentile(wanted) == pytest.approx(ordered[int(wanted * 5000)], rel=0.03)
    assert one.as_json()["max_ms"] == pytest.approx(max(seconds) * 1000, abs=1e-4)
    assert (Times().mean, Times().percentile(0.5)) == (0.0, 0.0)
