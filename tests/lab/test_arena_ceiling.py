"""The ceiling sees all cards, in the arena and nowhere else; and how much of the gap to it is closed."""

import json
import math
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from diwaniya import bots
from diwaniya.cli._root import diwaniya
from diwaniya.engine.game import Game, find, games
from diwaniya.engine.match import Match
from diwaniya.engine.modes import mode
from diwaniya.lab.arena import Arena
from diwaniya.lab.arena_gap import gap, share_of
from diwaniya.lab.arena_report import report, results
from diwaniya.lab.ceiling import Ceiling, is_ceiling, open_hand
from diwaniya.lab.matches import Setup, table
from diwaniya.lab.ratings import Outcome, closed_by_rating
from diwaniya.server.computers import LEVELS
from inside import inside

GAMES = list(games().values())
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
NAMES = ("ceiling", "ceiling:nodes=50")


def played(*names: str, game: str = "kout4", deals: int = 1, **more: Any) -> Arena:
    arena = Arena(find(game), names, deals=deals, mode="pure", **more)
    for _ in arena:
        pass
    return arena


@pytest.mark.parametrize("name", NAMES)
def test_nobody_else_can_name_it(name: str) -> None:
    """Neither a bot, nor a level of a room, nor a player of `simulate`."""
    assert is_ceiling(name)
    assert not any(is_ceiling(bot) for bot in (*bots.names(), *bots.guests(), *LEVELS))
    game = find("kout4")
    for refused in (bots.player, bots.policy_kernel):
        with pytest.raises(ValueError, match="unknown bot 'ceiling'"):
            refused(name, game)
    with pytest.raises(ValueError, match="unknown bot"):
        bots.choose(name, Match(game, seed=1), 0, Random(1))
    with pytest.raises(ValueError, match="unknown bot"):
        table(Setup("kout4", (name,), 4, {}, "pure"))


@pytest.mark.parametrize("name", NAMES)
async def test_no_page_can_ask_for_it(tmp_path: Path, name: str) -> None:
    """Over the wire, in each message that takes a level."""
    async with inside(tmp_path) as server:
        table, (host,) = await server.room("kout4", ["Ali"])
        for kind in ("fill", "begin"):
            assert (await host.ask(kind, table=table, level=name))["code"] == "bad_option"
        for more in ({"level": name}, {"levels": [name]}):
            refused = await host.ask("open", game="kout4", name="Ali", **more)
            assert refused["code"] == "bad_option"


