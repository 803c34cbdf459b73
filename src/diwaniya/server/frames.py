"""Messages as frames: bytes with room in front for the header of whichever carrier sends them.

A step is encoded once for everybody at the table; what a seat sees besides is a short tail of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from diwaniya.engine.match import Match
from diwaniya.server.transport import ROOM
from diwaniya.table.state import TableState
from diwaniya.table.views import question, step_view
from diwaniya.wire.encode import for_seat, table_message
from diwaniya.wire.messages import ServerMessage, Table

_encoder = msgspec.json.Encoder()
_encode, _encode_into = _encoder.encode, _encoder.encode_into


def frame(message: ServerMessage) -> bytearray:
    """A message ready to be sent."""
    made = bytearray(ROOM)
    _encode_into(message, made, ROOM)
    return made


def whole(
    table: str, state: TableState, here: Collection[int], watchers: int, now: float, behind: int = 0
) -> Table:
    """The whole table as those see it who only look on."""
    return table_message(table, state, None, here, watchers, (), now, behind)


def whole_frame(shown: Table, state: TableState, seat: int, muted: Sequence[int]) -> bytearray:
    """The same as one seat sees it. What is the same for all, the moves in words above all, is made once."""
    return frame(for_seat(shown, state, seat, muted))


_NO_QUESTION, _QUESTION = b',"question":null,"mine":', b',"question":'


class Steps:
    """Makes the steps of one table, one at a time: `begin` gives the head of the frames, `tails` the rest by seat.

    What a seat sees besides is kept encoded, since most see nothing new in most steps: the match gives the same object
    as long as nothing has changed.
    """

    __slots__ = ("_match", "_mine", "_question")

    def __init__(self) -> None:
        self._match: Match | None = None
        self._question: dict[str, Any] | None = None
        self._mine: dict[int, tuple[Any, bytes]] = {}
        """What a seat saw besides when it was last asked for, as the match gave it and encoded."""

    def begin(self, table: str, state: TableState, after: int, now: float) -> bytearray:
        """The step to the present state of a running match from the one with number `after`: what everybody sees."""
        match = self._match = state.match
        head = bytearray(ROOM)
        _encode_into(step_view(table, state, after, now), head, ROOM)
        self._question = None if match is None or match.turn >= 0 else question(state, None)
        head[-1:] = _NO_QUESTION if self._question is None else _QUESTION
        return head

    def tails(self, seats: Collection[int]) -> list[bytes]:
        """What each of these seats sees besides."""
        match, kept = self._match, self._mine
        assert match is not None
        made = []
        for seat, mine in zip(seats, match.privates(seats), strict=True):
            known = kept.get(seat)
            if known is None or known[0] is not mine:
                known = kept[seat] = mine, _encode(mine) + b"}"
            made.append(known[1] if self._question is None else self._asking(seat) + known[1])
        return made

    def watching(self) -> bytes:
        """What those see who look on."""
        mine = b'{"seat":null}}'
        return mine if self._question is None else self._asking(None) + mine

    def _asking(self, seat: int | None) -> bytes:
        """What people are asked, for one viewer."""
        asked = self._question
        assert asked is not None
        return _encode({**asked, "you": seat in asked["waiting"]}) + b',"mine":'
