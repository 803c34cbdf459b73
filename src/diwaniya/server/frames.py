"""Messages as frames: bytes with room in front for the header of whichever carrier sends them.

A step is encoded once for everybody at the table; what a seat sees besides is a short tail of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from diwaniya.server.transport import ROOM
from diwaniya.table.state import TableState
from diwaniya.table.views import private_view, question, step_view
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


class _StepHead(msgspec.Struct, tag="step"):
    table: str
    seq: int
    after: int
    line: Any
    clock: Any
    view: Any


_Kept = tuple[Any, Any, bytes]
"""What everybody saw, what a seat saw besides, and the latter encoded."""


_NOTHING: _Kept = (None, None, b"")


class Steps:
    """Makes the steps of one table. What a seat sees besides is kept encoded: most see nothing new in most steps.

    The match gives the same object as long as nothing has changed, of what everybody sees and of what a seat sees.
    """

    __slots__ = ("_mine",)

    def __init__(self) -> None:
        self._mine: dict[int | None, _Kept] = {}

    def step(self, table: str, state: TableState, after: int, now: float) -> Step:
        """The step to the present state from the one with number `after`."""
        shown = step_view(table, state, after, now)
        public = shown["view"]
        head = bytearray(ROOM)
        _encode_into(_StepHead(**shown), head, ROOM)
        asked = question(state, None) if public["to_move"] is None else None
        return Step(state, public, head, asked, self._mine)


class Step:
    """A step, encoded once for everybody at the table, and finished for each seat."""

    __slots__ = ("_head", "_mine", "_public", "_question", "_state")

    def __init__(
        self,
        state: TableState,
        public: Any,
        head: bytearray,
        question: dict[str, Any] | None,
        mine: dict[int | None, _Kept],
    ) -> None:
        self._state, self._public, self._question, self._mine = state, public, question, mine
        head[-1:] = b',"question":null,"mine":' if question is None else b',"question":'
        self._head = head

    def frame(self, seat: int | None) -> bytearray:
        """For one seat, or for those who look on."""
        public, private, mine = self._mine.get(seat, _NOTHING)
        if public is not self._public:
            now = private_view(self._state, seat)
            if now is not private:
                mine = _encode(now) + b"}"
            self._mine[seat] = self._public, now, mine
        if self._question is None:
            return self._head + mine
        asked = {**self._question, "you": seat in self._question["waiting"]}
        return self._head + _encode(asked) + b',"mine":' + mine
