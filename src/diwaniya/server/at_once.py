"""Help that takes no thought: is the rest of a hand certain, and what may a lesson say of the position?

It is told at once, in about the time of a move, to whoever is to move when he asks, from his own view. Nobody else
hears of it. Where the host allows no hints there is none of this either: it says what the cards in hand can do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from diwaniya.engine.match import Match
from diwaniya.server import hints, refusals
from diwaniya.server.answers import answered
from diwaniya.server.hot import HotTable
from diwaniya.wire import messages as wire

if TYPE_CHECKING:
    from diwaniya.server.connection import Connection


def ask_rest(page: Connection, hot: HotTable, message: wire.AskRest) -> None:
    """The moves that win every trick to the end of the hand, if that is certain."""
    _tell(
        page, hot, message, lambda match, seat, seq: wire.Rest(hot.id, seq, list(match.certain(seat) or ()))
    )


def ask_tips(page: Connection, hot: HotTable, message: wire.AskTips) -> None:
    """What a lesson may say."""
    _tell(page, hot, message, lambda match, seat, seq: wire.Tips(hot.id, seq, match.tips(seat)))


def _tell(
    page: Connection,
    hot: HotTable,
    message: wire.AskRest | wire.AskTips,
    told: Callable[[Match, int, int], wire.Rest | wire.Tips],
) -> None:
    state = hot.state
    seat, match = state.seat_of(page.player), state.match
    refusal = hints.why_none(state, seat, message.seq)
    if refusal is not None or seat is None or match is None:
        answered(page, hot, message.ref, refusal or refusals.NOT_SEATED)
        return
    page.answer(told(match, seat, state.seq))
    answered(page, hot, message.ref, None)
