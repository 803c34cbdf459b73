"""Worlds are weighed by what others have played in them."""

from random import Random
from typing import Any

import pytest

from diwaniya.bots._judgement import judgement_for
from diwaniya.engine.game import Game, games
from diwaniya.engine.match import Match
from diwaniya.engine.state import pure_rng
from diwaniya.search import hindsight
from diwaniya.search.hindsight import NOT_KNOWN
from diwaniya.search.linking import linked
from diwaniya.search.sampling import WHOLLY

KNOWN = [game for game in games().values() if judgement_for(game).before is not hindsight.before]
every_known = pytest.mark.parametrize("game", KNOWN, ids=[game.id for game in KNOWN])
NOTHING = -1
"""A bar that every world is above."""
SAME = (
    "hand",
    "won",
    "lay",
    "follow",
    "must",
    "played",
    "leader",
    "turn",
    "said",
    "trump",
    "score",
    "dealer",
    "floor",
    "counts",
    "sums",
    "pile",
)
"""Fields that a past state must have right, if a game has them."""


def test_there_are_such_games() -> None:
    assert {"allfours", "allfours2", "basra", "morabaa"} <= {game.id for game in KNOWN}


def cards_played(match: Match, rng: Random, hands: int) -> Any:
    """Play at random; each state in which cards are played, with those before it in the hand and the moves made.

    Which of several captures (B10) was made nobody writes down, so after that a hand is only played to its end.
    """
    game = match.game
    past: list[tuple[Any, int]] = []
    clear = True
    while not match.over and len(match.hands) < hands:
        if match.to_move is None:
            match.deal()
            past = []
            clear = True
            continue
        state: Any = match.open_state()
        clear = clear and getattr(state, "choices", 0) == 0
        talking = not clear or game.legal(state) >> 54 != 0
        if not talking:
            yield state, past
        move = rng.choice([move for move in range(64) if game.legal(state) >> move & 1])
        if not talking:
            past.append((state.copy(), move))
        match.play(game.token(state, move))


def least_known(game: Game, played: int) -> int:
    """How far back it must be told: a trick, or what was played of a batch (B4)."""
    return played % (4 * game.seats[0]) if game.family == "basra" else min(played, game.seats[0])


@every_known
def test_the_past_is_told_as_it_was(game: Game) -> None:
    judged = judgement_for(game).before
    out: Any = game.layout.pure()
    told = 0
    for seed in range(3):
        for state, past in cards_played(Match(game, seed=seed, mode="pure"), Random(seed), 3):
            for back in range(len(past) + 1):
                move = judged(state, back, out)
                if move == NOT_KNOWN:
                    assert back >= least_known(game, len(past))
                    break
                real, made = past[-1 - back]
                assert move == made
                for name in SAME:
                    assert getattr(out, name, None) == getattr(real, name, None), name
                if hasattr(out, "lacks"):
                    # Nothing is known of a seat that it had not shown yet, or has shown since.
                    assert all(lacks & ~then == 0 for lacks, then in zip(out.lacks, state.lacks, strict=True))
                told += 1
    assert told > 50 * game.seats[0]


@every_known
def test_the_real_world_explains_more_than_others(game: Game) -> None:
    """Among players that play as is expected nothing is ever a surprise, as far as the past can be told."""
    judgement = judgement_for(game)
    explained = linked(hindsight.explained, game, judgement.places())
    past, seen, world = (game.layout.pure() for _ in range(3))
    rng = pure_rng(2)
    real: list[int] = []
    drawn: list[int] = []
    match = Match(game, seed=5, mode="pure")
    while len(match.hands) < 4:
        if match.to_move is None:
            match.deal()
            continue
        view: Any = match.observation(match.to_move)
        real.append(explained(view, match.open_state(), past, seen, rng, 300, NOTHING))
        game.sample(view, rng, world)
        drawn.append(explained(view, world, past, seen, rng, 300, NOTHING))
        match.play(game.token(view, judgement.usual(view, rng)))
    assert all(0 <= likely <= WHOLLY for likely in (*real, *drawn))
    assert sum(real) > 0.9 * WHOLLY * len(real)
    assert sum(drawn) < 0.8 * sum(real)
