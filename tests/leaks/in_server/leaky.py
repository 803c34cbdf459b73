"""A server that tells what it should not, in each game to somebody else: a test that does not see it is worth nothing.

What it tells is one number made from the whole pack, at places where numbers stand anyway.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection
from typing import Any

from diwaniya.engine.match import Match
from diwaniya.table import decide_match, views
from diwaniya.table.commands import Refusal
from diwaniya.table.state import TableState

TO_A_SEAT, TO_ALL, TO_WHO_ERRS, TO_STRANGERS = "allfours", "basra", "cucco", "kout4"

_public, _private = Match.public, views.private_view
_illegal, _room_line = decide_match._illegal, views.room_line


def _told(match: Any) -> int:
    return zlib.crc32(repr(match._pure.pack).encode())


def public(self: Match) -> dict[str, Any]:
    seen = _public(self)
    return {**seen, "carry": _told(self)} if self.game.id == TO_ALL else seen


def private_view(state: TableState, seat: int | None) -> dict[str, Any]:
    seen = _private(state, seat)
    return {**seen, "bid": _told(state.match)} if state.game.id == TO_A_SEAT and seat is not None else seen


def illegal(state: TableState, token: str, seat: int, out_of_turn: bool) -> Refusal:
    refusal = _illegal(state, token, seat, out_of_turn)
    if state.game.id == TO_WHO_ERRS:
        object.__setattr__(refusal, "text", f"{refusal.text} {_told(state.match)}")
    return refusal


def room_line(table: str, state: TableState, here: Collection[int] = (), watchers: int = 0) -> dict[str, Any]:
    line = _room_line(table, state, here, watchers)
    return {**line, "watchers": _told(state.match)} if state.game.id == TO_STRANGERS else line


Match.public, views.private_view = public, private_view  # type: ignore[method-assign]
decide_match._illegal, views.room_line = illegal, room_line
