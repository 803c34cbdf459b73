"""Time at a table: the clock of a move, the pause between two hands, quick play."""

from __future__ import annotations

import random

import pytest

from diwaniya.engine.game import games
from diwaniya.table.clock import BANK, CLOCKS, DAWDLING, DELAYS, NEXT_PAUSE, QUICK_WAIT, due
from diwaniya.table.commands import (
    Back,
    Change,
    Fill,
    Join,
    Next,
    Play,
    Quit,
    Resume,
    Settle,
    Tick,
)
from diwaniya.table.events import (
    Dealt,
    GaveBack,
    Hosted,
    Joined,
    Moved,
    Opened,
    Resumed,
    Seated,
    Settings,
    TookOver,
)
from table_play import (
    FOUR,
    GAMES,
    ME,
    PEOPLE,
    STAND_IN,
    Log,
    hand_over,
    kinds,
    legal_step,
    opened,
    person,
    play_until,
    room,
    some_move,
    turn_of,
)

TIMED = Settings(clock=30)


def my_time(people: int = 2, settings: Settings = TIMED) -> Log:
    """I am to move; my turn began at 0."""
    log = turn_of(ME, opened(FOUR, people=PEOPLE[:people], settings=settings))
    assert log.state.turn_at == 0.0
    return log


# the clock


def test_the_times_that_people_are_told():
    """They stand in docs and on the page; a change here is a change there."""
    assert (BANK, NEXT_PAUSE, QUICK_WAIT, DAWDLING) == (60, 30, 20, 60)
    assert (CLOCKS, DELAYS) == ((0, 15, 30, 60), (0, 15, 30, 60, 120))


def test_without_a_clock_nothing_is_due():
    log = my_time(settings=Settings())
    assert due(log.state) is None
    assert log.seen(0)["clock"] is None
    assert log.do(Tick(), at=9e9) == []


@pytest.mark.parametrize("clock", [clock for clock in CLOCKS if clock])
def test_whose_time_is_up_is_taken_over(clock: int):
    log = my_time(settings=Settings(clock=clock))
    end = clock + BANK
    assert due(log.state) == end
    assert log.do(Tick(), at=end - 0.01) == []
    events = log.do(Tick(), at=end)
    assert events[0] == TookOver(at=end, seat=0, level=STAND_IN, why="clock")
    assert kinds(events[1:]) == [Hosted]
    assert log.state.bank[0] == 0
    assert due(log.state) is None
    assert log.do(Tick(), at=end + 1000) == []
    assert log.state.computer_to_move == 0


def test_the_clock_as_it_is_shown():
    log = my_time()
    for now, left, bank in ((0, 30, 60), (12.345, 17.66, 60), (30, 0, 60), (40.5, 0, 49.5), (99, 0, 0)):
        log.now = now
        assert log.seen(None)["clock"] == {"seat": 0, "left": pytest.approx(left, abs=0.01), "bank": bank}


def test_a_move_within_its_time_costs_nothing():
    log = my_time()
    log.do(Play(ME, 0, some_move(log), log.state.seq), at=30)
    assert log.state.bank == (60.0,) * 4
    assert log.state.turn_at == 30


def test_what_a_move_takes_longer_is_paid_from_the_bank():
    log = my_time()
    log.do(Play(ME, 0, some_move(log), log.state.seq), at=42.5)
    assert log.state.bank == (47.5, 60.0, 60.0, 60.0)
    turn_of(ME, log)
    assert due(log.state) == log.state.turn_at + 30 + 47.5
    log.do(Play(ME, 0, some_move(log), log.state.seq), at=log.state.turn_at + 30.5)
    assert log.state.bank[0] == 47


def test_a_move_that_comes_before_the_tick_is_made():
    log = my_time()
    log.do(Play(ME, 0, some_move(log), log.state.seq), at=95)
    assert log.state.bank[0] == 0


def test_computer_players_have_no_clock():
    log = opened(FOUR, people=[ME], settings=TIMED)
    play_until(log, lambda state: state.computer_to_move is not None)
    seat = log.state.computer_to_move
    assert seat is not None
    assert due(log.state) is None
    log.do(Play(None, seat, some_move(log), log.state.seq), at=500)
    assert log.state.bank == (60.0,) * 4


def test_who_let_his_time_pass_cannot_hold_everybody_up_by_coming_back():
    """Otherwise he could come back again and again, each time with a whole turn's time."""
    log = my_time()
    log.do(Tick(), at=90)
    log.do(Back(ME), at=90.5)
    assert log.state.computer_to_move == 0, "the computer makes this move"
    assert log.refused(Play(None, 2, some_move(log), log.state.seq)).code == "not_seated", "and no other"
    assert due(log.state) is None
    log.do(Play(None, 0, some_move(log), log.state.seq), at=91)
    turn_of(ME, log)
    assert log.state.computer_to_move is None, "the next is his own again"
    assert due(log.state) == log.state.turn_at + 30, "with an empty bank"


