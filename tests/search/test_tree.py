"""The tree itself: how it keeps its positions, and what a simulation leaves behind in it."""

from random import Random
from typing import Any

import pytest

from diwaniya.bots._judgement import judgement_for
from diwaniya.engine.game import Game, games
from diwaniya.engine.names import bits
from diwaniya.engine.state import pure_record, pure_rng
from diwaniya.search import tree
from diwaniya.search.searcher import TreeSearch
from diwaniya.testing.play import some_positions, viewed
from search.seats import decisions

GAMES = list(games().values())
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])


def planted(room: int) -> Any:
    t: Any = pure_record("Tree", tree.tree_fields(room))()
    tree.clear(t)
    return t


def moves_of(t: Any, node: int) -> list[int]:
    return bits(t.node[tree.WORDS * node + tree.TRIED])


def positions(t: Any, node: int = tree.ROOT) -> dict[int, tuple[int, ...]]:
    """Every position below one, by the place where it stands, with the moves that lead there."""
    found = {}
    for move in moves_of(t, node):
        child = tree._child(t, node, move)
        assert child not in found
        found[child] = (move,)
        for place, way in positions(t, child).items():
            assert place not in found
            found[place] = (move, *way)
    return found


@pytest.mark.parametrize("seed", range(5))
def test_positions_stay_what_they_are_while_others_come(seed: int) -> None:
    """Children move to larger blocks, and what belongs to them goes along: visits tell who is who."""
    rng, t = Random(seed), planted(4000)
    grown: dict[tuple[int, ...], int] = {}
    for number in range(1, 1200):
        node, way = tree.ROOT, tuple[int, ...]()
        while True:
            move = rng.randrange(64) if rng.random() < 0.3 else rng.randrange(3)
            way = (*way, move)
            if move not in moves_of(t, node):
                assert tree._add_child(t, node, move)
                t.node[tree.WORDS * tree._child(t, node, move) + tree.VISITS] = number
                grown[way] = number
                break
            node = tree._child(t, node, move)
    found = {
        way: t.node[tree.WORDS * place + tree.VISITS]
        for place, way in positions(t).items()
    }  # fmt: skip
    assert found == grown
    assert max(positions(t)) < t.size <= 4000
    assert max(map(len, grown)) > 3
    assert t.size < 2.2 * len(grown), "blocks that were given back are used again"


def test_a_position_has_room_for_every_move() -> None:
    t = planted(256)
    order = list(range(64))
    Random(1).shuffle(order)
    for move in order:
        assert tree._add_child(t, tree.ROOT, move)
    assert moves_of(t, tree.ROOT) == list(range(64))
    places = [tree._child(t, tree.ROOT, move) for move in range(64)]
    assert places == list(range(places[0], places[0] + 64))


def test_a_full_tree_says_so_and_is_left_alone() -> None:
    t = planted(4)
    added = [tree._add_child(t, tree.ROOT, move) for move in (5, 3)]
    before = t.copy()
    assert added == [True, True]
    assert not tree._add_child(t, tree.ROOT, 4)
    assert t == before


@every_game
def test_visits_add_up(game: Game) -> None:
    """Every simulation that came to a position ended there or went on to a child."""
    search = TreeSearch(game, judgement_for(game), "pure")
    for view in decisions(game, 2):
        search.think(view, 3, nodes=60)
        t = search._driver.record
        assert t.node[tree.VISITS] == 60
        for node in (tree.ROOT, *positions(t)):
            at = tree.WORDS * node
            below = [tree.WORDS * tree._child(t, node, move) for move in moves_of(t, node)]
            visits = sum(t.node[child + tree.VISITS] for child in below)
            assert visits <= t.node[at + tree.VISITS]
            for child in below:
                assert 1 <= t.node[child + tree.VISITS] <= t.node[child + tree.BLOCK] >> 32
                assert 0 <= t.node[child + tree.TOTAL] <= 1_000_000 * t.node[child + tree.VISITS]


WITH_OWN_EYES = [game for game in GAMES if judgement_for(game).own_eyes]


@pytest.mark.parametrize("game", WITH_OWN_EYES, ids=lambda game: game.id)
def test_eyes_of_its_own_see_no_more_than_a_view(game: Game) -> None:
    """In the whole state with its seat for a viewer such a policy plays as in the view, and changes nothing."""
    policy = judgement_for(game).policy
    rng = Random(4)
    met = 0
    while met < 400:
        for at in some_positions(game, game.seats[0], rng, 50):
            state: Any = at.state.copy()
            if state.turn >= 0:
                state.viewer = state.turn
                before, met = state.copy(), met + 1
                view = viewed(game, at.state, state.turn)
                assert policy(state, pure_rng(met)) == policy(view, pure_rng(met))
                assert state == before


def test_some_policy_has_them() -> None:
    assert WITH_OWN_EYES
    assert len(WITH_OWN_EYES) < len(GAMES)
