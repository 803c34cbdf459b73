"""What there is to say of a position to somebody who learns: told to whoever is to move, from his own view.

It is told at once, as it takes no thought. Where the host allows no hints there is none of this either: it says what
the cards in hand can do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diwaniya.server import hints, refusals
from diwaniya.server.answers import answered
from diwaniya.server.hot import HotTable
from diwaniya.wire import messages as wire

if TYPE_CHECKING:
    from diwaniya.server.connection import Connection


def ask_tips(page: Connection, hot: HotTable, message: wire.AskTips) -> None:
    """Look at the asker's view as it is now."""
    state = hot.state
    seat, match = state.seat_of(page.player), state.match
    refusal = hints.why_none(state, seat, message.seq)
    if refusal is not None or seat is None or match is None:
        answered(page, hot, message.ref, refusal or refusals.NOT_SEATED)
        return
    page.answer(wire.Tips(hot.id, state.seq, match.tips(seat)))
    answered(page, hot, message.ref, None)
