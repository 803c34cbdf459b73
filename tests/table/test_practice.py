"""Playing on from a finished match: the same cards as far as they were dealt, new ones later, and no proof."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

from diwaniya.engine.game import games
from diwaniya.engine.record import replay
from diwaniya.engine.tokens import split
from diwaniya.engine.verify import NoProof, verify
from diwaniya.table.commands import Begin, Play, PlayOn, Refusal
from diwaniya.table.decide import decide
from diwaniya.table.decide_match import is_out_of_turn
from diwaniya.table.events import Dealt, Event, Moved, Practice, decode, encode
from diwaniya.table.evolve import rebuild
from diwaniya.table.record import about, record
from table_play import CODE, FOUR, GAMES, ME, Log, entropy, legal_step, opened, person, play_out

MATCH = "AAAABBBBCCCCDDDD"


def finished(game: str, seed: int = 3, **more: Any) -> dict[str, Any]:
    return record(play_out(opened(game, seed, short=True, **more), seed).state)


def asked(
    old: dict[str, Any], steps: int, seat: int | None = None, level: str = "easy"
) -> list[Event] | Refusal:
    command = PlayOn(person(ME), CODE, MATCH, old, steps, level, seat, "1x2y")
    return decide(None, command, 7.0, entropy(9))


def played_on(old: dict[str, Any], steps: int, seat: int | None = None) -> Log:
    events = asked(old, steps, seat)
    assert not isinstance(events, Refusal), events
    events = [decode(encode(event)) for event in events]  # as they are read again after a restart
    return Log(rebuild(events), events, 7.0, 9)


def steps_of(old: dict[str, Any]) -> int:
    hands = old["hands"]
    return sum(1 + len(hand.get("redeals", [])) + len(split(hand["moves"])) for hand in hands)


def flat(kept: dict[str, Any]) -> list[str]:
    return [token for hand in kept["hands"] for token in split(hand["moves"])]


@pytest.mark.parametrize("game", GAMES)
def test_from_every_kind_of_step_the_match_goes_on_to_its_end(game: str) -> None:
    old = finished(game)
    total = steps_of(old)
    for steps in sorted({1, 2, total // 3, total // 2, total - 1}):
        log = played_on(old, steps)
        past = [event for event in log.events if isinstance(event, Dealt | Moved)]
        assert len(past) == steps
        moves, packs = sum(isinstance(e, Moved) for e in past), sum(isinstance(e, Dealt) for e in past)
        kept = record(play_out(log, seed=steps).state)
        assert flat(kept)[:moves] == flat(old)[:moves]
        every = [pack for hand in kept["hands"] for pack in (hand["deck"], *hand.get("redeals", []))]
        before = [pack for hand in old["hands"] for pack in (hand["deck"], *hand.get("redeals", []))]
        assert every[:packs] == before[:packs], "what was dealt stays"
        assert all(new != was for new, was in islice(zip(every, before, strict=False), packs, None)), (
            "then anew"
        )
        again = replay(kept).match
        assert again.over
        assert log.state.ended is not None
        assert (again.winners, again.scores) == (log.state.ended.winners, log.state.ended.scores)
        with pytest.raises(NoProof, match="practice match"):
            verify(kept)
        assert kept["meta"]["practice"]["match"] == MATCH
        assert "fair" not in kept["meta"], "what is known is not said to be proven"


def test_one_sits_where_somebody_is_to_move_or_where_one_likes() -> None:
    old = finished(FOUR)
    for steps in range(1, 30):
        log = played_on(old, steps)
        mover = log.state.match.to_move if log.state.match is not None else None
        assert log.state.seat_of(ME) == (mover or 0)
        assert log.state.people == [mover or 0]
        assert all(
            chair is not None and (chair.player or chair.level == "easy") for chair in log.state.chairs
        )
    for seat in range(4):
        assert played_on(old, 12, seat).state.seat_of(ME) == seat


def test_the_table_says_that_it_is_practice_and_the_next_match_is_none() -> None:
    log = played_on(finished(FOUR), 3)
    assert log.seen(0)["practice"] == log.seen(None)["practice"] == Practice(MATCH, 1, 2, 3)
    play_out(log)
    assert log.seen(0)["practice"] is not None
    log.do(Begin(ME, "easy"))
    assert log.seen(0)["practice"] is None
    play_out(log, seed=2)
    assert verify(record(log.state)).proven


def test_hands_keep_the_names_they_had_and_the_list_of_tables_says_what_it_is() -> None:
    old = finished(FOUR)
    names = ["Hamad", "computer (easy)", "somebody else", "computer (easy)"]
    named = {**old, "meta": {**old["meta"], "names": names}}
    log = played_on(named, 3, seat=1)
    assert [seat["name"] for seat in log.seen(None)["seats"]] == [
        "Hamad",
        person(ME).name,
        "somebody else",
        "",
    ]
    assert [seat["kind"] for seat in log.seen(None)["seats"]] == [
        "computer",
        "person",
        "computer",
        "computer",
    ]
    mine = {**named, "meta": {**named["meta"], "names": [person(ME).name, *names[1:]]}}
    assert played_on(mine, 3, seat=1).seen(None)["seats"][0]["name"] == "", "nobody is called like me"
    words = about(log.state)
    assert words["practice"] == {"match": MATCH, "hand": 1, "step": 2, "steps": 3}
    assert words["names"] == [person(ME).name], "people alone"
    assert words["name_seed"] == log.seen(0)["name_seed"] == "1x2y"
    play_out(log)
    assert record(log.state)["meta"]["names"][0] == "computer (easy)", "in the record it is what it is"
    log.do(Begin(ME, "easy"))
    assert "practice" not in about(log.state)
    assert log.seen(0)["name_seed"] == "1x2y", "in the same room they keep their names"


def test_nobody_but_those_who_hold_them_is_shown_cards() -> None:
    """The new table hides what any table hides, though its host may know it."""
    log = played_on(finished(FOUR), 5)
    assert log.state.match is not None
    assert log.seen(None)["view"]["cards"] == []
    assert log.seen(1)["view"]["cards"] == log.state.match.view(1)["cards"]
    secret = log.state.secret
    assert secret not in str(log.seen_by_all())


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"steps": 0}, "bad_option"),
        ({"steps": -3}, "bad_option"),
        ({"steps": 10**9}, "bad_option"),
        ({"seat": 4}, "bad_option"),
        ({"seat": -1}, "bad_option"),
        ({"level": ""}, "bad_option"),
    ],
)
def test_what_cannot_be_is_refused(change: dict[str, Any], code: str) -> None:
    answer = asked(finished(FOUR), **{"steps": 5, **change})
    assert isinstance(answer, Refusal)
    assert answer.code == code


def test_where_it_was_over_nothing_goes_on() -> None:
    old = finished(FOUR)
    answer = asked(old, steps_of(old))
    assert isinstance(answer, Refusal)
    assert answer.code == "over"


def test_a_record_that_breaks_a_rule_is_refused() -> None:
    old = finished(FOUR)
    for wrong in ({**old, "dealer": 9}, {**old, "hands": [{**old["hands"][0], "moves": "nonsense"}]}):
        answer = asked(wrong, 5)
        assert isinstance(answer, Refusal), wrong
        assert answer.code == "bad_option"


@pytest.mark.parametrize("game", [game for game in GAMES if games()[game].out_of_turn])
def test_moves_out_of_turn_are_made_by_who_made_them(game: str) -> None:
    for seed in range(40):
        log = opened(game, seed, options={"calls": True}, short=True)
        rng = random.Random(seed)
        while log.state.ended is None:
            anything(log, rng)
        old = record(log.state)
        if any(is_out_of_turn(token) for token in flat(old)):
            again = played_on(old, steps_of(old) - 1)
            made = [event.token for event in again.events if isinstance(event, Moved)]
            assert made == flat(old)[: len(made)]
            assert any(is_out_of_turn(token) for token in made)
            assert all(
                event.token.startswith(f"{event.seat}:")
                for event in again.events
                if isinstance(event, Moved) and is_out_of_turn(event.token)
            )
            return
    raise AssertionError("nobody moved out of turn")


def anything(log: Log, rng: random.Random) -> None:
    """What comes next, or now and then a move out of turn."""
    match = log.state.match
    assert match is not None
    for seat, chair in enumerate(log.state.chairs):
        found = match.out_of_turn(seat) if match.to_move is not None else []
        if found and chair is not None and chair.player is not None and rng.random() < 0.5:
            log.do(Play(chair.player, seat, rng.choice(found), log.state.seq))
            return
    legal_step(log, rng)
