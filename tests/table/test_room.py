"""A room before and between matches: who may come, sit, move, be host, and what the host may do."""

from __future__ import annotations

import pytest

from diwaniya.engine.game import games
from diwaniya.table.clock import due
from diwaniya.table.commands import (
    Absent,
    Back,
    Begin,
    Change,
    Command,
    End,
    Fill,
    Give,
    Join,
    Move,
    Next,
    Open,
    Person,
    Play,
    Quit,
    Refusal,
    Rematch,
    Remove,
    Rename,
    Resume,
    Salt,
    Settle,
    Tick,
)
from diwaniya.table.decide import decide
from diwaniya.table.events import (
    Closed,
    Created,
    Dealt,
    Freed,
    Hosted,
    Joined,
    Opened,
    Renamed,
    Settings,
    Swapped,
)
from diwaniya.table.record import record
from table_play import (
    CODE,
    FOUR,
    GAMES,
    ME,
    PEOPLE,
    STAND_IN,
    Log,
    entropy,
    kinds,
    opened,
    person,
    play_out,
    room,
    seated,
)

OTHER_FOUR = next(game for game in GAMES if games()[game].seats[0] == 4 and game != FOUR)
TWO = next(game for game in GAMES if games()[game].seats == (2,))
MANY = next(game for game in GAMES if len(games()[game].seats) > 1)


# opening


@pytest.mark.parametrize("game", GAMES)
def test_a_room_is_opened(game: str):
    log = room(game)
    (created,) = log.events
    assert isinstance(created, Created)
    seen = log.seen(0)
    assert (seen["phase"], seen["host"], seen["seat"], seen["code"]) == ("waiting", 0, 0, CODE)
    assert (seen["view"], seen["match"], seen["question"], seen["clock"]) == (None, None, None, None)
    assert (seen["first_dealer"], seen["cut"], seen["lines"], seen["matches"]) == (None, [], [], [])
    assert [seat["kind"] for seat in seen["seats"]] == ["person"] + ["free"] * (games()[game].seats[0] - 1)
    assert log.state.seq == 1
    assert not log.state.owes


@pytest.mark.parametrize("game", GAMES)
def test_a_table_against_computer_players_begins_at_once(game: str):
    """R3."""
    others = games()[game].seats[0] - 1
    command = Open(person(ME), CODE, game, levels=["easy"] * others, begin=True)
    log = Log.open(command)
    assert kinds(log.events) == [Created, Opened, Dealt]
    assert seated(log) == [ME, *["!easy"] * others]
    assert log.state.match is not None
    assert log.state.match.to_move is not None or log.state.match.over


def test_computer_players_sit_from_seat_1_up():
    log = Log.open(Open(person(ME), CODE, FOUR, levels=["easy", "hard"]))
    assert seated(log) == [ME, "!easy", "!hard", None]


@pytest.mark.parametrize("seats", games()[MANY].seats)
def test_every_number_of_seats_can_be_chosen(seats: int):
    assert len(room(MANY, seats=seats).state.chairs) == seats


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Open(person(ME), CODE, "nogame"), "bad_game"),
        (Open(person(ME), CODE, FOUR, seats=9), "bad_option"),
        (Open(person(ME), CODE, FOUR, options={"nonsense": 3}), "bad_option"),
        (Open(person(ME), CODE, FOUR, options={"target": -3}), "bad_option"),
        (Open(person(ME), CODE, FOUR, options={"target": True}), "bad_option"),
        (Open(person(ME), CODE, FOUR, settings=Settings(clock=20)), "bad_option"),
        (Open(person(ME), CODE, FOUR, settings=Settings(clock=-15)), "bad_option"),
        (Open(person(ME), CODE, FOUR, settings=Settings(delay=1)), "bad_option"),
        (Open(person(ME), CODE, FOUR, levels=["easy"] * 4), "bad_option"),
        (Open(person(ME), CODE, FOUR, levels=["easy", ""]), "bad_option"),
        (Open(person(ME), CODE, FOUR, levels=["x" * 31]), "bad_option"),
        (Open(person(ME), CODE, FOUR, levels=["a\nb"]), "bad_option"),
        (Open(person(ME), CODE, FOUR, levels=["easy"] * 2, begin=True), "not_now"),
    ],
)
def test_what_cannot_be_opened(command: Open, code: str):
    answer = decide(None, command, 0.0, entropy(1))
    assert isinstance(answer, Refusal)
    assert answer.code == code
    assert answer.text


def test_too_many_computer_players_are_refused_in_words_that_fit_any_number() -> None:
    answer = decide(None, Open(person(ME), CODE, "basra", seats=2, levels=["easy"] * 3), 0.0, entropy(1))
    assert isinstance(answer, Refusal)
    assert answer.text == "Too few other seats (1) for so many computer players (3)."


EVERY: list[Command] = [
    Join(person("ali")),
    Quit(ME),
    Move(ME, 0, 1),
    Fill(ME, "easy"),
    Remove(ME, 1),
    Give(ME, 1),
    Change(ME, settings=Settings()),
    Salt(ME, "x"),
    Begin(ME, "easy"),
    Play(ME, 0, "AS", 1),
    Next(ME, 1),
    Rematch(ME),
    Back(ME),
    End(ME),
    Settle(),
    Tick(),
    Absent(0),
    Resume(),
]


