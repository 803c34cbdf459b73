"""What is asked over HTTP, and what is answered. The messages of the socket are in `messages`."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from diwaniya.wire.messages import Avatar, OptionValue, RoomLine, Rooms
from diwaniya.wire.view import Fact, MatchView, Token


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
    pack: list[Token]
    """In the game's own order, from which every shuffle starts."""


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


class Me(msgspec.Struct, frozen=True):
    """`GET /api/me`, and what `POST /api/me` takes: the guest as others see him."""

    name: str = ""
    avatar: Avatar = 0


class DeviceLink(msgspec.Struct, frozen=True):
    """`POST /api/me/link`: a ticket that makes another device the same guest, good once and for `seconds`."""

    ticket: str
    seconds: int


class Claim(msgspec.Struct, frozen=True):
    """`POST /api/me/claim`: become the guest who made this ticket."""

    ticket: str


class ReplayStep(msgspec.Struct, frozen=True):
    """One step of a finished match, all hands open. The first is the deal (`seat` and `token` null)."""

    hand: int
    seat: int | None
    token: Token | None
    facts: list[Fact]
    view: MatchView
    hands: list[list[Token]]
    """What everybody holds after it, by seat."""


class Replay(msgspec.Struct, frozen=True):
    """`GET /api/matches/ID/replay`: the match as the page steps through it."""

    match: str
    game: str
    options: dict[str, OptionValue]
    seats: int
    names: list[str]
    finished: float
    winners: list[int]
    scores: list[int]
    steps: list[ReplayStep]
    record: dict[str, Any]


class Problem(msgspec.Struct, frozen=True):
    """What an HTTP request gets instead of what it asked for."""

    code: str
    text: str


HTTP_TYPES = (Games, Health, Me, DeviceLink, Claim, RoomLine, Rooms, Replay, Problem)
