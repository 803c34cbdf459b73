"""What a viewer may see of a table (R6): plain data, made only from the match's own view of that seat.

Nothing here looks at the log, the packs, the secret or the players' numbers.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from diwaniya.engine import fair
from diwaniya.table.table import TableState


def table_view(table: str, state: TableState, seat: int | None, here: Collection[int] = ()) -> dict[str, Any]:
    """The whole table as `seat` sees it; `None` for somebody who only looks on.

    `here` are the seats whose people have the page open just now.
    """
    opened = state.opened
    return {
        "table": table,
        "seq": state.seq,
        "game": opened.game,
        "options": opened.options,
        "seat": seat,
        "seats": [
            {
                "kind": "computer" if chair.player is None else "person",
                "name": chair.name,
                "level": chair.level,
                "here": chair.player is None or number in here,
            }
            for number, chair in enumerate(opened.chairs)
        ],
        "view": state.match.view(seat),
        "lines": [
            {"seq": told.seq, "hand": told.hand, "seat": told.seat, "token": told.token, "facts": told.facts}
            for told in state.lines
        ],
        "question": _question(state, seat),
        "commitment": fair.commitment(bytes.fromhex(opened.secret)),
        "first_dealer": opened.dealer,
        "cut": [[{"seat": cut.seat, "card": cut.card} for cut in cards] for cards in opened.cut],
        "previous": opened.previous,
        "rematch": state.rematch,
    }


def _question(state: TableState, seat: int | None) -> dict[str, Any] | None:
    """Between two hands the people are asked whether the next may be dealt (R4)."""
    if not state.between_hands:
        return None
    return {"kind": "next", "waiting": state.waiting, "you": seat in state.waiting}
