"""One case, lived through on one server: people play, the viewer and strangers look on and try what they may not do."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from diwaniya.table.commands import Person
from diwaniya.table.evolve import evolve, rebuild
from diwaniya.table.state import TableState
from leaks.cases import Case
from leaks.sides import STRANGER, WATCHER, Side
from leaks.story import Done
from leaks.wire import Wire

TRIES = 8
"""Moves against the rules that a viewer tries each time."""

Transcript = dict[str, list[bytes]]
"""All that somebody got, frame by frame, or answer by answer."""


def compare(sides: tuple[Side, Side], case: Case, seed: int = 0) -> tuple[Transcript, Transcript]:
    """Live through the case on both sides, step by step, and say what the viewer and the strangers got."""
    meetings = [Meeting(side, case, other) for side, other in zip(sides, (False, True), strict=True)]
    for meeting in meetings:
        meeting.come()
        meeting.look_around(random.Random(seed))
    for number, done in enumerate(case.story.done[case.cut :]):
        for meeting in meetings:
            meeting.live(done)
            meeting.look_around(random.Random(seed + number))
    for meeting in meetings:
        meeting.part(random.Random(seed))
    one, other = meetings
    return one.got, other.got


class Meeting:
    """What happens on one side."""

    def __init__(self, side: Side, case: Case, other: bool) -> None:
        self.side, self.case, self.table = side, case, case.story.table
        self._other = other
        """Is this the other world?"""
        self.state: TableState = rebuild(
            event for done in case.story.done[: case.cut] for event in done.events
        )
        self.got: Transcript = {}
        self._resumed = 0
        """One more event than in the story: the clock begins anew when people come."""

    def _person(self, seat: int) -> Person:
        (found,) = (
            person for person in self.case.story.people if person.player == self.state.player_at(seat)
        )
        return replace(found, player=self._named(found.player))

    def _named(self, name: str) -> str:
        return self.case.names.get(name, name) if self._other else name

    def _wire(self, seat: int) -> Wire:
        return self.side.wires[f"seat {seat}"]

    @property
    def _viewer(self) -> Wire | None:
        return None if self.case.viewer is None else self._wire(self.case.viewer)

    @property
    def _seq(self) -> int:
        return self.state.seq + self._resumed

    def come(self) -> None:
        """Everybody who is not away sits down, the viewer last; somebody looks on, and a stranger is there, too."""
        state, viewer = self.state, self.case.viewer
        self._resumed = int(state.playing and (state.settings.clock > 0 or state.between_hands))
        seats = sorted(state.present, key=lambda seat: (seat == viewer, seat))
        for seat in seats:
            wire = self.side.join(f"seat {seat}", self._person(seat))
            assert wire.ask({"type": "sit", "table": self.table})["type"] == "done"
            wire.catch_up(self.table, self._seq)
        watcher = self.side.join("watcher", WATCHER)
        assert watcher.ask({"type": "watch", "table": self.table})["type"] == "done"
        self.side.join("stranger", STRANGER)
        self.side.tick(2)  # now everybody is told that somebody looks on
        for seat in seats:
            while (seen := self._wire(seat).until("table"))["watchers"] != 1:
                assert seen["seq"] == self._seq

    # what they may not do

    def look_around(self, rng: random.Random) -> None:
        """The viewer and those who look on try everything; the stranger looks wherever he may."""
        self._all_seen()
        for wire, seat in ((self.side.wires["watcher"], None), (self._viewer, self.case.viewer)):
            if wire is not None:
                for message in self._forbidden(seat, rng):
                    answer = wire.ask(message)
                    assert answer["type"] == "refused" or message["type"] == "next", (str(self.case), message)
        if self._viewer is not None:
            # Who is to move may be told that the rest is his, and what his cards can do: the same in either world.
            for help_with in ("rest", "tips"):
                self._viewer.ask({"type": help_with, "table": self.table, "seq": self._seq})
        stranger = self.side.wires["stranger"]
        for message in (
            {"type": "sit"},
            {"type": "play", "token": "AS", "seq": self._seq},
            {"type": "next", "seq": self._seq},
            {"type": "hint", "seq": self._seq},
            {"type": "rest", "seq": self._seq},
            {"type": "tips", "seq": self._seq},
            {"type": "say", "text": "Who has the jack?"},
            {"type": "report", "said": 1},
        ):
            assert stranger.ask({**message, "table": self.table})["type"] == "refused"
        for on in (True, False):
            assert stranger.ask({"type": "lobby", "on": on})["type"] == "done"
        self._look_over_http()

    def _look_over_http(self) -> None:
        opened, running = self.state.opened, self.state.ended is None
        assert opened is not None
        code = self.case.story.code
        paths = [
            f"/api/tables/{self.table}/record",
            "/api/rooms",
            f"/api/rooms/{code}",
            "/api/health",
            "/api/me",
        ]
        if running:  # afterwards these tell all
            paths += [f"/api/matches/{opened.match}/record", f"/api/matches/{opened.match}/replay"]
        for path in paths:
            person = STRANGER if self.case.viewer is None else self._person(self.case.viewer)
            answer = self.side.get(path.replace(code, self._named(code)), person)
            self.got.setdefault(f"GET {path}", []).append(answer)
            if "/matches/" in path:
                assert answer.startswith(b"HTTP/1.1 404 "), answer

    def _forbidden(self, seat: int | None, rng: random.Random) -> list[dict[str, Any]]:
        """Messages that must be refused: moves that are not allowed, moves of others, and what is not for now."""
        match = self.state.match
        assert match is not None
        game, seats = match.game, range(match.seats)
        tokens = [
            *game.pack_tokens(),
            *game.calls,
            *match.legal(),
            "nonsense",
            "take:",
            f"take:{game.pack_tokens()[0]}",
        ]
        tokens += [token for other in seats for token in match.out_of_turn(other)]
        tokens += [
            f"{other}:{kind}:{rng.choice(game.pack_tokens())}" for other in seats for kind in game.out_of_turn
        ]
        tried = [token for token in tokens if seat is None or not match.allows(token, seat)]
        seq = self._seq
        found = [
            {"type": "play", "token": token, "seq": seq}
            for token in rng.sample(tried, min(TRIES, len(tried)))
        ]
        found.append({"type": "play", "token": rng.choice(tokens), "seq": seq + 1})
        found.append({"type": "play", "token": rng.choice(tokens), "seq": 1})
        found += [{"type": "next", "seq": seq + 1}, {"type": "report", "said": 9}]
        if seat is None or match.to_move != seat:
            found += [{"type": kind, "seq": seq} for kind in ("hint", "rest", "tips")]
        if self.state.ended is None:
            found += [{"type": "begin"}, {"type": "rematch"}, {"type": "salt", "salt": "x"}]
            found += [{"type": "place", "seat": 0, "to": 1}, {"type": "fill", "level": "easy"}]
        return [{**message, "table": self.table} for message in found]

    # what happens

    def live(self, done: Done) -> None:
        """Somebody does something; and somebody says something to those at the table."""
        if done.said is not None:
            player, message = done.said
            seat = self.state.seat_of(player)
            assert seat is not None
            message = {**message, "seq": self._seq}
            answer = self._wire(seat).ask(message)
            assert answer["type"] == "done", (str(self.case), message, answer)
        for event in done.events:
            self.state = evolve(self.state, event)

    def _all_seen(self) -> None:
        """Wait until everybody has seen all there is to see."""
        for name, wire in self.side.wires.items():
            if name == "stranger" or (name == "watcher" and self.state.settings.delay):
                continue
            wire.catch_up(self.table, self._seq)
            wire.fence()

    def part(self, rng: random.Random) -> None:
        """Talk a little, show those who look on what they have waited for, open a second page, and go."""
        self._all_seen()
        viewer = self.case.viewer
        others = [seat for seat in self.state.present if seat != viewer]
        if viewer is not None and others:
            deaf = {"type": "mute", "table": self.table, "seat": viewer, "on": self._other}
            assert self._wire(others[0]).ask(deaf)["type"] == "done"
        seat = rng.choice(self.state.present)
        said = {"type": "say", "table": self.table, "text": "Yalla!"}
        assert self._wire(seat).ask(said)["type"] == "done"
        watcher, delay = self.side.wires["watcher"], self.state.settings.delay
        if delay:
            self.side.tick(delay + 1)
            watcher.catch_up(self.table, self._seq)
        person = WATCHER if viewer is None else self._person(viewer)
        second = self.side.join("second page", person)
        kind = "watch" if viewer is None else "sit"
        assert second.ask({"type": kind, "table": self.table})["type"] == "done"
        self._all_seen()
        watcher.fence()
        recorded = {"second page": second, "watcher": watcher, "stranger": self.side.wires["stranger"]}
        if self._viewer is not None:
            recorded["viewer"] = self._viewer
        for name, wire in recorded.items():
            self.got[name] = wire.kept
            assert not any(
                other.encode() in data for data in self.got[name] for other in self.case.names.values()
            )
        self.side.part()


def differing(one: Transcript, other: Transcript) -> set[str]:
    """Who got something else there."""
    return {who for who in {*one, *other} if one.get(who) != other.get(who)}


def difference(one: Transcript, other: Transcript) -> str:
    """The first thing that was not the same; empty if there is none."""
    for who in sorted(differing(one, other)):
        mine, theirs = one.get(who, []), other.get(who, [])
        for number, (a, b) in enumerate(zip(mine, theirs, strict=False)):
            if a != b:
                same = [x == y for x, y in zip(a, b, strict=False)]
                place = same.index(False) if False in same else len(same)
                shown = slice(max(0, place - 160), place + 80)
                return f"{who}, number {number}, byte {place}:\n  {a[shown]!r}\n  {b[shown]!r}"
        return f"{who}: {len(mine)} frames or answers here, {len(theirs)} there"
    return ""
