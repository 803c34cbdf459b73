"""What we know of a table, kept current from what the server sends. No input or output here."""

from __future__ import annotations

from typing import Any

import msgspec

from diwaniya.client.reading import read_view
from diwaniya.wire import messages as wire

LINES = 200
"""Lines that are kept of what has happened."""


class Seen:
    """The latest `table` with every `step` since laid over it."""

    def __init__(self) -> None:
        self.table: wire.Table | None = None
        self.broken = False
        """A step was missed: what is here is old until the next `table`."""

    def whole(self, message: wire.Table) -> None:
        """The server shows the table anew."""
        self.table, self.broken = message, False

    def step(self, message: wire.Step) -> bool:
        """Lay a step over it. False if it does not follow what we have, so that the table must be asked for."""
        table = self.table
        if table is None:
            return False
        if message.seq <= table.seq:
            return True  # an echo from before the last `table`
        if message.after != table.seq:
            self.broken = True
            return False
        lines = table.lines if message.line is None else [*table.lines, message.line][-LINES:]
        self.table = msgspec.structs.replace(
            table,
            seq=message.seq,
            view=read_view({**_fields(message.view), **_fields(message.mine)}),
            lines=lines,
            question=message.question,
            clock=message.clock,
        )
        return True


def _fields(part: Any) -> dict[str, Any]:
    return part if isinstance(part, dict) else {}
