"""What was refused, told to the log in one line a minute at most, so that nobody can fill the disk by being a
nuisance.

The line says what and how often, and from which network address most of it came: no names, no player's
numbers, nothing that was said.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable

log = logging.getLogger(__name__)

A_WHILE = 60.0
"""Seconds between two lines."""
ADDRESSES = 1000
"""Addresses that are told apart; a flood from more of them is a flood anyway."""


class Nuisances:
    """Counts them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._told = clock() - A_WHILE
        self._kinds: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    def note(self, kind: str, address: str) -> None:
        """Somebody was refused something."""
        self._kinds[kind] += 1
        if address in self._addresses or len(self._addresses) < ADDRESSES:
            self._addresses[address] += 1

    def tell(self) -> None:
        """Tell the log, if there is something to tell and the last line is old enough."""
        now = self._clock()
        if not self._kinds or now - self._told < A_WHILE:
            return
        self._told = now
        kinds = ", ".join(f"{kind} {count}" for kind, count in self._kinds.most_common())
        ((worst, count),) = self._addresses.most_common(1)
        log.warning("refused: %s (%d of them from %s)", kinds, count, worst or "nowhere")
        self._kinds.clear()
        self._addresses.clear()
