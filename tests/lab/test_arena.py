"""The arena: the same packs for everybody, seats exchanged, the same results however many play."""

import json
import xml.etree.ElementTree as ElementTree
from collections import Counter
from dataclasses import replace
from statistics import fmean
from typing import Any

import pytest

from diwaniya.engine.game import Game, find, games
from diwaniya.engine.match import Match
from diwaniya.engine.record import replay
from diwaniya.lab import seated
from diwaniya.lab.arena import Arena
from diwaniya.lab.arena_board import Board, Room, labels, seatings
from diwaniya.lab.arena_intervals import Estimate
from diwaniya.lab.arena_plot import plot
from diwaniya.lab.arena_report import rating_table, report, results
from diwaniya.lab.play import RuleBroken
from diwaniya.lab.simulate import Simulation

GAMES = list(games().values())
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])


def played(game: str, *bots: str, deals: int = 40, **more: Any) -> Arena:
    arena = Arena(find(game), bots, deals=deals, mode=more.pop("mode", "pure"), **more)
    for _ in arena:
        pass
    return arena


def records(arena: Arena) -> list[dict[str, Any]]:
    return [
        json.loads(match.line)
        for standing in arena.standings
        for board in standing.boards
        for match in board.matches
    ]


def without_time(arena: Arena) -> dict[str, Any]:
    whole = report(arena)
    for times in whole["time"].values():
        times.pop("wall"), times.pop("cpu")
    return whole


def packs(record: dict[str, Any]) -> list[str]:
    """All packs in the order in which they were dealt."""
    return [pack for hand in record["hands"] for pack in (hand["deck"], *hand.get("redeals", []))]


@pytest.mark.parametrize(
    ("sides", "seats", "wanted"),
    [
        (2, 2, ["ab", "ba"]),
        (2, 4, ["abab", "baba"]),
        (2, 6, ["ababab", "bababa"]),
        (3, 3, ["abb", "bab", "bba", "baa", "aba", "aab"]),
    ],
)
def test_seatings(sides: int, seats: int, wanted: list[str]) -> None:
    found = seatings(sides, seats, (0, 1))
    assert ["".join("ab"[bot] for bot in seating) for seating in found] == wanted


@every_game
def test_seats_are_exchanged_and_packs_are_not(game: Game) -> None:
    """Looked at in the records, which are matches by the rules."""
    arena = Arena(game, ["quick", "random"], deals=1, seed=3, mode="pure", records=True)
    boards = list(arena)
    assert len(boards) == 1
    found = records(arena)
    seats = Counter((bot, seat) for record in found for seat, bot in enumerate(record["meta"]["bots"]))
    assert len(set(seats.values())) == 1  # every bot had every seat as often as any other
    assert len(seats) == 2 * arena.setup.seats
    assert len({tuple(record["meta"]["bots"]) for record in found}) == len(found)
    assert len({record["dealer"] for record in found}) == 1
    for record in found:
        assert replay(record).match.over
        for one, other in zip(packs(record), packs(found[0]), strict=False):
            assert one == other
    assert len({str(record["hands"]) for record in found}) > 1  # and yet it was other bots who played


@every_game
def test_what_is_counted_is_what_the_records_say(game: Game) -> None:
    arena = Arena(game, ["quick", "random"], deals=1, seed=5, mode="pure", records=True)
    for match, record in zip(next(iter(arena)).matches, records(arena), strict=True):
        ended = replay(record).match
        assert match.deals == len(ended.hands)
        sides = {game.side(seat) for seat in ended.winners}
        assert match.won == tuple((side in sides) / len(sides) for side in range(arena.sides))
        assert list(match.points) == [
            sum(column) for column in zip(*(h["points"] for h in ended.hands), strict=True)
        ]


def test_packs_are_those_of_the_simulation() -> None:
    arena = played("kout4", "quick", "random", deals=60, seed=9, records=True)
    simulated = [
        json.loads(match.line)
        for match in Simulation(find("kout4"), ["random"], matches=2, seed=9, mode="pure")
    ]
    for number, match in enumerate(simulated):
        found = [record for record in records(arena) if record["meta"]["board"] == number]
        assert {record["hands"][0]["deck"] for record in found} == {match["hands"][0]["deck"]}
        assert {record["dealer"] for record in found} == {match["dealer"]}


@pytest.mark.parametrize("game", ["kout4", "cucco"])
def test_jobs_make_no_difference(game: str) -> None:
    one = played(game, "quick", "random", "random", deals=30, seed=2, records=True)
    two = played(game, "quick", "random", "random", deals=30, seed=2, records=True, jobs=2)
    assert without_time(one) == without_time(two)
    assert records(one) == records(two)


