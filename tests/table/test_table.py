"""A table decides, evolves, and is the fold of its log."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from diwaniya.engine import fair
from diwaniya.engine.game import games
from diwaniya.engine.match import Match
from diwaniya.engine.record import replay
from diwaniya.table.events import Asked, Chair, Dealt, Ended, Moved, Opened, Rematched, decode, encode
from diwaniya.table.table import (
    LINES_KEPT,
    DamagedLog,
    Next,
    Open,
    Play,
    Refusal,
    Rematch,
    Settle,
    decide,
    evolve,
    is_out_of_turn,
    rebuild,
    record,
    reopening,
)
from diwaniya.table.views import table_view
from table_play import COMPUTERS, GAMES, ME, Log, legal_step, opened, play_out

GAME = GAMES[0]
REDEALING = sorted((g for g in GAMES if games()[g].redeals), key=lambda g: -games()[g].seats[0])
"""Games whose pack can run out in a hand; with most players it does so soonest."""


def refusal(decided: object) -> Refusal:
    assert isinstance(decided, Refusal)
    return decided


# opening


@pytest.mark.parametrize("game", GAMES)
def test_opening_deals_the_first_hand(game: str):
    log = opened(game)
    first, second = log.events
    assert isinstance(first, Opened)
    assert isinstance(second, Dealt)
    assert (second.hand, second.redeal) == (1, 0)
    assert log.state.match.to_move is not None or log.state.match.over
    assert log.state.seq == 2
    assert log.state.people == [0]


def test_the_pack_follows_from_the_published_secret():
    log = opened(GAME, secret=b"\7" * 32)
    (first, second) = log.events
    assert isinstance(first, Opened)
    assert isinstance(second, Dealt)
    pack = fair.shuffle(b"\7" * 32, [], 1, 0, games()[GAME].pack_tokens())
    assert second.pack == " ".join(pack)
    assert table_view("t", log.state, 0)["commitment"] == fair.commitment(b"\7" * 32)


@pytest.mark.parametrize("game", [game for game in GAMES if games()[game].cut])
def test_the_cut_is_shown_and_its_highest_card_deals(game: str):
    """A2."""
    for number in range(20):
        log = opened(game, secret=bytes([number]) * 32)
        rounds = table_view("t", log.state, None)["cut"]
        assert [cut["seat"] for cut in rounds[0]] == list(range(games()[game].seats[0]))
        highest = max("23456789TJQKA".index(cut["card"][0]) for cut in rounds[-1])
        (winner,) = [cut["seat"] for cut in rounds[-1] if "23456789TJQKA".index(cut["card"][0]) == highest]
        assert winner == log.state.opened.dealer == log.state.match.first_dealer


def test_where_nothing_is_cut_the_first_dealer_is_drawn():
    """G3."""
    dealers = {opened(GAME, secret=bytes([n]) * 32).state.opened.dealer for n in range(30)}
    assert dealers == set(range(games()[GAME].seats[0]))


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Open("nogame", [Chair(ME), Chair(level="easy")]), "bad_game"),
        (Open(GAME, [Chair(ME)] * 9), "bad_option"),
        (Open(GAME, [Chair(ME), *COMPUTERS[GAME]], {"nonsense": 3}), "bad_option"),
        (Open(GAME, [Chair(ME), *COMPUTERS[GAME]], {"target": -3}), "bad_option"),
        (Open(GAME, [Chair(ME), *COMPUTERS[GAME]], {"target": True}), "bad_option"),
    ],
)
def test_what_cannot_be_opened(command: Open, code: str):
    assert refusal(decide(None, command, 0.0, bytes(32))).code == code


def test_nothing_can_be_done_at_a_table_that_is_not_there():
    assert refusal(decide(None, Play(ME, 0, "AS", 1), 0.0)).code == "no_table"


# playing


def my_turn(game: str = GAME) -> Log:
    """A table where the person is to move."""
    log, rng = opened(game), random.Random(4)
    while log.state.match.to_move != 0:
        legal_step(log, rng)
    return log


def test_a_legal_move_is_made():
    log = my_turn()
    token, seq = log.state.match.legal()[0], log.state.seq
    events = decide(log.state, Play(ME, 0, token, seq), 3.5)
    assert events == [Moved(at=3.5, seat=0, token=token)]
    assert log.state.seq == seq, "deciding changes nothing"


def test_an_illegal_move_is_refused_with_the_rule_and_what_is_legal():
    log = my_turn()
    answer = refusal(decide(log.state, Play(ME, 0, "nonsense", log.state.seq), 0.0))
    assert answer.code == "illegal"
    assert answer.legal == log.state.match.legal()
    assert answer.why is not None
    assert answer.why.rule in answer.text


@pytest.mark.parametrize("seat", [1, 2, -1, 99])
def test_other_seats_are_not_mine(seat: int):
    log = my_turn()
    token = log.state.match.legal()[0]
    assert refusal(decide(log.state, Play(ME, seat, token, log.state.seq), 0.0)).code == "not_seated"
    assert refusal(decide(log.state, Play("somebody", 0, token, log.state.seq), 0.0)).code == "not_seated"


def test_the_computer_cannot_move_for_a_person():
    log = my_turn()
    token = log.state.match.legal()[0]
    assert refusal(decide(log.state, Play(None, 0, token, log.state.seq), 0.0)).code == "not_seated"


def test_who_is_not_to_move_waits():
    log, rng = opened(GAME), random.Random(1)
    while log.state.match.to_move == 0:
        legal_step(log, rng)
    token = log.state.match.legal()[0]
    answer = refusal(decide(log.state, Play(ME, 0, token, log.state.seq), 0.0))
    assert (answer.code, answer.legal) == ("not_your_turn", None)


def test_the_same_move_twice_is_made_once():
    """A message that arrives twice was made for a turn that is over."""
    log = my_turn()
    play = Play(ME, 0, log.state.match.legal()[0], log.state.seq)
    log.do(play)
    assert refusal(decide(log.state, play, 0.0)).code == "stale"


def test_a_move_for_a_view_that_never_was_is_refused():
    log = my_turn()
    play = Play(ME, 0, log.state.match.legal()[0], log.state.seq + 1)
    assert refusal(decide(log.state, play, 0.0)).code == "stale"


@pytest.mark.parametrize(
    ("token", "out_of_turn"),
    [("2:expose:AS", True), ("bid:7", False), ("7D", False), ("take:AS+2C", False), ("²:expose:AS", False)],
)
def test_which_tokens_are_out_of_turn(token: str, out_of_turn: bool):
    assert is_out_of_turn(token) is out_of_turn


@pytest.mark.parametrize("game", [game for game in GAMES if games()[game].out_of_turn])
def test_moves_out_of_turn(game: str):
    """A20: they need no turn, leave the turn as it is, and only the holder makes them."""
    log, rng = opened(game, options={"calls": True}), random.Random(3)
    while not (mine := log.state.match.out_of_turn(0)) or log.state.match.to_move == 0:
        legal_step(log, rng)
    token, turn, mover = mine[0], log.state.turn_seq, log.state.match.to_move
    assert refusal(decide(log.state, Play(None, 1, token, log.state.seq), 0.0)).code == "not_seated"
    assert refusal(decide(log.state, Play(ME, 0, token, log.state.deal_seq - 1), 0.0)).code == "stale"
    log.do(Play(ME, 0, token, log.state.deal_seq))
    assert (log.state.turn_seq, log.state.match.to_move) == (turn, mover)
    assert log.state.lines[-1].token == token
    assert refusal(decide(log.state, Play(ME, 0, token, log.state.seq), 0.0)).code == "illegal"


# between hands


def hand_over(game: str = GAME) -> Log:
    """A table where the first hand has ended and the match goes on."""
    for seed in range(100):
        log, rng = opened(game, secret=bytes([seed]) * 32), random.Random(seed)
        while not log.state.match.over:
            if log.state.between_hands:
                return log
            legal_step(log, rng)
    raise AssertionError("every first hand ended the match")


@pytest.mark.parametrize("game", GAMES)
def test_the_next_hand_waits_for_the_people(game: str):
    """R4."""
    log = hand_over(game)
    seen = table_view("t", log.state, 0)
    assert seen["question"] == {"kind": "next", "waiting": [0], "you": True}
    assert table_view("t", log.state, None)["question"] == {"kind": "next", "waiting": [0], "you": False}
    assert seen["view"]["result"] is not None
    assert not log.state.owes
    assert log.state.computer_to_move is None
    seq = log.state.seq
    log.do(Next(ME, seq))
    assert [type(event) for event in log.events[seq:]] == [Asked, Dealt]
    assert table_view("t", log.state, 0)["question"] is None
    assert log.state.hand == 2


def test_asking_twice_deals_once():
    log = hand_over()
    ask = Next(ME, log.state.seq)
    log.do(ask)
    assert decide(log.state, ask, 0.0) == []


def test_the_next_hand_cannot_be_asked_for_too_early_or_by_others():
    log = my_turn()
    assert refusal(decide(log.state, Next(ME, log.state.seq), 0.0)).code == "not_now"
    assert refusal(decide(log.state, Next("somebody", log.state.seq), 0.0)).code == "not_seated"
    over = hand_over()
    assert refusal(decide(over.state, Next(ME, over.state.seq + 1), 0.0)).code == "stale"


def test_no_moves_between_hands():
    log = hand_over()
    assert refusal(decide(log.state, Play(ME, 0, "AS", log.state.seq), 0.0)).code == "not_now"


def test_with_several_people_all_must_have_asked():
    rng = random.Random(2)
    chairs = [Chair("a", "A"), Chair("b", "B"), *COMPUTERS[GAME][1:]]
    log = Log.open(Open(GAME, chairs))
    while not log.state.between_hands:
        legal_step(log, rng)
    log.do(Next("b", log.state.seq))
    assert log.state.waiting == [0]
    assert decide(log.state, Next("b", log.state.seq), 0.0) == []
    log.do(Next("a", log.state.seq))
    assert log.state.waiting == []
    assert log.state.hand == 2


# the end


@pytest.mark.parametrize("game", GAMES)
def test_the_end_is_written_down_once(game: str):
    log = play_out(opened(game, short=True))
    ended = log.events[-1]
    assert isinstance(ended, Ended)
    assert ended.winners == log.state.match.winners
    assert decide(log.state, Settle(), 0.0) == []
    assert refusal(decide(log.state, Play(ME, 0, "AS", log.state.seq), 0.0)).code == "over"
    assert refusal(decide(log.state, Next(ME, log.state.seq), 0.0)).code == "over"


def test_a_rematch_is_a_new_table_with_the_same_people():
    log = play_out(opened(GAME, short=True))
    assert refusal(decide(log.state, Rematch("somebody", "new"), 0.0)).code == "not_seated"
    log.do(Rematch(ME, "new"))
    assert log.events[-1] == Rematched(at=0.0, table="new")
    assert decide(log.state, Rematch(ME, "another"), 0.0) == []
    assert table_view("old", log.state, 0)["rematch"] == "new"
    again = Log.open(reopening(log.state, "old"), secret=b"\1" * 32)
    assert again.state.opened.chairs == log.state.opened.chairs
    assert again.state.opened.options == log.state.opened.options
    assert table_view("new", again.state, 0)["previous"] == "old"


def test_no_rematch_before_the_end():
    assert refusal(decide(opened(GAME).state, Rematch(ME, "new"), 0.0)).code == "not_now"


@pytest.mark.parametrize("game", GAMES)
def test_the_record_replays_to_the_same_end(game: str):
    log = play_out(opened(game, short=True))
    kept = json.loads(json.dumps(record(log.state)))
    again = replay(kept).match
    assert (again.over, again.winners, again.scores) == (
        True,
        log.state.match.winners,
        log.state.match.scores,
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_record_proves_its_shuffles(game: str):
    """Anybody can do the sums again from the secret in the record."""
    log = play_out(opened(game, short=True))
    kept = record(log.state)
    proof = kept["meta"]["fair"]
    secret = bytes.fromhex(proof["secret"])
    assert fair.commitment(secret) == proof["commitment"] == table_view("t", log.state, 0)["commitment"]
    pack = games()[game].pack_tokens()
    for number, hand in enumerate(kept["hands"], 1):
        for redeal, deck in enumerate([hand["deck"], *hand.get("redeals", [])]):
            assert deck.split() == fair.shuffle(secret, [], number, redeal, pack)


@pytest.mark.parametrize("game", REDEALING[:1])
def test_a_fresh_pack_in_the_middle_of_a_hand(game: str):
    """A8: the table owes it, nobody is asked."""
    for seed in range(200):
        log, rng = opened(game, secret=seed.to_bytes(4, "big") * 8), random.Random(seed)
        for _ in range(6):
            if log.state.needs_redeal:
                assert table_view("t", log.state, 0)["question"] is None
                (event,) = log.do(Settle())
                assert isinstance(event, Dealt)
                assert (event.hand, event.redeal) == (1, 1)
                return
            calls = [token for token in log.state.match.legal() if token in ("beg", "run")]
            if not calls:
                break
            legal_step(log, rng, calls)
    raise AssertionError("no pack ran out")


# the fold


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_the_fold_of_its_log(game: str):
    log = play_out(opened(game, short=True))
    bodies = [encode(event) for event in log.events]
    again = rebuild(decode(body) for body in bodies)
    for seat in (None, *range(len(log.state.opened.chairs))):
        assert table_view("t", again, seat) == table_view("t", log.state, seat)


@pytest.mark.parametrize("game", GAMES)
def test_the_latest_moves_are_told_in_words(game: str):
    log = play_out(opened(game))
    lines = table_view("t", log.state, 1)["lines"]
    assert len(lines) <= LINES_KEPT
    assert [line["seq"] for line in lines] == sorted(line["seq"] for line in lines)
    made = [(event.seat, event.token) for event in log.events if isinstance(event, Moved)]
    told = [(line["seat"], line["token"]) for line in lines if line["token"]]
    assert told == made[-len(told) :]


@pytest.mark.parametrize(
    "events",
    [
        [],
        [Dealt(at=0, hand=1, redeal=0, pack="AS")],
        [Opened(at=0, game="x", options={}, chairs=[], secret="", salts=[], dealer=0, cut=[])],
    ],
)
def test_a_damaged_log_is_said_to_be_damaged(events: list[Any]):
    with pytest.raises(DamagedLog):
        rebuild(events)


def test_a_log_with_a_move_that_cannot_be_is_damaged():
    log = my_turn()
    with pytest.raises(DamagedLog):
        rebuild([*log.events, Moved(at=0, seat=0, token="nonsense")])
    with pytest.raises(DamagedLog):
        evolve(log.state, log.events[0])


# what is seen (R6)


@pytest.mark.parametrize("game", GAMES)
def test_no_view_holds_the_secret_the_pack_or_a_player(game: str):
    log, rng = opened(game), random.Random(8)
    for _ in range(60):
        if log.state.match.over:
            break
        packs = [event.pack for event in log.events if isinstance(event, Dealt)]
        for seat in (None, *range(len(log.state.opened.chairs))):
            text = repr(table_view("t", log.state, seat))
            assert log.state.opened.secret not in text
            assert ME not in text
            assert not any(pack in text for pack in packs)
        legal_step(log, rng)


@pytest.mark.parametrize("game", GAMES)
def test_a_view_is_the_match_view_of_that_seat(game: str):
    log = my_turn(game)
    for seat in (None, 0, 1):
        assert table_view("t", log.state, seat)["view"] == log.state.match.view(seat)
    assert isinstance(log.state.match, Match)
