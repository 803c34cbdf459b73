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


class Example(msgspec.Struct, frozen=True):
    """A short piece of play that shows `rules` at work. Its words are those of its `id`."""

    id: str
    rules: list[str]
    replay: Replay


class GameExamples(msgspec.Struct, frozen=True):
    """`GET /api/games/GAME/examples`: what a game is taught with, without words; `pictures` and `tables` by rule.

    A picture is cards with signs between them (`8H > 8S + AS 7S`); a table has a head and rows of figures, cards and
    the names of words.
    """

    pictures: dict[str, list[str]]
    tables: dict[str, list[list[int | str]]]
    examples: list[Example]


class PlayOn(msgspec.Struct, frozen=True):
    """What `POST /api/matches/ID/play-on` takes: the first `steps` of the match's replay stand, and computer players of
    `level` take all seats but `seat` (if it is null, but that of who is to move there).
    """

    steps: int
    level: str
    seat: int | None = None
    name: str = ""
    avatar: Avatar = 0
    name_seed: str = ""
    """What chooses the names of the match's computer players, as the link to its replay has it, to keep them."""


class PlayedOn(msgspec.Struct, frozen=True):
    """The table at which the match goes on, for practice. Its person has only to `sit` there."""

    table: str


class ReviewPair(msgspec.Struct, frozen=True):
    """Points of the hand for the mover's side less those of the others: with the best move, with the played one."""

    best: float
    played: float


class ReviewFacts(msgspec.Struct, frozen=True):
    """What was sure to come of the best move at once, and of the played one, as far as its player could know."""

    best: list[Fact]
    played: list[Fact]


class ReviewVerdict(msgspec.Struct, frozen=True):
    """A move by what its player could see: his chance with the best move (`before`) and with this one (`after`).

    `loss` is the difference, `error` its standard error. `mark` is empty where the move is not costly.
    """

    before: float
    after: float
    loss: float
    error: float
    mark: Literal["", "?!", "?", "??"]
    best: Token
    points: ReviewPair
    facts: ReviewFacts


class ReviewExact(msgspec.Struct, frozen=True):
    """All cards open and everybody's best play: the result of `side` with the best move of all (`most`), the played
    one, and the one that the verdict calls `best`. `counts` says in English what is counted.
    """

    counts: str
    side: int
    most: int
    played: int
    best: int


class ReviewOpen(msgspec.Struct, frozen=True):
    """With all cards open: each side's chance after the move, and the mover's after the best one instead."""

    chances: list[float]
    best: float | None
    exact: ReviewExact | None


class ReviewStep(msgspec.Struct, frozen=True):
    """A move. `choices` is 0, and there is no `verdict`, for one out of turn."""

    hand: int
    step: int
    seat: int
    move: Token
    choices: int
    verdict: ReviewVerdict | None
    open: ReviewOpen


class ReviewMoment(msgspec.Struct, frozen=True):
    """A point of the graph: each side's chance after a deal (`dealt`) or a move; the first is before all."""

    hand: int
    step: int
    dealt: bool
    chances: list[float]


class ReviewSeat(msgspec.Struct, frozen=True):
    """A seat's moves together: of those with a choice the mean loss, how many got each mark, and how much was kept."""

    seat: int
    moves: int
    choices: int
    loss: float
    error: float
    marks: dict[str, int]
    accuracy: float | None


class Review(msgspec.Struct, frozen=True):
    """A finished match looked at again. Chances are to win the match, 0 to 1; docs/review.md says how they are made."""

    sides: list[int]
    nodes: int | None
    summary: list[ReviewSeat]
    luck: list[float]
    play: list[float]
    graph: list[ReviewMoment]
    """After each step of the replay in its order, behind the first point."""
    steps: list[ReviewStep]


class ReviewState(msgspec.Struct, frozen=True):
    """`GET` and `POST /api/matches/ID/review`: how far the review is. `done` of `total` moves; `ahead` are before it.

    `none`: nobody has asked for it. `compiling`: it begins as soon as the rules are compiled. `full`, `too_long`,
    `failed`: there is none now, and that is why.
    """

    state: Literal["none", "waiting", "working", "ready", "compiling", "full", "too_long", "failed"]
    done: int = 0
    total: int = 0
    ahead: int = 0
    review: Review | None = None


class Problem(msgspec.Struct, frozen=True):
    """What an HTTP request gets instead of what it asked for."""

    code: str
    text: str


HTTP_TYPES = (
    Games,
    Health,
    Me,
    DeviceLink,
    Claim,
    RoomLine,
    Rooms,
    Replay,
    GameExamples,
    ReviewState,
    PlayOn,
    PlayedOn,
    Problem,
)