@pytest.mark.timeout(300)  # compiles, if nobody has yet
def test_modes_make_no_difference() -> None:
    one, other = (played("kout4", "quick", "random", seed=2, mode=mode) for mode in ("pure", "compiled"))
    assert without_time(one) == without_time(other)


def test_another_seed_is_another_experiment() -> None:
    one, other = (played("kout4", "quick", "random", seed=seed, records=True) for seed in (1, 2))
    assert packs(records(one)[0])[0] != packs(records(other)[0])[0]


def test_each_pair_plays_so_many_deals_and_not_a_board_more() -> None:
    arena = played("kout4", "quick", "random", "random", deals=50)
    assert [standing.pair for standing in arena.standings] == [(0, 1), (0, 2), (1, 2)]
    for standing in arena.standings:
        assert standing.deals == sum(board.deals for board in standing.boards) >= 50
        assert standing.deals - standing.boards[-1].deals < 50
        assert [board.number for board in standing.boards] == list(range(len(standing.boards)))
    assert arena.done == arena.wanted == 150


def test_quick_beats_random() -> None:
    found = results(played("kout4", "quick", "random", deals=150))[0]
    assert (found.bot, found.against, found.alone, found.fair) == ("quick", "random", False, 0.5)
    assert found.won.low > 0.7
    assert found.points.low > 0


def test_equals_are_told_to_be_equal() -> None:
    """Bots that play at random, with chance of their own in every match. One interval of twenty may miss."""
    found = [results(played("kout4", "random", "random", deals=100, seed=seed))[0] for seed in range(20)]
    assert (found[0].bot, found[0].against) == ("random", "random #2")
    assert sum(row.won.low <= 0.5 <= row.won.high for row in found) >= 18
    assert sum(row.points.low <= 0 <= row.points.high for row in found) >= 18
    assert fmean(row.won.value for row in found) == pytest.approx(0.5, abs=0.1)
    assert fmean(row.won.high - row.won.low for row in found) < 0.6


def test_the_figures_are_those_of_a_naive_computation() -> None:
    arena = played("kout4", "quick", "random", deals=100, seed=6, records=True)
    wins, points, deals = [], 0, 0
    for record in records(arena):
        match = Match.replay(record, "pure")
        side = record["meta"]["bots"].index("quick")
        wins.append(match.winners[0] % 2 == side)
        deals += len(match.hands)
        points += sum(hand["points"][side] - hand["points"][1 - side] for hand in match.hands)
    found = results(arena)[0]
    assert found.matches == len(wins)
    assert found.deals == deals
    assert found.won.value == pytest.approx(fmean(wins))
    assert found.points.value == pytest.approx(points / deals)


def test_each_for_himself_the_lonely_one_is_measured() -> None:
    arena = played("cucco", "quick", "random", deals=150, seed=1, records=True)
    rows = results(arena)
    assert [(row.bot, row.against, row.alone) for row in rows] == [
        ("quick", "random", True),
        ("random", "quick", True),
    ]
    for row in rows:
        wins, ahead, deals = 0, 0.0, 0
        for record in records(arena):
            bots = record["meta"]["bots"]
            if bots.count(row.bot) == 1:
                match, seat = Match.replay(record, "pure"), bots.index(row.bot)
                wins += seat in match.winners
                deals += len(match.hands)
                for hand in match.hands:
                    lost = hand["points"]
                    ahead += lost[seat] - fmean(lost[:seat] + lost[seat + 1 :])
        assert row.matches == 4 * row.boards
        assert row.won.value == pytest.approx(wins / row.matches)
        assert row.times_fair.value == pytest.approx(4 * wins / row.matches)
        assert row.points.value == pytest.approx(ahead / deals)
    assert rows[0].times_fair.value > 1 > rows[1].times_fair.value


def test_three_bots_are_rated() -> None:
    arena = played("kout4", "random", "quick", "random", deals=60)
    table = rating_table(arena)
    assert next(bot for bot, _ in table) == "quick"
    assert sum(rating.value for _, rating in table) == pytest.approx(0)
    assert table[0][1].low > table[1][1].high
    assert rating_table(played("kout4", "quick", "random", deals=1)) == []


def test_moves_without_a_choice_are_not_timed() -> None:
    arena = played("basra", "quick", "random", deals=4, records=True)
    choices = Counter[str]()
    for record in records(arena):
        for step in (step for hand in replay(record).steps for step in hand):
            choices[record["meta"]["bots"][step["seat"]]] += len(step["legal"].split()) > 1
    assert {bot: wall.moves for bot, wall in zip(arena.bots, arena.wall, strict=True)} == choices
    told = report(arena)["time"]["quick"]
    assert told["choices"] == choices["quick"]
    assert 0 < told["wall"]["p50_ms"] <= told["wall"]["p95_ms"] <= told["wall"]["max_ms"]


