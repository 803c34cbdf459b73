"""The rules of a table, as two functions without clock, chance or files.

`decide` answers a command with the events it brings about, or with a refusal; it changes nothing.
`evolve` carries out an event that has been written down. A table is the fold of its events (`rebuild`), so
a server that was killed comes back exactly where it was.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from diwaniya.engine import fair
from diwaniya.engine.cards import RANKS
from diwaniya.engine.errors import explain
from diwaniya.engine.game import Fact, Game, Why, find
from diwaniya.engine.match import Match
from diwaniya.table.events import (
    Asked,
    Chair,
    Cut,
    Dealt,
    Ended,
    Event,
    Moved,
    Opened,
    OptionValue,
    Rematched,
)

LINES_KEPT = 40
"""How many of the latest moves a table remembers in words."""


# commands


@dataclass(frozen=True)
class Open:
    """Set up a table and deal the first hand."""

    game: str
    chairs: list[Chair]
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    previous: str | None = None


@dataclass(frozen=True)
class Play:
    """Make a move. `player` is who says so, `None` for the computer; `seq` what he had seen of the table."""

    player: str | None
    seat: int
    token: str
    seq: int


@dataclass(frozen=True)
class Next:
    """Deal the next hand, as far as this player is concerned (R4)."""

    player: str
    seq: int


@dataclass(frozen=True)
class Settle:
    """Do what the table owes by itself: a fresh pack in the middle of a hand (A8), or the end of the match."""


@dataclass(frozen=True)
class Rematch:
    """Play again. `table` is the id that the new table would get."""

    player: str
    table: str


Command = Open | Play | Next | Settle | Rematch


@dataclass(frozen=True)
class Refusal:
    """Why nothing happens. `legal` is what would have been possible instead, if the asker may know."""

    code: str
    text: str
    why: Why | None = None
    legal: list[str] | None = None


# state


@dataclass(frozen=True)
class Told:
    """A move in words: the event's number, the hand, who (nobody: a deal), which move, and what everybody saw."""

    seq: int
    hand: int
    seat: int | None
    token: str | None
    facts: list[Fact]


@dataclass
class TableState:
    """A table after `seq` events. Only `evolve` writes to it."""

    opened: Opened
    match: Match
    seq: int
    hand: int = 0
    redeal: int = 0
    turn_seq: int = 0
    """The event that began the present turn: a move made for an earlier view is stale."""
    deal_seq: int = 0
    """The event that dealt the present hand."""
    asked: frozenset[int] = frozenset()
    ended: bool = False
    rematch: str | None = None
    lines: deque[Told] = field(default_factory=lambda: deque(maxlen=LINES_KEPT))

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, chair in enumerate(self.opened.chairs) if chair.player is not None]

    def seat_of(self, player: str) -> int | None:
        """Where this player sits, if he does."""
        for seat, chair in enumerate(self.opened.chairs):
            if chair.player == player:
                return seat
        return None

    @property
    def computer_to_move(self) -> int | None:
        """The seat to move, if a computer player sits there."""
        seat = self.match.to_move
        return seat if seat is not None and self.opened.chairs[seat].player is None else None

    @property
    def waiting(self) -> list[int]:
        """Between two hands: the people who have not asked for the next one yet; otherwise nobody."""
        if not self.between_hands:
            return []
        return [seat for seat in self.people if seat not in self.asked]

    @property
    def between_hands(self) -> bool:
        return self.match.needs_deal and not self.match.in_hand

    @property
    def needs_redeal(self) -> bool:
        """Does the running hand wait for another pack (A8)?"""
        return self.match.needs_deal and self.match.in_hand

    @property
    def owes(self) -> bool:
        """Is there something that `Settle` would do?"""
        return (self.match.over and not self.ended) or self.needs_redeal


# decide


