"""Deals as positions: the same as those of a match, told apart by nobody who should not, copied and sent whole."""

import copy
import pickle
from random import Random

import pytest

from diwaniya.adapters.position import Position, Rules
from diwaniya.engine.game import Game, games
from diwaniya.engine.match import Match

GAMES = list(games().values())
FAMILIES = list({game.family: game for game in GAMES}.values())
one_of_each_family = pytest.mark.parametrize("game", FAMILIES, ids=[game.id for game in FAMILIES])
pytestmark = pytest.mark.timeout(300)  # compiles, if nobody has yet


def somewhere(rules: Rules, seed: int, moves: int) -> Position:
    position = rules.begin(seed)
    rng = Random(seed)
    for _ in range(moves):
        before = position.copy()
        position.apply(rng.choice(position.legal()))
        if position.ended:
            return before
    return position


@one_of_each_family
def test_a_deal_is_that_of_a_match(game: Game) -> None:
    """Also with another pack in the middle of it (A8), and to its end."""
    for seed in range(12):
        position, match, rng = Rules(game).begin(seed), Match(game, seed=seed, mode="pure"), Random(seed)
        while not position.ended:
            while match.needs_deal:
                match.deal()
            assert [position.token(move) for move in position.legal()] == match.legal()
            assert position.turn == match.to_move
            move = rng.choice(position.legal())
            token = position.token(move)
            position.apply(move)
            match.move(token)
        assert not match.in_hand
        points = match.hands[0]["points"]
        for seat, worth in enumerate(position.worth()):
            own = points[game.side(seat)]
            others = [points[side] for side in range(len(points)) if side != game.side(seat)]
            assert worth == pytest.approx(own - sum(others) / len(others))


def test_a_whole_match_is_one_too() -> None:
    for game in FAMILIES:
        position, match, rng = Rules(game).begin(3, whole=True), Match(game, seed=3, mode="pure"), Random(3)
        while not position.ended:
            while match.needs_deal:
                match.deal()
            move = rng.choice(position.legal())
            match.move(position.token(move))
            position.apply(move)
        assert match.over
        worth = position.worth()
        assert sum(worth) == pytest.approx(0)
        assert {seat for seat in range(match.seats) if worth[seat] > 0} == set(match.winners)


@one_of_each_family
def test_what_is_drawn_anew_looks_the_same(game: Game) -> None:
    """To the seat to move, while it is another position to those who see all."""
    rules = Rules(game)
    different = 0
    for seed in range(10):
        position = somewhere(rules, seed, 6)
        other = position.resampled(position.turn, seed)
        assert other.view(other.turn).tobytes() == position.view(position.turn).tobytes()
        assert other.legal() == position.legal()
        different += other.state.tobytes() != position.state.tobytes()
    assert different >= 5


@one_of_each_family
def test_copies_share_nothing_and_say_the_same(game: Game) -> None:
    position = somewhere(Rules(game), 4, 5)
    before = position.state.tobytes()
    for twin in (position.copy(), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert twin.state.tobytes() == before
        assert (twin.chance, twin.before, twin.whole) == (position.chance, position.before, position.whole)
        twin.apply(twin.legal()[-1])
        assert position.state.tobytes() == before


def test_playouts_end_the_deal() -> None:
    rules = Rules("basra")
    position = somewhere(rules, 1, 3)
    end, rng = Position(rules, rules.k.state(), 0), rules.k.rng(5)
    worth = set()
    for _ in range(50):
        position.finish(rng, end)
        assert end.ended
        assert end.before == position.before
        worth.add(end.worth()[0])
    assert len(worth) > 1


def test_what_does_not_exist() -> None:
    with pytest.raises(ValueError, match="is played by 4, not 5"):
        Rules("kout4", 5)
    with pytest.raises(ValueError, match="unknown option"):
        Rules("kout4", None, {"nonsense": 1})
    with pytest.raises(ValueError, match="unknown game"):
        Rules("nonsense")