def test_a_bot_that_breaks_the_rules_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cheat:
        mode = "pure"

        def choose(self, view: Any, seed: int) -> int:
            return 63

    monkeypatch.setattr(seated, "player", lambda name, game, mode: Cheat())
    with pytest.raises(
        RuleBroken, match=r"the bot (quick|random) broke the rules: as seat \d it chose move 63, legal are "
    ):
        played("kout4", "quick", "random")


@pytest.mark.timeout(300)  # compiles, if nobody has yet
def test_a_player_gets_views_in_the_form_it_wants(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the mode of the matches; and it sees the same."""
    wanted = without_time(played("kout4", "quick", "random", seed=6))
    ours = seated.player
    for forms, mode in ((("compiled", "pure"), "pure"), (("pure", "compiled"), "compiled")):
        choice = iter(forms)
        monkeypatch.setattr(seated, "player", lambda name, game, mode, c=choice: ours(name, game, next(c)))
        assert without_time(played("kout4", "quick", "random", seed=6, mode=mode)) == wanted


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"bots": ["quick"]}, "at least two bots"),
        ({"bots": ["quick", "nobody"]}, "unknown bot 'nobody'"),
        ({"seats": 5}, "is played by 4, not 5"),
        ({"options": {"nonsense": 1}}, "unknown option"),
        ({"seed": -1}, "seed must be from 0"),
        ({"seed": 2**64}, "seed must be from 0 to 18446744073709551615"),
        ({"deals": 0}, "at least 1"),
        ({"jobs": 0}, "at least 1"),
        ({"mode": "nonsense"}, "unknown mode"),
    ],
    ids=str,
)
def test_what_does_not_exist(more: dict[str, Any], says: str) -> None:
    given: dict[str, Any] = {"deals": 1, "mode": "pure", **more}
    with pytest.raises(ValueError, match=says):
        Arena(find("kout4"), given.pop("bots", ["quick", "random"]), **given)


def test_labels() -> None:
    assert labels(["a", "b", "a", "a"]) == ["a", "b", "a #2", "a #3"]


def test_options_and_seats_reach_the_matches() -> None:
    arena = Arena(find("cucco"), ["quick", "random"], deals=1, seats=3, mode="pure", records=True)
    assert len(next(iter(arena)).matches) == 6
    assert {record["seats"] for record in records(arena)} == {3}
    short = played("kout4", "quick", "random", deals=1, options={"target": 20}, records=True)
    assert {record["options"]["target"] for record in records(short)} == {20}


def test_a_board_is_the_same_wherever_it_is_played() -> None:
    """Also alone and out of order, as processes play them."""
    arena = played("kout4", "quick", "random", deals=100, seed=3)
    last = arena.standings[0].boards[-1]
    assert last.number > 0
    again = Room(arena.setup).play((0, 1), last.number)
    assert again.matches == last.matches


@pytest.mark.parametrize("game", ["kout4", "cucco"])
def test_the_plot_shows_every_row(game: str) -> None:
    arena = played(game, "quick", "random", "random", deals=30)
    found, table = results(arena), rating_table(arena)
    svg = plot("A <title> & more", found, table)
    root = ElementTree.fromstring(svg)
    texts = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]
    for result in found:
        word = "alone among" if result.alone else "against"
        assert f"{result.bot} {word} {result.against}" in texts
    assert all(bot in texts for bot, _ in table)
    dots = list(root.iter("{http://www.w3.org/2000/svg}circle"))
    assert len(dots) == len(found) + len(table)


def test_the_plot_puts_things_where_they_belong() -> None:
    one = results(played("kout4", "quick", "random", deals=1))[0]
    rows = [
        replace(one, bot=bot, won=Estimate(value, value - 0.1, value + 0.1))
        for bot, value in (("weak", 0.3), ("even", 0.5), ("strong", 0.7))
    ]
    svg = plot("Three", rows, [])
    root = ElementTree.fromstring(svg)
    weak, even, strong = (float(dot.get("cx", "")) for dot in root.iter("{http://www.w3.org/2000/svg}circle"))
    assert even - weak == pytest.approx(strong - even, abs=0.2)
    assert f'class="fair" d="M{even:.1f}' in svg
    assert "70.0% (60.0% to 80.0%)" in svg


def test_a_board_counts_its_deals() -> None:
    arena = played("kout4", "quick", "random", deals=1)
    board: Board = arena.standings[0].boards[0]
    assert board.deals == sum(match.deals for match in board.matches) == arena.standings[0].deals
