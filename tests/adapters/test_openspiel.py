"""Our games in OpenSpiel, looked at by its own tests, and its search at our table."""

import random
from typing import Any

import numpy as np
import pytest

from diwaniya import bots
from diwaniya.bots import openspiel_ismcts
from diwaniya.engine.compiled import compiled
from diwaniya.engine.game import Game, find, games
from diwaniya.engine.match import Match
from diwaniya.lab.arena import Arena
from diwaniya.lab.arena_report import results

pyspiel = pytest.importorskip("pyspiel")

from diwaniya.adapters import openspiel  # noqa: E402
from diwaniya.adapters.openspiel_bot import IsmctsPlayer, _Search  # noqa: E402

FAMILIES = list({game.family: game for game in games().values()}.values())
one_of_each_family = pytest.mark.parametrize("game", FAMILIES, ids=[game.id for game in FAMILIES])
pytestmark = pytest.mark.timeout(300)  # compiles, if nobody has yet


def dealt(name: str, seed: int = 7) -> Any:
    """A state of which the first deal is that of `Match(seed=seed)`."""
    state = pyspiel.load_game(name).new_initial_state()
    for byte in seed.to_bytes(4, "big"):
        assert state.is_chance_node()
        state.apply_action(byte)
    return state


@one_of_each_family
def test_openspiels_own_test_of_a_game(game: Game) -> None:
    """In C++: plays at random and looks at everything on the way, copies and serialized states too."""
    pyspiel.random_sim_test(pyspiel.load_game(f"diwaniya_{game.id}"), 1, True, False)


def test_every_game_is_there_with_its_seats_and_options() -> None:
    assert list(games()) == [name.removeprefix("diwaniya_") for name in openspiel.NAMES]
    assert set(openspiel.NAMES) <= set(pyspiel.registered_names())
    assert openspiel.register() == openspiel.NAMES  # once more is no harm
    assert pyspiel.load_game("diwaniya_cucco(seats=5)").num_players() == 5
    short = pyspiel.load_game("diwaniya_kout4(target=20,whole=True)")
    pyspiel.random_sim_test(short, 1, False, False)
    assert dealt("diwaniya_kout4(target=20)").observation_string(0).startswith("score=")
    with pytest.raises(ValueError, match="is played by 4, not 5"):
        pyspiel.load_game("diwaniya_kout4(seats=5)")


@one_of_each_family
def test_a_deal_is_that_of_a_match(game: Game) -> None:
    state, match, rng = (
        dealt(f"diwaniya_{game.id}", 258),
        Match(game, seed=258, mode="pure"),
        random.Random(1),
    )
    while not state.is_terminal():
        while match.needs_deal:
            match.deal()
        assert state.current_player() == match.to_move
        names = {state.action_to_string(action): action for action in state.legal_actions()}
        assert list(names) == match.legal()
        token = rng.choice(match.legal())
        state.apply_action(names[token])
        match.move(token)
    assert sum(state.returns()) == pytest.approx(0)
    points = match.hands[0]["points"]
    best = max(range(len(points)), key=points.__getitem__)
    assert state.returns()[best] == max(state.returns())


@one_of_each_family
def test_only_the_view_is_seen(game: Game) -> None:
    """A state drawn anew for a player looks the same to him in every way, and has the same moves."""
    rng = random.Random(3)
    state = dealt(f"diwaniya_{game.id}")
    for _ in range(6):
        player = state.current_player()
        other = state.resample_from_infostate(player, rng.random)
        assert state.information_state_string(player) == other.information_state_string(player)
        assert state.observation_string(player) == other.observation_string(player)
        assert state.information_state_tensor(player) == other.information_state_tensor(player)
        assert state.legal_actions() == other.legal_actions()
        assert other.current_player() == player
        state.apply_action(rng.choice(state.legal_actions()))
        if state.is_terminal():
            break


def test_the_tensor_is_the_bits_of_the_view() -> None:
    state = dealt("diwaniya_kout4")
    view = Match("kout4", seed=7, mode="compiled").observation(1)
    wanted = np.unpackbits(np.frombuffer(view.tobytes(), np.uint8))
    assert state.information_state_tensor(1) == wanted.tolist()
    assert bytes.fromhex(state.information_state_string(1)) == view.tobytes()


def view_of(game: str, seed: int) -> Any:
    match = Match(game, seed=seed, mode="compiled")
    assert match.to_move is not None
    return match.observation(match.to_move)


@one_of_each_family
def test_the_search_makes_legal_moves_and_repeats_itself(game: Game) -> None:
    player = bots.player("openspiel-ismcts:sims=30", game)
    k = compiled(game)
    for seed in range(3):
        view = view_of(game.id, seed)
        before = view.tobytes()
        move = player.choose(view, 11)
        assert k.legal(view.addr) >> move & 1
        assert player.choose(view, 11) == move
        assert view.tobytes() == before


def test_it_plays_with_other_numbers_of_seats() -> None:
    match = Match("cucco", seats=6, seed=3, mode="compiled")
    assert match.to_move is not None
    player = bots.player("openspiel-ismcts:sims=10", match.game)
    assert player.choose(match.observation(match.to_move), 1) >= 0


def test_it_beats_play_at_random() -> None:
    arena = Arena(
        find("basra"), ["openspiel-ismcts:sims=100", "random"], deals=6, seed=5, options={"target": 20}
    )
    list(arena)
    found = results(arena)[0]
    assert found.won.value > 0.5
    assert found.points.value > 10


def test_a_time_limit_ends_the_search() -> None:
    player = IsmctsPlayer(find("kout4"), seconds=0.001)
    table = player._table(4)
    search = _Search(table, 1, 0, 1e-9)
    view = view_of("kout4", 3)
    assert search.step(table.state_of(table.rules.seen(view, 1))) >= 0
    assert search.done == 2  # the least that it does
    assert player.choose(view, 4) >= 0


@pytest.mark.parametrize(
    ("argument", "wanted"),
    [("", (0, 1.0)), ("0.5", (0, 0.5)), ("seconds=2", (0, 2.0)), ("sims=500", (500, 0.0))],
)
def test_budgets(argument: str, wanted: tuple[int, float]) -> None:
    assert openspiel_ismcts.budget(argument) == wanted


@pytest.mark.parametrize(
    "argument", ["much", "0", "-1", "nan", "inf", "sims=", "sims=0", "sims=1", "sims=1.5", "nodes=5", "1e9"]
)
def test_budgets_that_are_none(argument: str) -> None:
    with pytest.raises(ValueError, match="takes seconds or simulations") as caught:
        bots.player(f"openspiel-ismcts:{argument}", find("kout4"))
    assert repr(argument) in str(caught.value)


def test_it_is_a_guest() -> None:
    assert "openspiel-ismcts" in bots.guests()
    assert not set(bots.guests()) & set(bots.names())
    with pytest.raises(ValueError, match="the bot openspiel-ismcts thinks ahead"):
        bots.policy_kernel("openspiel-ismcts", find("kout4"))


def test_without_openspiel_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openspiel_ismcts, "find_spec", lambda name: None)
    with pytest.raises(ValueError, match=r"needs OpenSpiel: pip install 'diwaniya\[openspiel\]'"):
        bots.player("openspiel-ismcts:1", find("kout4"))
