"""Any commands in any order, from people, strangers, computer players and the clock: a room stays what its log makes of
it, somebody is always host, and nobody waits for ever.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from diwaniya.engine.game import find
from diwaniya.table.clock import BANK, CLOCKS, DELAYS, due
from diwaniya.table.commands import (
    Absent,
    Admit,
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
from diwaniya.table.events import Settings, decode, encode
from diwaniya.table.evolve import rebuild
from diwaniya.table.record import about, books, record
from diwaniya.table.state import TableState
from diwaniya.table.views import room_line
from diwaniya.wire.messages import RoomLine, Table
from table_play import CODE, GAMES, PEOPLE, Log, can_be_finished, go_on, person

SOME = PEOPLE[:5]
ANYBODY = [*SOME, "stranger"]
TOKENS = [
    "AS",
    "pass",
    "bid:9",
    "keep",
    "beg",
    "take:AS",
    "0:expose:AS",
    "1:call:7D",
    "",
    ":",
    "0:",
    "9:expose:AS",
]
SEEDS = st.integers(0, 2**32 - 1)
WHO = st.integers(0, 11)
"""The host, somebody who sits at the table, or anybody: see `who`."""
SEATS = st.integers(-1, 8)
"""Mostly a seat that there is: see `seat`."""
LEVELS = st.sampled_from(["easy", "hard", ""])
SETTINGS = st.builds(
    Settings,
    public=st.booleans(),
    locked=st.sampled_from([False] * 7 + [True]),
    watch=st.booleans(),
    delay=st.sampled_from([*DELAYS, 7]),
    clock=st.sampled_from([*CLOCKS, 7]),
)


there_is_a_room = precondition(lambda self: not self.log.state.closed)


def internals(state: TableState) -> dict[str, Any]:
    """All of a state that can be compared; the match as its record."""
    kept = {name: getattr(state, name) for name in state.__slots__ if name not in ("match", "game", "lines")}
    match = None if state.match is None else state.match.record()
    return {**kept, "match": match, "game": state.game.id, "lines": list(state.lines)}


class Rooms(RuleBasedStateMachine):
    """Rooms of all games, one after the other."""

    log: Log

    @initialize(
        game=st.sampled_from(GAMES),
        seed=SEEDS,
        goal=st.integers(1, 30),
        chosen=SETTINGS,
        quick=st.booleans(),
        people=st.integers(1, 4),
        begin=st.booleans(),
    )
    def open(
        self, game: str, seed: int, goal: int, chosen: Settings, quick: bool, people: int, begin: bool
    ) -> None:
        self.sent: list[Command] = []
        self.banks: tuple[object, tuple[float, ...]] = (None, ())
        rng = random.Random(seed)
        rules = find(game)
        options: dict[str, bool | int] = {"target": goal} if "target" in rules.defaults else {}
        if "calls" in rules.defaults:
            options["calls"] = True
        possible = msgspec.structs.replace(
            chosen,
            delay=chosen.delay if chosen.delay in DELAYS else 0,
            clock=chosen.clock if chosen.clock in CLOCKS else 0,
        )
        host, *others = rng.sample(SOME, people)
        opening = Open(person(host), CODE, game, rng.choice(rules.seats), options, possible, quick=quick)
        self.log = Log.open(opening, seed)
        for other in others:
            self.send(Join(person(other)))
        if begin:
            self.send(Begin(host, "easy"))

    # what everything goes through

    def send(self, command: Command) -> bool:
        """Carry out a command, or see that a refusal has changed nothing."""
        log = self.log
        before = internals(log.state)
        answer = log.ask(command)
        assert internals(log.state) == before, "deciding changes nothing"
        self.sent.append(command)
        if isinstance(answer, Refusal):
            assert answer.text
            return False
        if answer:
            noted = books(log.state, answer)
            assert internals(log.state) == before, "nor does keeping the books"
            log.carry_out([decode(encode(event)) for event in answer])
            assert log.state.seq == before["seq"] + len(answer)
            assert noted.closed == log.state.closed
            assert noted.about in (None, about(log.state))
            if noted.record is not None:
                assert noted.record == record(log.state)
        return True

    @property
    def playing(self) -> bool:
        return self.log.state.playing

    def who(self, number: int) -> str:
        """The host (0 to 3), somebody at the table (4 to 8), or anybody."""
        order = self.log.state.order
        if number < 4:
            return self.log.state.host
        return order[number % len(order)] if number < 9 and order else random.Random(number).choice(ANYBODY)

    def seat(self, number: int) -> int:
        """A seat that there is, or just beyond the last, or before the first."""
        seats = len(self.log.state.chairs)
        return number if number < 0 else seats if number == 8 else number % seats

    # a match goes on

    def moves(self, rng: random.Random) -> None:
        state = self.log.state
        seat = state.match.to_move if state.match is not None else None
        if state.owes:
            assert self.send(Settle())
        elif seat is not None and state.match is not None:
            player = None if state.computer_plays(seat) else state.player_at(seat)
            assert self.send(Play(player, seat, rng.choice(state.match.legal()), state.seq))

    @precondition(lambda self: self.playing)
    @rule(seed=SEEDS, many=st.integers(1, 12))
    def play(self, seed: int, many: int) -> None:
        rng = random.Random(seed)
        for _ in range(many):
            self.log.now += rng.choice([0, 1, 20, 50])
            self.moves(rng)

    @precondition(lambda self: self.playing)
    @rule(seed=SEEDS)
    def play_on(self, seed: int) -> None:
        self.play(seed, 20)

    @precondition(lambda self: self.playing)
    @rule(seed=SEEDS)
    def play_to_the_end_of_the_hand(self, seed: int) -> None:
        rng, hand = random.Random(seed), self.log.state.hand
        while self.playing and not self.log.state.between_hands and self.log.state.hand == hand:
            self.moves(rng)

    @precondition(lambda self: self.playing and self.log.state.present)
    @rule(seed=SEEDS)
    def play_to_the_end(self, seed: int) -> None:
        rng = random.Random(seed)
        while self.playing:
            go_on(self.log, rng)

    @precondition(lambda self: self.playing)
    @rule(
        who=st.none() | WHO,
        seat=st.none() | SEATS,
        token=st.sampled_from(TOKENS),
        seq=st.integers(-1, 3),
    )
    def play_anything(self, who: int | None, seat: int | None, token: str, seq: int) -> None:
        player = None if who is None else self.who(who)
        mine = 0 if player is None else self.log.state.seat_of(player) or 0
        self.send(Play(player, mine if seat is None else self.seat(seat), token, self.log.state.seq - seq))

    @precondition(lambda self: self.playing and self.log.state.match.game.out_of_turn)
    @rule(seed=SEEDS)
    def play_out_of_turn(self, seed: int) -> None:
        rng, state = random.Random(seed), self.log.state
        assert state.match is not None
        seat = rng.randrange(len(state.chairs))
        for token in state.match.out_of_turn(seat)[:1]:
            assert self.send(Play(state.player_at(seat), seat, token, state.seq))

    @precondition(lambda self: self.sent)
    @rule(seed=SEEDS)
    def send_again(self, seed: int) -> None:
        """A message that was sent already never moves twice."""
        command = random.Random(seed).choice(self.sent)
        old = isinstance(command, Play) and command.seq < self.log.state.turn_seq and ":" not in command.token
        went_on = self.send(command)
        assert not (old and went_on)

    @there_is_a_room
    @rule(who=WHO, back=st.integers(-1, 2))
    def next(self, who: int, back: int) -> None:
        self.send(Next(self.who(who), self.log.state.seq - back))

    @there_is_a_room
    @rule(who=WHO)
    def rematch(self, who: int) -> None:
        self.send(Rematch(self.who(who)))

    @there_is_a_room
    @rule(who=WHO, all_of_them=st.booleans())
    def end(self, who: int, all_of_them: bool) -> None:
        player = self.who(who)
        for other in self.log.state.order if all_of_them and self.playing else ():
            self.send(Quit(other))
        self.send(End(player))

    @there_is_a_room
    @rule()
    def settle(self) -> None:
        if self.send(Settle()):
            assert not self.log.state.owes or self.log.state.match.over or self.log.state.needs_redeal

    # people come and go

    @there_is_a_room
    @rule(who=WHO, seat=st.none() | SEATS)
    def join(self, who: int, seat: int | None) -> None:
        self.send(Join(person(self.who(who)), None if seat is None else self.seat(seat)))

    @there_is_a_room
    @rule(who=WHO)
    def quit(self, who: int) -> None:
        self.send(Quit(self.who(who)))

    @there_is_a_room
    @rule(who=WHO, name=st.sampled_from(["", "Zahra"]), avatar=st.integers(0, 31))
    def rename(self, who: int, name: str, avatar: int) -> None:
        self.send(Rename(Person(self.who(who), name, avatar)))

    @there_is_a_room
    @rule(who=WHO)
    def back(self, who: int) -> None:
        self.send(Back(self.who(who)))

    @there_is_a_room
    @rule(seat=SEATS)
    def absent(self, seat: int) -> None:
        self.send(Absent(self.seat(seat)))

    @there_is_a_room
    @rule()
    def resume(self) -> None:
        self.send(Resume())

    # what the host does, and others try

    @there_is_a_room
    @rule(who=WHO, seat=SEATS, to=SEATS)
    def move(self, who: int, seat: int, to: int) -> None:
        self.send(Move(self.who(who), self.seat(seat), self.seat(to)))

    @there_is_a_room
    @rule(who=WHO, level=LEVELS, seat=st.none() | SEATS)
    def fill(self, who: int, level: str, seat: int | None) -> None:
        self.send(Fill(self.who(who), level, None if seat is None else self.seat(seat)))

    @there_is_a_room
    @rule(who=WHO, seat=SEATS, level=LEVELS)
    def remove(self, who: int, seat: int, level: str) -> None:
        self.send(Remove(self.who(who), self.seat(seat), level))

    @precondition(lambda self: self.playing)
    @rule(who=WHO, level=LEVELS)
    def replace_who_is_away(self, who: int, level: str) -> None:
        for seat in self.log.state.people:
            if seat not in self.log.state.present:
                self.send(Remove(self.who(who), seat, level))

    @there_is_a_room
    @rule(who=WHO, which=st.integers(0, 3))
    def admit(self, who: int, which: int) -> None:
        numbers = [barred.number for barred in self.log.state.barred.values()]
        self.send(Admit(self.who(who), [*numbers, 0][which % (len(numbers) + 1)]))

    @there_is_a_room
    @rule(who=WHO, seat=SEATS)
    def give(self, who: int, seat: int) -> None:
        self.send(Give(self.who(who), self.seat(seat)))

    @there_is_a_room
    @rule(who=WHO, level=LEVELS)
    def begin(self, who: int, level: str) -> None:
        self.send(Begin(self.who(who), level))

    @there_is_a_room
    @rule(who=WHO, chosen=SETTINGS)
    def change_settings(self, who: int, chosen: Settings) -> None:
        self.send(Change(self.who(who), settings=chosen))

    @there_is_a_room
    @rule(
        who=WHO,
        game=st.sampled_from([*GAMES, None, "nogame"]),
        seats=st.none() | st.integers(0, 9),
        goal=st.none() | st.integers(-1, 20),
    )
    def change_game(self, who: int, game: str | None, seats: int | None, goal: int | None) -> None:
        options = None if goal is None else {"target": goal}
        self.send(Change(self.who(who), game=game, seats=seats, options=options))

    @there_is_a_room
    @rule(who=WHO, salt=st.text(max_size=66))
    def salt(self, who: int, salt: str) -> None:
        self.send(Salt(self.who(who), salt))

    # time, and the server

    @there_is_a_room
    @rule(seconds=st.sampled_from([0.0, 1.0, 14.5, 20.0, 31.0, 75.0, 130.0, 5000.0]))
    def wait(self, seconds: float) -> None:
        """Time passes, and whatever becomes due happens."""
        self.log.now += seconds
        end = due(self.log.state)
        before = self.log.state.seq
        was_due = end is not None and end <= self.log.now
        for _ in range(2):
            assert self.send(Tick()) or self.log.state.closed
            after = due(self.log.state)
            assert after is None or after > self.log.now, "what was due has been done"
        assert (self.log.state.seq > before) == was_due, "and nothing else"

    @there_is_a_room
    @rule(seconds=st.sampled_from([1.0, 90.0]))
    def nobody_looks_at_the_clock(self, seconds: float) -> None:
        """The server is down for a while."""
        self.log.now += seconds

    @rule()
    def crash(self) -> None:
        """Only the log is left, and the table is as it was."""
        again = rebuild(decode(encode(event)) for event in self.log.events)
        assert internals(again) == internals(self.log.state)
        seen = self.log.seen_by_all()
        self.log.state = again
        assert self.log.seen_by_all() == seen

    @rule(seed=SEEDS)
    def can_be_finished(self, seed: int) -> None:
        can_be_finished(self.log, seed)

    @precondition(lambda self: self.log.state.closed)
    @rule(game=st.sampled_from(GAMES), seed=SEEDS, people=st.integers(1, 4), quick=st.booleans())
    def open_another(self, game: str, seed: int, people: int, quick: bool) -> None:
        self.open(game, seed, 9, Settings(clock=15 * quick), quick, people, seed % 2 == 0)

    # what holds at every moment

    @invariant()
    def the_company_is_sound(self) -> None:
        state = self.log.state
        players = [state.player_at(seat) for seat in state.people]
        assert len(players) == len(set(players)), "nobody sits twice"
        assert sorted(state.order) == sorted(filter(None, players))
        assert not state.barred.keys() & {*players}
        assert len({barred.number for barred in state.barred.values()}) == len(state.barred)
        assert state.salts.keys() <= {*players}
        assert state.asked <= {state.player_at(seat) for seat in state.present}
        assert state.closed == (not players)
        if players:
            assert state.host in players
        if state.present:
            assert state.host_seat in state.present, "the host is there, if anybody is"
        for chair in state.chairs:
            assert chair is None or chair.player is not None or (chair.level and not chair.away)
            assert chair is None or chair.player is None or bool(chair.level) == chair.away
        assert not (state.playing and state.free), "nobody's hand lies there"

    @invariant()
    def somebody_can_go_on(self) -> None:
        """A match never hangs: somebody is to move or asked, the table owes something, or all are away."""
        state = self.log.state
        if state.closed or not state.playing:
            return
        assert state.match is not None
        assert state.owes or state.waiting or state.match.to_move is not None or not state.present
        mover = state.match.to_move
        if mover is not None:
            view = self.log.seen(mover)["view"]
            assert view["legal"]
            assert view["legal"] == state.match.legal()

    @invariant()
    def the_bank_only_shrinks(self) -> None:
        state = self.log.state
        assert all(0 <= left <= BANK for left in state.bank)
        opened, before = self.banks
        if opened == state.opened:
            assert all(left <= most for left, most in zip(state.bank, before, strict=True))
        self.banks = (state.opened, state.bank)

    @invariant()
    def everybody_can_be_shown_the_table(self) -> None:
        """In the form of the message, and without what nobody may know."""
        state = self.log.state
        for number, seen in enumerate(self.log.seen_by_all()):
            message = msgspec.json.encode(msgspec.convert(seen, Table, from_attributes=True))
            assert state.secret.encode() not in message
            assert not any(b'"%s"' % player.encode() in message for player in SOME)
            assert (seen["code"] is None) == (number == 0)
        msgspec.convert(room_line("t", state), RoomLine)

    def teardown(self) -> None:
        if hasattr(self, "log"):
            self.crash()
            can_be_finished(self.log, 1)


TestRooms = Rooms.TestCase
TestRooms.settings = settings(max_examples=100, stateful_step_count=60, deadline=None)


class ManyRooms(Rooms):
    """The same for hours, with other examples each time."""


TestManyRooms = pytest.mark.soak(ManyRooms.TestCase)
TestManyRooms.settings = settings(
    max_examples=20_000, stateful_step_count=80, deadline=None, derandomize=False, print_blob=True
)
