"""From what a table shows to the messages that carry it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from diwaniya.table.commands import Refusal
from diwaniya.table.state import TableState
from diwaniya.table.views import private_view, question, removed, room_line, table_view
from diwaniya.wire.http import GameInfo
from diwaniya.wire.messages import (
    Question,
    Refused,
    Removed,
    RoomLine,
    Table,
)
from diwaniya.wire.view import MatchView


def table_message(
    table: str,
    state: TableState,
    seat: int | None,
    here: Collection[int] = (),
    watchers: int = 0,
    muted: Sequence[int] = (),
    now: float = 0.0,
    behind: int = 0,
) -> Table:
    """The whole table for one viewer. A field that `MatchView` does not name raises instead of leaking."""
    view = table_view(table, state, seat, here, watchers, muted, now, behind)
    return msgspec.convert(view, Table, from_attributes=True)


def for_seat(shown: Table, state: TableState, seat: int, muted: Sequence[int] = ()) -> Table:
    """What a seat sees, made from what those see who look on: as `table_message`, for several viewers of one table."""
    view = None
    if state.match is not None:
        mine = {**state.match.public(), **private_view(state, seat)}
        view = msgspec.convert(mine, MatchView, from_attributes=True)
    asked = question(state, seat)
    return msgspec.structs.replace(
        shown,
        seat=seat,
        code=state.created.code,
        view=view,
        question=None if asked is None else msgspec.convert(asked, Question),
        muted=list(muted),
        removed=[Removed(**who) for who in removed(state, seat)],
    )


def room_message(table: str, state: TableState, here: Collection[int] = (), watchers: int = 0) -> RoomLine:
    """The room as a line of the lobby."""
    return msgspec.convert(room_line(table, state, here, watchers), RoomLine)


def refused(refusal: Refusal, table: str | None, ref: int | None) -> Refused:
    """A refusal for the page."""
    found: dict[str, Any] = {"code": refusal.code, "text": refusal.text, "table": table, "ref": ref}
    if refusal.why is not None:
        found["why"] = {"rule": refusal.why.rule, "key": refusal.why.key, "args": dict(refusal.why.args)}
    if refusal.legal is not None:
        found["legal"] = refusal.legal
    if refusal.about:
        found["about"] = refusal.about
    if refusal.args:
        found["args"] = dict(refusal.args)
    return msgspec.convert({"type": "refused", **found}, Refused)


def game_info(manifest: dict[str, Any]) -> GameInfo:
    """A game's manifest for the page."""
    return msgspec.convert(manifest, GameInfo)
