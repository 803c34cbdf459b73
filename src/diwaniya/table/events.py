"""What happened at a table, in order. The log of these is the table; everything else is computed from it.

A table is a room: people gather (`Created`, `Joined`, ...), play a match (`Opened` to `Ended`), and perhaps another.
Events are numbered from 1 (`seq`). The log holds the secrets of the shuffles and every pack, so it never leaves the
server while a match runs. What is said in the chat is no event (R2).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

OptionValue = bool | int


class Chair(msgspec.Struct, frozen=True):
    """Who sits at a seat: a person (`player` is the session's public number) or a computer player (`level` alone;
    it has a `name` only if it plays on for a person of another match).

    Where a person is `away`, a computer player of `level` plays for him until he comes back or the match ends.
    """

    player: str | None = None
    name: str = ""
    avatar: int = 0
    level: str | None = None
    away: bool = False


class Settings(msgspec.Struct, frozen=True):
    """What the host decides about the room. Seconds everywhere."""

    public: bool = False
    """Listed in the lobby."""
    locked: bool = False
    """Nobody else may join."""
    watch: bool = True
    """Others may look on; they see what lies open (R6)."""
    delay: int = 0
    """How far those who look on are behind."""
    clock: int = 0
    """For each move; 0: no clock. What a move takes longer is paid from the player's bank."""
    hints: bool = True
    """Whoever is to move may ask which move is best. Logs from before there were hints do not have it."""


class Cut(msgspec.Struct, frozen=True):
    """A card cut for the first deal (A2)."""

    seat: int
    card: str


# the room


class Created(msgspec.Struct, frozen=True, tag="created"):
    """The room stands; one chair is its host's. `secret` is behind the first match; only its commitment is told."""

    at: float
    code: str
    game: str
    options: dict[str, OptionValue]
    settings: Settings
    host: str
    chairs: list[Chair | None]
    secret: str
    quick: bool = False
    """Opened by quick play: it begins by itself, with computer players at the free seats."""
    name_seed: str = ""
    """What chooses the names of computer players where it is not the table, as a match that is played on brings it."""


class Joined(msgspec.Struct, frozen=True, tag="joined"):
    """A person sat down, at a free seat or in place of a computer player."""

    at: float
    seat: int
    player: str
    name: str
    avatar: int


class Seated(msgspec.Struct, frozen=True, tag="seated"):
    """The host put a computer player on a free seat."""

    at: float
    seat: int
    level: str


class Freed(msgspec.Struct, frozen=True, tag="freed"):
    """A seat is empty: its person left, or the host took him or the computer away. `barred`: he may not come again."""

    at: float
    seat: int
    barred: bool = False


class Admitted(msgspec.Struct, frozen=True, tag="admitted"):
    """The host lets somebody come again whom he had taken away."""

    at: float
    player: str


class Renamed(msgspec.Struct, frozen=True, tag="renamed"):
    """A person is shown with another name, or another face, from now on."""

    at: float
    player: str
    name: str
    avatar: int


class Swapped(msgspec.Struct, frozen=True, tag="swapped"):
    """Two seats changed places; one of them may have been free."""

    at: float
    seats: tuple[int, int]


class Hosted(msgspec.Struct, frozen=True, tag="hosted"):
    """Somebody else is the host now."""

    at: float
    player: str


class Changed(msgspec.Struct, frozen=True, tag="changed"):
    """Another game, other options, another number of chairs, or other settings. All four as they are now."""

    at: float
    game: str
    options: dict[str, OptionValue]
    settings: Settings
    chairs: list[Chair | None]


class Salted(msgspec.Struct, frozen=True, tag="salted"):
    """A person added something of his own to the shuffles of the next match (UTF-8, as hexadecimal digits)."""

    at: float
    player: str
    salt: str


class Closed(msgspec.Struct, frozen=True, tag="closed"):
    """The last person has left; the room is no more."""

    at: float


# a match


class Practice(msgspec.Struct, frozen=True):
    """The match is played on from a finished one, `match`: from its hand `hand` (counted from 1) after `step` moves.
    In all, `steps` deals and moves of it stand; events from before they were counted have 0.
    """

    match: str
    hand: int
    step: int
    steps: int = 0


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """A match begins. The first dealer is drawn (G3) or cut for (A2, `cut` holds the rounds).

    `match` is its public name; `salts` are those of the people at the table, by seat. With `practice`, packs and moves
    of a finished match follow at once, and its shuffles prove nothing.
    """

    at: float
    match: str
    salts: list[str]
    dealer: int
    cut: list[list[Cut]]
    practice: Practice | None = None


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """A pack, in dealing order. `redeal` counts the packs of the same hand (A8), from 0."""

    at: float
    hand: int
    redeal: int
    pack: str


class Moved(msgspec.Struct, frozen=True, tag="moved", gc=False):
    """A legal move."""

    at: float
    seat: int
    token: str


class Asked(msgspec.Struct, frozen=True, tag="asked"):
    """Somebody has seen the scores and wants the next hand (R4), or after the match another one."""

    at: float
    seat: int


class TookOver(msgspec.Struct, frozen=True, tag="took_over"):
    """A computer player plays for an absent person, at the same hand, until he comes back or the match ends.

    `why`: he `left`, was `absent`, or his time was up (`clock`).
    """

    at: float
    seat: int
    level: str
    why: Literal["left", "absent", "clock"]


class GaveBack(msgspec.Struct, frozen=True, tag="gave_back"):
    """The person is back at his hand."""

    at: float
    seat: int


class Replaced(msgspec.Struct, frozen=True, tag="replaced"):
    """The host gave the seat of somebody who is always absent to a computer player, for good."""

    at: float
    seat: int
    level: str


class Resumed(msgspec.Struct, frozen=True, tag="resumed"):
    """Nobody was there, and now somebody is: the time of the present turn, or the pause, begins anew."""

    at: float


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """The match is decided, or those who were left ended it (no winners). `secret` is behind the next match."""

    at: float
    winners: list[int]
    scores: list[int]
    secret: str


Event = (
    Created
    | Joined
    | Seated
    | Freed
    | Admitted
    | Renamed
    | Swapped
    | Hosted
    | Changed
    | Salted
    | Closed
    | Opened
    | Dealt
    | Moved
    | Asked
    | TookOver
    | GaveBack
    | Replaced
    | Resumed
    | Ended
)

_decoder = msgspec.json.Decoder(Event)


encode: Callable[[Event], bytes] = msgspec.json.Encoder().encode
"""An event as it is written down."""


def decode(body: bytes) -> Event:
    """An event as it was written down. Raises `msgspec.MsgspecError` if it is damaged."""
    event: Event = _decoder.decode(body)
    return event
