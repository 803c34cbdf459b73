"""A million deals of both shuffles, and as many draws for the first dealer. Secrets are fixed: it comes out the same.

docs/fairness.md shows what comes out.
"""

import itertools
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from diwaniya.engine import fair
from diwaniya.testing.evenness import (
    Evenness,
    chi_squared_tail,
    engine_packs,
    secrets,
    table_packs,
)

DEALS = 1_000_000
SUSPICIOUS = 0.001

PAGE = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text("utf-8")

pytestmark = [pytest.mark.soak, pytest.mark.timeout(1800)]


def check_even(packs: Iterator[list[int]]) -> None:
    counts = Evenness()
    counts.add(packs)
    assert counts.deals == DEALS
    places, neighbours = counts.places(), counts.neighbours()
    cells = [
        f"{number:.{digits}f}"
        for o in (places, neighbours)
        for number, digits in ((o.statistic, 1), (o.p, 3))
    ]
    assert f"| {' | '.join(cells)} |" in PAGE
    assert SUSPICIOUS < places.p < 1 - SUSPICIOUS
    assert SUSPICIOUS < neighbours.p < 1 - SUSPICIOUS


def test_a_million_deals_of_the_tables() -> None:
    check_even(table_packs(DEALS, "evenness"))


def test_a_million_deals_of_the_compiled_engine() -> None:
    check_even(engine_packs(DEALS, seed=20_260_101))


@pytest.mark.parametrize("seats", range(2, 9))
def test_first_dealers(seats: int) -> None:
    draws = DEALS // 5
    found = Counter(
        fair.draw_dealer(secret, [b"salt"], seats) for secret in itertools.islice(secrets("dealers"), draws)
    )
    assert set(found) == set(range(seats))
    expected = draws / seats
    statistic = sum((count - expected) ** 2 / expected for count in found.values())
    assert chi_squared_tail(statistic, seats - 1) > SUSPICIOUS
