"""Worlds that a search thinks about: they fit what the seat knows, and take nothing for granted that it does not."""

from typing import Any

import pytest

from diwaniya.bots._judgement import judgement_for
from diwaniya.engine.drivers import rebind
from diwaniya.engine.game import Game, games
from diwaniya.engine.kernel import State
from diwaniya.engine.match import Match
from diwaniya.engine.state import ALL, pure_rng
from diwaniya.search.linking import linked
from diwaniya.search.sampling import WHOLLY, draw, explains
from diwaniya.testing.play import viewed
from diwaniya.testing.worlds import whereabouts
from search.seats import decisions

GAMES = list(games().values())
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])


def drawn(game: Game, view: Any, rng: Any) -> Any:
    world = game.layout.pure()
    drawing = linked(draw, game, {explains: judgement_for(game).explains})
    drawing(view, rng, world)
    return world


@every_game
def test_worlds_fit_the_view(game: Game) -> None:
    rng = pure_rng(5)
    for view in decisions(game, 16):
        before = view.copy()
        for _ in range(3):
            world = drawn(game, view, rng)
            assert world.viewer == ALL
            assert viewed(game, world, view.viewer) == view
            assert sorted(world.pack) == sorted(game.pack)
        assert view == before, "the view is left alone"


@every_game
def test_whoever_may_hold_a_card_is_found_with_it(game: Game) -> None:
    """Weighing worlds makes some rarer; it rules none out that fits."""
    rng = pure_rng(6)
    for view in decisions(game, 3):
        possible: dict[str, set[str]] = {}
        world = game.layout.pure()
        for _ in range(60):
            game.sample(view, rng, world)
            for card, where in whereabouts(game, world).items():
                possible.setdefault(card, set()).update(place for place in where if place.startswith("seat"))
        for _ in range(1500):
            for card, where in whereabouts(game, drawn(game, view, rng)).items():
                if card in possible:
                    possible[card] -= where
            possible = {card: seats for card, seats in possible.items() if seats}
            if not possible:
                break
        assert not possible, f"never drawn: {possible}"


@every_game
def test_no_world_explains_nothing(game: Game) -> None:
    """What really happened can always have happened: nothing is held to be impossible."""
    judged = judgement_for(game).explains
    rng = pure_rng(7)
    world = game.layout.pure()
    for view in decisions(game, 40):
        game.sample(view, rng, world)
        assert 0 < judged(view, world) <= WHOLLY


BLACK = 1 << 52
"""The black joker."""


def test_unlikely_worlds_are_drawn_less_often() -> None:
    """Somebody who has bid nine is seldom drawn with a bad hand, and a world that explains nothing still comes up."""
    game = next(game for game in GAMES if game.id == "kout4")
    match = Match(game, seed=1, dealer=3, mode="pure")
    assert match.to_move is not None
    match.play("bid:7")
    match.play("pass")
    view = match.observation(2)
    jokers = {}
    for name, kernel in (("weighed", judgement_for(game).explains), ("plain", explains)):
        drawing = linked(draw, game, {explains: kernel})
        rng, world = pure_rng(1), game.layout.pure()
        held = 0
        for _ in range(1200):
            drawing(view, rng, world)
            held += int(world.hand[0] >> 52).bit_count()
        jokers[name] = held
    assert jokers["weighed"] > 1.2 * jokers["plain"]


def test_a_likelihood_is_kept_to() -> None:
    """Of two kinds of worlds, one held to be a tenth as likely, this one is drawn about a tenth as often."""
    game = next(game for game in GAMES if game.id == "kout4")
    view = Match(game, seed=2, dealer=3, mode="pure").observation(0)
    assert not view.hand[0] & BLACK

    def unlikely(v: State, world: State) -> int:
        return 100 if world.hand[1] & BLACK else WHOLLY

    drawing = rebind(draw, explains=unlikely, sample=game.sample)
    rng, world = pure_rng(2), game.layout.pure()
    counts = {True: 0, False: 0}
    for _ in range(2000):
        drawing(view, rng, world)
        counts[bool(world.hand[1] & BLACK)] += 1
    assert 20 < counts[True] < 160  # a third of 2000, but ten times rarer: about 95
