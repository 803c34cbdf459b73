"""What time means at a table. Nobody here looks at a clock: every moment comes in with a command or an event.

All times are seconds since 1970, all spans seconds.
"""

from __future__ import annotations

from typing import Any

from diwaniya.table.state import TableState

CLOCKS = (0, 15, 30, 60)
"""What a host may give for each move; 0: no clock."""
DELAYS = (0, 15, 30, 60, 120)
"""How far behind those who look on may be."""
BANK = 60
"""What everybody may think beyond the time of his moves, in a whole match."""
NEXT_PAUSE = 30
"""After so long the next hand is dealt where several play, even if not all have asked for it (R4)."""
QUICK_WAIT = 20
"""So long quick play waits for people before computer players take the free seats."""
DAWDLING = 60
"""Whoever thinks longer than this can be replaced by the host."""


def due(state: TableState) -> float | None:
    """When `Tick` would do something, if nothing else happens before; `None`: never."""
    match = state.match
    if state.closed or state.ended is not None:
        return None
    if match is None:
        return state.created.at + QUICK_WAIT if state.created.quick else None
    seat = match.turn
    if seat >= 0:
        return state.turn_at + state.settings.clock + state.bank[seat] if runs(state, seat) else None
    if state.between_hands and state.present and len(state.people) > 1:
        return state.turn_at + NEXT_PAUSE
    return None


def runs(state: TableState, seat: int) -> bool:
    """Does the time of the person at `seat`, who is to move, run? Not once the computer has to make this move."""
    return state.settings.clock > 0 and not state.computer_plays(seat)


def after_move(state: TableState, seat: int, at: float) -> None:
    """A move has been made in turn: what it took beyond its time is paid from the bank. A new turn begins."""
    if state.settings.clock and runs(state, seat):
        over = at - state.turn_at - state.settings.clock
        if over > 0:
            state.bank = tuple(
                max(0.0, left - over) if s == seat else left for s, left in enumerate(state.bank)
            )
    state.turn_at, state.lapsed = at, False


def clock_view(state: TableState, now: float) -> dict[str, Any] | None:
    """Whose time runs, and how much of it is left, as a page shows it."""
    match = state.match
    if match is not None and match.turn >= 0 and not state.settings.clock:
        return None  # as nearly always
    end = due(state)
    if end is None:
        return None
    seat = None if match is None else match.to_move
    if seat is None:
        return {"seat": None, "left": _seconds(end - now), "bank": 0.0}
    left = state.turn_at + state.settings.clock - now
    return {"seat": seat, "left": _seconds(left), "bank": _seconds(state.bank[seat] + min(left, 0.0))}


def _seconds(span: float) -> float:
    return round(max(span, 0.0), 2)
