"""A server holds the matches of many tables in memory: none of them may take much."""

import gc
import random
import tracemalloc

import pytest

from diwaniya.engine.game import Game, games
from diwaniya.engine.match import Match

MOST = 12_000
"""Bytes of one match in its midst."""
LEAST = 2_000
"""Less than this cannot be: something would hold the matches still."""
MATCHES = 20


def in_their_midst(game: Game, seats: int) -> list[Match]:
    """Matches after some hands, shown to everybody; the tokens of their moves came from outside."""
    rng = random.Random(3)
    matches = []
    for seed in range(MATCHES):
        match = Match(game, seats=seats, seed=seed, mode="pure")
        for _ in range(rng.randrange(40, 110)):
            if match.over:
                break
            if match.needs_deal:
                match.deal()
                continue
            match.play("".join(list(rng.choice(match.legal()))))
            match.public()
            for seat in range(seats):
                match.private(seat)
        matches.append(match)
    return matches


@pytest.mark.parametrize("game", games().values(), ids=list(games()))
def test_a_match_is_small(game: Game) -> None:
    """Measured by what becomes free with the matches: what all share, or others hold, stays."""
    tracemalloc.start()
    try:
        matches = in_their_midst(game, max(game.seats))
        gc.collect()
        held = tracemalloc.get_traced_memory()[0]
        matches.clear()
        gc.collect()
        each = (held - tracemalloc.get_traced_memory()[0]) / MATCHES
    finally:
        tracemalloc.stop()
    assert LEAST < each < MOST, f"{game.id}: {each:.0f} bytes"
