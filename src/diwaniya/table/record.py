"""What is kept of a table besides its log: the record of a finished match, and what the storage has to know."""

from __future__ import annotations

import re
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from msgspec import to_builtins

from diwaniya.engine import fair
from diwaniya.table.events import (
    Asked,
    Chair,
    Closed,
    Created,
    Dealt,
    Ended,
    Event,
    Freed,
    Joined,
    Moved,
    Opened,
    Replaced,
)
from diwaniya.table.evolve import evolve
from diwaniya.table.state import TableState


def record(state: TableState, ended: Ended | None = None) -> dict[str, Any]:
    """The record of the match that has ended, with names and the proof of its shuffles under `meta`.

    A match that was played on from another one for practice has no proof, since its cards were known: `meta.practice`
    says so instead, with the `match`, and the `hand` and `step` of it from which it went on. `ended` is the event that
    ends it, if it has not been carried out yet. Raises `ValueError` while the match runs: then the record would tell
    its secret.
    """
    end = ended or state.ended
    if state.match is None or state.opened is None or end is None:
        raise ValueError("there is no record before a match has ended")
    chairs = state.chairs if state.ended is None else state.played
    kept = state.match.record()
    kept["meta"] = {
        "names": [_name(chair) for chair in chairs if chair is not None],
        "opened": state.opened.at,
        "finished": end.at,
        "match": state.opened.match,
        **_origin(state, state.opened),
    }
    return kept


def _origin(state: TableState, opened: Opened) -> dict[str, Any]:
    """Where the packs came from."""
    practice = opened.practice
    if practice is not None:
        where = {"hand": practice.hand, "step": practice.step, "steps": practice.steps}
        return {"practice": {"match": practice.match, **where}}
    return {
        "fair": {
            "commitment": fair.commitment(bytes.fromhex(state.proof)),
            "secret": state.proof,
            "salts": list(opened.salts),
            "cut": [[{"seat": cut.seat, "card": cut.card} for cut in cards] for cards in opened.cut],
        }
    }


def computer_name(level: str | None) -> str:
    """What a record calls a computer player: those who show it find it a name."""
    return f"computer ({level})"


def is_computer(name: str) -> bool:
    """Is this what a record calls a computer player?"""
    return re.fullmatch(r"computer \(\w+\)", name) is not None


def _name(chair: Chair) -> str:
    return chair.name if chair.player is not None else computer_name(chair.level)


def about(state: TableState) -> dict[str, Any]:
    """A few words about the table, for the list of somebody's tables: the game, the phase, the people's names, and if
    its match is practice, where that comes from.
    """
    names = [chair.name for chair in state.chairs if chair is not None and chair.player is not None]
    words = {"game": state.game.id, "phase": state.phase, "names": names}
    if state.opened is not None and state.opened.practice is not None:
        words |= {"practice": to_builtins(state.opened.practice), "name_seed": state.created.name_seed}
    return words


@dataclass(frozen=True, slots=True)
class Books:
    """What the storage has to be told together with some events, besides the events themselves."""

    about: dict[str, Any] | None = None
    """If it is another than before."""
    code: str | None = None
    """With the first events of a table."""
    players: tuple[str, ...] = ()
    """Who may find the table from now on."""
    gone: tuple[str, ...] = ()
    """Who may no longer."""
    playing: bool | None = None
    """A match begins (`True`) or has ended (`False`)."""
    closed: bool = False
    finished: str | None = None
    """The public name of the match that has ended, and then `record`."""
    record: dict[str, Any] | None = None
    at: float = 0.0
    """When it ended."""


_NOTHING = Books()
_PLAY = (Moved, Dealt, Asked)


def books(state: TableState | None, events: Sequence[Event]) -> Books:
    """What the storage has to be told with `events`, which are decided and not yet carried out. Changes nothing."""
    if state is not None and all(isinstance(event, _PLAY) for event in events):
        return _NOTHING
    before = None if state is None else about(state)
    after = None if state is None else copy(state)
    noted: dict[str, Any] = {"players": (), "gone": ()}
    for event in events:
        if after is not None:
            _note(after, event, noted)
        if not isinstance(event, _PLAY):  # they would touch the match itself, which the copy shares
            after = evolve(after, event)
    assert after is not None
    words = about(after)
    if isinstance(events[0], Created):
        noted["code"] = events[0].code
        noted["players"] = (*after.order, *noted["players"])
    return Books(about=None if words == before else words, closed=after.closed, **noted)


def _note(before: TableState, event: Event, noted: dict[str, Any]) -> None:
    if isinstance(event, Joined):
        noted["players"] += (event.player,)
    elif isinstance(event, Freed | Replaced):
        player = before.player_at(event.seat)
        noted["gone"] += () if player is None else (player,)
    elif isinstance(event, Opened):
        noted["playing"] = True
    elif isinstance(event, Ended):
        assert before.opened is not None
        noted.update(playing=False, finished=before.opened.match, record=record(before, event), at=event.at)
    elif isinstance(event, Closed):
        noted["playing"] = False
