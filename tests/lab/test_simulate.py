"""Matches between bots: the same in every mode, fair to everybody, and legal."""

import json
from collections import Counter
from typing import Any

import pytest

from diwaniya.bots import names
from diwaniya.engine.game import Game, find, games
from diwaniya.engine.match import Match
from diwaniya.engine.record import replay
from diwaniya.lab import play, seated
from diwaniya.lab.simulate import COMPILE_FROM, Simulation

GAMES = list(games().values())
FAMILIES = list({game.family: game for game in GAMES}.values())
one_of_each_family = pytest.mark.parametrize("game", FAMILIES, ids=[game.id for game in FAMILIES])
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])


def lines(game: Game, bots: list[str], mode: str = "pure", **more: Any) -> list[str]:
    return [played.line for played in Simulation(game, bots, matches=6, seed=11, mode=mode, **more)]


@one_of_each_family
@pytest.mark.timeout(300)  # compiles, if nobody has yet
def test_compiled_and_pure_give_the_same_records(game: Game) -> None:
    assert lines(game, ["quick", "random"], "compiled") == lines(game, ["quick", "random"])


@every_game
def test_records_replay_to_what_was_told(game: Game) -> None:
    simulation = Simulation(game, ["random"], matches=5, seed=2, mode="pure")
    for played in simulation:
        replayed = replay(json.loads(played.line))
        match = replayed.match
        assert match.over
        assert match.winners == list(played.winners)
        assert match.scores == list(played.scores)
        assert len(match.hands) == played.hands
        assert sum(map(len, replayed.steps)) == played.moves
    assert simulation.tally.matches == 5


@every_game
def test_packs_follow_from_the_seed_whoever_plays(game: Game) -> None:
    for one, other in zip(lines(game, ["random"]), lines(game, ["quick"]), strict=True):
        a, b = json.loads(one), json.loads(other)
        match = Match(game, seed=a["meta"]["seed"])
        assert a["dealer"] == b["dealer"] == match.first_dealer
        assert a["hands"][0]["deck"] == b["hands"][0]["deck"] == match.record()["hands"][0]["deck"]


def test_redeals_are_in_the_record() -> None:
    found = [
        json.loads(p.line) for p in Simulation(find("allfours"), ["random"], matches=30, seed=1, mode="pure")
    ]
    redealt = [record for record in found if any("redeals" in hand for hand in record["hands"])]
    assert redealt
    for record in redealt:
        assert replay(record).match.over


@pytest.mark.parametrize(
    ("game", "bots", "first", "second"),
    [
        ("kout4", "a", "aaaa", "aaaa"),
        ("kout4", "ab", "abab", "baba"),
        ("kout4", "abcd", "abcd", "bcda"),
        ("kout6", "ab", "ababab", "bababa"),
        ("cucco", "ab", "abab", "baba"),
        ("cucco", "abc", "abca", "bcab"),
        ("basra", "ab", "ab", "ba"),
    ],
)
def test_seating(game: str, bots: str, first: str, second: str) -> None:
    simulation = Simulation(find(game), ["random"], matches=1, mode="pure")
    simulation.bots = list(bots)
    assert "".join(simulation.seating(0)) == first
    assert "".join(simulation.seating(1)) == second
    seats = Counter(bot for match in range(12) for bot in simulation.seating(match))
    assert len(set(seats.values())) == 1  # everybody has as many seats as the others


def test_the_tally_counts_seats_and_sides() -> None:
    simulation = Simulation(find("kout4"), ["quick", "random"], matches=20, mode="pure")
    played = list(simulation)
    tally = simulation.tally
    assert tally.seats == {"quick": 40, "random": 40}
    assert sum(tally.won.values()) == 40
    assert tally.won["quick"] == sum(2 for one in played if one.bots[one.winners[0]] == "quick")
    assert sum(tally.side_wins) == tally.matches == 20
    assert tally.hands == sum(one.hands for one in played)
    assert tally.won["quick"] > tally.won["random"]


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"seats": 5}, "is played by 4"),
        ({"options": {"nonsense": 1}}, "unknown option"),
        ({"bots": ["random"] * 3}, "3 bots"),
        ({"bots": []}, "0 bots"),
        ({"bots": ["nobody"]}, "unknown bot"),
        ({"mode": "nonsense"}, "unknown mode"),
        ({"jobs": 0}, "jobs must be at least 1"),
        ({"seed": -1}, "seed must be from 0"),
        ({"seed": 2**64}, "seed must be from 0 to 18446744073709551615"),
    ],
    ids=str,
)
def test_what_does_not_exist(more: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Simulation(find("kout4"), more.pop("bots", ["random"]), matches=1, **more)


def test_few_matches_do_not_wait_for_the_compiler() -> None:
    assert Simulation(find("kout4"), ["random"], matches=COMPILE_FROM - 1).mode in ("pure", "compiled")
    assert Simulation(find("kout4"), ["random"], matches=1, mode="pure").mode == "pure"


def test_the_pure_mode_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIWANIYA_PURE", "1")
    assert Simulation(find("kout4"), ["random"], matches=COMPILE_FROM).mode == "pure"


def test_hands_are_counted_as_they_are_played() -> None:
    simulation = Simulation(find("kout4"), ["random"], matches=3, mode="pure")
    told = [(simulation.hands, simulation.tally.hands) for _ in simulation]
    assert all(underway == finished > 0 for underway, finished in told)


def test_a_bot_that_breaks_the_rules_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "policy_kernel", lambda name, game: lambda v, rng: 63)
    with pytest.raises(play.RuleBroken, match=r"broke the rules: as seat \d it chose move 63"):
        list(Simulation(find("kout4"), [names()[0]], matches=1, mode="pure"))


