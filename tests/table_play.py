"""Tables without a server, played in memory for the tests."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from diwaniya.engine.game import games
from diwaniya.table.commands import (
    Back,
    Begin,
    Command,
    Join,
    Next,
    Open,
    Person,
    Play,
    Refusal,
    Settle,
)
from diwaniya.table.decide import decide
from diwaniya.table.events import Event, OptionValue, Settings
from diwaniya.table.evolve import evolve, rebuild
from diwaniya.table.record import record
from diwaniya.table.state import TableState
from diwaniya.table.views import table_view

GAMES = sorted(games())
ME = "player-0123456789-abc"
FOUR = next(game for game in GAMES if games()[game].teams and games()[game].seats[0] == 4)
"""A game of two pairs."""
LONG = {"target": 9999, "shutout": 0}
"""Options of a match of kout that its first hands cannot decide, whatever is dealt."""
CODE = "K7M29QXR"
STAND_IN = "stand-in"
"""The level of the computer player who takes over."""
NAMES = {
    ME: "Layla",
    "ali": "Ali",
    "badr": "Badr",
    "dana": "Dana",
    "eid": "Eid",
    "fay": "Fay",
    "gus": "Gus",
    "hala": "Hala",
}
PEOPLE = list(NAMES)


def person(player: str) -> Person:
    """A guest of the tests."""
    return Person(player, NAMES.get(player, "Somebody"), len(player) % 32)


@dataclass
class Log:
    """A table together with everything that was written down of it."""

    state: TableState
    events: list[Event] = field(default_factory=list)
    now: float = 0.0
    seed: int = 0
    """What the next command gets as chance."""

    @classmethod
    def open(cls, command: Open, seed: int = 5) -> Log:
        events = decide(None, command, 0.0, entropy(seed))
        assert not isinstance(events, Refusal), events
        return cls(rebuild(events), list(events), seed=seed)

    def ask(self, command: Command) -> list[Event] | Refusal:
        """What would come of a command. The table stays as it is."""
        return decide(self.state, command, self.now, entropy(self.seed, len(self.events)), STAND_IN)

    def do(self, command: Command, at: float | None = None) -> list[Event]:
        """Carry out a command that must not be refused."""
        self.now = self.now if at is None else at
        events = self.ask(command)
        assert not isinstance(events, Refusal), events
        self.carry_out(events)
        return events

    def carry_out(self, events: Sequence[Event]) -> None:
        for event in events:
            self.state = evolve(self.state, event)
        self.events += events

    def refused(self, command: Command, at: float | None = None) -> Refusal:
        """A command that must be refused, and changes nothing."""
        self.now = self.now if at is None else at
        before = self.seen_by_all()
        answer = self.ask(command)
        assert isinstance(answer, Refusal), answer
        assert self.seen_by_all() == before
        return answer

    def seen(self, seat: int | None) -> dict[str, Any]:
        return table_view("t", self.state, seat, now=self.now)

    def seen_by_all(self) -> list[dict[str, Any]]:
        """What every seat and somebody without one sees, spectator first."""
        return [self.seen(seat) for seat in (None, *range(len(self.state.chairs)))]

    def player_at(self, seat: int) -> str:
        player = self.state.player_at(seat)
        assert player is not None
        return player


def kinds(events: Sequence[Event]) -> list[type]:
    """What happened, without the details."""
    return [type(event) for event in events]


def seated(log: Log) -> list[str | None]:
    """Who sits where: a person's number, `!` and the level for a computer player, or nobody."""
    return [None if c is None else c.player or f"!{c.level}" for c in log.state.chairs]


def some_move(log: Log) -> str:
    """A legal move of the seat to move."""
    assert log.state.match is not None
    return log.state.match.legal()[0]


def entropy(seed: int, place: int = 0) -> bytes:
    """48 bytes, always the same ones."""
    return hashlib.sha512(b"%d %d" % (seed, place)).digest()[:48]