def decide(
    state: TableState | None, command: Command, now: float, entropy: bytes = b""
) -> list[Event] | Refusal:
    """The events that a command brings about. `entropy` is the secret of the shuffles; only `Open` needs it."""
    if isinstance(command, Open):
        return _open(command, now, entropy)
    if state is None:
        return Refusal("no_table", "There is no such table.")
    if isinstance(command, Play):
        return _play(state, command, now)
    if isinstance(command, Next):
        return _next(state, command, now)
    if isinstance(command, Rematch):
        return _rematch(state, command, now)
    return _settle(state, now)


def _open(command: Open, now: float, secret: bytes) -> list[Event] | Refusal:
    try:
        game = find(command.game)
    except ValueError as error:
        return Refusal("bad_game", str(error))
    seats = len(command.chairs)
    if seats not in game.seats:
        return Refusal(
            "bad_option", f"{game.id} is for {' or '.join(map(str, game.seats))} players, not {seats}."
        )
    try:
        game.check_options(command.options)
    except ValueError as error:
        return Refusal("bad_option", str(error))
    dealer, cut = _first_dealer(game, secret, seats)
    opened = Opened(
        at=now,
        game=game.id,
        options=dict(command.options),
        chairs=command.chairs,
        secret=secret.hex(),
        salts=[],
        dealer=dealer,
        cut=cut,
        previous=command.previous,
    )
    return [opened, _pack(opened, game, 1, 0, now)]


def _first_dealer(game: Game, secret: bytes, seats: int) -> tuple[int, list[list[Cut]]]:
    """Who deals first: drawn (G3), or cut for where the game wants it (A2)."""
    if not game.cut:
        return fair.draw_dealer(secret, [], seats), []
    rounds = fair.cut_for_deal(secret, [], seats, game.pack_tokens(), RANKS)
    (dealer,) = fair.cut_winners(rounds[-1], RANKS)
    return dealer, [[Cut(seat, card) for seat, card in cards] for cards in rounds]


def _pack(opened: Opened, game: Game, hand: int, redeal: int, now: float) -> Dealt:
    salts = [bytes.fromhex(salt) for salt in opened.salts]
    cards = fair.shuffle(bytes.fromhex(opened.secret), salts, hand, redeal, game.pack_tokens())
    return Dealt(at=now, hand=hand, redeal=redeal, pack=" ".join(cards))


def is_out_of_turn(token: str) -> bool:
    """Moves out of turn are written with the seat in front: `2:expose:AS`."""
    head, colon, _ = token.partition(":")
    return colon == ":" and head.isascii() and head.isdigit()


def _play(state: TableState, command: Play, now: float) -> list[Event] | Refusal:
    match, seat, token = state.match, command.seat, command.token
    chairs = state.opened.chairs
    if not 0 <= seat < len(chairs) or chairs[seat].player != command.player:
        return Refusal("not_seated", "That is not your seat.")
    if match.over:
        return Refusal("over", "The match is over.")
    out_of_turn = bool(match.game.out_of_turn) and is_out_of_turn(token)
    if out_of_turn and token.split(":", 1)[0] != str(seat):
        return Refusal("not_seated", "That is not your seat.")
    if command.seq > state.seq or command.seq < (state.deal_seq if out_of_turn else state.turn_seq):
        return Refusal("stale", "The table has moved on since then.")
    if match.needs_deal:
        return Refusal("not_now", "No hand is being played just now.")
    if not out_of_turn and match.to_move != seat:
        return Refusal("not_your_turn", "It is not your turn.")
    legal = match.out_of_turn(seat) if out_of_turn else match.legal(seat)
    if token not in legal:
        why = match.why_not(token, seat)
        because = explain(match.game.family, why) if why else "That may not be played now"
        return Refusal("illegal", f"{because} Possible: {' '.join(legal) or 'nothing'}.", why, legal)
    return [Moved(at=now, seat=seat, token=token)]


