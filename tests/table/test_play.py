"""Playing a match: moves, the next hand, the end, another match."""

from __future__ import annotations

import random

import pytest

from diwaniya.engine.game import games
from diwaniya.table.commands import (
    Absent,
    Back,
    Begin,
    Change,
    End,
    Fill,
    Next,
    Play,
    Quit,
    Rematch,
    Settle,
)
from diwaniya.table.decide_match import is_out_of_turn
from diwaniya.table.events import Asked, Dealt, Ended, GaveBack, Moved, Opened, Seated, Settings
from diwaniya.table.state import LINES_KEPT
from table_play import (
    GAMES,
    ME,
    Log,
    hand_over,
    kinds,
    legal_step,
    opened,
    play_out,
    play_until,
    room,
    turn_of,
)

GAME = GAMES[0]
REDEALING = sorted((g for g in GAMES if games()[g].redeals), key=lambda g: -games()[g].seats[0])
"""Games whose pack can run out in a hand; with most players it does so soonest."""


def my_turn(game: str = GAME) -> Log:
    return turn_of(ME, opened(game))


def legal(log: Log) -> list[str]:
    assert log.state.match is not None
    return log.state.match.legal()


# moves


def test_a_legal_move_is_made():
    log = my_turn()
    token, seq = legal(log)[0], log.state.seq
    log.now = 3.5
    assert log.ask(Play(ME, 0, token, seq)) == [Moved(at=3.5, seat=0, token=token)]
    assert log.state.seq == seq, "deciding changes nothing"
    log.do(Play(ME, 0, token, seq))
    assert log.state.seq == seq + 1


def test_an_illegal_move_is_refused_with_the_rule_and_what_is_legal():
    log = my_turn()
    answer = log.refused(Play(ME, 0, "nonsense", log.state.seq))
    assert answer.code == "illegal"
    assert answer.legal == legal(log)
    assert answer.why is not None
    assert answer.why.rule in answer.text


@pytest.mark.parametrize("seat", [1, 2, -1, 99])
def test_other_seats_are_not_mine(seat: int):
    log = my_turn()
    assert log.refused(Play(ME, seat, legal(log)[0], log.state.seq)).code == "not_seated"
    assert log.refused(Play("somebody", 0, legal(log)[0], log.state.seq)).code == "not_seated"


def test_the_computer_cannot_move_for_a_person_who_is_there():
    log = my_turn()
    assert log.refused(Play(None, 0, legal(log)[0], log.state.seq)).code == "not_seated"


def test_who_is_not_to_move_waits():
    log = opened(GAME)
    play_until(log, lambda state: state.computer_to_move is not None)
    answer = log.refused(Play(ME, 0, legal(log)[0], log.state.seq))
    assert (answer.code, answer.legal) == ("not_your_turn", None)


def test_the_same_move_twice_is_made_once():
    """A message that arrives twice was made for a turn that is over."""
    log = my_turn()
    play = Play(ME, 0, legal(log)[0], log.state.seq)
    log.do(play)
    assert log.refused(play).code == "stale"


def test_a_move_for_a_view_that_never_was_is_refused():
    log = my_turn()
    assert log.refused(Play(ME, 0, legal(log)[0], log.state.seq + 1)).code == "stale"


def test_a_move_does_not_grow_old_by_what_others_do_in_the_room():
    """Somebody leaves and comes back while I think: my move was made for this turn all the same."""
    log = turn_of(ME, opened(GAME, people=[ME, "ali"]))
    play = Play(ME, 0, legal(log)[0], log.state.seq)
    log.do(Quit("ali"))
    log.do(Back("ali"))
    assert kinds(log.do(play)) == [Moved]


def test_no_move_before_the_first_deal_between_hands_and_after_the_end():
    log = hand_over()
    assert log.refused(Play(ME, 0, "AS", log.state.seq)).code == "not_now"
    done = play_out(opened(GAME, short=True))
    assert done.refused(Play(ME, 0, "AS", done.state.seq)).code == "over"


