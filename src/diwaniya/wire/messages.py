"""The messages, one struct each, told apart by `type`.

The page talks to the server over one WebSocket, in JSON text frames. It says `hello` first and gets
`welcome`. Whatever it asks after that is answered by exactly one `done` or `refused`; a `ref` in the request
comes back in the answer. A table is shown whole (`table`) to whoever begins to look at it, and whenever more
has changed than a move; a move is shown as `step`, which says after which `seq` it comes. A page that has
missed one asks for the whole again (`sit`).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

# Named anew so that they are found here, as all other messages are.
from diwaniya.wire.advice import AskHint as AskHint
from diwaniya.wire.advice import AskRest as AskRest
from diwaniya.wire.advice import AskTips as AskTips
from diwaniya.wire.advice import Hint as Hint
from diwaniya.wire.advice import HintMove as HintMove
from diwaniya.wire.advice import Rest as Rest
from diwaniya.wire.advice import Tips as Tips
from diwaniya.wire.view import Fact, MatchView, Token, Why

PROTOCOL = 2
"""Raised when an old page could no longer follow. The server refuses another number in `hello`."""

OptionValue = bool | int
Avatar = Annotated[int, Meta(ge=0, le=31)]
"""One of the faces that the page draws."""

RefusalCode = Literal[
    "illegal",  # against a rule: `why` names it, `legal` says what would do
    "not_your_turn",
    "stale",  # the table has moved on since the view this move was made for
    "not_seated",  # somebody who only looks on, or somebody else's seat
    "not_host",  # only the host may do this
    "not_now",  # not while a match is running, or only then
    "taken",  # somebody sits there
    "full",  # no seat is free
    "locked",  # the host lets nobody else in
    "barred",  # the host has taken this person away
    "no_watching",  # the room does not allow it
    "no_hints",  # the room does not allow them
    "over",  # the match has ended
    "no_table",  # none with this id or code
    "damaged",  # what was kept of the table cannot be read
    "bad_game",
    "bad_option",  # an option, a number of seats, a level or a setting that there is not
    "bad_name",
    "bad_text",  # nothing to say, or too much
    "too_fast",
    "too_many",  # too many tables at once
    "not_saved",  # it could not be written down, so it has not happened; try again in a while
]

ErrorCode = Literal["bad_message", "bad_protocol", "too_fast", "too_many", "failed"]


# from the page to the server


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """The first message of a connection."""

    protocol: int


class RoomSettings(msgspec.Struct, frozen=True):
    """What the host decides about a room. Times in seconds."""

    public: bool = False
    """Listed in the lobby."""
    locked: bool = False
    """Nobody else may join."""
    watch: bool = True
    """Others may look on."""
    delay: int = 0
    """How far those who look on are behind."""
    clock: int = 0
    """For each move; 0: no clock."""
    hints: bool = True
    """Whoever is to move may ask which move is best."""


class Open(msgspec.Struct, frozen=True, tag="open"):
    """Open a table and sit down at seat 0 (R1). You are its host.

    `level` puts that computer player at all other seats, `levels` gives each its own (one for every seat from
    1 up); without either they stay free for others to join. `begin`: deal at once; all seats must be taken.
    """

    game: str
    level: str = ""
    levels: list[str] = []
    options: dict[str, OptionValue] = {}
    seats: int | None = None
    settings: RoomSettings = RoomSettings()
    begin: bool = True
    name: str = ""
    avatar: Avatar = 0
    ref: int | None = None


class Join(msgspec.Struct, frozen=True, tag="join"):
    """Sit down in a room, by its code or its id; at `seat`, or at the next one (R1)."""

    code: str = ""
    table: str = ""
    seat: int | None = None
    name: str = ""
    avatar: Avatar = 0
    ref: int | None = None


class Quick(msgspec.Struct, frozen=True, tag="quick"):
    """Seat me anywhere where this game is about to be played; computer players fill up after 20 seconds."""

    game: str
    name: str = ""
    avatar: Avatar = 0
    ref: int | None = None


class Sit(msgspec.Struct, frozen=True, tag="sit"):
    """Back to my seat at this table, after a reload or a lost connection; also: send the whole view again."""

    table: str
    ref: int | None = None


class Watch(msgspec.Struct, frozen=True, tag="watch"):
    """Look on without a seat: only what lies open (R6), and only where the room allows it."""

    table: str
    ref: int | None = None


class Leave(msgspec.Struct, frozen=True, tag="leave"):
    """Send me nothing more of this table. The seat stays mine."""

    table: str
    ref: int | None = None


class Quit(msgspec.Struct, frozen=True, tag="quit"):
    """I leave. In a running match a computer player takes over until I come back; otherwise the seat is free."""

    table: str
    ref: int | None = None


class Place(msgspec.Struct, frozen=True, tag="place"):
    """Change places: who sits at `seat` goes to `to`, whoever is there comes here. The host may move anybody."""

    table: str
    seat: int
    to: int
    ref: int | None = None


class Fill(msgspec.Struct, frozen=True, tag="fill"):
    """Host: a computer player of `level` for `seat`, or for all free seats."""

    table: str
    level: str
    seat: int | None = None
    ref: int | None = None


class Remove(msgspec.Struct, frozen=True, tag="remove"):
    """Host: take away who sits at `seat`. In a running match a computer player (`level`) gets the seat for
    good, and only if its person is away or holds everybody up."""

    table: str
    seat: int
    level: str = ""
    ref: int | None = None


class Admit(msgspec.Struct, frozen=True, tag="admit"):
    """Host: let somebody come again whom a host took away; `person` is his number in `removed`."""

    table: str
    person: int
    ref: int | None = None


class Give(msgspec.Struct, frozen=True, tag="give"):
    """Host: let the person at `seat` be the host."""

    table: str
    seat: int
    ref: int | None = None


class Change(msgspec.Struct, frozen=True, tag="change"):
    """Host: other settings; between matches also another game, seats, options. What is left out stays."""

    table: str
    settings: RoomSettings | None = None
    game: str | None = None
    seats: int | None = None
    options: dict[str, OptionValue] | None = None
    ref: int | None = None


class Salt(msgspec.Struct, frozen=True, tag="salt"):
    """Stir the shuffles of the next match with a text of my own (1 to 64 characters)."""

    table: str
    salt: str
    ref: int | None = None


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """Host: deal. Free seats get computer players of `level`, if one is named."""

    table: str
    level: str = ""
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
    """The match is over: another one, same game and seats, as far as I am concerned."""

    table: str
    ref: int | None = None


class Back(msgspec.Struct, frozen=True, tag="back"):
    """I am here again: the computer player gives me back my hand."""

    table: str
    ref: int | None = None


class End(msgspec.Struct, frozen=True, tag="end"):
    """End a match that everybody else has left."""

    table: str
    ref: int | None = None


class Say(msgspec.Struct, frozen=True, tag="say"):
    """To those who sit at the table (R2): a text, or a phrase that each page shows in its own language."""

    table: str
    text: str = ""
    phrase: str = ""
    ref: int | None = None


class Mute(msgspec.Struct, frozen=True, tag="mute"):
    """Hear nothing more of the person at `seat`, or (`on` false) hear him again."""

    table: str
    seat: int
    on: bool = True
    ref: int | None = None


class Report(msgspec.Struct, frozen=True, tag="report"):
    """Show the host something that was said."""

    table: str
    said: int
    ref: int | None = None


class Lobby(msgspec.Struct, frozen=True, tag="lobby"):
    """Show me the open rooms, and what changes about them; or no longer."""

    on: bool = True
    ref: int | None = None


class Ping(msgspec.Struct, frozen=True, tag="ping"):
    """Are you there?"""

    ref: int | None = None


Request: TypeAlias = (
    Open
    | Join
    | Quick
    | Sit
    | Watch
    | Leave
    | Quit
    | Place
    | Fill
    | Remove
    | Admit
    | Give
    | Change
    | Salt
    | Begin
    | Play
    | AskHint
    | AskRest
    | AskTips
    | Next
    | Rematch
    | Back
    | End
    | Say
    | Mute
    | Report
    | Lobby
)
"""What is answered by `done` or `refused`."""

ClientMessage = Hello | Request | Ping


# from the server to the page

Phase = Literal["waiting", "playing", "over"]
"""Before the first match, during one, after one."""


class TableLine(msgspec.Struct, frozen=True):
    """One of my tables, the latest first, to go on with after a reload. `practice` and `name_seed` as in `table`."""

    table: str
    game: str
    phase: Phase
    names: list[str]
    updated: float
    practice: Practice | None = None
    name_seed: str = ""


class Welcome(msgspec.Struct, frozen=True, tag="welcome"):
    """The answer to `hello`. `name` and `avatar` are those of the session.

    `address` is where others in the network find this server, for invitations made on its own computer; empty
    if that is not known.
    """

    protocol: int
    version: str
    tables: list[TableLine]
    name: str = ""
    avatar: int = 0
    address: str = ""


class Seat(msgspec.Struct, frozen=True):
    """Who sits there. A computer player has a level and no name; the page finds one for it.

    `here`: a page of his is open. `away`: a computer player of `level` plays for him.
    """

    kind: Literal["person", "computer", "free"]
    name: str
    avatar: int
    level: str | None
    here: bool
    away: bool


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
    """Between two hands: may the next be dealt (R4)? After a match: another one? `waiting` are the seats that
    have not said so yet.
    """

    kind: Literal["next", "rematch"]
    waiting: list[int]
    you: bool


class Clock(msgspec.Struct, frozen=True):
    """Whose time runs: `left` seconds of the move, then `bank` seconds, as of this message. `seat` is null
    while the next hand, or quick play, begins by itself after `left` seconds."""

    seat: int | None
    left: float
    bank: float


class Removed(msgspec.Struct, frozen=True):
    """Somebody whom the host took away, as he was shown then. `person` is for `admit`."""

    person: int
    name: str
    avatar: int


class MatchLine(msgspec.Struct, frozen=True):
    """A match of this room: for the score sheet, and for `GET /api/matches/ID/record`. No winners: it was
    broken off.
    """

    match: str
    game: str
    winners: list[int]
    scores: list[int]
    names: list[str]


class Practice(msgspec.Struct, frozen=True):
    """The match was played on from another one, from its hand `hand` (counted from 1) after `step` moves. In all,
    `steps` steps of its replay stand (0 in old matches, which did not count them).
    """

    match: str
    hand: int
    step: int
    steps: int = 0


class Table(msgspec.Struct, frozen=True, tag="table"):
    """The whole of a table as this viewer sees it, as of event `seq`."""

    table: str
    seq: int
    phase: Phase
    game: str
    options: dict[str, OptionValue]
    settings: RoomSettings
    code: str | None
    """For those who sit here: what to tell others, so that they can join."""
    host: int | None
    seat: int | None
    seats: list[Seat]
    watchers: int
    match: str | None
    """The running match, or the one just finished."""
    view: MatchView | None
    """Null before the first match."""
    lines: list[Line]
    question: Question | None
    clock: Clock | None
    commitment: str
    """To the secret of the running match; where none is running, of the next."""
    salts: list[str]
    """What people added to it (UTF-8 as hexadecimal digits), by seat."""
    first_dealer: int | None
    cut: list[list[CutCard]]
    matches: list[MatchLine]
    """The finished matches of this room, the latest last."""
    muted: list[int]
    """Seats that you do not want to hear."""
    behind: int = 0
    """You see the table as it was so many seconds ago."""
    removed: list[Removed] = []
    """For the host: who may not come again, the latest first."""
    practice: Practice | None = None
    """The match goes on from a finished one whose cards were known: for practice, and without a proof."""
    name_seed: str = ""
    """What chooses the names of computer players here, as links to replays have it. Empty: the table's id does."""


