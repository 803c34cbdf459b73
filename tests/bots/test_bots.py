"""Bots: they play by the rules, from their seat's view, and the same in both modes."""

import dataclasses
import doctest
import inspect
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from diwaniya import bots
from diwaniya.bots import random as random_bot
from diwaniya.engine.game import Game, find, games
from diwaniya.engine.match import Match
from diwaniya.lab.simulate import Simulation

GAMES = list(games().values())
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
THINKERS = [name for name in ("strong", "expert") if name in bots.names()]
"""These get a number of nodes here, so that they always play the same, and few, since everything is pure."""
NAMES = [f"{name}:nodes=4" if name in THINKERS else name for name in bots.names()]
every_bot = pytest.mark.parametrize("name", NAMES)


def play(match: Match, name: str, seed: int, most: int = 150) -> list[str]:
    """The moves of a match in which one bot has all seats."""
    rng = Random(seed)
    while not match.over and most:
        if match.needs_deal:
            match.deal()
        elif match.to_move is not None:
            match.move(bots.choose(name, match, match.to_move, rng))  # raises if it is not legal
            most -= 1
    return [move for hand in match.record()["hands"] for move in hand["moves"].split()]


def test_there_are_an_easy_and_a_normal_one() -> None:
    assert {"random", "quick"} <= set(bots.names())


@every_game
@every_bot
def test_they_play_by_the_rules(game: Game, name: str) -> None:
    for seats in game.seats:
        most = 30 if ":" in name else 150
        assert play(Match(game, seed=5, seats=seats, mode="pure"), name, seed=1, most=most)


@pytest.mark.timeout(300)  # compiles, if nobody has yet
@every_bot
def test_a_compiled_match_makes_no_difference(name: str) -> None:
    one, other = (play(Match("cucco", seed=5, mode=mode), name, seed=1) for mode in ("pure", "compiled"))
    assert one == other


@every_game
@every_bot
def test_they_see_only_the_view(game: Game, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With everything but the view out of reach the choice is the same."""
    match = Match(game, seed=8, mode="pure")
    seat = match.to_move
    assert seat is not None
    view = match.observation(seat)
    wanted = bots.choose(name, match, seat, Random(2))

    class OnlyView:
        """What a bot may ask of a match."""

        game = match.game

        def observation(self, asked: int) -> Any:
            assert asked == seat
            return view

    only: Any = OnlyView()
    assert bots.choose(name, only, seat, Random(2)) == wanted


def test_chance_comes_from_the_generator() -> None:
    match = Match("kout4", seed=8)
    assert match.to_move is not None
    said = {bots.choose("random", match, match.to_move, Random(seed)) for seed in range(60)}
    assert said == set(match.legal())
    assert len({bots.choose("random", match, match.to_move, Random(3)) for _ in range(5)}) == 1


def test_only_the_seat_to_move_is_asked() -> None:
    match = Match("kout4", seed=8)
    assert match.to_move is not None
    with pytest.raises(ValueError, match="is not to move"):
        bots.choose("random", match, (match.to_move + 1) % 4, Random(1))


@pytest.mark.parametrize("ask", [lambda name, game: bots.policy_kernel(name, game)])
def test_an_unknown_name_lists_those_that_there_are(ask: Callable[[str, Game], object]) -> None:
    with pytest.raises(ValueError, match=r"'nobody': there are .*quick, random"):
        ask("nobody", find("kout4"))


def test_a_family_without_rules_of_thumb_is_played_at_random() -> None:
    strange = dataclasses.replace(find("kout4"), family="strange")
    policy, at_random = bots.policy_kernel("quick", strange), random_bot.policy_for(strange)
    assert inspect.unwrap(policy).__code__ is at_random.__code__


@every_game
def test_quick_beats_random(game: Game) -> None:
    simulation = Simulation(game, ["quick", "random"], matches=60, seed=4, mode="pure")
    assert len(list(simulation)) == 60
    assert simulation.tally.won["quick"] > 1.3 * simulation.tally.won["random"]


def test_the_example_in_the_documentation() -> None:
    found = doctest.testmod(bots, extraglobs={"Match": Match, "Random": Random})
    assert (found.attempted, found.failed) == (2, 0)