@pytest.mark.parametrize("command", EVERY, ids=lambda command: type(command).__name__)
def test_nothing_can_be_done_at_a_table_that_is_not_there_or_no_more(command: Command):
    for state in (None, _closed().state):
        answer = decide(state, command, 0.0, entropy(1), STAND_IN)
        assert isinstance(answer, Refusal)
        assert answer.code == "no_table"


def _closed() -> Log:
    log = room()
    log.do(Quit(ME))
    return log


@pytest.mark.parametrize(
    "command",
    [
        Quit("stranger"),
        Move("stranger", 0, 1),
        Fill("stranger", "easy"),
        Remove("stranger", 0),
        Give("stranger", 0),
        Change("stranger", settings=Settings(public=True)),
        Salt("stranger", "x"),
        Begin("stranger", "easy"),
        Play("stranger", 0, "AS", 1),
        Play(None, 0, "AS", 1),
        Next("stranger", 1),
        Rematch("stranger"),
        Back("stranger"),
        End("stranger"),
    ],
    ids=lambda command: type(command).__name__,
)
def test_a_stranger_can_do_nothing(command: Command):
    """Neither before a match nor during one nor after it."""
    for log in (room(), opened(FOUR), play_out(opened(FOUR, short=True))):
        assert log.refused(command).code == "not_seated"


# joining


def test_people_sit_down_in_the_order_of_r1():
    log = room(FOUR, PEOPLE[:4])
    assert seated(log) == [PEOPLE[0], PEOPLE[2], PEOPLE[1], PEOPLE[3]]
    assert log.refused(Join(person("eid"))).code == "full"


def test_a_seat_can_be_chosen():
    log = room(FOUR, [ME])
    log.do(Join(person("ali"), 3))
    assert seated(log) == [ME, None, None, "ali"]
    assert log.refused(Join(person("badr"), 3)).code == "taken"
    assert log.refused(Join(person("badr"), 0)).code == "taken"
    for seat in (-1, 4, 99):
        assert log.refused(Join(person("badr"), seat)).code == "bad_option"
    seen = log.seen(3)["seats"][3]
    assert (seen["kind"], seen["name"], seen["avatar"]) == ("person", "Ali", 3)


def test_who_sits_here_keeps_his_seat():
    log = room(FOUR, PEOPLE[:2])
    assert log.do(Join(Person(PEOPLE[1], "Another name"), 3)) == []
    assert seated(log) == [PEOPLE[0], None, PEOPLE[1], None]


def test_a_person_takes_a_computer_players_seat_when_none_is_free():
    log = room(FOUR, [ME])
    log.do(Fill(ME, "easy", 2))
    log.do(Join(person("ali")))
    assert seated(log) == [ME, "ali", "!easy", None]
    log.do(Join(person("badr"), 2))
    assert seated(log) == [ME, "ali", "badr", None]
    log.do(Fill(ME, "easy"))
    log.do(Join(person("dana")))
    assert seated(log) == [ME, "ali", "badr", "dana"]


def test_a_locked_room_lets_nobody_else_in():
    log = room(FOUR, [ME, "ali"])
    log.do(Change(ME, settings=Settings(locked=True)))
    assert log.refused(Join(person("badr"))).code == "locked"
    assert log.do(Join(person("ali"))) == [], "who has a seat is in"
    log.do(Change(ME, settings=Settings()))
    log.do(Join(person("badr")))


def test_who_was_taken_away_is_barred():
    log = room(FOUR, [ME, "ali"])
    log.do(Remove(ME, 2))
    assert seated(log) == [ME, None, None, None]
    assert log.refused(Join(person("ali"))).code == "barred"
    assert log.refused(Join(person("ali"), 1)).code == "barred"
    log.do(Join(person("badr")))


def test_a_person_is_shown_otherwise():
    """Before, in and after a match, also where a computer player plays for him."""
    log = room(FOUR, [ME, "ali"])
    seat = log.state.seat_of("ali") or 0
    named = Person("ali", "Ali Baba", 9)
    assert log.do(Rename(named)) == [Renamed(at=0.0, player="ali", name="Ali Baba", avatar=9)]
    assert log.do(Rename(named)) == []
    assert log.refused(Rename(person("badr"))).code == "not_seated"
    seen = log.seen(0)["seats"][seat]
    assert (seen["name"], seen["avatar"], seen["kind"]) == ("Ali Baba", 9, "person")

    log.do(Begin(ME, "easy"))
    log.do(Quit("ali"))
    before = log.seen(0)["seats"][seat]
    log.do(Rename(Person("ali", "Ali", 2)))
    assert log.seen(0)["seats"][seat] == {**before, "name": "Ali", "avatar": 2}
    log.do(Back("ali"))
    play_out(log)
    assert record(log.state)["meta"]["names"][seat] == "Ali"
    log.do(Rename(Person("ali", "", 2)))
    assert record(log.state)["meta"]["names"][seat] == "Ali", "as he was called when it was played"
    assert log.seen(seat)["view"]["seat"] == seat, "it is still he who had these cards"


