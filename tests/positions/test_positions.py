"""Hand-made positions with a clearly right move: who plays normally or better has to find it."""

from collections import Counter
from functools import cache

import pytest

from diwaniya.bots import Player, player
from diwaniya.engine.game import Game
from diwaniya.engine.match import Match
from positions.build import Position, load, reach
from positions.check import exact, margin, open_now

FAMILIES = ("allfours", "basra", "cucco", "kout")
LEVELS = {"normal": "normal", "strong": "strong:nodes=2000", "expert": "expert:nodes=2000"}
"""The levels in their order, and the players that are asked: with a number of nodes they always play the same."""
MODES = {"normal": "pure", "strong": "compiled", "expert": "compiled"}

every_family = pytest.mark.parametrize("family", FAMILIES)


@cache
def seated(level: str, game: Game) -> Player:
    return player(LEVELS[level], game, MODES[level])


def expected(position: Position, level: str) -> bool:
    """Has a player of this level to find it?"""
    order = list(LEVELS)
    return order.index(position.least) <= order.index(level)


@every_family
def test_there_are_enough_and_each_tells_good_from_bad(family: str) -> None:
    positions = load(family)
    assert sum(expected(position, "normal") for position in positions) >= 40
    assert max(Counter(position.name for position in positions).values()) == 1
    for position in positions:
        match = reach(position)
        assert position.good(match.legal())
        assert position.why.endswith(".")
        if position.score is None:  # then it is a record as any other
            assert Match.replay(match.record()).legal() == match.legal()


def test_the_cards_that_do_not_matter_stay_hidden() -> None:
    """The seat to move sees none of the cards with which a position was filled up."""
    position = next(found for found in load("kout") if found.name == "Eight with a losing card")
    other = Position(**{**vars(position), "name": "The same, filled up otherwise"})
    one, two = reach(position), reach(other)
    assert one.record() != two.record()
    assert one.observation(0) == two.observation(0)


@pytest.mark.timeout(600)  # compiles, if nobody has yet
@every_family
@pytest.mark.parametrize("level", LEVELS)
def test_the_right_move_is_found(level: str, family: str) -> None:
    missed = []
    for position in load(family):
        if expected(position, level):
            match = reach(position, MODES[level])
            seat = match.to_move
            assert seat is not None
            move = seated(level, match.game).choose(match.observation(seat), seed=1)
            token = match.game.token(match._pure, move)
            if token not in position.good(match.legal()):
                missed.append(f"{position.name}: {token}. {position.why}")
    assert missed == []


def test_right_is_best_where_nothing_is_hidden() -> None:
    """The last batch of Basra for two: every line of play is looked at."""
    last = [position for position in load("basra") if open_now(position)]
    assert len(last) >= 8
    for position in last:
        found = {token: values[0] for token, values in exact(position).items()}
        good = position.good(list(found))
        assert min(found[token] for token in good) > max(found[token] for token in found.keys() - good)


@pytest.mark.timeout(600)  # compiles, if nobody has yet
@pytest.mark.parametrize("game", ["allfours2", "cucco"])
def test_right_is_better_over_many_deals(game: str) -> None:
    """`check.py` does this for every game, with more deals."""
    doubtful = []
    for position in load():
        if position.game == game:
            gain, error, _ = margin(position, 1000)
            if gain < 2 * error:
                doubtful.append(position.name)
    assert doubtful == []
