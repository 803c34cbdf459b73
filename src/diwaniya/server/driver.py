"""What a table does by itself: the computer's moves, and what the table owes (another pack, the end of a
match).
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from diwaniya.server.computers import STAND_IN, chance
from diwaniya.server.refusals import NOT_SAVED
from diwaniya.table.commands import Play, Refusal, Settle

if TYPE_CHECKING:
    from diwaniya.server.hot import HotTable

log = logging.getLogger(__name__)

FIRST_WAIT, LONGEST_WAIT = 0.5, 5.0
"""Seconds before a table that could not be written tries again."""
NO_MISTAKE = ("stale", "not_seated", "not_your_turn")
"""Refusals of a computer's move when a person was faster."""


class Driver:
    """Drives one table, one move at a time, as long as somebody who sits there is looking: no match plays
    itself out.
    """

    __slots__ = ("_handle", "_hot", "_wait", "busy")

    def __init__(self, hot: HotTable) -> None:
        self._hot = hot
        self.busy = False
        self._handle: asyncio.TimerHandle | None = None
        self._wait = FIRST_WAIT

    def wake(self) -> None:
        """Something has changed: is there anything to do?"""
        if self.busy:
            return
        hot = self._hot
        state = hot.state
        if state.owes:
            self.busy = True
            hot.ask(Settle(), self._done)
            return
        if state.computer_to_move is None or not hot.viewers.seated:
            return
        self.busy = True
        pause = hot.hub.settings.pause
        if pause:
            after_deal = 2 if state.seq == state.deal_seq else 1
            span = pause * chance(state.secret, state.seq).uniform(0.75, 1.25) * after_deal
            self._handle = asyncio.get_running_loop().call_later(span, self._think)
        else:
            self._think()

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()

    def _think(self) -> None:
        self._handle = None
        hot = self._hot
        state = hot.state
        seat, match, seq = state.computer_to_move, state.match, state.seq
        if seat is None or match is None or not hot.viewers.seated:
            self._rest()
            return

        def chosen(token: str) -> None:
            if hot.state.computer_to_move == seat and hot.state.seq == seq:
                hot.ask(Play(None, seat, token, seq), self._done)
            else:
                self._rest()

        level = state.level_at(seat) or STAND_IN
        hot.hub.computers.choose(level, match, seat, chance(state.secret, seq), chosen)

    def _done(self, refusal: Refusal | None) -> None:
        if refusal is NOT_SAVED:
            self._hot.viewers.trouble(NOT_SAVED.text)
            self._handle = asyncio.get_running_loop().call_later(self._wait, self._rest)
            self._wait = min(2 * self._wait, LONGEST_WAIT)
            return
        self._wait = FIRST_WAIT
        if refusal is not None and refusal.code not in NO_MISTAKE:
            log.error("table %s: the computer was refused: %s", self._hot.id, refusal.text)
            return  # it stays busy: asking again would only bring the same answer
        self._rest()

    def _rest(self) -> None:
        self._handle = None
        self.busy = False
        if self._hot.hub.peek(self._hot.id) is self._hot:
            self.wake()
