"""The levels: each a bot of its name, fair, within the rules, and stronger than the one below."""

from random import Random
from typing import Any

import pytest

from diwaniya import bots
from diwaniya.bots._slips import slips_for
from diwaniya.engine.compiled import compiled
from diwaniya.engine.game import Game, find, games
from diwaniya.engine.match import Match
from diwaniya.engine.state import pure_rng
from diwaniya.lab.simulate import Simulation
from diwaniya.testing.play import some_positions, viewed
from diwaniya.testing.worlds import other_worlds
from search.seats import decisions

GAMES = list(games().values())
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
LEVELS = ["easy", "normal", "strong", "expert"]
FAIR = ["random", "quick", "easy", "normal", "strong:nodes=12"]


def test_they_are_bots() -> None:
    assert set(LEVELS) <= set(bots.names())
    assert [bots.thinks_ahead(name) for name in LEVELS] == [False, False, True, True]


@every_game
@pytest.mark.parametrize("name", FAIR)
def test_hidden_cards_make_no_difference(game: Game, name: str) -> None:
    """In another world that the seat cannot tell from the real one the same seed gives the same move."""
    rng = Random(8)
    bot = bots.player(name, game, "pure")
    found = 0
    for at in some_positions(game, game.seats[0], rng, 6 if ":" in name else 12):
        state: Any = at.state
        if state.turn < 0:
            continue
        move = bot.choose(viewed(game, state, state.turn), 5)
        for other in other_worlds(at, state.turn, rng, 3):
            found += 1
            assert bot.choose(viewed(game, other, state.turn), 5) == move
    assert found > 0


@every_game
def test_a_beginner_stays_within_the_rules_and_makes_mistakes(game: Game) -> None:
    easy, normal = bots.policy_kernel("easy", game), bots.policy_kernel("normal", game)
    slips, often = slips_for(game)
    mistakes = 0
    for seed, view in enumerate(decisions(game, 120)):
        move, better = easy(view, pure_rng(seed)), normal(view, pure_rng(seed))
        assert game.legal(view) >> move & 1
        if move != better:
            mistakes += 1
            assert slips(view) >> move & 1
    assert 0 < mistakes < 100
    assert 0 < often < 1000


@pytest.mark.timeout(300)  # compiles, if nobody has yet
@every_game
def test_normal_beats_easy(game: Game) -> None:
    """By as much as is promised, in many matches (each side gets the same share of the deals)."""
    simulation = Simulation(game, ["normal", "easy"], matches=300, seed=6, mode="compiled")
    assert len(list(simulation)) == 300
    won, lost = simulation.tally.won["normal"], simulation.tally.won["easy"]
    assert won > (1.2 if game.teams else 1.05) * lost


@pytest.mark.timeout(300)  # compiles, if nobody has yet
@pytest.mark.parametrize("name", ["strong", "expert"])
def test_thinking_gives_the_same_move_again(name: str) -> None:
    game = find("kout4")
    pure, fast = (bots.player(f"{name}:nodes=60", game, mode) for mode in ("pure", "compiled"))
    for seed, view in enumerate(decisions(game, 4)):
        assert fast.choose(compiled(game).record(view), seed) == pure.choose(view, seed)


@pytest.mark.parametrize("name", ["strong", "expert"])
def test_without_the_compiler_it_answers_like_a_quick_player(name: str) -> None:
    """A time is too short for the pure mode, so nobody waits."""
    match = Match("kout4", seed=3, mode="pure")
    seat = match.to_move
    assert seat is not None
    view = match.observation(seat)
    assert bots.player(name, match.game, "pure").choose(view, 1) == bots.player(
        "quick", match.game, "pure"
    ).choose(view, 1)


@pytest.mark.parametrize("argument", ["nodes", "nodes=0", "nodes=x", "seconds=-1", "seconds=nan", "depth=3"])
def test_an_argument_that_is_not_understood(argument: str) -> None:
    with pytest.raises(
        ValueError, match=r"not understood: strong:nodes=20000 \(from 1 to \d+\) or strong:seconds=0\.3"
    ):
        bots.player(f"strong:{argument}", find("kout4"), "pure")


@pytest.mark.parametrize("name", ["strong", "expert", "openspiel-ismcts"])
def test_a_colon_with_nothing_behind_it(name: str) -> None:
    with pytest.raises(ValueError, match=f"nothing stands behind the colon of '{name}:': {name} alone"):
        bots.player(f"{name}:", find("kout4"), "pure")


def test_a_thinker_is_no_single_kernel() -> None:
    with pytest.raises(ValueError, match="the bot strong thinks ahead"):
        bots.policy_kernel("strong", find("kout4"))