def _next(state: TableState, command: Next, now: float) -> list[Event] | Refusal:
    seat = state.seat_of(command.player)
    if seat is None:
        return Refusal("not_seated", "Only those at the table can ask for the next hand.")
    if state.match.over:
        return Refusal("over", "The match is over.")
    if command.seq < state.deal_seq or seat in state.asked:
        return []  # said twice, or the answer came while the next hand was being dealt
    if command.seq > state.seq:
        return Refusal("stale", "The table has not come that far.")
    if not state.between_hands:
        return Refusal("not_now", "The hand is not finished yet.")
    events: list[Event] = [Asked(at=now, seat=seat)]
    if state.waiting == [seat]:
        events.append(_pack(state.opened, state.match.game, state.hand + 1, 0, now))
    return events


def _rematch(state: TableState, command: Rematch, now: float) -> list[Event] | Refusal:
    if state.seat_of(command.player) is None:
        return Refusal("not_seated", "Only those at the table can ask for a rematch.")
    if not state.match.over:
        return Refusal("not_now", "The match is not over yet.")
    return [] if state.rematch else [Rematched(at=now, table=command.table)]


def reopening(state: TableState, table: str) -> Open:
    """The command that opens a rematch: same game, options and people, at a table that remembers this one."""
    return Open(state.opened.game, state.opened.chairs, state.opened.options, previous=table)


def _settle(state: TableState, now: float) -> list[Event]:
    match = state.match
    if match.over:
        return [] if state.ended else [Ended(at=now, winners=match.winners, scores=match.scores)]
    if state.needs_redeal:
        return [_pack(state.opened, match.game, state.hand, state.redeal + 1, now)]
    return []


# evolve


class DamagedLog(ValueError):
    """The log cannot have been written by this program, or somebody has changed it."""


def evolve(state: TableState | None, event: Event) -> TableState:
    """The table after one more event.

    The state given is taken over and must not be used again: the match inside it moves on (a copy for
    every move of every table would cost more than the move).
    """
    if isinstance(event, Opened):
        if state is not None:
            raise DamagedLog("a table is opened twice")
        match = Match(event.game, seats=len(event.chairs), dealer=event.dealer, options=dict(event.options))
        return TableState(opened=event, match=match, seq=1)
    if state is None:
        raise DamagedLog("a table begins with being opened")
    state.seq += 1
    if isinstance(event, Dealt):
        facts = state.match.deal(event.pack)
        state.hand, state.redeal, state.asked = event.hand, event.redeal, frozenset()
        state.turn_seq = state.deal_seq = state.seq
        state.lines.append(Told(state.seq, state.hand, None, None, facts))
    elif isinstance(event, Moved):
        facts = state.match.play(event.token, event.seat)
        if not is_out_of_turn(event.token):
            state.turn_seq = state.seq
        state.lines.append(Told(state.seq, state.hand, event.seat, event.token, facts))
    elif isinstance(event, Asked):
        state.asked |= {event.seat}
    elif isinstance(event, Ended):
        state.ended = True
    else:
        state.rematch = event.table
    return state


def rebuild(events: Iterable[Event]) -> TableState:
    """The table that these events make. Raises `DamagedLog` if they cannot be true."""
    state: TableState | None = None
    try:
        for event in events:
            state = evolve(state, event)
    except (ValueError, KeyError, IndexError) as error:
        raise DamagedLog(str(error)) from error
    if state is None:
        raise DamagedLog("the log is empty")
    return state


def record(state: TableState) -> dict[str, Any]:
    """The record of the match, with names and the proof of its shuffles under `meta`."""
    opened = state.opened
    kept = state.match.record()
    kept["meta"] = {
        "names": [chair.name or f"computer ({chair.level})" for chair in opened.chairs],
        "opened": opened.at,
        "fair": {
            "commitment": fair.commitment(bytes.fromhex(opened.secret)),
            "secret": opened.secret,
            "salts": opened.salts,
        },
    }
    return kept
