"""People who leave, dawdle or lose their connection: nobody waits for ever, and nobody loses his hand."""

from __future__ import annotations

import random

import pytest

from diwaniya.table.clock import DAWDLING, due
from diwaniya.table.commands import (
    Absent,
    Back,
    Change,
    Give,
    Join,
    Next,
    Play,
    Quit,
    Rematch,
    Remove,
    Settle,
    Tick,
)
from diwaniya.table.events import (
    Asked,
    Dealt,
    Freed,
    GaveBack,
    Hosted,
    Joined,
    Moved,
    Opened,
    Replaced,
    Settings,
    TookOver,
)
from table_play import (
    FOUR,
    GAMES,
    ME,
    PEOPLE,
    STAND_IN,
    hand_over,
    kinds,
    legal_step,
    opened,
    person,
    play_until,
    some_move,
    turn_of,
)

# leaving and coming back


def test_a_computer_player_takes_over_and_gives_back_the_same_hand():
    log = turn_of("ali", opened(FOUR, people=[ME, "ali"]))
    assert log.state.match is not None
    hand = log.seen(2)["view"]["cards"]
    assert log.do(Quit("ali")) == [TookOver(at=0.0, seat=2, level=STAND_IN, why="left")]
    seen = log.seen(0)["seats"][2]
    assert (seen["kind"], seen["name"], seen["level"], seen["away"]) == ("person", "Ali", STAND_IN, True)
    assert log.state.computer_to_move == 2
    assert log.state.level_at(2) == STAND_IN
    assert log.seen(2)["view"]["cards"] == hand
    assert log.do(Join(person("ali"))) == [GaveBack(at=0.0, seat=2)]
    assert log.seen(2)["view"]["cards"] == hand
    assert log.state.computer_to_move is None
    seen = log.seen(0)["seats"][2]
    assert (seen["level"], seen["away"]) == (None, False)


@pytest.mark.parametrize("game", GAMES)
def test_leaving_and_coming_back_never_gives_a_fresh_hand(game: str):
    log = opened(game)
    match = log.state.match
    assert match is not None
    for _ in range(6):
        play_until(log, lambda state: state.match is None or state.match.to_move is not None)
        before = match.record()
        view = log.seen(0)["view"]
        log.do(Quit(ME))
        log.do(Join(person(ME), 1))
        assert log.state.seat_of(ME) == 0
        assert match.record() == before
        assert log.seen(0)["view"] == view
        seat = match.to_move
        assert seat is not None
        log.do(Play(log.state.player_at(seat), seat, some_move(log), log.state.seq))


def test_leaving_twice_and_coming_back_twice_is_nothing():
    log = opened(FOUR, people=[ME, "ali"])
    log.do(Quit("ali"))
    assert log.do(Quit("ali")) == []
    assert log.do(Absent(2)) == []
    log.do(Back("ali"))
    assert log.do(Back("ali")) == []
    assert log.do(Join(person("ali"))) == []


def test_in_a_locked_room_who_has_a_chair_comes_back_to_it():
    log = opened(FOUR, people=[ME, "ali"])
    log.do(Change(ME, settings=Settings(locked=True)))
    log.do(Quit("ali"))
    assert kinds(log.do(Join(person("ali")))) == [GaveBack]


def test_who_makes_a_move_is_back():
    log = turn_of("ali", opened(FOUR, people=[ME, "ali"]))
    log.do(Absent(2))
    token, seq = some_move(log), log.state.seq
    assert kinds(log.do(Play("ali", 2, token, seq))) == [GaveBack, Moved]


def test_a_refused_move_brings_nobody_back():
    log = turn_of("ali", opened(FOUR, people=[ME, "ali"]))
    log.do(Absent(2))
    assert log.refused(Play("ali", 2, "nonsense", log.state.seq)).code == "illegal"
    assert log.state.computer_plays(2)


def test_the_computer_moves_for_who_is_away_and_only_then():
    log = turn_of("ali", opened(FOUR, people=[ME, "ali"]))
    token = some_move(log)
    assert log.refused(Play(None, 2, token, log.state.seq)).code == "not_seated"
    log.do(Absent(2))
    late = Play(None, 2, token, log.state.seq)
    log.do(Back("ali"))
    assert log.refused(late).code == "not_seated", "he was back before the computer had thought"
    log.do(Absent(2))
    log.do(late)
    assert log.refused(Play("ali", 2, token, late.seq)).code == "stale", "the computer was faster"


def test_who_asks_for_the_next_hand_is_back():
    log = hand_over(FOUR, [ME, "ali"])
    log.do(Quit("ali"))
    assert kinds(log.do(Next("ali", log.state.seq))) == [GaveBack, Asked]
    assert log.state.waiting == [0]


# the host


def test_when_the_host_goes_away_the_next_who_is_there_is_host():
    log = opened(FOUR, people=PEOPLE[:3])
    log.do(Quit(PEOPLE[1]))
    assert kinds(log.do(Absent(0))) == [TookOver, Hosted]
    assert log.state.host == PEOPLE[2]
    log.do(Back(PEOPLE[0]))
    assert log.state.host == PEOPLE[2], "who comes back is a guest like the others"


def test_where_all_are_away_the_first_who_comes_back_is_host():
    log = opened(FOUR, people=PEOPLE[:2])
    log.do(Quit(PEOPLE[1]))
    assert kinds(log.do(Quit(PEOPLE[0]))) == [TookOver]
    assert log.state.host == PEOPLE[0]
    assert kinds(log.do(Back(PEOPLE[1]))) == [GaveBack, Hosted]
    assert log.state.host == PEOPLE[1]