class Step(msgspec.Struct, frozen=True, tag="step"):
    """A move, a deal, or somebody's wish for the next hand: what follows the view with `seq` == `after`.

    The new view is `{**view, **mine}`; `line` is one more for `lines` (null if there is nothing to tell).
    """

    table: str
    seq: int
    after: int
    line: Line | None
    question: Question | None
    clock: Clock | None
    view: Annotated[
        Any,
        Meta(
            extra_json_schema={
                "type": "object",
                "description": "MatchView, but for `seat`, which is in `mine`.",
                "typescript": "MatchView",
            }
        ),
    ]
    mine: Annotated[
        Any,
        Meta(
            extra_json_schema={
                "type": "object",
                "description": "Fields of MatchView.",
                "typescript": "Partial<MatchView>",
            }
        ),
    ]


class Said(msgspec.Struct, frozen=True, tag="said"):
    """Somebody at the table says something (R2). `id` is for `report`."""

    table: str
    id: int
    seat: int
    name: str
    text: str
    phrase: str


class Reported(msgspec.Struct, frozen=True, tag="reported"):
    """To the host: the person at `by` complains about what was said by `seat`."""

    table: str
    by: int
    seat: int
    name: str
    text: str
    phrase: str


class Gone(msgspec.Struct, frozen=True, tag="gone"):
    """You see this table no longer: the host took you away (`removed`), the room is `closed`, or watching is
    over (`unwatched`).
    """

    table: str
    why: Literal["removed", "closed", "unwatched"]


