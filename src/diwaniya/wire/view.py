"""What one viewer may know of a match, as it crosses the wire.

These structs are an allow list (R6): `MatchView` names every field that may leave the core, and a
field that is not named here is refused instead of sent. A field that does not apply to a game is
absent from the JSON, never null, unless null is said to mean something.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

Token = str
"""A card or a move as text: `AS`, `Cu`, `bid:7`, `take:AS+2C`, `2:expose:AS`."""

Fact = dict[str, Any]
"""Something everybody saw: `{"key": "trick", ...}`. The page says it with `fact.<family>.<key>`."""


class Why(msgspec.Struct, frozen=True):
    """The reason a move is not allowed: the rule (`K11`), a key for the words, and tokens to fill in."""

    rule: str
    key: str
    args: dict[str, Any]


class Played(msgspec.Struct, frozen=True):
    """A card somebody put down."""

    seat: int
    card: Token


class Called(msgspec.Struct, frozen=True):
    """A spoken move: a bid, a pass, stand or beg."""

    seat: int
    token: Token


class Trick(msgspec.Struct, frozen=True):
    """A finished trick and who won it."""

    cards: list[Played]
    winner: int


class Take(msgspec.Struct, frozen=True):
    """The last card played to the floor and what it took."""

    seat: int
    card: Token
    taken: list[Token]


class Asking(msgspec.Struct, frozen=True, rename={"from_": "from"}):
    """One seat asks another to pay, or has its promise."""

    from_: int
    to: int


class MatchView(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A match as one seat (or a spectator, `seat` null) sees it. Seats are numbers, cards are tokens."""

    # every game
    game: str
    seat: int | None
    to_move: int | None
    needs_deal: bool
    over: bool
    winners: list[int]
    dealer: int
    hand: int
    scores: list[int]
    cards: list[Token] | UnsetType = UNSET
    counts: list[int] | UnsetType = UNSET
    points: list[int] | UnsetType = UNSET
    pack_left: int | UnsetType = UNSET
    result: dict[str, Any] | UnsetType | None = UNSET

    # what the viewer may do
    legal: list[Token] | UnsetType = UNSET
    out_of_turn: list[Token] | UnsetType = UNSET
    blocked: dict[Token, Why] | UnsetType = UNSET
    takes: list[list[Token]] | UnsetType = UNSET

    # tricks and calls
    trick: list[Played] | UnsetType = UNSET
    last_trick: Trick | UnsetType | None = UNSET
    tricks: list[int] | UnsetType = UNSET
    calls: list[Called] | UnsetType = UNSET
    declarer: int | UnsetType | None = UNSET
    bid: int | UnsetType | None = UNSET
    trump: str | UnsetType | None = UNSET
    malzoom: bool | UnsetType = UNSET
    turned: Token | UnsetType | None = UNSET
    turned_all: list[Token] | UnsetType = UNSET
    exposed: list[list[Token]] | UnsetType = UNSET
    called: list[list[Token]] | UnsetType = UNSET
    awards: list[str] | UnsetType = UNSET

    # the floor
    floor: list[Token] | UnsetType = UNSET
    played: Token | UnsetType | None = UNSET
    last_take: Take | UnsetType | None = UNSET
    buried: list[Token] | UnsetType = UNSET
    carry: int | UnsetType = UNSET
    cards_won: list[int] | UnsetType = UNSET
    basras: list[int] | UnsetType = UNSET

    # one card each
    faces: list[Token | None] | UnsetType = UNSET
    shown: list[int] | UnsetType = UNSET
    lives: list[int] | UnsetType = UNSET
    asking: Asking | UnsetType | None = UNSET
    promises: list[Asking] | UnsetType = UNSET
