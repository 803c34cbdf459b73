"""What is seen of a table (R6): to each his own, and to nobody what he cannot know."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

from diwaniya.engine.game import games
from diwaniya.table.commands import (
    Back,
    Begin,
    Change,
    End,
    Fill,
    Join,
    Move,
    Next,
    Play,
    Quit,
    Rematch,
    Salt,
)
from diwaniya.table.events import Dealt, Event, Moved
from diwaniya.table.evolve import evolve, rebuild
from diwaniya.table.state import TableState
from diwaniya.table.views import fits_step, room_line, step_own, step_view, table_view
from diwaniya.testing.play import Position
from diwaniya.testing.worlds import exchanged, never_shown, own_history, world
from diwaniya.wire.messages import RoomLine, Step, Table
from table_play import (
    CODE,
    FOUR,
    GAMES,
    ME,
    PEOPLE,
    Log,
    hand_over,
    legal_step,
    opened,
    person,
    play_out,
    play_until,
    room,
    turn_of,
)


def calling(game: str) -> dict[str, bool | int]:
    """Options with which more can be seen, where the game has them."""
    return {"calls": True} if "calls" in games()[game].defaults else {}


def walk(log: Log, steps: int, seed: int) -> Any:
    """The table after every step of a random match, sometimes with a move out of turn."""
    rng = random.Random(seed)
    for _ in range(steps):
        if log.state.ended is not None:
            return
        match = log.state.match
        assert match is not None
        seat = rng.randrange(len(log.state.chairs))
        open_moves = match.out_of_turn(seat) if match.to_move is not None else []
        if open_moves and rng.random() < 0.3:
            log.do(Play(log.state.player_at(seat), seat, rng.choice(open_moves), log.state.seq))
        else:
            legal_step(log, rng)
        yield


@pytest.mark.parametrize("game", GAMES)
def test_a_view_has_the_type_of_the_message_and_is_the_match_view_of_that_seat(game: str):
    log = opened(game, options=calling(game), people=PEOPLE[:2])
    for _ in walk(log, 120, 5):
        match = log.state.match
        assert match is not None
        for number, seen in enumerate(log.seen_by_all()):
            seat = None if number == 0 else number - 1
            if log.state.ended is None:
                assert seen["view"] == match.view(seat)
            message = msgspec.convert(seen, Table, from_attributes=True)
            sent = msgspec.json.decode(msgspec.json.encode(message))
            assert sent.keys() - {"type"} == seen.keys(), "no field more and none less"


@pytest.mark.parametrize("game", GAMES)
def test_steps_say_what_whole_views_say(game: str):
    """The view before, with the step laid over it, is the view after it: for every seat and for who looks on."""
    log = opened(game, options=calling(game), people=PEOPLE[:2])
    before, after = log.seen_by_all(), len(log.events)
    taken = 0
    for _ in walk(log, 120, 6):
        events = log.events[after:]
        whole = log.seen_by_all()
        if fits_step(log.state, events):
            taken += 1
            shared = shared_step(log.state, after, log.now)
            for number, (old, new) in enumerate(zip(before, whole, strict=True)):
                own = step_own(log.state, None if number == 0 else number - 1)
                step = msgspec.convert({**shared, **own}, Step, from_attributes=True)
                assert old["seq"] == step.after
                lines = [*old["lines"], *([shared["line"]] if shared["line"] else [])][-40:]
                changed = {
                    "seq": step.seq,
                    "view": {**step.view, **step.mine},
                    "lines": lines,
                    "question": own["question"],
                    "clock": shared["clock"],
                }
                assert {**old, **changed} == new
        before, after = whole, len(log.events)
    assert taken > 20


def test_what_is_no_step():
    log = turn_of(ME, opened(FOUR, people=[ME, "ali"]))
    match = log.state.match
    assert match is not None
    assert fits_step(log.state, log.do(Play(ME, 0, match.legal()[0], log.state.seq)))
    assert not fits_step(log.state, log.do(Quit("ali")))
    assert not fits_step(log.state, log.do(Back("ali")))
    log = hand_over(FOUR, [ME, "ali"])
    assert fits_step(log.state, log.do(Next(ME, log.state.seq)))
    assert step_view("t", log.state, log.state.seq - 1).line is None
    assert fits_step(log.state, log.do(Next("ali", log.state.seq)))
    line = step_view("t", log.state, log.state.seq - 2).line
    assert line is not None
    assert (line.seq, line.token) == (log.state.seq, None)
    log = play_out(opened(FOUR, short=True, people=[ME, "ali"]))
    assert not fits_step(log.state, log.events[-1:])
    assert not fits_step(log.state, log.do(Rematch(ME))), "after a match the whole is shown"


def test_the_code_is_for_those_who_sit_there():
    log = room(FOUR, [ME])
    assert log.seen(0)["code"] == CODE
    assert log.seen(None)["code"] is None
    assert CODE not in json.dumps(room_line("t", log.state))


def test_who_is_here_who_looks_on_and_who_is_muted():
    log = room(FOUR, [ME, "ali"])
    log.do(Fill(ME, "easy", 1))
    seen = table_view("t", log.state, 0, here={2}, watchers=3, muted=[2], now=1.0, behind=30)
    assert [seat["here"] for seat in seen["seats"]] == [False, True, True, False]
    assert (seen["watchers"], seen["muted"], seen["behind"]) == (3, [2], 30)


def test_a_line_of_the_lobby():
    log = room(FOUR, [ME, "ali"])
    line = room_line("t", log.state, here={0, 2}, watchers=4)
    msgspec.convert(line, RoomLine)
    assert (line["host"], line["phase"], line["watchers"]) == ("Layla", "waiting", 4)
    assert [seat["kind"] for seat in line["seats"]] == ["person", "free", "person", "free"]
    free = {"kind": "free", "name": "", "avatar": 0, "level": None, "here": False, "away": False}
    assert line["seats"][1] == free


# after a match


def test_who_did_not_play_does_not_look_into_the_hands_of_who_did():
    """After a match others sit where others held their cards."""
    log = opened(FOUR, people=[ME, "ali"])
    play_until(log, lambda state: len(state.lines) > 6)
    hands = [log.seen(seat)["view"]["cards"] for seat in range(4)]
    log.do(Quit("ali"))
    log.do(End(ME))
    assert log.seen(2)["view"]["cards"] == hands[2], "his own cards"
    log.do(Quit("ali"))
    log.do(Join(person("badr"), 2))
    assert hands[2]
    assert log.seen(2)["view"]["cards"] == log.seen(None)["view"]["cards"]
    assert log.seen(2)["view"]["seat"] is None
    log.do(Move(ME, 0, 3))
    for seat in range(4):
        assert log.seen(seat)["view"]["seat"] is None
    log.do(Move(ME, 3, 0))
    assert log.seen(0)["view"]["cards"] == hands[0]


def test_a_finished_match_is_still_seen_at_a_table_of_another_size():
    many = next(game for game in GAMES if 2 in games()[game].seats and 4 in games()[game].seats)
    log = play_out(opened(FOUR, short=True, people=[ME]))
    log.do(Change(ME, game=many, seats=max(games()[many].seats)))
    for seat in range(len(log.state.chairs)):
        view = log.seen(seat)["view"]
        assert view["game"] == FOUR
        assert view["seat"] == (0 if seat == 0 else None)
    log.do(Change(ME, game=many, seats=2))
    assert len(log.seen_by_all()) == 3


# nothing that anybody cannot know


@pytest.mark.parametrize("game", GAMES)
def test_no_view_holds_a_secret_a_pack_or_a_players_number(game: str):
    log = room(game, PEOPLE[:2], options=calling(game))
    log.do(Salt(ME, "salt"))
    log.do(Fill(ME, "easy"))
    log.do(Begin(ME))
    for _ in walk(log, 100, 8):
        after = len(log.events) - 1
        packs = [event.pack for event in log.events if isinstance(event, Dealt)]
        texts = [repr(seen) for seen in log.seen_by_all()]
        texts.append(repr(room_line("t", log.state)))
        for seat in (None, *range(len(log.state.chairs))):
            texts.append(repr((step_view("t", log.state, after), step_own(log.state, seat))))
        for text in texts:
            assert log.state.secret not in text
            assert not any(f"'{player}'" in text for player in PEOPLE)
            assert not any(pack in text or pack.replace(" ", "', '") in text for pack in packs)
    assert log.state.opened is not None


def shared_step(state: TableState, after: int, now: float) -> dict[str, Any]:
    """The part of a step for all, with its fields as in the message."""
    step = step_view("t", state, after, now)
    line = None if step.line is None else msgspec.structs.asdict(step.line)
    return {"type": "step", **msgspec.structs.asdict(step), "line": line}


def told(state: TableState, seat: int | None, after: int) -> bytes:
    """Every byte that this viewer can be sent of the table as it stands, whole or as a step."""
    whole = table_view("t", state, seat, here={0}, now=5.0)
    step = {**shared_step(state, after, 5.0), **step_own(state, seat)}
    return msgspec.json.encode([whole, step, room_line("t", state)])


def history(events: list[Event], seat: int | None) -> list[bytes]:
    """All that this viewer is sent from the last deal on, event by event."""
    last = max(place for place, event in enumerate(events) if isinstance(event, Dealt))
    state = rebuild(events[:last])
    sent = []
    for event in events[last:]:
        after = state.seq
        state = evolve(state, event)
        sent.append(told(state, seat, after))
    return sent


def position(log: Log) -> Position:
    """The running hand, as the helpers that look for other worlds want it."""
    match = log.state.match
    assert match is not None
    last = max(place for place, event in enumerate(log.events) if isinstance(event, Dealt))
    dealt = log.events[last]
    assert isinstance(dealt, Dealt)
    before = rebuild(log.events[:last]).match
    assert before is not None
    numbers = {token: card for card, token in enumerate(match.game.card_tokens)}
    moves = [event.token for event in log.events[last:] if isinstance(event, Moved)]
    pack = [numbers[token] for token in dealt.pack.split()]
    return Position(match.game, before._pure.copy(), pack, match._pure.copy(), moves)


def with_pack(events: list[Event], pack: list[str]) -> list[Event]:
    """The same log with another pack for the running hand."""
    last = max(place for place, event in enumerate(events) if isinstance(event, Dealt))
    dealt = events[last]
    assert isinstance(dealt, Dealt)
    other = Dealt(at=dealt.at, hand=dealt.hand, redeal=dealt.redeal, pack=" ".join(pack))
    return [*events[:last], other, *events[last + 1 :]]


def compared(log: Log, seat: int | None, rng: random.Random, most: int) -> int:
    """Exchange cards that this viewer never saw: not a byte of what he is sent may change. How often it was done."""
    at = position(log)
    viewer = -2 if seat is None else seat
    shown = own_history(at, viewer)
    hidden = never_shown(at, viewer, shown, rng)
    wanted = history(log.events, seat)
    found = 0
    for _ in range(most if len(hidden) > 1 else 0):
        pack = exchanged(at.pack, *rng.sample(hidden, 2))
        if pack == at.pack or world(at, viewer, pack, shown) is None:
            continue
        names = [at.game.card_tokens[card] for card in pack]
        assert history(with_pack(log.events, names), seat) == wanted, f"seat {seat}: {at.told()}"
        found += 1
    return found


def hidden_stays_hidden(game: str, seed: int, rounds: int) -> int:
    rng = random.Random(seed)
    found = 0
    for number in range(rounds):
        seats = rng.choice(games()[game].seats)
        log = opened(game, seed * 1000 + number, calling(game), people=PEOPLE[:2], seats=seats)
        for _ in walk(log, rng.randrange(3, 60), number):
            pass
        if log.state.match is None or log.state.match.to_move is None:
            continue
        for seat in (None, rng.randrange(seats)):
            found += compared(log, seat, rng, 4)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_what_a_viewer_cannot_know_changes_nothing_that_he_is_sent(game: str):
    assert hidden_stays_hidden(game, 1, 8) >= 8, "too few worlds were compared"


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_what_a_viewer_cannot_know_changes_nothing_that_he_is_sent_for_long(game: str):
    assert hidden_stays_hidden(game, 2, 400) >= 400