@pytest.mark.parametrize(
    ("token", "out_of_turn"),
    [
        ("2:expose:AS", True),
        ("bid:7", False),
        ("7D", False),
        ("take:AS+2C", False),
        ("²:expose:AS", False),
        ("7", False),
    ],
)
def test_which_tokens_are_out_of_turn(token: str, out_of_turn: bool):
    assert is_out_of_turn(token) is out_of_turn


@pytest.mark.parametrize("game", [game for game in GAMES if games()[game].out_of_turn])
def test_moves_out_of_turn(game: str):
    """A20: they need no turn, leave the turn as it is, and only the holder makes them."""
    log, rng = opened(game, options={"calls": True}), random.Random(3)
    match = log.state.match
    assert match is not None
    while not (mine := match.out_of_turn(0)) or match.to_move == 0:
        legal_step(log, rng)
    token, turn, turn_at, mover = mine[0], log.state.turn_seq, log.state.turn_at, match.to_move
    assert mover is not None
    assert log.refused(Play(None, mover, token, log.state.seq)).code == "not_seated"
    assert log.refused(Play(ME, 0, token, log.state.deal_seq - 1)).code == "stale"
    pending = Play(None, mover, match.legal()[0], log.state.seq)
    log.do(Play(ME, 0, token, log.state.deal_seq), at=9.0)
    assert (log.state.turn_seq, log.state.turn_at, match.to_move) == (turn, turn_at, mover)
    assert log.state.lines[-1].token == token
    answer = log.refused(Play(ME, 0, token, log.state.seq))
    assert answer.code == "illegal"
    assert answer.legal == match.out_of_turn(0)
    assert answer.text.endswith(f"Possible: {' '.join(match.out_of_turn(0)) or 'nothing'}.")
    assert kinds(log.do(pending)) == [Moved], "the turn has not passed"


@pytest.mark.parametrize("game", [game for game in GAMES if games()[game].out_of_turn])
def test_no_moves_out_of_turn_where_the_table_does_not_play_them(game: str):
    log = my_turn(game)
    answer = log.refused(Play(ME, 0, "0:expose:AS", log.state.seq))
    assert (answer.code, answer.legal) == ("illegal", [])
    assert answer.text.endswith("Possible: nothing.")


@pytest.mark.parametrize("game", [game for game in GAMES if games()[game].out_of_turn])
def test_a_card_that_lies_open_can_be_called_by_another(game: str):
    """A21."""
    people = [ME, "ali"]
    for seed in range(40):
        log, rng = opened(game, seed, {"calls": True}, people=people), random.Random(seed)
        match, other = log.state.match, log.state.seat_of("ali")
        assert match is not None
        assert other is not None
        while match.to_move is not None and not (mine := match.out_of_turn(0)):
            legal_step(log, rng)
        if match.to_move is None or match.to_move == 0:
            continue
        log.do(Play(ME, 0, mine[0], log.state.seq))
        calls = [token for token in match.out_of_turn(other) if token.endswith(mine[0].split(":")[2])]
        assert calls
        assert log.refused(Play(ME, 0, calls[0], log.state.seq)).code == "not_seated"
        log.do(Play("ali", other, calls[0], log.state.seq))
        assert log.state.lines[-1].token == calls[0]
        return
    raise AssertionError("no card was exposed")


@pytest.mark.parametrize("game", REDEALING[:1])
def test_a_fresh_pack_in_the_middle_of_a_hand(game: str):
    """A8: the table owes it, nobody is asked."""
    for seed in range(200):
        log, rng = opened(game, seed), random.Random(seed)
        for _ in range(6):
            if log.state.needs_redeal:
                assert log.seen(0)["question"] is None
                assert log.state.owes
                (event,) = log.do(Settle())
                assert isinstance(event, Dealt)
                assert (event.hand, event.redeal) == (1, 1)
                assert not log.state.owes
                return
            calls = [token for token in legal(log) if token in ("beg", "run")]
            if not calls:
                break
            legal_step(log, rng, calls)
    raise AssertionError("no pack ran out")


# between hands


@pytest.mark.parametrize("game", GAMES)
def test_the_next_hand_waits_for_the_people(game: str):
    """R4."""
    log = hand_over(game)
    seen = log.seen(0)
    assert seen["question"] == {"kind": "next", "waiting": [0], "you": True}
    assert log.seen(None)["question"] == {"kind": "next", "waiting": [0], "you": False}
    assert seen["view"]["result"] is not None
    assert not log.state.owes
    assert log.state.computer_to_move is None
    assert kinds(log.do(Next(ME, log.state.seq))) == [Asked, Dealt]
    assert log.seen(0)["question"] is None
    assert log.state.hand == 2


