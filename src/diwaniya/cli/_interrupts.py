"""Ctrl-C while something long goes on: the work ends at once, and what has been found out is still told and written."""

import os
import signal
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from types import FrameType, TracebackType
from typing import TypeVar

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
        """Has somebody pressed Ctrl-C?"""
        self._at_work = False
        self._told = False
        self._before: object = None

    def __enter__(self) -> "Interrupts":
        # Somebody who starts us in the background may have us ignore Ctrl-C; that stays. Only a main thread hears it.
        heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if heard and threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def _press(self, number: int, frame: FrameType | None) -> None:
        again, self.pressed = self.pressed, True
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
