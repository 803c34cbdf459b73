"""What the host decides between matches, and what people add to the shuffles."""

from __future__ import annotations

import pytest

from diwaniya.engine.game import find, games
from diwaniya.table.commands import (
    Admit,
    Begin,
    Change,
    Fill,
    Give,
    Join,
    Person,
    Quit,
    Remove,
    Salt,
)
from diwaniya.table.events import (
    Admitted,
    Changed,
    Dealt,
    Freed,
    Opened,
    Salted,
    Seated,
    Settings,
)
from table_play import (
    FOUR,
    GAMES,
    ME,
    PEOPLE,
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


# computer players


def test_the_host_fills_seats():
    log = room(FOUR, [ME, "ali"])
    assert log.do(Fill(ME, "hard", 3)) == [Seated(at=0.0, seat=3, level="hard")]
    assert log.do(Fill(ME, "hard", 3)) == []
    log.do(Fill(ME, "easy", 3))
    assert seated(log) == [ME, None, "ali", "!easy"]
    assert kinds(log.do(Fill(ME, "hard"))) == [Seated]
    assert log.do(Fill(ME, "hard")) == [], "every seat is taken"
    assert seated(log) == [ME, "!hard", "ali", "!easy"]
    assert log.refused(Fill(ME, "easy", 2)).code == "taken"
    assert log.refused(Fill(ME, "easy", 4)).code == "bad_option"
    assert log.refused(Fill(ME, "", 1)).code == "bad_option"
    assert opened(FOUR).refused(Fill(ME, "easy", 1)).code == "not_now"


def test_the_host_takes_away():
    log = room(FOUR, [ME, "ali"])
    log.do(Fill(ME, "easy", 1))
    assert log.do(Remove(ME, 1)) == [Freed(at=0.0, seat=1, barred=False)]
    assert log.do(Remove(ME, 1)) == []
    assert log.do(Remove(ME, 2)) == [Freed(at=0.0, seat=2, barred=True)]
    assert log.refused(Remove(ME, 0)).code == "bad_option", "he leaves instead"
    assert log.refused(Remove(ME, 4)).code == "bad_option"
    assert log.refused(Remove(ME, 1, "x" * 40)).code == "bad_option"


def test_the_host_lets_in_again_whom_he_took_away():
    log = room(FOUR, [ME, "ali", "badr"])
    ali, badr = log.state.seat_of("ali"), log.state.seat_of("badr")
    log.do(Remove(ME, ali or 0))
    log.do(Remove(ME, badr or 0))
    badr_again, ali_again = (who["person"] for who in log.seen(0)["removed"])  # the latest first
    assert log.refused(Admit(ME, 99)).code == "bad_option"
    assert log.refused(Admit("ali", ali_again)).code == "not_seated"
    assert log.do(Admit(ME, ali_again)) == [Admitted(at=0.0, player="ali")]
    assert [who["person"] for who in log.seen(0)["removed"]] == [badr_again]
    assert log.refused(Admit(ME, ali_again)).code == "bad_option", "he may come already"
    assert log.refused(Join(person("badr"))).code == "barred"
    log.do(Join(person("ali")))
    assert log.refused(Admit("ali", badr_again)).code == "not_host"

    log.do(Remove(ME, log.state.seat_of("ali") or 0))
    assert log.seen(0)["removed"][0]["person"] not in (ali_again, badr_again), "a number is never used again"


def test_only_the_host_sees_who_was_taken_away():
    log = room(FOUR, [ME, "ali", "badr"])
    seat = log.state.seat_of("badr") or 0
    log.do(Remove(ME, seat))
    gone = person("badr")
    assert [{**who, "person": 0} for who in log.seen(0)["removed"]] == [
        {"person": 0, "name": gone.name, "avatar": gone.avatar}
    ]
    other = log.state.seat_of("ali") or 0
    assert log.seen(None)["removed"] == log.seen(other)["removed"] == []
    log.do(Give(ME, other))
    assert log.seen(0)["removed"] == []
    assert log.do(Admit("ali", log.seen(other)["removed"][0]["person"])), "also another host's decision"


def test_the_host_sees_the_latest_of_many_who_were_taken_away():
    log = room(FOUR, [ME])
    for number in range(60):
        log.do(Join(Person(f"guest-{number}", f"Guest {number}", 1)))
        log.do(Remove(ME, log.state.seat_of(f"guest-{number}") or 0))
    assert [who["name"] for who in log.seen(0)["removed"]] == [f"Guest {n}" for n in range(59, 9, -1)]


# what is played


def test_settings_can_be_changed_at_any_time():
    new = Settings(public=True, locked=True, watch=False, delay=30, clock=15, hints=False)
    for log in (room(FOUR), opened(FOUR), play_out(opened(FOUR, short=True))):
        assert kinds(log.do(Change(ME, settings=new))) == [Changed]
        assert log.seen(0)["settings"] == {
            "public": True,
            "locked": True,
            "watch": False,
            "delay": 30,
            "clock": 15,
            "hints": False,
        }
        assert log.do(Change(ME, settings=new)) == []
        assert log.refused(Change(ME, settings=Settings(clock=45))).code == "bad_option"
        assert log.refused(Change(ME, settings=Settings(delay=5))).code == "bad_option"


def test_another_game_with_as_many_seats_keeps_everybody_where_he_is():
    log = room(FOUR, [ME, "ali", "badr"])
    before = log.state.chairs
    log.do(Change(ME, game=OTHER_FOUR))
    assert log.state.game.id == OTHER_FOUR
    assert log.state.chairs == before
    assert log.do(Change(ME, game=OTHER_FOUR)) == []
    log.do(Begin(ME, "easy"))
    assert log.state.match is not None
    assert log.state.match.game.id == OTHER_FOUR


def test_a_game_for_fewer_refuses_more_people_than_seats():
    log = room(FOUR, [ME, "ali", "badr"])
    assert log.refused(Change(ME, game=TWO)).code == "bad_option"
    log.do(Quit("badr"))
    log.do(Change(ME, game=TWO))
    assert seated(log) == [ME, "ali"]


def test_a_full_table_stays_as_large_as_it_is():
    log = room(FOUR, PEOPLE[:4])
    before = log.state.chairs
    log.do(Change(ME, game=MANY))
    assert log.state.chairs == before


def test_the_number_of_seats_follows_the_game_unless_it_is_named():
    log = room(FOUR, [ME, "ali", "badr"])
    log.do(Change(ME, game=MANY))
    assert len(log.state.chairs) == 4
    log.do(Change(ME, seats=3))
    assert len(log.state.chairs) == 3
    assert {*seated(log)} == {ME, "ali", "badr"}
    assert log.refused(Change(ME, seats=2)).code == "bad_option"
    assert log.refused(Change(ME, seats=9)).code == "bad_option"
    assert log.refused(Change(ME, seats=0)).code == "bad_option"
    log.do(Change(ME, game=FOUR))
    assert len(log.state.chairs) == 4
    assert log.refused(Change(ME, game="nogame")).code == "bad_game"
    assert log.refused(Change(ME, game=FOUR, seats=5)).code == "bad_option"


def test_options_are_those_of_the_game():
    log = room(FOUR, options={"target": 21})
    assert log.do(Change(ME, options={"target": 21})) == []
    assert log.do(Change(ME, game=FOUR, seats=4)) == [], "what is left out stays"
    log.do(Change(ME, settings=Settings(public=True)))
    assert log.seen(0)["options"] == {"target": 21}
    assert log.refused(Change(ME, options={"nonsense": 1})).code == "bad_option"
    log.do(Change(ME, options={"target": 7}))
    assert log.seen(0)["options"] == {"target": 7}
    log.do(Change(ME, game=OTHER_FOUR))
    assert log.seen(0)["options"] == {}, "another game, other options"
    default = find(FOUR).defaults["target"]
    log.do(Change(ME, game=FOUR, options={"target": default}))
    assert log.do(Change(ME, options={})) == [], "that is what it is already"


def test_the_game_cannot_be_changed_during_a_match():
    log = opened(FOUR, options={"target": 21})
    assert log.refused(Change(ME, game=OTHER_FOUR)).code == "not_now"
    assert log.refused(Change(ME, options={"target": 7})).code == "not_now"
    assert log.refused(Change(ME, settings=Settings(public=True), options={"target": 7})).code == "not_now"
    log.do(Change(ME, settings=Settings(public=True), game=FOUR, seats=4, options={"target": 21}))
    assert log.state.settings.public


# beginning


def test_the_host_begins():
    log = room(FOUR, [ME, "ali"])
    answer = log.refused(Begin(ME))
    assert answer.code == "not_now"
    assert "1, 3" in answer.text
    assert log.refused(Begin(ME, "x" * 31)).code == "bad_option"
    assert kinds(log.do(Begin(ME, "easy"))) == [Seated, Seated, Opened, Dealt]
    assert seated(log) == [ME, "!easy", "ali", "!easy"]
    assert log.state.phase == "playing"
    assert log.refused(Begin(ME)).code == "not_now"


def test_where_every_seat_is_taken_no_level_is_needed():
    assert kinds(room(FOUR, PEOPLE[:4]).do(Begin(PEOPLE[0]))) == [Opened, Dealt]


# salts


def test_people_stir_the_shuffles():
    log = room(FOUR, [ME, "ali"])
    assert log.do(Salt("ali", "قهوة")) == [Salted(at=0.0, player="ali", salt="قهوة".encode().hex())]
    log.do(Salt(ME, "x"))
    log.do(Salt(ME, "y"))
    assert log.do(Salt(ME, "y")) == []
    wanted = [b"y".hex(), "قهوة".encode().hex()]
    assert log.seen(None)["salts"] == wanted
    log.do(Begin(ME, "easy"))
    assert log.state.opened is not None
    assert log.state.opened.salts == log.seen(1)["salts"] == wanted


@pytest.mark.parametrize("salt", ["", "x" * 65, "\ud800"])
def test_what_is_no_salt(salt: str):
    assert room().refused(Salt(ME, salt)).code == "bad_text"


def test_the_longest_salt_can_be_used():
    log = room(FOUR)
    log.do(Salt(ME, "\U0001f98e" * 64))
    log.do(Begin(ME, "easy"))


def test_no_salt_before_the_secret_that_it_stirs_is_fixed():
    """Whoever chose the next secret knowing the salts could choose the packs."""
    log = opened(FOUR, short=True)
    assert log.refused(Salt(ME, "x")).code == "not_now"
    play_out(log)
    log.do(Salt(ME, "x"))
    assert log.seen(0)["salts"] == ["78"]


def test_salts_are_of_those_who_sit_there_and_for_one_match():
    log = room(FOUR, [ME, "ali", "badr"], options={"target": 7})
    for player in (ME, "ali", "badr"):
        log.do(Salt(player, player))
    log.do(Quit("ali"))
    log.do(Remove(ME, log.state.seat_of("badr") or 0))
    assert log.seen(0)["salts"] == [ME.encode().hex()]
    log.do(Join(person("ali")))
    assert log.seen(0)["salts"] == [ME.encode().hex()], "he may add one again"
    log.do(Begin(ME, "easy"))
    play_out(log)
    assert log.seen(0)["salts"] == []
    log.do(Begin(ME, "easy"))
    assert log.state.opened is not None
    assert log.state.opened.salts == []