def test_asking_twice_deals_once():
    log = hand_over()
    ask = Next(ME, log.state.seq)
    log.do(ask)
    assert log.do(ask) == []


def test_the_next_hand_cannot_be_asked_for_too_early_or_by_others():
    log = my_turn()
    assert log.refused(Next(ME, log.state.seq)).code == "not_now"
    assert log.refused(Next("somebody", log.state.seq)).code == "not_seated"
    over = hand_over()
    assert over.refused(Next(ME, over.state.seq + 1)).code == "stale"
    done = play_out(opened(GAME, short=True))
    assert done.refused(Next(ME, done.state.seq)).code == "over"


def test_with_several_people_all_must_have_asked():
    log = hand_over(people=[ME, "ali"])
    assert log.do(Next("ali", log.state.seq)) == [Asked(at=0.0, seat=2)]
    assert log.seen(0)["question"] == {"kind": "next", "waiting": [0], "you": True}
    assert log.do(Next("ali", log.state.seq)) == []
    assert kinds(log.do(Next(ME, log.state.seq))) == [Asked, Dealt]
    assert log.state.waiting == []


# the end


@pytest.mark.parametrize("game", GAMES)
def test_the_end_is_written_down_once(game: str):
    log = opened(game, short=True)
    play_until(log, lambda state: state.match is not None and state.match.over, most=100_000)
    assert log.state.phase == "playing"
    assert log.state.owes
    (ended,) = log.do(Settle())
    assert isinstance(ended, Ended)
    assert log.state.match is not None
    assert ended.winners == log.state.match.winners != []
    assert log.state.phase == "over"
    assert log.do(Settle()) == []
    assert log.seen(0)["question"] == {"kind": "rematch", "waiting": [0], "you": True}


def test_a_match_that_the_others_have_left_can_be_ended():
    log = opened(GAME, people=[ME, "ali", "badr"])
    assert log.refused(End(ME)).code == "not_now"
    log.do(Quit("ali"))
    assert log.refused(End("badr")).code == "not_now"
    log.do(Quit("badr"))
    (ended,) = log.do(End(ME))
    assert isinstance(ended, Ended)
    assert ended.winners == []
    assert log.state.phase == "over"
    assert log.seen(1)["matches"][0]["winners"] == []
    assert log.refused(End(ME)).code == "over"


def test_where_there_is_no_match_none_can_be_ended_or_gone_on_with():
    log = room(GAME)
    for command in (End(ME), Next(ME, log.state.seq), Rematch(ME), Play(ME, 0, "AS", log.state.seq)):
        assert log.refused(command).code == "not_now"


def test_a_match_played_alone_can_be_ended():
    log = opened(GAME)
    log.do(Quit(ME))
    assert kinds(log.do(End(ME))) == [GaveBack, Ended]


def test_who_asked_for_the_next_hand_did_not_ask_for_the_next_match():
    log = hand_over(people=[ME, "ali"])
    log.do(Next(ME, log.state.seq))
    log.do(Quit("ali"))
    log.do(End(ME))
    assert not log.state.between_hands
    assert log.state.waiting == [0, 2]
    assert not log.state.owes


def test_what_is_decided_already_ends_with_its_winners():
    log = opened(GAME, short=True)
    play_until(log, lambda state: state.match is not None and state.match.over)
    (ended,) = log.do(End(ME))
    assert isinstance(ended, Ended)
    assert ended.winners


# another match


def test_another_match_when_all_have_asked():
    log = play_out(opened(GAME, short=True, people=[ME, "ali"]))
    first, chairs, options = log.state.opened, log.state.chairs, log.state.options
    assert log.do(Rematch("ali")) == [Asked(at=0.0, seat=2)]
    assert log.do(Rematch("ali")) == []
    assert log.seen(2)["question"] == {"kind": "rematch", "waiting": [0], "you": False}
    assert log.seen(2)["view"]["over"], "the last match is still to be seen"
    assert kinds(log.do(Rematch(ME))) == [Asked, Opened, Dealt]
    assert log.state.phase == "playing"
    assert (log.state.chairs, log.state.options) == (chairs, options)
    assert first is not None
    assert log.state.opened is not None
    assert log.state.opened.match != first.match
    assert log.state.hand == 1
    assert len(log.state.lines) == 1, "the last match is told no more"
    assert log.state.waiting == []


