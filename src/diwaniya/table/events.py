"""What happened at a table, in order. The log of these is the table; everything else is computed from it.

Events are numbered from 1 (`seq`). The log holds the secret of the shuffles and every pack, so it never leaves
the server while the match runs.
"""

from __future__ import annotations

import msgspec

OptionValue = bool | int


class Chair(msgspec.Struct, frozen=True):
    """Who sits at a seat: a person (`player` is the session's public number) or a computer player (`level`)."""

    player: str | None = None
    name: str = ""
    level: str | None = None


class Cut(msgspec.Struct, frozen=True):
    """A card cut for the first deal (A2)."""

    seat: int
    card: str


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """The table stands. The first dealer is drawn (G3) or cut for (A2, `cut` holds the rounds)."""

    at: float
    game: str
    options: dict[str, OptionValue]
    chairs: list[Chair]
    secret: str
    salts: list[str]
    dealer: int
    cut: list[list[Cut]]
    previous: str | None = None


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """A pack, in dealing order. `redeal` counts the packs of the same hand (A8), from 0."""

    at: float
    hand: int
    redeal: int
    pack: str


class Moved(msgspec.Struct, frozen=True, tag="moved"):
    """A legal move."""

    at: float
    seat: int
    token: str


class Asked(msgspec.Struct, frozen=True, tag="asked"):
    """Somebody has seen the scores and wants the next hand (R4)."""

    at: float
    seat: int


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """The match is decided."""

    at: float
    winners: list[int]
    scores: list[int]


class Rematched(msgspec.Struct, frozen=True, tag="rematched"):
    """The same people go on at another table."""

    at: float
    table: str


Event = Opened | Dealt | Moved | Asked | Ended | Rematched

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Event)


def encode(event: Event) -> bytes:
    """An event as it is written down."""
    return _encoder.encode(event)


def decode(body: bytes) -> Event:
    """An event as it was written down. Raises `msgspec.MsgspecError` if it is damaged."""
    event: Event = _decoder.decode(body)
    return event
