"""A hint for whoever is to move: which moves are best, as far as his own view tells. Nobody else hears of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from diwaniya.bots._advice import Advice
from diwaniya.engine.modes import may_compile
from diwaniya.server import refusals
from diwaniya.server.answers import answered
from diwaniya.server.hot import HotTable
from diwaniya.table.commands import Refusal
from diwaniya.table.refusals import NOT_YOUR_TURN, OVER, STALE
from diwaniya.table.state import TableState
from diwaniya.wire import messages as wire

if TYPE_CHECKING:
    from diwaniya.server.connection import Connection

MOVES_TOLD = 5
NOT_READY = Refusal(
    "not_now",
    "The server is still getting ready for this game, so it has no hint to give just now. Ask again in a minute.",
    about="hint_not_ready",
)
NEVER = Refusal(
    "not_now",
    "This server runs without compiled rules (DIWANIYA_PURE=1), so it has no hints.",
    about="hint_never",
)
BEFORE = Refusal(
    "not_now", "No match is being played: hints are for whoever is to move.", about="hint_before"
)


def ask_hint(page: Connection, hot: HotTable, message: wire.AskHint) -> None:
    """Think about the asker's view as it is now. The table goes on meanwhile; once it has moved on, nobody needs the
    answer any more.
    """
    refused = partial(answered, page, hot, message.ref)
    state = hot.state
    seat, match = state.seat_of(page.player), state.match
    refusal = why_none(state, seat, message.seq)
    if refusal is None and not page.world.limits.may_ask_hint(page.player):
        refusal = refusals.MANY_HINTS
    if refusal is not None or seat is None or match is None:
        refused(refusal or refusals.NOT_SEATED)
        return
    legal = match.legal(seat)
    seq, moment = state.seq, _moment(state)

    def found(advice: list[Advice] | None) -> None:
        now = hot.state
        if _moment(now) != moment or why_none(now, now.seat_of(page.player), seq) is not None:
            refused(STALE)
        elif advice is None:
            refused(refusals.NO_ADVICE)
        else:
            page.answer(wire.Hint(hot.id, seq, [_told(move) for move in advice[:MOVES_TOLD]]))
            page.done(hot, message.ref)

    if len(legal) == 1:
        page.answer(wire.Hint(hot.id, seq, [wire.HintMove(legal[0], None)]))
        page.done(hot, message.ref)
    elif hot.hub.computers.ready(match.game):
        hot.hub.computers.advise(match, seat, found)
    else:
        refused(NOT_READY if may_compile() else NEVER)


def _told(advice: Advice) -> wire.HintMove:
    return wire.HintMove(advice.token, round(advice.chance, 3))


def _moment(state: TableState) -> tuple[str | None, int]:
    """The match, and the last thing that happened in it. People may come and go meanwhile."""
    return state.opened.match if state.opened else None, state.lines[-1].seq if state.lines else 0


def why_none(state: TableState, seat: int | None, seq: int) -> Refusal | None:
    """Why there is no hint, nor anything like it, for this seat now."""
    match = state.match
    if seat is None:
        return refusals.NOT_SEATED
    if not state.settings.hints:
        return refusals.NO_HINTS
    if match is None:
        return BEFORE
    if match.over or state.ended is not None:
        return OVER
    if not state.turn_seq <= seq <= state.seq:
        return STALE
    if match.to_move != seat or state.computer_plays(seat):
        return NOT_YOUR_TURN
    return None
