"""Every card at every place, and after every other card, equally often: 20,000 deals of both shuffles.

Secrets and seeds are fixed, so the outcome is the same in every run. `make soak` does it with a million deals
(tests/soak/test_fair_soak.py).
"""

import hashlib
import itertools
import math

import numpy as np
import pytest

from diwaniya.engine import fair
from diwaniya.engine.cards import TOKENS
from diwaniya.testing import evenness
from diwaniya.testing.evenness import CARDS, Evenness, chi_squared_tail, engine_packs, fair_pack, table_packs

DEALS = 20_000
SUSPICIOUS = 0.001


def counted(packs, cards: int = CARDS) -> Evenness:
    counts = Evenness(cards)
    counts.add(packs)
    return counts


@pytest.mark.parametrize("packs_of", [table_packs, engine_packs])
def test_deals_are_even(packs_of) -> None:
    counts = counted(packs_of(DEALS, "short" if packs_of is table_packs else 7))
    assert counts.deals == DEALS
    for outcome in (counts.places(), counts.neighbours()):
        assert SUSPICIOUS < outcome.p < 1 - SUSPICIOUS


def test_the_packs_counted_are_those_that_are_dealt() -> None:
    """Numbers stand for tokens; match after match has its secret, hand after hand its number."""
    secrets = list(itertools.islice(evenness.secrets("which"), 3))
    packs = list(table_packs(25, "which"))
    for number, pack in enumerate(packs):
        secret, hand = secrets[number // 10], number % 10 + 1
        assert [TOKENS[card] for card in pack] == fair.shuffle(secret, [], hand, 0, TOKENS)


def test_engine_packs_are_packs() -> None:
    packs = list(engine_packs(50, 3))
    assert all(sorted(pack) == list(range(CARDS)) for pack in packs)
    assert len(set(map(tuple, packs))) == 50
    assert list(engine_packs(50, 3)) == packs != list(engine_packs(50, 4))


# Mistakes that shuffles have had: each must be found


def anywhere(secret: bytes, hand: int) -> list[int]:
    """Each card changes places with any other, also one that has had its turn."""
    stream, cards = fair.Stream(secret, [], hand, 0), list(range(CARDS))
    for place in range(CARDS):
        other = stream.below(CARDS)
        cards[place], cards[other] = cards[other], cards[place]
    return cards


def never_itself(secret: bytes, hand: int) -> list[int]:
    """Off by one: no card ever stays where it is (Sattolo's cycles)."""
    stream, cards = fair.Stream(secret, [], hand, 0), list(range(CARDS))
    for last in range(CARDS - 1, 0, -1):
        other = stream.below(last)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def small_words(secret: bytes, hand: int) -> list[int]:
    """A byte modulo the number of cards, nothing thrown away."""
    stream, cards = fair.Stream(secret, [], hand, 0), list(range(CARDS))
    for last in range(CARDS - 1, 0, -1):
        other = (stream.word() & 255) % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def rotated(secret: bytes, hand: int) -> list[int]:
    """Every card at every place equally often, and yet no shuffle: the pack is only cut."""
    first = fair.Stream(secret, [], hand, 0).below(CARDS)
    return [*range(first, CARDS), *range(first)]


def half_shuffled(secret: bytes, hand: int) -> list[int]:
    """Shuffled, then every fifth time two cards that belong together are put together again."""
    cards = fair_pack(secret, hand)
    if fair.Stream(secret, [], hand, 1).below(5) == 0:
        cards.remove(53)
        cards.insert(cards.index(52) + 1, 53)
    return cards


@pytest.mark.parametrize("mistake", [anywhere, never_itself, small_words], ids=lambda f: f.__name__)
def test_uneven_places_are_found(mistake: evenness.Shuffle) -> None:
    assert counted(table_packs(DEALS, "short", mistake)).places().p < 1e-6


@pytest.mark.parametrize("mistake", [rotated, half_shuffled], ids=lambda f: f.__name__)
def test_cards_that_stick_together_are_found(mistake: evenness.Shuffle) -> None:
    counts = counted(table_packs(DEALS, "short", mistake))
    assert counts.neighbours().p < 1e-6
    if mistake is rotated:
        assert counts.places().p > SUSPICIOUS


def test_too_even_is_found() -> None:
    """Every rotation as often as every other: no chance at all."""
    packs = ([*range(first, CARDS), *range(first)] for _ in range(20) for first in range(CARDS))
    assert counted(packs).places().p > 1 - 1e-6


# The statistics themselves


@pytest.mark.parametrize("cards", [4, 5, 6])
def test_degrees_of_freedom(cards: int) -> None:
    """Exactly: over all orders of a small pack, counts vary as the two statistics say, and in no other way.

    A statistic of one deal has its degrees of freedom as mean, and the covariance of what it adds up is a
    multiple of a projection onto as many dimensions.
    """
    orders = [list(order) for order in itertools.permutations(range(cards))]
    single = [counted([order], cards) for order in orders]
    for what in ("places", "neighbours"):
        outcomes = [getattr(counts, what)() for counts in single]
        assert math.isclose(np.mean([outcome.statistic for outcome in outcomes]), outcomes[0].freedom)
        assert getattr(counted(orders, cards), what)().statistic < 1e-20

    at = np.array([counts._at for counts in single]).reshape(len(orders), -1)
    check_spectrum(at, {1 / (cards - 1): (cards - 1) ** 2})
    after = np.array([counts._after for counts in single])
    turned = after.transpose(0, 2, 1)
    symmetric, other = (after + turned) / 2, (after - turned) / 2
    chance = 1 / (cards - 1)
    check_spectrum(symmetric.reshape(len(orders), -1), {chance: cards * (cards - 3) // 2})
    spread = chance * cards / (cards - 2)
    check_spectrum(other.reshape(len(orders), -1), {spread: (cards - 1) * (cards - 2) // 2})


def check_spectrum(values: np.ndarray, wanted: dict[float, int]) -> None:
    centred = values - values.mean(axis=0)
    spectrum = np.linalg.eigvalsh(centred.T @ centred / len(centred))
    for spread, dimensions in wanted.items():
        assert np.isclose(spectrum, spread).sum() == dimensions
        assert np.isclose(spectrum, 0, atol=1e-12).sum() == len(spectrum) - dimensions


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"),
    # From tables: quantiles of chi-squared.
    [(30.578, 15, 0.01), (67.505, 50, 0.05), (29.707, 50, 0.99), (149.449, 100, 0.001), (99.334, 100, 0.5)],
)
def test_tail(statistic: float, freedom: int, p: float) -> None:
    assert abs(chi_squared_tail(statistic, freedom) - p) < 0.0003


def test_tail_with_the_freedom_of_a_pack() -> None:
    """Against sums of squares of normal numbers."""
    rng = np.random.default_rng(11)
    sums = np.array([(rng.standard_normal(2809) ** 2).sum() for _ in range(4000)])
    for quantile in (0.05, 0.25, 0.5, 0.75, 0.95):
        p = chi_squared_tail(float(np.quantile(sums, quantile)), 2809)
        assert abs(1 - p - quantile) < 0.03


def test_statistics_have_their_distribution() -> None:
    """Two hundred experiments: p is as often in one fifth of 0..1 as in another."""
    ps: dict[str, list[float]] = {"places": [], "neighbours": []}
    for experiment in range(200):
        seed = int.from_bytes(hashlib.sha256(bytes([experiment])).digest()[:8], "big")
        rng = np.random.default_rng(seed)
        counts = counted(rng.permuted(np.tile(np.arange(13), (400, 1)), axis=1).tolist(), 13)
        for what, found in ps.items():
            found.append(getattr(counts, what)().p)
    for found in ps.values():
        fifths = np.bincount((np.array(found) * 5).astype(int), minlength=5)
        assert chi_squared_tail(float(((fifths - 40) ** 2 / 40).sum()), 4) > SUSPICIOUS


def test_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    for more in ([], ["--engine"], ["--name", "other"]):
        assert evenness.main(["--deals", "300", *more]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 9
    assert [line.split(" deals of 54 cards, ")[0] for line in lines[::3]] == ["300"] * 3
    assert all("freedom 2809" in line for line in lines[1::3])
    assert all("freedom 2755" in line for line in lines[2::3])
    assert len(set(lines[1::3])) == 3
