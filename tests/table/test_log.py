"""A table is the fold of its log, and a log that cannot be is said to be damaged."""

from __future__ import annotations

from typing import Any

import pytest

from diwaniya.engine.game import games
from diwaniya.engine.match import Match
from diwaniya.table.commands import (
    Absent,
    Admit,
    Back,
    Begin,
    Change,
    End,
    Fill,
    Give,
    Join,
    Move,
    Person,
    Quit,
    Rematch,
    Remove,
    Rename,
    Resume,
    Salt,
    Tick,
)
from diwaniya.table.events import (
    Admitted,
    Asked,
    Changed,
    Closed,
    Created,
    Dealt,
    Ended,
    Event,
    Freed,
    GaveBack,
    Hosted,
    Joined,
    Moved,
    Opened,
    Renamed,
    Replaced,
    Salted,
    Seated,
    Settings,
    Swapped,
    TookOver,
    decode,
    encode,
)
from diwaniya.table.evolve import DamagedLog, evolve, rebuild
from diwaniya.table.views import table_view
from table_play import GAMES, ME, PEOPLE, Log, opened, person, play_out, play_until, room, turn_of


def written(log: Log) -> list[Event]:
    """The log as it comes back from the disk."""
    return [decode(encode(event)) for event in log.events]


def eventful(game: str) -> Log:
    """A room in which everything happens that can happen in one."""
    options = {"target": 7} if "target" in games()[game].defaults else {}
    log = room(game, PEOPLE[:2], options=options, settings=Settings(clock=15))
    log.do(Salt(ME, "x"))
    log.do(Rename(Person(ME, "Salma", 7)))
    log.do(Move(ME, 0, log.state.seat_of(PEOPLE[1]) or 1))
    log.do(Quit(PEOPLE[1]))
    log.do(Join(person(PEOPLE[2])))
    log.do(Give(ME, log.state.seat_of(PEOPLE[2]) or 0))
    log.do(Give(PEOPLE[2], log.state.seat_of(ME) or 0))
    log.do(Change(ME, settings=Settings(clock=30, public=True)))
    log.do(Fill(ME, "easy"))
    log.do(Begin(ME), at=10)
    for _ in range(3):
        turn_of(ME, log)
        log.do(Tick(), at=log.now + 200)
        log.do(Back(ME))
        log.do(Resume(), at=log.now + 5)
    log.do(Absent(log.state.seat_of(PEOPLE[2]) or 0))
    if log.state.host == PEOPLE[2]:
        log.do(Back(ME))
    log.do(Remove(log.state.host, log.state.seat_of(PEOPLE[2]) or 0, "easy"))
    log.do(Admit(ME, log.seen(log.state.host_seat)["removed"][0]["person"]))
    play_out(log)
    log.do(Salt(ME, "y"))
    if len(log.state.chairs) > 2:  # somebody comes again and is taken away again
        log.do(Join(person(PEOPLE[2])))
        log.do(Remove(ME, log.state.seat_of(PEOPLE[2]) or 0))
        log.do(Fill(ME, "easy"))
    log.do(Rematch(ME))
    play_until(log, lambda state: len(state.lines) > 5)
    return log


def test_a_log_from_before_there_were_hints_is_read():
    log = room(settings=Settings(clock=30))
    log.do(Change(ME, settings=Settings(clock=15)))
    bodies = [encode(event).replace(b',"hints":true', b"") for event in log.events]
    assert sum(b"clock" in body for body in bodies) == 2
    assert not any(b"hints" in body for body in bodies)
    state = rebuild(map(decode, bodies))
    assert state.settings == Settings(clock=15, hints=True)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_the_fold_of_its_log(game: str):
    log = eventful(game)
    again = rebuild(written(log))
    for seat in (None, *range(len(log.state.chairs))):
        assert table_view("t", again, seat, now=log.now) == log.seen(seat)
    assert again.bank == log.state.bank
    assert again.seq == log.state.seq == len(log.events)


def test_everything_happens_in_the_eventful_room():
    """So that the test above has seen every event there is; the rest come when a room closes."""
    kinds = {type(event) for game in GAMES for event in eventful(game).events}
    missing = {kind for kind in Event.__args__ if kind not in kinds}
    assert missing <= {Closed, Asked}