def room(
    game: str = GAMES[0],
    people: Sequence[str] = (ME,),
    seed: int = 5,
    seats: int | None = None,
    options: dict[str, OptionValue] | None = None,
    settings: Settings | None = None,
    quick: bool = False,
) -> Log:
    """A room where these people have sat down one after the other (R1), before the first match."""
    chosen = settings or Settings()
    host, *others = people
    log = Log.open(Open(person(host), CODE, game, seats, options or {}, chosen, quick=quick), seed)
    for other in others:
        log.do(Join(person(other)))
    return log


def opened(
    game: str,
    seed: int = 5,
    options: dict[str, OptionValue] | None = None,
    short: bool = False,
    people: Sequence[str] = (ME,),
    seats: int | None = None,
    settings: Settings | None = None,
) -> Log:
    """A match of these people and computer players. `short` ends it soon, where the game has a target."""
    chosen = dict(options or {})
    if short and "target" in games()[game].defaults:
        chosen["target"] = 7
    log = room(game, people, seed, seats, chosen, settings)
    log.do(Begin(people[0], "easy"))
    return log


def legal_step(log: Log, rng: random.Random, choices: list[str] | None = None) -> None:
    """Whatever comes next: what the table owes, a random move of whoever is to move, the next hand."""
    state = log.state
    if state.owes:
        log.do(Settle())
    elif state.between_hands:
        log.do(Next(log.player_at(state.waiting[0]), state.seq))
    else:
        seat = state.match.to_move if state.match is not None else None
        assert seat is not None
        assert state.match is not None
        token = rng.choice(choices or state.match.legal())
        computer = state.computer_to_move is not None
        log.do(Play(None if computer else log.player_at(seat), seat, token, state.seq))


def play_until(log: Log, reached: Any, seed: int = 1, most: int = 4000) -> Log:
    """Random moves until `reached(state)`."""
    rng = random.Random(seed)
    for _ in range(most):
        if reached(log.state):
            return log
        legal_step(log, rng)
    raise AssertionError("it was not reached")


def play_out(log: Log, seed: int = 1) -> Log:
    """To the end, written down included."""
    return play_until(log, lambda state: state.ended is not None, seed, most=100_000)


def hand_over(game: str = GAMES[0], people: Sequence[str] = (ME,), settings: Settings | None = None) -> Log:
    """A table where a hand has ended and the match goes on."""
    for seed in range(100):
        log = opened(game, seed, people=people, settings=settings)
        play_until(log, lambda state: state.between_hands or state.ended is not None, seed)
        if log.state.between_hands:
            return log
    raise AssertionError("every first hand ended the match")


def turn_of(player: str, log: Log, seed: int = 4) -> Log:
    """Play on until this player is to move."""

    def reached(state: TableState) -> bool:
        seat = state.match.to_move if state.match is not None else None
        return seat is not None and state.player_at(seat) == player

    return play_until(log, reached, seed)


def go_on(log: Log, rng: random.Random) -> None:
    """What happens next if everybody says what he is asked, and the computer plays for those who are away."""
    state = log.state
    if state.owes:
        log.do(Settle())
    elif state.waiting:
        log.do(Next(log.player_at(state.waiting[0]), state.seq))
    else:
        assert state.match is not None
        seat = state.match.to_move
        assert seat is not None
        player = None if state.computer_plays(seat) else log.player_at(seat)
        log.do(Play(player, seat, rng.choice(state.match.legal()), state.seq))


def can_be_finished(log: Log, seed: int) -> None:
    """From here the match ends, and where none runs somebody can begin one."""
    rng, again = random.Random(seed), Log(rebuild(log.events), list(log.events), log.now, log.seed)
    if again.state.closed:
        return
    if again.state.phase != "playing":
        if not again.state.present:
            again.do(Back(again.state.order[0]))
        again.do(Begin(again.state.host, "easy"))
    for _ in range(100_000):
        if again.state.ended is not None:
            assert msgspec.json.encode(record(again.state))
            return
        go_on(again, rng)
    raise AssertionError("the match does not end")