def test_who_left_may_come_again():
    log = room(FOUR, [ME, "ali"])
    assert kinds(log.do(Quit("ali"))) == [Freed]
    assert kinds(log.do(Join(person("ali")))) == [Joined]


def test_nobody_joins_during_a_match():
    assert opened(FOUR).refused(Join(person("ali"))).code == "not_now"


def test_after_a_match_others_may_come():
    log = play_out(opened(FOUR, short=True))
    assert kinds(log.do(Join(person("ali")))) == [Joined]
    assert seated(log) == [ME, "!easy", "ali", "!easy"]


# leaving, and who is host then


def test_the_next_in_the_order_of_coming_becomes_host():
    log = room(FOUR, PEOPLE[:3])
    assert kinds(log.do(Quit(ME))) == [Freed, Hosted]
    assert log.state.host == PEOPLE[1]
    log.do(Join(person(ME)))
    log.do(Quit(PEOPLE[1]))
    assert log.state.host == PEOPLE[2], "who came again came last"
    log.do(Quit(PEOPLE[2]))
    assert log.state.host == ME
    assert log.seen(None)["host"] == 0


def test_the_host_stays_when_others_leave():
    log = room(FOUR, PEOPLE[:3])
    assert kinds(log.do(Quit(PEOPLE[1]))) == [Freed]
    assert log.state.host == ME


def test_when_the_last_person_leaves_the_room_closes():
    log = room(FOUR, [ME, "ali"])
    log.do(Fill(ME, "easy"))
    log.do(Quit("ali"))
    assert kinds(log.do(Quit(ME))) == [Freed, Closed]
    assert log.state.closed
    assert not log.state.owes
    assert due(log.state) is None
    assert log.state.computer_to_move is None


def test_who_is_absent_before_a_match_loses_his_seat():
    log = room(FOUR, [ME, "ali"])
    assert kinds(log.do(Absent(0))) == [Freed, Hosted]
    assert seated(log) == [None, None, "ali", None]
    assert log.do(Absent(0)) == []
    assert log.refused(Absent(4)).code == "bad_option"


def test_the_host_can_hand_over():
    log = room(FOUR, [ME, "ali"])
    assert log.refused(Give("ali", 0)).code == "not_host"
    assert log.refused(Give(ME, 1)).code == "bad_option"
    assert log.refused(Give(ME, 7)).code == "bad_option"
    assert log.do(Give(ME, 0)) == []
    log.do(Fill(ME, "easy", 1))
    assert log.refused(Give(ME, 1)).code == "bad_option", "a computer player is no host"
    assert kinds(log.do(Give(ME, 2))) == [Hosted]
    assert log.state.host == "ali"
    assert log.refused(Give(ME, 0)).code == "not_host"


@pytest.mark.parametrize(
    "command",
    [
        Fill("ali", "easy"),
        Remove("ali", 0),
        Give("ali", 2),
        Change("ali", settings=Settings(public=True)),
        Begin("ali", "easy"),
    ],
    ids=lambda command: type(command).__name__,
)
def test_what_only_the_host_can_do(command: Command):
    for log in (room(FOUR, [ME, "ali"]), opened(FOUR, people=[ME, "ali"])):
        assert log.refused(command).code == "not_host"


# changing places


def test_everybody_may_go_to_a_free_seat_or_a_computer_players():
    log = room(FOUR, [ME, "ali"])
    assert log.do(Move("ali", 2, 1)) == [Swapped(at=0.0, seats=(2, 1))]
    assert seated(log) == [ME, "ali", None, None]
    log.do(Fill(ME, "easy", 3))
    log.do(Move("ali", 1, 3))
    assert seated(log) == [ME, "!easy", None, "ali"]
    assert log.refused(Move("ali", 3, 0)).code == "taken"
    assert log.refused(Move("ali", 0, 2)).code == "not_host"
    assert log.refused(Move("ali", 1, 2)).code == "not_host"
    assert log.do(Move("ali", 3, 3)) == []
    for seat, to in ((-1, 0), (3, 4), (9, 3), (3, -1)):
        assert log.refused(Move("ali", seat, to)).code == "bad_option"


def test_the_host_may_move_anybody():
    log = room(FOUR, [ME, "ali", "badr"])
    assert seated(log) == [ME, "badr", "ali", None]
    log.do(Move(ME, 2, 1))
    assert seated(log) == [ME, "ali", "badr", None]
    log.do(Move(ME, 3, 0))
    assert seated(log) == [None, "ali", "badr", ME]
    assert log.state.host == ME
    assert log.state.seat_of(ME) == 3
    assert log.do(Move(ME, 3, 3)) == []
    log.do(Quit("ali"))
    assert log.do(Move(ME, 0, 1)) == [], "two free seats"


def test_nobody_moves_during_a_match():
    log = opened(FOUR, people=[ME, "ali"])
    assert log.refused(Move(ME, 0, 1)).code == "not_now"
    assert log.refused(Move("ali", 2, 1)).code == "not_now"
