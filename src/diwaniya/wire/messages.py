"""The messages, one struct each, told apart by `type`.

The page talks to the server over one WebSocket, in JSON text frames. It says `hello` first and gets
`welcome`. Whatever it asks after that is answered by `done` or by `refused`; a `ref` in the request
comes back in the answer. What happens at a table arrives as `table`: always the whole view, never a
difference, so a page that missed something needs nothing but the next one.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from diwaniya.wire.view import Fact, MatchView, Token, Why

PROTOCOL = 1
"""Raised when an old page could no longer follow. The server refuses another number in `hello`."""

OptionValue = bool | int

RefusalCode = Literal[
    "illegal",  # against a rule: `why` names it, `legal` says what would do
    "not_your_turn",
    "stale",  # the table has moved on since the view this move was made for
    "not_seated",  # a watcher, or somebody else's seat
    "not_now",  # nothing to answer: no next hand is due, or the match is still running
    "over",  # the match has ended
    "no_table",
    "damaged",  # what was kept of the table cannot be read
    "bad_game",
    "bad_option",  # an option, a number of seats or a level that the game does not have
    "bad_name",
    "too_fast",
    "too_many",  # too many tables at once
    "not_saved",  # the move could not be written down, so it was not made; try again in a while
]

ErrorCode = Literal["bad_message", "bad_protocol", "too_fast", "too_many", "failed"]


# from the page to the server


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """The first message of a connection."""

    protocol: int


class Open(msgspec.Struct, frozen=True, tag="open"):
    """Open a table against the computer and sit down at seat 0 (R1, R3).

    `level` is for all other seats; `levels` gives each its own (one for every seat from 1 up).
    """

    game: str
    level: str = ""
    levels: list[str] = []
    options: dict[str, OptionValue] = {}
    seats: int | None = None
    name: str = ""
    ref: int | None = None


class Sit(msgspec.Struct, frozen=True, tag="sit"):
    """Come back to my seat at this table, after a reload or a lost connection; also: send the view again."""

    table: str
    ref: int | None = None


class Watch(msgspec.Struct, frozen=True, tag="watch"):
    """Look on without a seat: only what lies open (R6)."""

    table: str
    ref: int | None = None


class Leave(msgspec.Struct, frozen=True, tag="leave"):
    """Send me nothing more of this table. The seat stays mine."""

    table: str
    ref: int | None = None


class Play(msgspec.Struct, frozen=True, tag="play"):
    """Make a move. `seq` is that of the view the player saw: a move for an older turn is refused."""

    table: str
    token: Token
    seq: int
    ref: int | None = None


class Next(msgspec.Struct, frozen=True, tag="next"):
    """I have seen the scores: deal the next hand (R4)."""

    table: str
    seq: int
    ref: int | None = None


class Rematch(msgspec.Struct, frozen=True, tag="rematch"):
    """The match is over: the same people, the same game, a new table."""

    table: str
    ref: int | None = None


class Ping(msgspec.Struct, frozen=True, tag="ping"):
    """Are you there?"""

    ref: int | None = None


ClientMessage = Hello | Open | Sit | Watch | Leave | Play | Next | Rematch | Ping


# from the server to the page


class TableLine(msgspec.Struct, frozen=True):
    """One of my running tables, newest first, to go on with after a reload."""

    table: str
    game: str
    seat: int
    updated: float


class Welcome(msgspec.Struct, frozen=True, tag="welcome"):
    """The answer to `hello`."""

    protocol: int
    version: str
    tables: list[TableLine]


class Seat(msgspec.Struct, frozen=True):
    """Who sits there. A computer player has a level and no name; the page finds one for it."""

    kind: Literal["person", "computer"]
    name: str
    level: str | None
    here: bool


class CutCard(msgspec.Struct, frozen=True):
    """A card cut for the deal (A2)."""

    seat: int
    card: Token


class Line(msgspec.Struct, frozen=True):
    """A move in words: who made which, and what everybody saw come of it.

    `seat` and `token` are null for a deal.
    """

    seq: int
    hand: int
    seat: int | None
    token: Token | None
    facts: list[Fact]


class Question(msgspec.Struct, frozen=True):
    """Between two hands: may the next be dealt? `waiting` are the seats that have not said so yet (R4)."""

    kind: Literal["next"]
    waiting: list[int]
    you: bool


class Table(msgspec.Struct, frozen=True, tag="table"):
    """The whole of a table as this viewer sees it, as of event `seq`."""

    table: str
    seq: int
    game: str
    options: dict[str, OptionValue]
    seat: int | None
    seats: list[Seat]
    view: MatchView
    lines: list[Line]
    question: Question | None
    commitment: str
    first_dealer: int
    cut: list[list[CutCard]]
    previous: str | None
    rematch: str | None


class Done(msgspec.Struct, frozen=True, tag="done"):
    """What was asked has happened, and is on disk. After `open` and `rematch`, `table` is the new table."""

    table: str
    seq: int
    ref: int | None


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """What was asked is not possible, and nothing has changed. `text` is plain English for logs and tools."""

    code: RefusalCode
    text: str
    table: str | None = None
    why: Why | UnsetType = UNSET
    legal: list[Token] | UnsetType = UNSET
    ref: int | None = None


class Trouble(msgspec.Struct, frozen=True, tag="trouble"):
    """The table cannot go on by itself just now (the disk is full, say). The next `table` message ends it."""

    table: str
    code: Literal["not_saved"]
    text: str


class Fault(msgspec.Struct, frozen=True, tag="error"):
    """The connection itself is at fault; the server closes it after this."""

    code: ErrorCode
    text: str


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """I am here."""

    ref: int | None


ServerMessage = Welcome | Table | Done | Refused | Trouble | Fault | Pong


# over HTTP


class OptionInfo(msgspec.Struct, frozen=True):
    """An option of a game: a yes or no (`flag`), or a whole number from `least` up.

    `choices`, if not empty, are the only numbers allowed; `common` are worth offering first.
    """

    name: str
    kind: Literal["flag", "number"]
    default: bool | int
    least: int
    choices: list[int]
    common: list[int]


class GameInfo(msgspec.Struct, frozen=True):
    """What the page must know of a game to offer and draw it."""

    id: str
    family: str
    seats: list[int]
    teams: bool
    deck: str
    options: list[OptionInfo]
    zones: list[str]
    out_of_turn: list[str]
    calls: list[Token]
    cut: bool


class Games(msgspec.Struct, frozen=True):
    """`GET /api/games`. `levels` are the computer players to choose from, easiest first."""

    games: list[GameInfo]
    levels: list[str]


class Health(msgspec.Struct, frozen=True):
    """`GET /api/health`."""

    ok: bool
    version: str
    tables: int
    connections: int


class Problem(msgspec.Struct, frozen=True):
    """What an HTTP request gets instead of what it asked for."""

    code: str
    text: str


HTTP_TYPES = (Games, Health, Problem)