@one_of_each_family
@pytest.mark.timeout(300)  # compiles, if nobody has yet
def test_bots_that_think_ahead_play_too(game: Game) -> None:
    """With arguments, beside bots that answer at once: the same records in every mode."""
    bots = ["strong:nodes=8", "easy"]

    def played(mode: str, seed: int = 4) -> list[str]:
        simulation = Simulation(game, bots, matches=2, seed=seed, mode=mode)
        return [match.line for match in simulation]

    pure = played("pure")
    assert played("compiled") == pure
    assert played("compiled", seed=5) != pure
    for number, line in enumerate(pure):
        record = json.loads(line)
        match = replay(record).match
        assert match.over
        assert record["meta"]["bots"][:2] == (bots, bots[::-1])[number]
        first = Match(game, seed=record["meta"]["seed"])
        assert record["dealer"] == first.first_dealer
        assert record["hands"][0]["deck"] == first.record()["hands"][0]["deck"]


@pytest.mark.parametrize(
    ("bots", "matches"), [(["quick", "random"], 250), (["strong:nodes=2", "random"], 5)], ids=str
)
def test_the_same_with_any_number_of_jobs(bots: list[str], matches: int) -> None:
    def played(jobs: int) -> tuple[list[str], Any]:
        short = {"target": 21}
        simulation = Simulation(
            find("kout4"), bots, matches=matches, seed=9, mode="pure", jobs=jobs, options=short
        )
        lines = [match.line for match in simulation]
        assert simulation.hands == simulation.tally.hands
        return lines, simulation.tally

    assert played(2) == played(1)
    assert played(1)[1].matches == matches


def test_every_bot_can_be_named() -> None:
    for name in names():
        assert Simulation(find("basra"), [name], matches=1, mode="pure").mode == "pure"
    for bot, says in (("easy:nodes=2", "takes no argument"), ("strong:nodes=0", "is not understood")):
        with pytest.raises(ValueError, match=says):
            Simulation(find("basra"), [bot], matches=1, mode="pure")


def test_a_bot_that_thinks_and_breaks_the_rules_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cheat:
        mode = "pure"

        def choose(self, view: Any, seed: int) -> int:
            return 63

    monkeypatch.setattr(seated, "player", lambda name, game, mode: Cheat())
    with pytest.raises(
        play.RuleBroken, match=r"the bot strong broke the rules: as seat \d it chose move 63, legal are"
    ):
        list(Simulation(find("kout4"), ["strong"], matches=1, mode="pure"))


def test_bots_that_think_ahead_are_compiled_unless_asked_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIWANIYA_PURE", "1")
    assert Simulation(find("kout4"), ["strong"], matches=1).mode == "pure"
    monkeypatch.setenv("DIWANIYA_PURE", "0")
    assert Simulation(find("kout4"), ["strong"], matches=1).mode == "compiled"


def test_a_hand_without_an_end_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "ROOM", 5)
    with pytest.raises(RuntimeError, match="does not end"):
        list(Simulation(find("kout4"), ["random"], matches=1, mode="pure"))


def test_what_is_lost_on_its_way_is_not_counted() -> None:
    """Ctrl-C may come when a match is played and nobody has it yet: so whoever gets it counts it."""
    simulation = Simulation(find("kout4"), ["random"], matches=2, mode="pure")
    first = next(simulation.played())
    assert simulation.tally.matches == 0
    assert next(iter(simulation)).line == first.line
    assert simulation.tally.matches == 1
