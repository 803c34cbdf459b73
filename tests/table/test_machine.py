"""Any commands in any order: whatever people and computers say, a table stays what its log makes of it."""

from __future__ import annotations

import random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from diwaniya.engine.game import find
from diwaniya.table.events import Chair, decode, encode
from diwaniya.table.table import Next, Open, Play, Refusal, Rematch, Settle, decide, rebuild
from diwaniya.table.views import table_view
from table_play import COMPUTERS, GAMES, Log

PEOPLE = ["alice", "bob"]
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
WHO = st.sampled_from([*PEOPLE, "stranger", None])


class Tables(RuleBasedStateMachine):
    """Two people (one at a table for two) and computers at a table of any game."""

    log: Log

    @initialize(
        game=st.sampled_from(GAMES), secret=st.binary(min_size=32, max_size=32), goal=st.integers(1, 30)
    )
    def open(self, game: str, secret: bytes, goal: int) -> None:
        chairs = [Chair(PEOPLE[0], "Alice"), Chair(PEOPLE[1], "Bob"), *COMPUTERS[game][1:]]
        options = {"target": goal} if "target" in find(game).defaults else {}
        self.log = Log.open(Open(game, chairs, options), secret)
        self.sent: list[Play | Next] = []

    def send(self, command: Play | Next | Rematch | Settle) -> None:
        """Carry out a command, or see that a refusal has changed nothing."""
        before = table_view("t", self.log.state, 0)
        decided = decide(self.log.state, command, 1.0)
        if isinstance(decided, Refusal):
            assert table_view("t", self.log.state, 0) == before
        else:
            self.log.do(command)
            assert self.log.state.seq == before["seq"] + len(decided)
        if isinstance(command, Play | Next):
            self.sent.append(command)

    @rule(seed=SEEDS, many=st.integers(1, 12))
    @precondition(lambda self: self.log.state.match.to_move is not None)
    def play_well(self, seed: int, many: int) -> None:
        rng = random.Random(seed)
        for _ in range(many):
            state = self.log.state
            seat = state.match.to_move
            if seat is None:
                return
            self.send(
                Play(state.opened.chairs[seat].player, seat, rng.choice(state.match.legal()), state.seq)
            )

    @rule(who=WHO, seat=st.integers(-1, 8), token=st.sampled_from(TOKENS), seq=st.integers(-1, 3))
    def play_anything(self, who: str | None, seat: int, token: str, seq: int) -> None:
        self.send(Play(who, seat, token, self.log.state.seq - seq))

    @rule(seed=SEEDS)
    @precondition(lambda self: self.log.state.match.game.out_of_turn)
    def play_out_of_turn(self, seed: int) -> None:
        rng, state = random.Random(seed), self.log.state
        seat = rng.randrange(len(state.opened.chairs))
        for token in state.match.out_of_turn(seat)[:1]:
            self.send(Play(state.opened.chairs[seat].player, seat, token, state.seq))

    @rule(seed=SEEDS)
    @precondition(lambda self: self.sent)
    def send_again(self, seed: int) -> None:
        """A message that was sent already never does anything twice."""
        command = random.Random(seed).choice(self.sent)
        if isinstance(command, Play) and command.seq >= self.log.state.turn_seq:
            return  # it was refused the first time; it may be sensible by now
        before = self.log.state.seq
        self.send(command)
        if isinstance(command, Play):
            assert self.log.state.seq == before

    @rule(who=st.sampled_from(PEOPLE), back=st.integers(0, 2))
    def next(self, who: str, back: int) -> None:
        self.send(Next(who, self.log.state.seq - back))

    @rule()
    def settle(self) -> None:
        self.send(Settle())
        assert not self.log.state.owes

    @rule(who=st.sampled_from([*PEOPLE, "stranger"]))
    def rematch(self, who: str) -> None:
        self.send(Rematch(who, "another"))

    @invariant()
    def somebody_can_go_on(self) -> None:
        """A table never hangs: somebody is to move, is asked, the table owes something, or it is over."""
        state = self.log.state
        assert state.ended or state.owes or state.waiting or state.match.to_move is not None

    @invariant()
    def the_log_is_the_table(self) -> None:
        again = rebuild(decode(encode(event)) for event in self.log.events)
        for seat in (None, 0, 1):
            assert table_view("t", again, seat) == table_view("t", self.log.state, seat)


TestTables = Tables.TestCase
TestTables.settings = settings(max_examples=100, stateful_step_count=30, deadline=None)