def test_after_the_match_the_next_host_is_one_who_will_be_missed():
    log = opened(FOUR, short=True, people=[ME, "ali"])
    log.do(Quit("ali"))
    play_until(log, lambda state: state.ended is not None)
    log.do(Quit(ME))
    assert log.state.host == "ali", "somebody of the table is host, here or not"
    assert kinds(log.do(Join(person("badr")))) == [Joined]
    assert kinds(log.do(Absent(2))) == [Freed, Hosted]
    assert log.state.host == "badr"


def test_who_is_away_cannot_be_made_host():
    log = opened(FOUR, people=[ME, "ali"])
    log.do(Quit("ali"))
    assert log.refused(Give(ME, 2)).code == "not_now"


# replacing


def test_who_is_away_can_be_replaced():
    log = opened(FOUR, people=[ME, "ali"])
    assert log.refused(Remove(ME, 2)).code == "not_now"
    log.do(Quit("ali"))
    assert log.do(Remove(ME, 2, "hard")) == [Replaced(at=0.0, seat=2, level="hard")]
    assert log.seen(0)["seats"][2]["kind"] == "computer"
    assert log.refused(Join(person("ali"))).code == "barred"
    assert log.refused(Back("ali")).code == "not_seated"
    assert log.refused(Remove(ME, 2)).code == "not_now", "a computer player cannot be taken away in a match"


def test_who_holds_everybody_up_can_be_replaced():
    log = turn_of("ali", opened(FOUR, people=[ME, "ali"]))
    assert log.refused(Remove(ME, 2), at=DAWDLING - 0.1).code == "not_now"
    assert log.do(Remove(ME, 2), at=DAWDLING) == [Replaced(at=DAWDLING, seat=2, level=STAND_IN)]
    assert log.state.computer_to_move == 2


def test_only_on_his_turn_does_anybody_hold_everybody_up():
    log = turn_of(ME, opened(FOUR, people=[ME, "ali"]))
    assert log.refused(Remove(ME, 2), at=10 * DAWDLING).code == "not_now"


# nobody waits for somebody who is away


def test_between_hands_who_is_away_is_not_waited_for():
    log = hand_over(FOUR, [ME, "ali"])
    log.do(Quit("ali"))
    assert log.state.waiting == [0]
    assert kinds(log.do(Next(ME, log.state.seq))) == [Asked, Dealt]


@pytest.mark.parametrize("way", ["quit", "absent", "replaced"])
def test_when_the_last_who_had_not_asked_goes_the_next_hand_is_owed(way: str):
    log = hand_over(FOUR, [ME, "ali"])
    log.do(Next(ME, log.state.seq))
    assert not log.state.owes
    log.do(Quit("ali") if way == "quit" else Absent(2))
    if way == "replaced":
        log.do(Remove(ME, 2))
    assert log.state.owes
    assert kinds(log.do(Settle())) == [Dealt]
    assert log.state.hand == 2


def test_who_asked_and_went_away_has_to_ask_again():
    log = hand_over(FOUR, [ME, "ali"])
    log.do(Next(ME, log.state.seq))
    log.do(Quit(ME))
    log.do(Back(ME))
    assert log.state.waiting == [0, 2]


def test_when_all_are_away_nothing_is_owed_and_whoever_is_back_first_is_waited_for():
    log = hand_over(FOUR, [ME, "ali"], Settings(clock=30))
    log.do(Quit("ali"))
    log.do(Quit(ME))
    assert not log.state.owes
    assert log.state.waiting == [0, 2]
    assert due(log.state) is None
    assert log.do(Tick(), at=9e9) == []
    log.do(Back("ali"))
    assert log.state.waiting == [2]


def test_when_all_are_away_the_first_who_asks_goes_on():
    log = hand_over(FOUR, [ME, "ali"], Settings(clock=30))
    log.do(Quit("ali"))
    log.do(Quit(ME))
    assert kinds(log.do(Next("ali", log.state.seq))) == [GaveBack, Hosted, Asked]
    assert kinds(log.do(Settle())) == [Dealt]


# the end of the match


def test_the_end_of_a_match_finds_everybody_again():
    """The clock may have taken over for all of them though they sit there: they have not asked for what comes next."""
    log, rng = opened(FOUR, short=True, people=PEOPLE[:4], settings=Settings(clock=15)), random.Random(1)
    while log.state.ended is None:
        if log.state.match is not None and log.state.match.to_move in log.state.present:
            log.do(Tick(), at=due(log.state))
        else:
            before = log.state.present
            legal_step(log, rng)
    assert before == []
    assert [seat["away"] for seat in log.seen(0)["seats"]] == [False] * 4
    assert [seat["level"] for seat in log.seen(0)["seats"]] == [None] * 4
    assert log.seen(0)["question"] == {"kind": "rematch", "waiting": [0, 1, 2, 3], "you": True}
    assert kinds(log.do(Rematch(PEOPLE[0]))) == [Asked]
    assert kinds([event for who in PEOPLE[1:4] for event in log.do(Rematch(who))]) == [
        *[Asked] * 3,
        Opened,
        Dealt,
    ]
    assert log.state.present == [0, 1, 2, 3]


def test_a_host_who_does_anything_is_back():
    log = opened(FOUR, people=[ME, "ali"], settings=Settings(clock=15))
    for command in (Change(ME, settings=Settings()), Remove(ME, 2)):
        log.do(Quit("ali"))
        log.do(Absent(0))
        assert kinds(log.do(command))[-1] is GaveBack
        assert log.state.present == [0]
        if log.state.seat_of("ali") is not None:
            log.do(Back("ali"))


def test_a_host_who_is_refused_is_not_back():
    log = opened(FOUR)
    log.do(Absent(0))
    log.refused(Give(ME, 1))
    assert log.state.present == []
