"""Messages as frames: bytes with room in front for the header of whichever carrier sends them.

A step is encoded once for everybody at the table; what a seat sees besides is a short tail of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

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
    """Makes the steps of one table, one at a time: first `look` at what is seen, then the `head` of the frames, which
    all get, and `tails`, the rest by seat.

    What a seat sees besides is kept encoded, since most see nothing new in most steps: the match gives the same object
    as long as nothing has changed.
    """

    __slots__ = ("_after", "_kept", "_mine", "_question", "_state")

    def __init__(self) -> None:
        self._state: TableState | None = None
        self._after = 0
        self._question: dict[str, Any] | None = None
        self._mine: list[dict[str, Any]] = []
        self._kept: dict[int, tuple[Any, bytes]] = {}
        """What a seat saw besides when it was last asked for, as the match gave it and encoded."""

    def look(self, state: TableState, after: int, seats: Collection[int]) -> None:
        """The step to the present state of a running match from the one with number `after`, for these seats."""
        match = state.match
        assert match is not None
        self._state, self._after = state, after
        match.public()
        self._mine = match.privates(seats)

    def head(self, table: str, now: float) -> bytearray:
        """What everybody sees."""
        state = self._state
        assert state is not None
        head = bytearray(ROOM)
        _encode_into(step_view(table, state, self._after, now), head, ROOM)
        match = state.match
        self._question = None if match is None or match.turn >= 0 else question(state, None)
        head[-1:] = _NO_QUESTION if self._question is None else _QUESTION
        return head

    def tails(self, seats: Collection[int]) -> list[bytes]:
        """What each of these seats sees besides: those that `look` was asked for."""
        kept, made = self._kept, []
        for seat, mine in zip(seats, self._mine, strict=True):
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