def test_matches_that_are_over_are_not_played_again(monkeypatch: pytest.MonkeyPatch):
    """A room of many matches is read as fast as one of a single match."""
    log = opened(GAMES[0], short=True)
    for _ in range(3):
        play_out(log)
        log.do(Rematch(ME))
    play_until(log, lambda state: len(state.lines) > 3)
    made: list[str] = []
    play = Match.play
    monkeypatch.setattr(
        Match, "play", lambda self, token, seat=None: made.append(token) or play(self, token, seat)
    )
    assert rebuild(written(log)).seq == log.state.seq
    last = max(place for place, event in enumerate(log.events) if isinstance(event, Opened))
    assert made == [event.token for event in log.events[last:] if isinstance(event, Moved)]


TWO = next(game for game in GAMES if games()[game].seats == (2,))
OLD = f"""
{{"type":"created","at":1.0,"code":"ABCDEFGH","game":"{TWO}","options":{{}},"settings":{{}},"host":"h",\
"chairs":[{{"player":"h","name":"Noor","avatar":3}},null],"secret":"00"}}
{{"type":"joined","at":2.0,"seat":1,"player":"p","name":"Ali","avatar":4}}
{{"type":"freed","at":3.0,"seat":1,"barred":true}}
"""
"""As it was written before anybody could be let in again."""


def test_who_was_barred_in_an_old_log_can_be_let_in_again():
    state = rebuild(decode(body.encode()) for body in OLD.split())
    seen = table_view("t", state, 0)["removed"]
    assert seen == [{"person": 3, "name": "Ali", "avatar": 4}]
    log = Log(state)
    assert log.refused(Join(person("p"))).code == "barred"
    log.do(Admit("h", 3))
    log.do(Join(person("p")))


CREATED = room(GAMES[0]).events[0]


@pytest.mark.parametrize(
    "events",
    [
        [],
        [Dealt(at=0, hand=1, redeal=0, pack="AS")],
        [CREATED, CREATED],
        [Created(at=0, code="", game="x", options={}, settings=Settings(), host="", chairs=[], secret="")],
        [CREATED, Moved(at=0, seat=0, token="AS")],
        [CREATED, Dealt(at=0, hand=1, redeal=0, pack="AS")],
        [CREATED, Ended(at=0, winners=[], scores=[], secret="00")],
        [CREATED, Opened(at=0, match="m", salts=[], dealer=0, cut=[])],
        [CREATED, Joined(at=0, seat=0, player="x", name="", avatar=0)],
        [CREATED, Joined(at=0, seat=1, player=ME, name="", avatar=0)],
        [CREATED, Joined(at=0, seat=-1, player="x", name="", avatar=0)],
        [CREATED, Seated(at=0, seat=0, level="easy")],
        [CREATED, Seated(at=0, seat=99, level="easy")],
        [CREATED, Swapped(at=0, seats=(0, 99))],
        [CREATED, Hosted(at=0, player="x")],
        [CREATED, Asked(at=0, seat=1)],
        [CREATED, GaveBack(at=0, seat=1)],
        [CREATED, TookOver(at=0, seat=1, level="easy", why="left")],
        [CREATED, Replaced(at=0, seat=1, level="easy")],
        [CREATED, Changed(at=0, game="x", options={}, settings=Settings(), chairs=[])],
        [CREATED, Changed(at=0, game=GAMES[0], options={}, settings=Settings(), chairs=[None])],
        [CREATED, Admitted(at=0, player=ME)],
        [CREATED, Renamed(at=0, player="x", name="", avatar=0)],
        [CREATED, Freed(at=0, seat=0), Closed(at=0), Closed(at=0)],
        [CREATED, Closed(at=0), Salted(at=0, player=ME, salt="00")],
    ],
)
def test_a_damaged_log_is_said_to_be_damaged(events: list[Any]):
    with pytest.raises(DamagedLog):
        rebuild(events)


def test_a_log_with_a_move_or_a_pack_that_cannot_be_is_damaged():
    log = turn_of(ME, opened(GAMES[0]))
    for event in (
        Moved(at=0, seat=0, token="nonsense"),
        Dealt(at=0, hand=2, redeal=0, pack="AS"),
        Opened(at=0, match="m", salts=[], dealer=0, cut=[]),
    ):
        with pytest.raises(DamagedLog):
            rebuild([*log.events, event])
    with pytest.raises(DamagedLog):
        evolve(log.state, log.events[0])
    log = turn_of(ME, opened(GAMES[0]))
    assert log.state.match is not None
    token = log.state.match.legal()[0]
    log.do(End(ME))
    with pytest.raises(DamagedLog):
        rebuild([*log.events, Moved(at=0, seat=0, token=token)])
    log = play_out(opened(GAMES[0], short=True))
    with pytest.raises(DamagedLog):
        rebuild([*log.events, Opened(at=0, match="m", salts=[], dealer=99, cut=[])])
