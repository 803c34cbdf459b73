"""Is the rest of a hand certain? Told to whoever is to move, from his own view, when he asks. Nobody else hears of it.

It is told at once, as it takes no thought: about as long as a move. Where the host allows no hints there is none of
this either: it is help for those who do not count the cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diwaniya.server import hints, refusals
from diwaniya.server.answers import answered
from diwaniya.server.hot import HotTable
from diwaniya.wire import messages as wire

if TYPE_CHECKING:
    from diwaniya.server.connection import Connection


def ask_rest(page: Connection, hot: HotTable, message: wire.AskRest) -> None:
    """Look at the asker's view as it is now."""
    state = hot.state
    seat, match = state.seat_of(page.player), state.match
    refusal = hints.why_none(state, seat, message.seq)
    if refusal is not None or seat is None or match is None:
        answered(page, hot, message.ref, refusal or refusals.NOT_SEATED)
        return
    page.answer(wire.Rest(hot.id, state.seq, list(match.certain(seat) or ())))
    answered(page, hot, message.ref, None)
