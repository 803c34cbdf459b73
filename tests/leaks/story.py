"""A room as it may have gone: played in memory with the table's own core, command by command."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from diwaniya.engine.game import games
from diwaniya.server.hot import append_of
from diwaniya.storage.base import Append
from diwaniya.table import commands as cmd
from diwaniya.table.decide import decide
from diwaniya.table.events import Dealt, Event, Moved, Opened, Settings, decode, encode
from diwaniya.table.evolve import evolve
from diwaniya.table.state import TableState
from diwaniya.testing.play import Taste
from leaks.worlds import Dealing, Played

BEGAN = 1_800_000_000.0
"""When all these rooms were opened: before the servers start."""
LEVEL = "easy"
NAMES = ["Layla", "Ali", "Badr", "Dana", "Eid", "Fay", "Gus", "Hala"]


def company(rng: random.Random) -> list[cmd.Person]:
    """Eight people whom nobody has met before."""
    return [cmd.Person(rng.randbytes(11).hex(), name, number) for number, name in enumerate(NAMES)]


@dataclass(frozen=True)
class Done:
    """A command, when it was given, and what came of it. Without `said` the server does it by itself."""

    events: tuple[Event, ...]
    at: float
    said: tuple[str, dict[str, Any]] | None = None
    """Who asks for it, and the message with which he does."""

    @property
    def by(self) -> str | None:
        """The person who asks for it."""
        return None if self.said is None else self.said[0]

    @property
    def by_itself(self) -> bool:
        """Does the table owe it?"""
        return self.said is None and not any(isinstance(event, Moved) for event in self.events)


@dataclass
class Story:
    """One room."""

    table: str
    code: str
    people: Sequence[cmd.Person]
    rng: random.Random
    state: TableState
    done: list[Done] = field(default_factory=list)
    now: float = BEGAN

    @classmethod
    def begin(
        cls,
        people: Sequence[cmd.Person],
        game: str,
        seats: int,
        options: dict[str, Any],
        settings: Settings,
        rng: random.Random,
        computers: int = 0,
    ) -> Story:
        """A room where `people` and `computers` have taken all seats, and the first hand is dealt."""
        name = rng.randbytes(8).hex()
        code = "".join(rng.choices("23456789ABCDEFGHJKMNPQRSTVWXYZ", k=8))
        here = list(people[: seats - computers])
        command = cmd.Open(here[0], code, game, seats, options, settings)
        first = decide(None, command, BEGAN, rng.randbytes(48))
        assert isinstance(first, list), first
        state = evolve(None, first[0])
        story = cls(name, code, people, rng, state, [Done(tuple(first), BEGAN)])
        for other in here[1:]:
            story.do(cmd.Join(other))
        story.do(cmd.Begin(here[0].player, LEVEL))
        return story

    def do(self, command: cmd.Command, said: tuple[str, dict[str, Any]] | None = None) -> None:
        """Carry out a command that must not be refused, and what the table owes after it."""
        self.now += 1
        events = decide(self.state, command, self.now, self.rng.randbytes(48), LEVEL)
        assert isinstance(events, list), (command, events)
        for event in events:
            self.state = evolve(self.state, event)
        self.done.append(Done(tuple(events), self.now, said))
        if self.state.owes:
            self.do(cmd.Settle())

    # going on

    def go_on(self, taste: Taste, likes: Sequence[str] = ()) -> None:
        """One random step of the match, by whoever is to make it; one of `likes`, if it is possible."""
        state, match = self.state, self.state.match
        assert match is not None
        if state.between_hands:
            player = state.player_at(self.rng.choice(state.waiting))
            assert player is not None
            message = {"type": "next", "table": self.table, "seq": state.seq}
            self.do(cmd.Next(player, state.seq), (player, message))
            return
        seat, token = match.to_move, ""
        if self.rng.random() < taste.open_moves:
            seat = self.rng.randrange(len(state.chairs))
            token = self.rng.choice(match.out_of_turn(seat) or [""])
        if not token:
            seat = match.to_move
            liked = [move for move in match.legal() if move in likes]
            token = self.rng.choice(liked) if liked else taste.choose(match.legal())
        assert seat is not None
        computer = state.computer_to_move == seat or state.player_at(seat) is None
        player = None if computer else state.player_at(seat)
        message = {"type": "play", "table": self.table, "token": token, "seq": state.seq}
        said = None if player is None else (player, message)
        self.do(cmd.Play(player, seat, token, state.seq), said)

    def leave(self) -> bool:
        """Somebody goes, and a computer player takes over."""
        match = self.state.match
        assert match is not None
        seats = [seat for seat in self.state.present if seat != match.to_move]
        if len(self.state.present) < 2 or not seats:
            return False
        player = self.state.player_at(self.rng.choice(seats))
        assert player is not None
        self.do(cmd.Quit(player))
        return True

    @property
    def settled(self) -> bool:
        """Would a server that reads this room now do nothing by itself?"""
        return not self.state.owes and self.state.computer_to_move is None

    # as it is written down

    def otherwise(self, packs: Sequence[str], names: Mapping[str, str]) -> list[Done]:
        """The same, with other packs in the latest match, and other words where these names stand."""
        last = max(place for place, done in enumerate(self.done) if _opens(done))
        given = iter(packs)
        changed = []
        for place, done in enumerate(self.done):
            events: list[Event] = []
            for event in done.events:
                if isinstance(event, Dealt) and place >= last:
                    event = Dealt(event.at, event.hand, event.redeal, next(given, event.pack))
                body = encode(event)
                for name, other in names.items():
                    body = body.replace(name.encode(), other.encode())
                events.append(decode(body))
            changed.append(Done(tuple(events), done.at))
        return changed

    def played(self) -> Played:
        """The latest match: its packs and moves."""
        state = self.state
        assert state.opened is not None
        found = Played(state.game.id, len(state.chairs), state.opened.dealer, dict(state.options))
        for done in self.done:
            for event in done.events:
                if isinstance(event, Opened):
                    found.dealings = []
                elif isinstance(event, Dealt):
                    found.dealings.append(Dealing(event.pack.split()))
                elif isinstance(event, Moved):
                    found.dealings[-1].moves.append(event.token)
        return found

    def packs_before(self, cut: int) -> int:
        """How many packs of the latest match were dealt in the first `cut` commands."""
        last = max(place for place, done in enumerate(self.done[:cut]) if _opens(done))
        return sum(isinstance(event, Dealt) for done in self.done[last:cut] for event in done.events)


def _opens(done: Done) -> bool:
    return any(isinstance(event, Opened) for event in done.events)


def appends(table: str, done: Sequence[Done]) -> Iterator[Append]:
    """What the storage is to write for all this. Raises a `ValueError` if it cannot have been so."""
    state: TableState | None = None
    for one in done:
        yield append_of(table, state, one.events, one.at)
        for event in one.events:
            state = evolve(state, event)


def random_settings(rng: random.Random) -> Settings:
    """Anything a host may choose that lets others look on."""
    delay = rng.choice([0, 0, 15])
    return Settings(public=rng.random() < 0.8, delay=delay, clock=0 if delay else rng.choice([0, 0, 15, 60]))


def random_seats(game: str, rng: random.Random) -> int:
    return rng.choice(games()[game].seats)