def test_a_server_does_not_even_load_it() -> None:
    code = (
        "import sys, diwaniya.server.app, diwaniya.server.computers;"
        "print([name for name in sys.modules if name.startswith('diwaniya.lab')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_bot_has_no_open_door() -> None:
    """And the ceiling none for views: neither can be taken for the other."""
    game = find("kout4")
    for name in bots.names():
        assert not hasattr(bots.player(name, game, "pure"), "choose_open")
    assert not hasattr(Ceiling(game, "ceiling", "pure"), "choose")


@every_game
def test_the_open_hand_is_a_copy_of_the_whole_state(game: Game) -> None:
    match = Match(game, seed=4, mode="pure")
    seat = match.to_move
    assert seat is not None
    before = match.observation(seat)
    state = open_hand(match)
    assert state.viewer == seat
    assert mode(game, "pure").view(state, seat) == before
    assert sorted(state.pack) == sorted(game.pack)  # which a view hides
    state.score[0] += 1
    assert match.observation(seat) == before, "nothing that is done with it reaches the match"


@pytest.mark.timeout(300)  # compiles, if nobody has yet
@pytest.mark.parametrize("name", ["cucco", "allfours2"])
def test_it_plays_the_same_in_both_modes(name: str) -> None:
    game = find(name)
    pure, fast = (Ceiling(game, "ceiling:nodes=30", form) for form in ("pure", "compiled"))
    for seed in range(3):
        one, other = (Match(game, seed=seed, mode=form) for form in ("pure", "compiled"))
        move = pure.choose_open(open_hand(one), seed)
        assert move == fast.choose_open(open_hand(other), seed)
        assert game.legal(open_hand(one)) >> move & 1


def test_the_hidden_cards_make_the_difference() -> None:
    """In the same view it plays otherwise when others hold other cards, which no bot may."""
    game, rng = find("kout4"), Random(5)
    ceiling = Ceiling(game, "ceiling:nodes=60", "pure")
    rules = mode(game, "pure")
    match = Match(game, seed=3, mode="pure")
    while len(match.legal()) < 7:  # until there is a card to choose
        seat = match.to_move
        assert seat is not None
        match.play(bots.choose("quick", match, seat, rng))
    seat = match.to_move
    assert seat is not None
    view, moves = match.observation(seat), set()
    for seed in range(12):
        world = rules.sample(view, seed)
        world.viewer = seat
        moves.add(ceiling.choose_open(world, 1))
    assert len(moves) > 1


def test_a_budget_is_understood_or_refused() -> None:
    game = find("kout4")
    with pytest.raises(ValueError, match="nothing stands behind the colon of 'ceiling:'"):
        Ceiling(game, "ceiling:", "pure")
    for wrong in ("ceiling:fast", "ceiling:nodes=0", "ceiling:nodes="):
        with pytest.raises(ValueError, match="is not understood: ceiling:nodes=20000"):
            Ceiling(game, wrong, "pure")
        with pytest.raises(ValueError, match="is not understood"):
            Arena(game, ["quick", wrong], deals=1, mode="pure")


def test_it_wins_and_what_is_closed_is_told() -> None:
    arena = played("random", "quick", "ceiling:nodes=20", seed=2, options={"target": 12})
    found = gap(arena)
    assert found is not None
    assert (found.low, found.high, [one.bot for one in found.closed]) == (
        "random",
        "ceiling:nodes=20",
        ["quick"],
    )
    rows = {(row.bot, row.against): row.points.value for row in results(arena)}
    wanted = rows["random", "quick"] / rows["random", "ceiling:nodes=20"]
    assert found.closed[0].points.value == pytest.approx(wanted)
    told = report(arena)["gap"]
    assert told == json.loads(json.dumps(found.as_json()))
    assert (told["from"], told["to"], told["closed"][0]["bot"]) == ("random", "ceiling:nodes=20", "quick")


def test_the_command_has_columns_for_it() -> None:
    bots = ["arena", "kout4", "--bots", "random,quick,ceiling:nodes=9", "--option", "target=12"]
    told = CliRunner().invoke(diwaniya, [*bots, "--deals", "1", "--mode", "pure"]).stdout
    assert re.search(r"bot +rating +95 % +gap closed +95 % +by rating +95 %", told)
    assert re.search(r"quick +[+-]\d+ +\S.* \d+% .* -?\d+%", told)
    plain = CliRunner().invoke(
        diwaniya, [*bots[:3], "random,quick", *bots[4:], "--deals", "1", "--mode", "pure"]
    )
    assert "gap" not in plain.stdout


def test_without_a_ceiling_there_is_no_gap() -> None:
    arena = played("random", "quick", options={"target": 5})
    assert gap(arena) is None
    assert report(arena)["gap"] is None


def test_a_share_of_points_and_its_interval() -> None:
    """Half the points; against a simulation of many experiments, in which it holds 95 times of 100."""
    even = dict.fromkeys(range(20), (10.0, 10))
    half = dict.fromkeys(range(20), (5.0, 10))
    assert share_of(half, even).value == pytest.approx(0.5)
    assert share_of(half, even).high == pytest.approx(0.5)  # all boards are alike
    rng, held = Random(8), 0
    for _ in range(400):
        whole, part = {}, {}
        for board in range(30):
            luck = rng.gauss(0, 20)  # of the cards, the same for both
            whole[board] = (luck + rng.gauss(40, 20), 10)
            part[board] = (luck + rng.gauss(20, 20), rng.choice((9, 10, 11)))
        found = share_of(part, whole)
        held += found.low <= 0.5 <= found.high
    assert held == pytest.approx(380, abs=14)


def test_a_share_of_nothing_has_no_value() -> None:
    assert math.isnan(share_of({0: (1.0, 1)}, {0: (0.0, 1)}).value)
    assert math.isnan(share_of({}, {0: (1.0, 1)}).value)
    assert share_of({0: (1.0, 1)}, {0: (2.0, 1)}).as_json() == {"value": 0.5, "low": None, "high": None}


def test_a_share_of_ratings() -> None:
    """Odds of 3 to 1 and of 9 to 1 against the weak one: half of the way."""
    matches = []
    for board in range(400):
        for strong, often in ((1, 3), (2, 9)):
            win = board % (often + 1) != 0
            matches.append(Outcome(board, (0, strong), (0.0, 1.0) if win else (1.0, 0.0)))
    low, middle, high = closed_by_rating(matches, 3, 0, 2)
    assert low == pytest.approx((0, 0, 0), abs=1e-9)
    assert high == pytest.approx((1, 1, 1), abs=1e-9)
    assert middle[0] == pytest.approx(0.5, abs=0.02)
    assert 0.35 < middle[1] < 0.45 < 0.55 < middle[2] < 0.65
    few = closed_by_rating(matches[:4], 3, 0, 2)
    assert math.isinf(few[1][2])
