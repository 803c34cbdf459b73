"""A table as it stands: what `evolve` makes of the events, and what can be asked about it."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct

from diwaniya.engine.game import Fact, Game
from diwaniya.engine.match import Match
from diwaniya.table.events import Chair, Created, Ended, Opened, OptionValue, Settings

LINES_KEPT = 40
"""How many of the latest moves a table remembers in words."""
MATCHES_KEPT = 50
"""How many finished matches stay on a room's score sheet."""

Phase = Literal["waiting", "playing", "over"]


class Told(Struct, frozen=True, gc=False):
    """A move in words: the event's number, the hand, who (nobody: a deal), which move, and what everybody saw."""

    seq: int
    hand: int
    seat: int | None
    token: str | None
    facts: Sequence[Fact]


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A finished match on the room's score sheet. No winners: it was broken off."""

    match: str
    game: str
    winners: list[int]
    scores: list[int]
    names: list[str]


@dataclass(frozen=True, slots=True)
class Barred:
    """Somebody whom the host took away, as he was shown then.

    `number` is that of the event that took him away: so the host can name him, without his player number.
    """

    number: int
    name: str
    avatar: int


@dataclass(slots=True)
class TableState:
    """A table after `seq` events. Only `evolve` writes to it.

    Whatever is kept here is replaced when it changes, never changed in place, except for the match and its `lines`.
    """

    created: Created
    game: Game
    options: Mapping[str, OptionValue]
    settings: Settings
    chairs: tuple[Chair | None, ...]
    host: str
    """The player who is host."""
    secret: str
    """Behind the shuffles of the match that runs; where none does, of the next (hexadecimal digits)."""
    commitment: str
    """To `secret`."""
    seq: int = 1
    order: tuple[str, ...] = ()
    """The people at the table as they came."""
    barred: Mapping[str, Barred] = field(default_factory=dict)
    """Who may not come again, by player; the first to be taken away first."""
    salts: Mapping[str, str] = field(default_factory=dict)
    """What people at the table add to the shuffles of the next match, by player."""
    closed: bool = False
    matches: tuple[MatchLine, ...] = ()

    # the match that runs, or the last one
    opened: Opened | None = None
    match: Match | None = None
    proof: str = ""
    """The secret behind it."""
    ended: Ended | None = None
    played: tuple[Chair | None, ...] = ()
    """Who sat where when it ended."""
    hand: int = 0
    redeal: int = 0
    turn_seq: int = 0
    """The event that began the present turn: a move made for an earlier view is stale."""
    deal_seq: int = 0
    """The event that dealt the present hand."""
    turn_at: float = 0.0
    """When the present turn, or the pause between two hands, began."""
    lapsed: bool = False
    """The time of this turn ran out: the computer makes the move, even if the person is back meanwhile and does not."""
    bank: tuple[float, ...] = ()
    """Seconds that each seat may still think beyond its time."""
    asked: frozenset[str] = frozenset()
    """Who has asked for the next hand, or for the next match. Nobody who is away."""
    lines: deque[Told] = field(default_factory=lambda: deque(maxlen=LINES_KEPT))

    # the company

    @property
    def phase(self) -> Phase:
        """Before the first match, during one, after one."""
        if self.match is None:
            return "waiting"
        return "playing" if self.ended is None else "over"

    @property
    def playing(self) -> bool:
        """Is a match under way?"""
        return self.match is not None and self.ended is None

    @property
    def people(self) -> list[int]:
        """The seats of people, away or not."""
        return [
            seat for seat, chair in enumerate(self.chairs) if chair is not None and chair.player is not None
        ]

    @property
    def present(self) -> list[int]:
        """The seats of people who play themselves."""
        return [
            seat
            for seat, chair in enumerate(self.chairs)
            if chair is not None and chair.player is not None and not chair.away
        ]

    @property
    def free(self) -> list[int]:
        """The seats where nobody sits."""
        return [seat for seat, chair in enumerate(self.chairs) if chair is None]

    @property
    def host_seat(self) -> int | None:
        """Where the host sits."""
        return self.seat_of(self.host)

    def seat_of(self, player: str) -> int | None:
        """Where this player sits, if he does."""
        for seat, chair in enumerate(self.chairs):
            if chair is not None and chair.player == player:
                return seat
        return None

    def player_at(self, seat: int) -> str | None:
        """Who sits there, if it is a person."""
        chair = self.chairs[seat]
        return None if chair is None else chair.player

    # who is waited for

    def computer_plays(self, seat: int) -> bool:
        """Does the computer make the moves of this seat just now? Only asked of the seat to move."""
        chair = self.chairs[seat]
        return chair is None or chair.player is None or chair.away or self.lapsed

    @property
    def computer_to_move(self) -> int | None:
        """The seat to move, if the computer makes its move: a computer player's, or that of somebody away."""
        if self.match is None or self.ended is not None:
            return None
        seat = self.match.to_move
        return seat if seat is not None and self.computer_plays(seat) else None

    def level_at(self, seat: int) -> str | None:
        """How well the computer plays at this seat; `None` for somebody who plays himself."""
        chair = self.chairs[seat]
        return None if chair is None else chair.level

    @property
    def between_hands(self) -> bool:
        """Has a hand ended, and the next one not begun?"""
        return self.playing and self.match is not None and self.match.needs_deal and not self.match.in_hand

    @property
    def needs_redeal(self) -> bool:
        """Does the running hand wait for another pack (A8)?"""
        return self.playing and self.match is not None and self.match.needs_deal and self.match.in_hand

    @property
    def waiting(self) -> list[int]:
        """Between two hands and after a match: the people who have not asked for the next yet. Nobody who is away,
        unless all are: then it is for whoever is back first.
        """
        if self.ended is None and not self.between_hands:
            return []
        return [seat for seat in self.present or self.people if self.player_at(seat) not in self.asked]

    @property
    def owes(self) -> bool:
        """Is there something that `Settle` would do?

        A fresh pack in the middle of a hand (A8), the end of the match, and whatever waited for somebody who is not
        waited for any more: the next hand, the next match, the beginning of quick play.
        """
        match = self.match
        if self.closed:
            return False
        if match is None:
            return self.created.quick and not self.free
        if self.ended is not None:
            return bool(self.asked) and not self.waiting and not self.free
        if match.to_move is not None:
            return False
        return match.over or match.in_hand or (bool(self.asked) and not self.waiting)