def test_who_let_his_time_pass_may_still_be_faster_than_the_computer():
    log = my_time()
    log.do(Tick(), at=90)
    assert kinds(log.do(Play(ME, 0, some_move(log), log.state.seq), at=90.2)) == [GaveBack, Moved]


def test_leaving_and_coming_back_wins_no_time():
    log = my_time()
    log.do(Quit(ME), at=85)
    log.do(Back(ME), at=86)
    assert due(log.state) == 90


def test_a_new_clock_begins_with_the_present_turn():
    log = turn_of(ME, opened(FOUR, people=[ME, "ali"]))
    log.do(Change(ME, settings=TIMED), at=500)
    assert due(log.state) == 590
    log.do(Change(ME, settings=Settings(clock=30, public=True)), at=510)
    assert due(log.state) == 590, "what else is changed has nothing to do with it"
    log.do(Change(ME, settings=Settings()), at=520)
    assert due(log.state) is None


def test_after_everybody_was_gone_the_turn_begins_anew():
    log = my_time()
    assert log.do(Resume(), at=1000) == [Resumed(at=1000)]
    assert due(log.state) == 1090
    assert turn_of(ME, opened(FOUR)).do(Resume()) == [], "there is nothing to begin anew"
    assert room(FOUR, settings=TIMED).do(Resume()) == [], "nor before the first match"


def test_after_everybody_was_gone_nobody_has_let_his_time_pass():
    log = my_time()
    log.do(Tick(), at=90)
    log.do(Resume(), at=1000)
    log.do(Back(ME), at=1001)
    assert log.state.computer_to_move is None
    assert due(log.state) == 1030


# the pause between hands


def test_where_several_play_the_next_hand_comes_by_itself():
    """R4."""
    log = hand_over(FOUR, [ME, "ali"])
    assert due(log.state) == NEXT_PAUSE
    assert log.seen(0)["clock"] == {"seat": None, "left": NEXT_PAUSE, "bank": 0}
    log.do(Next("ali", log.state.seq), at=3)
    assert log.seen(None)["clock"] == {"seat": None, "left": NEXT_PAUSE - 3, "bank": 0}
    assert due(log.state) == NEXT_PAUSE, "asking neither lengthens nor shortens it"
    assert log.do(Tick(), at=NEXT_PAUSE - 1) == []
    assert kinds(log.do(Tick(), at=NEXT_PAUSE)) == [Dealt]
    assert log.do(Tick(), at=NEXT_PAUSE) == []
    assert log.state.hand == 2


def test_what_the_table_owes_needs_no_clock():
    log = opened(FOUR, short=True, people=[ME, "ali"], settings=TIMED)
    play_until(log, lambda state: state.match is not None and state.match.over)
    assert log.state.owes
    assert due(log.state) is None
    log.do(Settle())
    assert due(log.state) is None
    game = next(game for game in GAMES if games()[game].redeals)
    for seed in range(400):
        log, rng = opened(game, seed, people=PEOPLE[:2], settings=TIMED), random.Random(seed)
        match = log.state.match
        assert match is not None
        while calls := [token for token in match.legal() if token in ("beg", "run")]:
            legal_step(log, rng, calls)
        if log.state.needs_redeal:
            assert log.state.owes
            assert due(log.state) is None
            return
    raise AssertionError("no pack ran out")


def test_who_plays_alone_is_not_hurried():
    log = hand_over(FOUR, [ME])
    assert due(log.state) is None
    assert log.seen(0)["clock"] is None


def test_the_pause_begins_anew_after_everybody_was_gone():
    log = hand_over(FOUR, [ME, "ali"])
    log.do(Resume(), at=500)
    assert due(log.state) == 500 + NEXT_PAUSE


# quick play


def test_quick_play_begins_by_itself():
    log = room(FOUR, [ME], quick=True)
    assert due(log.state) == QUICK_WAIT
    assert log.seen(0)["clock"] == {"seat": None, "left": QUICK_WAIT, "bank": 0}
    log.do(Join(person("ali")), at=5)
    assert log.do(Tick(), at=QUICK_WAIT - 1) == []
    assert kinds(log.do(Tick(), at=QUICK_WAIT)) == [Seated, Seated, Opened, Dealt]
    assert [seat["level"] for seat in log.seen(0)["seats"]] == [None, STAND_IN, None, STAND_IN]
    assert log.do(Tick(), at=QUICK_WAIT) == []


def test_quick_play_begins_when_every_seat_is_taken():
    log = room(FOUR, PEOPLE[:3], quick=True)
    assert kinds(log.do(Join(person(PEOPLE[3])), at=5)) == [Joined, Opened, Dealt]


def test_quick_play_begins_when_the_host_fills_it():
    log = room(FOUR, [ME, "ali"], quick=True)
    log.do(Fill(ME, "easy"))
    assert log.state.owes
    assert kinds(log.do(Settle())) == [Opened, Dealt]


def test_other_rooms_wait_for_their_host():
    log = room(FOUR, PEOPLE[:4])
    assert due(log.state) is None
    assert not log.state.owes
    assert log.do(Tick(), at=9e9) == []
