"""What people, and the server on its own, can ask of a table. `decide` answers each with events or a refusal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct

from diwaniya.engine.game import Why
from diwaniya.table.events import OptionValue, Settings


@dataclass(frozen=True)
class Person:
    """Who asks, and how he wants to be shown."""

    player: str
    name: str = ""
    avatar: int = 0


# the room


@dataclass(frozen=True)
class Open:
    """Set up a room; whoever does sits at seat 0 and is its host (R1).

    `levels` puts computer players at seats 1 up (R3); with `begin` the first hand is dealt at once, which needs every
    seat taken.
    """

    by: Person
    code: str
    game: str
    seats: int | None = None
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    settings: Settings = field(default_factory=Settings)
    levels: Sequence[str] = ()
    begin: bool = False
    quick: bool = False


@dataclass(frozen=True)
class PlayOn:
    """Set up a room in which a finished match goes on from one of its positions, against computer players of `level`.

    `match` is its public name, `record` its record. `steps` says how many of its deals and moves stand; whoever asks
    sits at `seat`, or where somebody is to move. `name_seed` is what chose the names of its computer players. See
    `table.practice`.
    """

    by: Person
    code: str
    match: str
    record: Mapping[str, Any]
    steps: int
    level: str
    seat: int | None = None
    name_seed: str = ""


@dataclass(frozen=True)
class Join:
    """Sit down: at `seat`, or at the next one by R1; a computer player makes room. Not during a match.

    Whoever has a seat already keeps it, and is back at his hand.
    """

    by: Person
    seat: int | None = None


@dataclass(frozen=True)
class Rename:
    """Be shown otherwise from now on, also in a match."""

    by: Person


@dataclass(frozen=True)
class Quit:
    """Leave for good before or after a match; during one a computer player takes over until the person comes back."""

    player: str


@dataclass(frozen=True)
class Move:
    """Change places: the person at `seat` goes to `to`, whoever is there comes here. The host may move anybody,
    everybody else himself to a free seat or a computer player's. Not during a match."""

    player: str
    seat: int
    to: int


@dataclass(frozen=True)
class Fill:
    """Host: put computer players of `level` at `seat`, or at all free seats if it is `None`. Not during a match."""

    player: str
    level: str
    seat: int | None = None


@dataclass(frozen=True)
class Remove:
    """Host: take the computer player or the person away from `seat`. A removed person may not join again.

    During a match only a person who is away, or holds everybody up (`clock.DAWDLING` seconds), can be replaced, by a
    computer player.
    """

    player: str
    seat: int
    level: str = ""


@dataclass(frozen=True)
class Admit:
    """Host: somebody who was removed may come again; `person` is his number among the `Barred`."""

    player: str
    person: int


@dataclass(frozen=True)
class Give:
    """Host: hand over being host to the person at `seat`."""

    player: str
    seat: int


@dataclass(frozen=True)
class Change:
    """Host: other settings at any time; another game, options or number of seats between matches. `None`: as it was."""

    player: str
    settings: Settings | None = None
    game: str | None = None
    seats: int | None = None
    options: Mapping[str, OptionValue] | None = None


@dataclass(frozen=True)
class Salt:
    """Add something of one's own to the shuffles of the next match; given again, it replaces the former.

    Not during a match: the secret that it stirs is chosen when the match ends, and not by somebody who knows the salt.
    """

    player: str
    salt: str


@dataclass(frozen=True)
class Begin:
    """Host: deal the first hand of a match; free seats get computer players of `level`, if one is named."""

    player: str
    level: str = ""


# a match


class Play(Struct, frozen=True, gc=False):
    """Make a move. `player` is who says so, `None` for the computer; `seq` what he had seen of the table.

    Who was away is back with his move.
    """

    player: str | None
    seat: int
    token: str
    seq: int


class Next(Struct, frozen=True):
    """Deal the next hand, as far as this player is concerned (R4)."""

    player: str
    seq: int


@dataclass(frozen=True)
class Rematch:
    """The match is over: another one, same game and seats, as far as this player is concerned."""

    player: str


@dataclass(frozen=True)
class Back:
    """The person is here again and takes his hand back from the computer player."""

    player: str


@dataclass(frozen=True)
class End:
    """End a match that everybody else has left."""

    player: str


# what the server sees and says by itself


@dataclass(frozen=True)
class Settle:
    """Do what the table owes by itself (`TableState.owes`): a fresh pack in the middle of a hand (A8), the end of the
    match, or what was waiting for somebody who is not waited for any more."""


@dataclass(frozen=True)
class Tick:
    """Look at the clock: a turn is over its time, the next hand is due, quick play begins. See `due`."""


@dataclass(frozen=True)
class Absent:
    """The person at `seat` has had no connection for a while, and somebody else is there."""

    seat: int


@dataclass(frozen=True)
class Resume:
    """The first person is there again after nobody was: his time, or the pause between two hands, begins anew."""


Command = (
    Open
    | PlayOn
    | Join
    | Rename
    | Quit
    | Move
    | Fill
    | Remove
    | Admit
    | Give
    | Change
    | Salt
    | Begin
    | Play
    | Next
    | Rematch
    | Back
    | End
    | Settle
    | Tick
    | Absent
    | Resume
)


@dataclass(frozen=True)
class Refusal:
    """Why nothing happens. `legal` is what would have been possible instead, if the asker may know.

    `about` says it more exactly than the code, for words in other languages (`refused.about.<about>`); `args` fill
    them in: numbers, texts, or lists of them.
    """

    code: str
    text: str
    why: Why | None = None
    legal: list[str] | None = None
    about: str = ""
    args: Mapping[str, Any] = field(default_factory=dict)
