"""Dealing out unseen cards: every deal that fits can come, and no other."""

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from numba import types

from diwaniya.engine import hidden
from diwaniya.engine.compiled import compiled
from diwaniya.engine.game import games
from diwaniya.engine.state import pure_rng


def fits(cards: int, need: list[int], ban: list[int]) -> set[tuple[int, ...]]:
    """Every deal that fits, by trying all of them."""
    if not need:
        return {()} if cards == 0 else set()
    bits = [i for i in range(64) if cards >> i & 1]
    found = set()
    for chosen in combinations(bits, need[0]):
        hand = sum(1 << i for i in chosen)
        if not hand & ban[0]:
            found |= {(hand, *rest) for rest in fits(cards & ~hand, need[1:], ban[1:])}
    return found


def scattered(rng: Any, cards: int, need: list[int], ban: list[int]) -> tuple[int, ...]:
    for holder, (many, banned) in enumerate(zip(need, ban, strict=True)):
        rng.need[holder] = many
        rng.ban[holder] = banned
    hidden.scatter(rng, cards, len(need))
    return tuple(rng.hands[: len(need)])


def tables(seed: int, count: int) -> list[tuple[int, list[int], list[int]]]:
    """Cards, needs and bans that at least one deal fits; often only just."""
    rng = random.Random(seed)
    found = []
    while len(found) < count:
        holders = rng.randrange(1, 5)
        need = [rng.randrange(0, 4) for _ in range(holders)]
        bits = rng.sample(range(64), sum(need))
        density = rng.choice([0.0, 0.2, 0.5, 0.7])
        ban = [sum(1 << bit for bit in bits if rng.random() < density) for _ in range(holders)]
        cards = sum(1 << bit for bit in bits)
        if fits(cards, need, ban):
            found.append((cards, need, ban))
    return found


@pytest.mark.parametrize("tries", [hidden.TRIES, 1])
def test_every_deal_fits_and_every_fitting_deal_comes(tries: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a single try the rest of a dead end is mended; that must fit as well."""
    monkeypatch.setattr(hidden, "TRIES", tries)
    rng = pure_rng(1)
    for cards, need, ban in tables(2, 80):
        possible = fits(cards, need, ban)
        drawn = {scattered(rng, cards, need, ban) for _ in range(50)}
        assert drawn <= possible
        if len(possible) <= 4 and tries > 1:
            assert drawn == possible, "none of the few deals that fit is left out"


def test_dead_ends_are_mended() -> None:
    """One deal among very many fits; it is found although random deals hardly ever hit it."""
    rng = pure_rng(7)
    cards = (1 << 24) - 1
    # Holder h may only have the cards 3h..3h+2 or any of a block that all later holders need.
    ban = [cards & ~((1 << (3 * h + 3)) - 1) for h in range(8)]
    for _ in range(50):
        hands = scattered(rng, cards, [3] * 8, ban)
        assert list(hands) == [0b111 << 3 * h for h in range(8)]


def test_free_cards_fall_everywhere_as_often() -> None:
    """Without bans every deal is as likely as any other."""
    rng = pure_rng(3)
    counted = Counter(scattered(rng, 0b111111, [1, 2, 3], [0, 0, 0]) for _ in range(60 * 100))
    assert len(counted) == 60
    chi_square = sum((times - 100) ** 2 / 100 for times in counted.values())
    assert chi_square < 99, "59 degrees of freedom: more than this comes up once in a thousand seeds"


def test_compiled_scatter_is_the_pure_one() -> None:
    game = next(iter(games().values()))
    fast = compiled(game)
    scatter = fast.link(hidden.scatter, "rmi", types.void)
    for number, (cards, need, ban) in enumerate(tables(5, 60)):
        pure, record = pure_rng(number), fast.rng(number)
        for holder, (many, banned) in enumerate(zip(need, ban, strict=True)):
            record["need"][holder] = many
            record["ban"][holder] = banned
        scatter(record.addr, cards, len(need))
        assert tuple(int(hand) for hand in record["hands"][: len(need)]) == scattered(pure, cards, need, ban)
        assert int(record["s"]) == pure.s