class RoomLine(msgspec.Struct, frozen=True):
    """A room that one may join."""

    table: str
    game: str
    options: dict[str, OptionValue]
    settings: RoomSettings
    phase: Phase
    host: str
    seats: list[Seat]
    watchers: int


class Rooms(msgspec.Struct, frozen=True, tag="rooms"):
    """The lobby, whole, newest rooms first."""

    rooms: list[RoomLine]


class Done(msgspec.Struct, frozen=True, tag="done"):
    """What was asked with a `ref` has happened, and is on disk. After `open`, `join` and `quick`, `table` is
    where you sit.
    """

    table: str | None
    seq: int | None
    ref: int | None


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """What was asked is not possible, and nothing has changed. `text` is plain English for logs and tools.

    `about` says more exactly than `code` what is the matter, a key for words, and `args` what fills them in; both are
    absent where the code says it all. Who does not know this `about` has the code and the text.
    """

    code: RefusalCode
    text: str
    table: str | None = None
    why: Why | UnsetType = UNSET
    legal: list[Token] | UnsetType = UNSET
    about: str | UnsetType = UNSET
    args: dict[str, Any] | UnsetType = UNSET
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


ServerMessage = (
    Welcome
    | Table
    | Step
    | Hint
    | Rest
    | Tips
    | Said
    | Reported
    | Gone
    | Rooms
    | Done
    | Refused
    | Trouble
    | Fault
    | Pong
)