def test_who_was_away_has_not_asked_for_another_match():
    """If he does not come back he loses his seat, and a computer player can have it."""
    log = opened(GAME, short=True, people=[ME, "ali"])
    log.do(Quit("ali"))
    play_out(log)
    assert log.state.waiting == [0, 2]
    assert kinds(log.do(Rematch(ME))) == [Asked]
    log.do(Absent(2))
    log.do(Fill(ME, "easy"))
    assert kinds(log.do(Settle())) == [Opened, Dealt]


def test_the_host_may_begin_another_match_at_once():
    log = play_out(opened(GAME, short=True, people=[ME, "ali"]))
    assert kinds(log.do(Begin(ME))) == [Opened, Dealt]


def test_no_other_match_before_the_end():
    assert opened(GAME).refused(Rematch(ME)).code == "not_now"
    log = opened(GAME)
    assert log.refused(Rematch("somebody")).code == "not_seated"


def test_another_match_waits_for_a_free_seat_to_be_filled():
    log = play_out(opened(GAME, short=True, people=[ME, "ali"]))
    log.do(Quit("ali"))
    assert kinds(log.do(Rematch(ME))) == [Asked]
    assert not log.state.owes
    assert kinds(log.do(Fill(ME, "easy"))) == [Seated]
    assert log.state.owes
    assert kinds(log.do(Settle())) == [Opened, Dealt]


def test_who_asked_for_another_match_did_not_ask_for_another_game():
    log = play_out(opened(GAME, short=True, people=[ME, "ali"]))
    log.do(Rematch("ali"))
    log.do(Change(ME, settings=Settings(public=True)))
    assert log.state.waiting == [0], "settings are another matter"
    log.do(Change(ME, options={}))
    assert log.state.waiting == [0, 2]


def test_where_everybody_has_left_no_match_begins():
    log = opened(GAME, short=True, people=[ME, "ali"])
    play_until(log, lambda state: state.match is not None and state.match.over)
    log.do(Quit("ali"))
    log.do(Quit(ME))
    log.do(Settle())
    assert log.state.phase == "over"
    assert not log.state.owes
    assert log.do(Settle()) == []


def test_who_asks_before_the_end_is_written_down_is_heard():
    log = opened(GAME, short=True)
    play_until(log, lambda state: state.match is not None and state.match.over)
    assert kinds(log.do(Rematch(ME))) == [Ended, Asked]
    assert kinds(log.do(Settle())) == [Opened, Dealt]


def test_every_match_has_a_new_secret_that_was_committed_to_before_its_salts():
    log = opened(GAME, short=True)
    secrets, commitments, packs = set(), [], set()
    for _ in range(4):
        secrets.add(log.state.secret)
        commitments.append(log.seen(0)["commitment"])
        packs |= {event.pack for event in log.events if isinstance(event, Dealt)}
        play_out(log)
        assert log.state.secret not in secrets
        after = log.seen(None)["commitment"]
        log.do(Begin(ME))
        assert log.seen(None)["commitment"] == after, "the match runs on the secret that was committed to"
    assert len(secrets) == len(set(commitments)) == 4
    dealt = [event.pack for event in log.events if isinstance(event, Dealt)]
    assert len(dealt) == len(set(dealt))


@pytest.mark.parametrize("game", GAMES)
def test_the_latest_moves_are_told_in_words(game: str):
    log = play_out(opened(game))
    lines = log.seen(1)["lines"]
    assert len(lines) <= LINES_KEPT
    assert [line["seq"] for line in lines] == sorted(line["seq"] for line in lines)
    made = [(event.seat, event.token) for event in log.events if isinstance(event, Moved)]
    told = [(line["seat"], line["token"]) for line in lines if line["token"]]
    assert told == made[-len(told) :]
