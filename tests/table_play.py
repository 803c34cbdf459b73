"""Tables without a server, played in memory for the tests."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from diwaniya.engine.game import games
from diwaniya.table.events import Chair, Event
from diwaniya.table.table import (
    Command,
    Next,
    Open,
    OptionValue,
    Play,
    Refusal,
    Settle,
    TableState,
    decide,
    evolve,
)

GAMES = sorted(games())
ME = "player-0123456789-abc"
COMPUTERS = {game: [Chair(level="easy")] * (games()[game].seats[0] - 1) for game in GAMES}


@dataclass
class Log:
    """A table together with everything that was written down of it."""

    state: TableState
    events: list[Event] = field(default_factory=list)

    @classmethod
    def open(cls, command: Open, secret: bytes = b"\5" * 32) -> Log:
        events = decide(None, command, 0.0, secret)
        assert not isinstance(events, Refusal), events
        state: TableState | None = None
        for event in events:
            state = evolve(state, event)
        assert state is not None
        return cls(state, list(events))

    def do(self, command: Command) -> list[Event]:
        """Carry out a command that must not be refused."""
        events = decide(self.state, command, 0.0)
        assert not isinstance(events, Refusal), events
        for event in events:
            self.state = evolve(self.state, event)
        self.events += events
        return events


def opened(
    game: str, secret: bytes = b"\5" * 32, options: dict[str, OptionValue] | None = None, short: bool = False
) -> Log:
    """A person against computers. `short` ends the match soon, where the game has a target."""
    chosen = dict(options or {})
    if short and "target" in games()[game].defaults:
        chosen["target"] = 7
    return Log.open(Open(game, [Chair(ME, "Layla"), *COMPUTERS[game]], chosen), secret)


def legal_step(log: Log, rng: random.Random, choices: list[str] | None = None) -> None:
    """Whatever comes next: a random move of whoever is to move, the next hand, or what the table owes."""
    state = log.state
    if state.owes:
        log.do(Settle())
    elif state.between_hands:
        for seat in state.waiting:
            log.do(Next(state.opened.chairs[seat].player or "", state.seq))
    else:
        seat = state.match.to_move
        assert seat is not None
        token = rng.choice(choices or state.match.legal())
        log.do(Play(state.opened.chairs[seat].player, seat, token, state.seq))


def play_out(log: Log, seed: int = 1) -> Log:
    """To the end, written down included."""
    rng = random.Random(seed)
    while not log.state.ended:
        legal_step(log, rng)
    return log
