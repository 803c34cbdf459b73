"""What is kept of hands: nothing of it may be lost on the way to text and back."""

import random

import pytest

from diwaniya.engine.game import Game, games
from diwaniya.engine.match import Match


@pytest.mark.parametrize("game", games().values(), ids=list(games()))
def test_hands_stay_as_they_ended(game: Game) -> None:
    rng = random.Random(6)
    match = Match(game, seed=6, mode="pure")
    ended, moves, made = [], [], []
    while not match.over and len(ended) < 12:
        if match.needs_deal:
            match.deal()
            continue
        made.append(rng.choice(match.legal()))
        match.play(made[-1])
        if not match.in_hand:
            ended.append(match.hands[-1])
            moves.append(" ".join(made))
            made = []
        assert match.hands[: len(ended)] == ended
        assert [hand["moves"] for hand in match.record()["hands"]][: len(ended)] == moves
        assert len(match.hands) == match.public()["hand"]
    assert len(ended) > 1 or match.over
