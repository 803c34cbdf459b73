"""Playing on from a position of a finished match, at a table of its own.

The table's log begins with the old packs and moves, as if they had been made here, and goes on from there; so it is
folded like any other, and the record of its match can be replayed from the first deal. Whoever plays on may have seen
all cards: so it is practice, says so, and proves no shuffles.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from diwaniya.engine.errors import IllegalMove, RecordError
from diwaniya.engine.match import Match
from diwaniya.engine.record import check
from diwaniya.engine.tokens import split
from diwaniya.table import refusals
from diwaniya.table.commands import PlayOn, Refusal
from diwaniya.table.events import Chair, Created, Dealt, Event, Moved, Opened, Practice, Settings
from diwaniya.table.moment import Moment
from diwaniya.table.record import is_computer

Decided = list[Event] | Refusal


def play_on(command: PlayOn, moment: Moment) -> Decided:
    """The room, the match, and all that was dealt and played in it so far; its host sits at the wished seat."""
    try:
        game = check(command.record)
    except RecordError as error:
        return Refusal("bad_option", str(error))
    bad = refusals.bad_level(command.level)
    seats = command.record.get("seats", game.seats[0])
    bad = bad or (None if command.seat is None else refusals.bad_seat(command.seat, seats))
    if bad is not None:
        return bad
    match = Match(
        game, seats=seats, dealer=command.record["dealer"], options=command.record["options"], mode="pure"
    )
    try:
        past = list(_past(match, command.record, command.steps, moment.now))
    except (IllegalMove, ValueError) as error:
        return Refusal("bad_option", str(error))
    if len(past) < command.steps or command.steps < 1:
        return Refusal("bad_option", f"The match has no step {command.steps}.", about="step")
    if match.over:
        return Refusal("over", "There the match is over: go back a little.", about="back")
    hand, step = _place(past)
    by, seat = command.by, command.seat if command.seat is not None else match.to_move or 0
    chairs: list[Chair | None] = [
        Chair(name=name, level=command.level) for name in _people(command.record, seats, by.name)
    ]
    chairs[seat] = Chair(player=by.player, name=by.name, avatar=by.avatar)
    created = Created(
        at=moment.now,
        code=command.code,
        game=game.id,
        options=dict(command.record["options"]),
        settings=Settings(),
        host=by.player,
        chairs=chairs,
        secret=moment.secret(),
        name_seed=command.name_seed,
    )
    opened = Opened(
        at=moment.now,
        match=moment.match_name(),
        salts=[],
        dealer=command.record["dealer"],
        cut=[],
        practice=Practice(command.match, hand, step, command.steps),
    )
    return [created, opened, *past]


def _people(record: Mapping[str, Any], seats: int, mine: str) -> list[str]:
    """What the people of the old match were called, by seat: whoever takes a hand over is called like that, so that one
    finds it again. Empty for computer players, and for one's own name, which one bears oneself.
    """
    names = record.get("meta", {}).get("names", [])
    kept = ["" if is_computer(name) or name == mine else name for name in names]
    return [*kept, *[""] * seats][:seats]


def _past(match: Match, record: Mapping[str, Any], steps: int, now: float) -> Iterator[Event]:
    """The first `steps` deals and moves of a record, each of them made in `match` as well."""
    made = 0

    def dealt(pack: str, hand: int, redeal: int) -> Dealt:
        match.deal(pack)
        return Dealt(at=now, hand=hand, redeal=redeal, pack=" ".join(split(pack)))

    for number, hand in enumerate(record["hands"], start=1):
        packs = iter(enumerate([hand["deck"], *hand.get("redeals", [])]))
        moves = iter(split(hand["moves"]))
        while made < steps:
            if match.needs_deal and (found := next(packs, None)):
                yield dealt(found[1], number, found[0])
            elif token := next(moves, None):
                yield Moved(at=now, seat=match.move(token), token=token)
            else:
                break
            made += 1


def _place(past: list[Event]) -> tuple[int, int]:
    """The hand, counted from 1, and how many moves were made in it."""
    hand = step = 0
    for event in past:
        if isinstance(event, Dealt) and event.redeal == 0:
            hand, step = event.hand, 0
        elif isinstance(event, Moved):
            step += 1
    return hand, step
