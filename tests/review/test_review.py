"""A review finds what was costly, blames nobody for what could not be known, and adds up."""

import json
import math
import re
from functools import cache
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from diwaniya.engine.game import find, games
from diwaniya.engine.match import Match
from diwaniya.engine.modes import mode as find_mode
from diwaniya.lab.simulate import Simulation
from diwaniya.review.plot import plot
from diwaniya.review.report import report
from diwaniya.review.reviewer import MARKS, Review, Reviewer, Step, review
from diwaniya.search.solver import open_state
from diwaniya.words.speaker import Speaker

NINE_TRICKS = "RJ BJ AS KS QS JS TS 9S AH"
"""Eight trumps from the top and an ace: a bid of nine cannot fail, and made in the very first hand it wins."""


def dealt(hands: dict[int, str]) -> str:
    """A pack of Kout for four, dealt by seat 3, in which these seats get these cards among others."""
    known = {seat: hand.split() for seat, hand in hands.items()}
    others = [
        card for card in find("kout4").pack_tokens() if not any(card in hand for hand in known.values())
    ]
    full = [known.get(seat, []) for seat in range(4)]
    for hand in full:
        while len(hand) < 9:
            hand.append(others.pop())
    return " ".join(full[place % 4][place // 4] for place in range(36))


def record(moves: str, hands: dict[int, str] | None = None) -> dict[str, Any]:
    """A first hand as far as it was played; the player after the dealer is seat 0."""
    hand = {"deck": dealt(hands or {0: NINE_TRICKS}), "moves": moves}
    return {"format": "diwaniya/1", "game": "kout4", "options": {}, "dealer": 3, "hands": [hand]}


def simulated(game: str, bot: str = "random", seed: int = 3, **more: Any) -> dict[str, Any]:
    simulation = Simulation(find(game), [bot], matches=1, seed=seed, mode="pure", **more)
    found: dict[str, Any] = json.loads(next(iter(simulation)).line)
    return found


def cut(whole: dict[str, Any], moves: int) -> dict[str, Any]:
    """The first moves of the first hand, without packs that were dealt later."""
    first = whole["hands"][0]
    begun = " ".join(first["moves"].split()[:moves])
    return {**whole, "hands": [{"deck": first["deck"], "moves": begun}]}


WHOLE = ["kout4", "allfours2", "cucco"]
"""A game for four in two teams, one for two, and one in which everybody plays for himself."""


@cache
def whole(game: str) -> Review:
    """A whole match at random, looked at in no time."""
    options = {"options": {"target": 12}} if "target" in find(game).defaults else {}
    return review(simulated(game, **options), mode="pure", nodes=32)


def judged(found: Review) -> list[Step]:
    return [step for step in found.steps if step.verdict]


def test_a_blunder_is_found_and_named() -> None:
    [step] = review(record("pass"), mode="pure", nodes=240).steps
    verdict = step.verdict
    assert verdict is not None
    assert (step.seat, step.move, verdict.mark, verdict.best) == (0, "pass", "??", "bid:9")
    assert verdict.before == pytest.approx(1.0)  # all tricks are certain, and that wins the match
    assert verdict.after < 0.75
    assert verdict.loss == pytest.approx(verdict.before - verdict.after, abs=1e-3)
    assert verdict.points[0] == 36 > verdict.points[1]
    assert verdict.facts == (({"key": "declares", "seat": 0, "bid": 9},), ())  # nobody can bid higher
    assert verdict.moves[0].token == "bid:9"
    assert {move.token for move in verdict.moves} == {"pass", *(f"bid:{bid}" for bid in range(5, 10))}


def test_the_right_move_is_not_blamed() -> None:
    found = review(record("bid:9 trump:S RJ"), mode="pure", nodes=120)
    assert [(step.verdict.mark, step.verdict.loss) for step in judged(found) if step.verdict] == [
        ("", 0.0)
    ] * 3
    assert found.seats[0].accuracy == 1.0
    assert found.seats[0].marks == {"?!": 0, "?": 0, "??": 0}
    assert [seat.accuracy for seat in found.seats[1:]] == [None] * 3


def test_a_wrong_trump_is_found() -> None:
    named = review(record("bid:9 trump:C"), mode="pure", nodes=120).steps[1].verdict
    assert named is not None
    assert (named.mark, named.best) == ("??", "trump:S")
    assert named.facts == ((), ())


def test_what_a_move_was_sure_to_bring_about_is_told() -> None:
    """A nine rests on the nine of spades. Seat 3 is the last to play to it, and keeps the ace, though
    it has seen that nobody but the bidder can hold the last trump."""
    hands = {
        0: "RJ BJ AH KH QH JH TH 9H 9S",
        1: "6S 7H 7D 8D 9D TD JD QD KD",
        2: "7S 8H AD 6C 7C 8C 9C TC JC",
        3: "8S TS JS QS KS AS QC KC AC",
    }
    tricks = "RJ 7H 8H TS  BJ 7D 6C JS  AH 8D 7C QS  KH 9D 8C KS  QH TD 9C QC  JH JD TC KC  TH QD JC AC  9S 6S 7S 8S"
    steps = review(
        record(f"bid:9 trump:H {' '.join(tricks.split())}", hands), mode="pure", nodes=32, seat=3
    ).steps
    step = steps[-1]
    verdict, exact = step.verdict, step.exact
    assert verdict is not None
    assert (step.seat, step.move, verdict.mark, verdict.best) == (3, "8S", "??", "AS")
    assert (verdict.after, verdict.error) == (0.0, 0.0)
    better, worse = verdict.facts
    assert {"key": "trick", "seat": 3} in better
    assert "failed" in [fact["key"] for fact in better]
    assert worse == ({"key": "trick", "seat": 0},)
    assert exact is not None
    assert (exact.side, exact.most, exact.best, exact.played) == (0, 8, 8, 9)
    assert (step.open, step.open_best) == ((1.0, 0.0), verdict.before)


@pytest.mark.parametrize("game", WHOLE)
def test_a_forced_move_costs_nothing(game: str) -> None:
    steps = judged(whole(game))
    forced = [step for step in steps if step.choices == 1]
    assert forced or game == "cucco"
    for step in forced:
        verdict = step.verdict
        assert verdict is not None
        assert (verdict.loss, verdict.mark, verdict.best) == (0.0, "", step.move)
        assert verdict.before == verdict.after == pytest.approx(verdict.after)
        assert 0.0 <= verdict.after <= 1.0


@pytest.mark.parametrize("game", WHOLE)
def test_marks_follow_from_loss_and_error(game: str) -> None:
    found = whole(game)
    for step in judged(found):
        verdict = step.verdict
        assert verdict is not None
        levels = [mark for least, mark in MARKS if verdict.loss >= least]
        sure = verdict.loss >= 2 * verdict.error and found.nodes >= 32
        assert verdict.mark == (levels[0] if levels and sure else "")
        assert verdict.loss == 0 or verdict.best != step.move
        assert verdict.loss == pytest.approx(verdict.before - verdict.after, abs=1e-3)


@pytest.mark.parametrize("game", WHOLE)
def test_the_graph_adds_up(game: str) -> None:
    found = whole(game)
    match = found.match
    assert match.over
    begin, end = found.graph[0], found.graph[-1]
    sides = match.game.sides(match.seats)
    assert begin.chances == pytest.approx([1 / sides] * sides, abs=1e-4)
    winners = {match.game.side(seat) for seat in match.winners}
    assert end.chances == pytest.approx([float(side in winners) for side in range(sides)], abs=1e-4)
    for side in range(sides):
        total = begin.chances[side] + found.luck[side] + found.play[side]
        assert total == pytest.approx(end.chances[side])
    deals = sum(1 + len(hand.get("redeals", [])) for hand in match.record()["hands"])
    assert sum(moment.dealt for moment in found.graph) == deals
    assert len(found.graph) == 1 + deals + len(found.steps)
    for moment in found.graph:
        assert sum(moment.chances) == pytest.approx(1.0, abs=1e-3)
    places = [(moment.hand, moment.step) for moment in found.graph if not moment.dealt][1:]
    assert places == [(step.hand, step.step) for step in found.steps]


def test_the_summary_is_what_the_steps_say() -> None:
    found = whole("kout4")
    assert [seat.seat for seat in found.seats] == [0, 1, 2, 3]
    for seat in found.seats:
        mine = [step for step in found.steps if step.seat == seat.seat]
        verdicts = [step.verdict for step in mine if step.verdict and step.choices > 1]
        assert (seat.moves, seat.choices) == (len(mine), len(verdicts))
        assert seat.loss == pytest.approx(sum(v.loss for v in verdicts) / len(verdicts))
        assert seat.error == pytest.approx(math.hypot(*(v.error for v in verdicts)) / len(verdicts))
        assert seat.marks["?"] == sum(v.mark == "?" for v in verdicts)
        kept = 1 - sum(v.loss for v in verdicts) / sum(v.stake for v in verdicts)
        assert seat.accuracy == pytest.approx(min(max(kept, 0), 1))


def test_the_same_seed_gives_the_same_review() -> None:
    played = cut(simulated("kout4", seed=8), 7)
    one = report(review(played, mode="pure", nodes=40, seed=5))
    assert report(review(played, mode="pure", nodes=40, seed=5)) == one
    assert report(review(played, mode="pure", nodes=40, seed=6))["steps"] != one["steps"]


@pytest.mark.timeout(300)  # compiles, if nobody has yet
def test_modes_make_no_difference() -> None:
    played = simulated("cucco")  # its kernels are compiled soonest
    one, other = (review(played, mode=mode, nodes=40) for mode in ("pure", "compiled"))
    assert [step.verdict for step in one.steps] == [step.verdict for step in other.steps]
    assert one.graph == other.graph


def with_hidden_cards_changed(played: dict[str, Any], seed: int) -> dict[str, Any]:
    """The same record with another pack, which whoever made its last move cannot tell from the real one."""
    before = cut(played, len(played["hands"][0]["moves"].split()) - 1)
    match = Match.replay(before, "pure")
    view = match.observation(match.to_move)
    world = find_mode(match.game, "pure").sample(view, seed)
    deck = " ".join(match.game.card_tokens[card] for card in world.pack)
    changed = {**played, "hands": [{**played["hands"][0], "deck": deck}]}
    twin = Match.replay({**changed, "hands": [{**before["hands"][0], "deck": deck}]}, "pure")
    assert twin.observation(match.to_move) == view
    return changed


@pytest.mark.parametrize("game", ["kout4", "allfours", "basra", "cucco"])
def test_nobody_is_judged_by_what_was_hidden(game: str) -> None:
    """With other hidden cards the verdict is the same to the last digit; what is told with all cards open is not."""
    played = next(
        found
        for found in (simulated(game, seed=seed) for seed in range(20))
        if not found["hands"][0].get("redeals") and len(found["hands"][0]["moves"].split()) > 2
    )
    opened = set()
    for moves in (1, 3):
        short = cut(played, moves)
        wanted = review(short, mode="pure", nodes=12).steps[-1]
        assert wanted.verdict is not None
        for seed in (1, 2, 3):
            changed = with_hidden_cards_changed(short, seed)
            assert changed != short
            found = review(changed, mode="pure", nodes=12).steps[-1]
            assert found.verdict == wanted.verdict
            opened.add(found.open)
        opened.add(wanted.open)
    assert len(opened) > 2


def test_only_one_seat() -> None:
    played = cut(simulated("kout4", seed=8), 12)
    everybody = review(played, mode="pure", nodes=8)
    found = review(played, mode="pure", nodes=8, seat=2)
    assert [step.verdict for step in found.steps if step.seat == 2] == [
        step.verdict for step in everybody.steps if step.seat == 2
    ]
    assert {step.verdict for step in found.steps if step.seat != 2} == {None}
    assert found.graph == everybody.graph
    assert [seat.seat for seat in found.seats] == [2]
    with pytest.raises(ValueError, match="there is no seat 4: they are 0 to 3"):
        review(played, mode="pure", nodes=24, seat=4)


def test_too_few_simulations_blame_nobody() -> None:
    [step] = review(record("pass"), mode="pure", nodes=28).steps
    assert step.verdict is not None
    assert step.verdict.loss > 0.2
    assert step.verdict.mark == ""


def test_a_time_instead_of_simulations() -> None:
    found = review(record("pass"), mode="pure", seconds=0.05)
    assert (found.nodes, found.seconds) == (0, 0.05)
    assert found.steps[0].verdict is not None
    assert 0 <= found.steps[0].verdict.after <= 1


def test_with_all_cards_open_the_solver_speaks() -> None:
    """Of the last cards of a hand."""
    found = review(cut(simulated("kout4", seed=10), 41), mode="pure", nodes=8, seat=0)
    solved = [step.exact for step in found.steps if step.exact]
    assert solved
    for exact in solved:
        assert exact.counts == "tricks of {ours}"
        assert 0 <= exact.played <= 9
    last = found.steps[-1]
    assert last.exact is not None
    assert last.exact.played == last.exact.best == last.exact.most
    assert review(cut(simulated("basra"), 4), mode="pure", nodes=8).steps[-1].exact is None


def test_moves_out_of_turn_are_not_judged() -> None:
    match = played_out_of_turn()
    found = review(match.record(), mode="pure", nodes=4)
    step = found.steps[-1]
    assert (step.choices, step.verdict, step.open_best) == (0, None, None)
    assert step.move.startswith(f"{step.seat}:")
    assert found.graph[-1].chances == step.open
    assert len(found.steps) == sum(len(hand["moves"].split()) for hand in match.record()["hands"])


def played_out_of_turn() -> Match:
    """A match that ends, for now, with a move out of turn."""
    game = next(game for game in games().values() if game.out_of_turn)
    for seed in range(100):
        match, chance = Match(game, seed=seed, options={"calls": True}), Random(seed)
        while not match.needs_deal and not match.over:
            for seat in range(match.seats):
                tokens = match.out_of_turn(seat)
                if tokens:
                    match.play(tokens[0], seat)
                    return match
            match.play(chance.choice(match.legal()))
    raise AssertionError("nobody could move out of turn")


def test_a_match_without_moves() -> None:
    empty = {**record(""), "hands": []}
    found = review(empty, mode="pure")
    assert (found.steps, len(found.graph)) == ((), 1)
    assert [seat.choices for seat in found.seats] == [0] * 4
    assert found.luck == (0.0, 0.0)
    running = review(record(""), mode="pure")
    assert [moment.dealt for moment in running.graph] == [False, True]


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    played = record("pass pass")
    Reviewer(find("kout4"), "pure", nodes=8).review(
        played, tell=lambda done, total: told.append((done, total))
    )
    assert told == [(1, 2), (2, 2)]


@pytest.mark.parametrize("game", ["kout4", "cucco"])
def test_the_graph_as_a_picture(game: str) -> None:
    found = whole(game)
    sides = [f"side <{side}>" for side in range(len(found.luck))]
    root = ElementTree.fromstring(plot("A <title> & more", sides, found, Speaker("en")))
    space = "{http://www.w3.org/2000/svg}"
    lines = list(root.iter(f"{space}polyline"))
    assert len(lines) == (1 if len(sides) == 2 else len(sides))
    for line in lines:
        points = [tuple(map(float, point.split(","))) for point in line.get("points", "").split()]
        assert len(points) == len(found.graph)
        assert [x for x, _ in points] == sorted(x for x, _ in points)
    texts = [element.text or "" for element in root.iter(f"{space}text")]
    assert "A <title> & more" in texts
    assert any("side <0>" in text for text in texts)
    assert {"0 %", "100 %", "Hand", "1"} <= set(texts)
    arabic = ElementTree.fromstring(plot("عنوان", sides, found, Speaker("ar")))
    told = [element.text or "" for element in arabic.iter(f"{space}text")]
    assert {"٠٪", "١٠٠٪", "الجولة", "١"} <= set(told)
    assert not [text for text in told if re.search("[0-9]", text) and "side" not in text]
    dots = list(root.iter(f"{space}circle"))
    assert len(dots) == sum(bool(step.verdict and step.verdict.mark) for step in found.steps)


def test_the_open_state_is_not_changed_by_looking() -> None:
    match = Match("kout4", seed=3)
    before = open_state(match).copy()
    review(match.record(), mode="pure", nodes=8)
    assert open_state(match) == before


@pytest.mark.parametrize(
    ("budget", "kind", "said"),
    [
        ({"nodes": 0}, ValueError, "nodes must be from 1"),
        ({"nodes": -1}, ValueError, "nodes must be from 1"),
        ({"nodes": 1.5}, TypeError, "nodes must be a whole number"),
        ({"seconds": 0}, ValueError, "seconds must be more than 0"),
        ({"seconds": math.nan}, ValueError, "seconds must be more than 0"),
        ({"seconds": "x"}, TypeError, "seconds must be a number"),
        ({"nodes": 5, "seconds": 1.0}, ValueError, "exclude each other"),
        ({"seed": -1}, ValueError, "seed must be from 0"),
    ],
    ids=str,
)
def test_numbers_that_make_no_sense(budget: dict[str, Any], kind: type[Exception], said: str) -> None:
    with pytest.raises(kind, match=said):
        review(record("pass"), mode="pure", **budget)
