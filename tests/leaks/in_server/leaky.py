"""A server that tells what it should not, in each game to somebody else: a test that does not see it is worth nothing.

What it tells is one number made from the whole pack, at places where numbers stand anyway.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterable
from typing import Any

from diwaniya.engine.match import Match
from diwaniya.table import decide_match, views
from diwaniya.table.commands import Refusal
from diwaniya.table.state import TableState

TO_A_SEAT, TO_ALL, TO_WHO_ERRS, TO_STRANGERS = "allfours", "basra", "cucco", "kout4"

_public, _privates = Match.public, Match.privates
_illegal, _room_line = decide_match._illegal, views.room_line


def _told(match: Any) -> int:
    return zlib.crc32(repr(match._pure.pack).encode())


def public(self: Match) -> dict[str, Any]:
    seen = _public(self)
    return {**seen, "carry": _told(self)} if self.game.id == TO_ALL else seen


def privates(self: Match, seats: Iterable[int]) -> list[dict[str, Any]]:
    seen = _privates(self, seats)
    return [{**mine, "bid": _told(self)} for mine in seen] if self.game.id == TO_A_SEAT else seen


def illegal(state: TableState, token: str, seat: int, out_of_turn: bool) -> Refusal:
    refusal = _illegal(state, token, seat, out_of_turn)
    if state.game.id == TO_WHO_ERRS:
        object.__setattr__(refusal, "text", f"{refusal.text} {_told(state.match)}")
    return refusal


def room_line(table: str, state: TableState, here: Collection[int] = (), watchers: int = 0) -> dict[str, Any]:
    line = _room_line(table, state, here, watchers)
    return {**line, "watchers": _told(state.match)} if state.game.id == TO_STRANGERS else line


Match.public, Match.privates = public, privates  # type: ignore[method-assign]
decide_match._illegal, views.room_line = illegal, room_line
