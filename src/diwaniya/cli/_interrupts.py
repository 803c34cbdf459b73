"""Ctrl-C while something long goes on: the work ends at once, and what has been found out is still told and written.
SIGTERM, by which other programs end one, does the same.
"""

import os
import signal
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from types import FrameType, TracebackType
from typing import Any, TypeVar

Item = TypeVar("Item")


class Interrupts:
    """While this is entered, Ctrl-C stops the playing and nothing else.

    `between` hands on the items of something that takes long; the first Ctrl-C ends that, in the middle of an item,
    which is then lost. Whatever is done with the items, and all that comes after them, such as writing results, is not
    disturbed, however often somebody presses: he is told to wait a moment.

    >>> with Interrupts() as interrupts:
    ...     for board in interrupts.between(boards):
    ...         write(board)
    ...     write_results()
    ... if interrupts.pressed: ...
    """

    def __init__(self) -> None:
        self.pressed = False
        """Has somebody pressed Ctrl-C, or sent SIGTERM?"""
        self.status = 128 + signal.SIGINT
        """The exit status that tells of it: 130, or 143 after SIGTERM."""
        self._at_work = False
        self._told = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> "Interrupts":
        # Somebody who starts us in the background may have us ignore Ctrl-C; that stays. Only a main thread hears it.
        if threading.current_thread() is threading.main_thread():
            for number, usual in (
                (signal.SIGINT, signal.default_int_handler),
                (signal.SIGTERM, signal.SIG_DFL),
            ):
                if signal.getsignal(number) is usual:
                    self._before[number] = signal.signal(number, self._press)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)

    def _press(self, number: int, frame: FrameType | None) -> None:
        again, self.pressed = self.pressed, True
        if not again:
            self.status = 128 + number
        if self._at_work:
            self._at_work = False
            raise KeyboardInterrupt
        if again and not self._told:
            self._told = True
            with suppress(OSError):  # nobody hears it
                # Not through the stream: whatever is being printed just now must not be printed into.
                os.write(2, b"diwaniya: one moment, what was played is being written\n")

    def between(self, items: Iterable[Item]) -> Iterator[Item]:
        """The items, until they end or Ctrl-C is pressed."""
        source = iter(items)
        try:
            while not self.pressed:
                item: Item | None = None
                try:
                    self._at_work = True
                    item = next(source)
                    self._at_work = False
                except StopIteration:
                    return
                except KeyboardInterrupt:
                    self.pressed = True
                    if item is None:
                        return
                yield item
        finally:
            self._at_work = False
            close = getattr(source, "close", None)
            if close is not None:
                close()
