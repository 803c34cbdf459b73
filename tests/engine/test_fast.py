"""`Stepper`: compiled rules driven from Python, the same game as through the checked door."""

import doctest
from random import Random

import pytest

from diwaniya.engine import fast
from diwaniya.engine.fast import Stepper, moves_of
from diwaniya.engine.game import find, games
from diwaniya.engine.match import Match

pytestmark = pytest.mark.timeout(300)  # compiles, if nobody has yet


@pytest.mark.parametrize("mask", [0, 1, 1 << 63, 0b1010, (1 << 64) - 1])
def test_moves_of(mask: int) -> None:
    assert sum(1 << move for move in moves_of(mask)) == mask
    assert list(moves_of(mask)) == sorted(moves_of(mask))


def test_it_plays_what_the_checked_door_plays() -> None:
    game = find("cucco")
    stepper = Stepper(game, seats=5, seed=3)
    rng = Random(1)
    moves = stepper.begin(dealer=2)
    match = Match(game, seats=5, dealer=2, mode="pure")
    while moves:
        if match.needs_deal:
            match.deal([game.card_tokens[card] for card in stepper.state["pack"]])
        names = {stepper.token(move): move for move in moves_of(moves)}
        assert list(names) == match.legal()
        assert stepper.turn == match.to_move
        assert stepper.scores == match.scores
        seen = game.layout.from_record(stepper.view(stepper.turn).array[0])
        assert seen == match.observation(stepper.turn)
        token = rng.choice(match.legal())
        match.move(token)
        moves = stepper.step(names[token])
    assert stepper.over
    assert match.over
    assert stepper.winners == match.winners
    assert stepper.scores == match.scores


def test_the_packs_follow_from_the_seed_whatever_is_played() -> None:
    packs = []
    for highest in (False, True):
        stepper = Stepper("kout4", seed=9)
        moves, found = stepper.begin(), []
        while moves:
            found.append(stepper.state["pack"].tobytes())
            moves = stepper.step((max if highest else min)(moves_of(moves)))
        packs.append(list(dict.fromkeys(found)))
    both = min(map(len, packs))
    assert both > 1
    assert packs[0][:both] == packs[1][:both]


def test_pick_is_one_of_the_moves_and_finds_them_all() -> None:
    stepper = Stepper("kout4", seed=1)
    mask = 1 << 63 | 1 << 40 | 1
    assert {stepper.pick(mask) for _ in range(100)} == {0, 40, 63}


def test_what_does_not_exist() -> None:
    with pytest.raises(ValueError, match="not played by 5"):
        Stepper("kout4", seats=5)
    with pytest.raises(ValueError, match="unknown option"):
        Stepper("kout4", options={"nonsense": 1})
    with pytest.raises(ValueError, match="unknown game"):
        Stepper("nonsense")


@pytest.mark.parametrize(
    "game", [game for game in games().values() if game.teams][:1], ids=lambda game: game.id
)
def test_matches_follow_one_another(game: object) -> None:
    stepper = Stepper(game.id, seed=4)  # type: ignore[attr-defined]
    for _ in range(3):
        moves = stepper.begin()
        assert not any(stepper.scores)
        while moves:
            moves = stepper.step(stepper.pick(moves))
        assert stepper.over
        assert stepper.winners


def test_the_example_in_the_documentation() -> None:
    found = doctest.testmod(fast)
    assert found.attempted > 4
    assert found.failed == 0


def test_a_seed_is_what_a_match_takes() -> None:
    for seed in (-1, 1 << 64):
        with pytest.raises(ValueError, match="seed must be from 0 to 18446744073709551615"):
            Stepper("kout4", seed=seed)
    for wrong in ("x", 1.5, True, None):
        with pytest.raises(TypeError, match="seed must be a whole number"):
            Stepper("kout4", seed=wrong)  # type: ignore[arg-type]
