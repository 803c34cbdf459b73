"""Searches: the same in both modes, honest in their counts, and right where the right move is known."""

from typing import Any

import pytest

from diwaniya.bots._judgement import judgement_for
from diwaniya.engine.compiled import compiled
from diwaniya.engine.game import Game, games
from diwaniya.engine.match import Match
from diwaniya.search.searcher import MANY, PURE_ROOM, Search, TreeSearch, Weighing
from search.seats import decisions

GAMES = list(games().values())
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
BY_TREE = ("cucco", "allfours2")
"""A game for many sides and one for two: the tree is compiled for these alone, since that takes its time."""
every_kind = pytest.mark.parametrize("kind", [TreeSearch, Weighing])


@pytest.mark.timeout(300)  # compiles, if nobody has yet
@pytest.mark.parametrize(
    ("game", "kind"),
    [*((game, Weighing) for game in GAMES), *((game, TreeSearch) for game in GAMES if game.id in BY_TREE)],
    ids=lambda value: getattr(value, "id", None) or value.__name__,
)
def test_both_modes_find_the_same(game: Game, kind: type[Any]) -> None:
    judgement = judgement_for(game)
    pure: Search = kind(game, judgement, "pure")
    fast: Search = kind(game, judgement, "compiled")
    assert (pure.mode, fast.mode) == ("pure", "compiled")
    for seed, view in enumerate(decisions(game, 3)):
        record = compiled(game).record(view)
        before = record.tobytes()
        found = fast.think(record, seed, nodes=40)
        assert record.tobytes() == before, "the view is left alone"
        assert pure.think(view, seed, nodes=40) == found
        assert pure.done == fast.done
        assert {tried.move for tried in found} <= {m for m in range(64) if game.legal(view) >> m & 1}
        assert all(0 <= tried.value <= 1 for tried in found)
        assert fast.think(record, seed, nodes=40) == found, "what was thought before makes no difference"


@every_game
def test_every_simulation_is_counted_at_the_root(game: Game) -> None:
    search = TreeSearch(game, judgement_for(game), "pure")
    for view in decisions(game, 3):
        assert sum(tried.visits for tried in search.think(view, 1, nodes=50)) == search.done == 50


def test_a_full_tree_goes_on_weighing() -> None:
    game = GAMES[0]
    search = TreeSearch(game, judgement_for(game), "pure", room=8)
    view = decisions(game, 1)[0]
    found = search.think(view, 1, nodes=60)
    assert sum(tried.visits for tried in found) == 60
    assert PURE_ROOM > 8


@every_kind
def test_a_time_is_kept(kind: type[Any]) -> None:
    """However little time there is, a move is found; with some there is more than one look at it."""
    game = GAMES[0]
    search: Search = kind(game, judgement_for(game), "pure")
    view = next(view for view in decisions(game, 8) if game.legal(view).bit_count() > 3)
    assert search.think(view, 1, seconds=1e-9)[0].visits > 0
    least = search.done
    search.think(view, 1, seconds=1.0)
    assert search.done > least > 0


@every_kind
def test_without_a_limit_nothing_is_thought(kind: type[Any]) -> None:
    search: Search = kind(GAMES[0], judgement_for(GAMES[0]), "pure")
    with pytest.raises(ValueError, match="nodes or seconds"):
        search.think(decisions(GAMES[0], 1)[0], 1)


@every_kind
def test_the_last_choice_of_a_hand_is_seen_through(kind: type[Any]) -> None:
    """With one card left after this one, in a game that hides nothing any more from who counts: the best is found.

    Every world is the real one as far as it matters, so the values are exact, and the best move is known by trying.
    """
    game = next(game for game in GAMES if game.id == "allfours2")
    search: Search = kind(game, judgement_for(game), "pure")
    found = 0
    for view in decisions(game, 60, 9):
        held = int(view.hand[view.viewer]).bit_count()
        if held == 2 and view.played == 1:
            found += 1
            tried = search.think(view, 1, nodes=400)
            best = max(move.value for move in tried)
            assert tried[0].value >= best - 0.02
    assert found > 0


def test_weighing_stops_when_only_one_move_is_left() -> None:
    """A move that loses the match at once is out of the question early."""
    game = next(game for game in GAMES if game.id == "allfours")
    search = Weighing(game, judgement_for(game), "pure")
    match = Match(game, seed=2, dealer=1, mode="pure")
    match.play("beg")
    view = match.observation(1)
    view.score[0], view.score[1] = 13, 0  # the gift would win it for the others
    tried = search.think(view, 1, nodes=4000)
    assert [game.token(view, move.move) for move in tried] == ["run", "give"]
    assert search.done < 4000


def test_weighing_stops_when_moves_are_all_the_same() -> None:
    """However this hand ends the match is won: there is nothing to think about."""
    game = next(game for game in GAMES if game.id == "basra")
    search = Weighing(game, judgement_for(game), "pure")
    view = next(view.copy() for view in decisions(game, 60, 9) if view.dealt == 48)
    view.score[0], view.score[1] = 500, 0
    tried = search.think(view, 1, nodes=4000)
    assert {move.value for move in tried} == {1.0}
    assert MANY * len(tried) <= search.done < 1000
