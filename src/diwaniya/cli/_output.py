"""What is at the other end of standard output: a terminal that can do this or that, or nothing at all (`>&-`), which
whoever prints is told, instead of printing into nothing.
"""

import errno
import io
import os
import sys
from typing import IO, Any


def clever(stream: IO[str] | None) -> bool:
    """Is this a terminal that can do more than put letters below each other? One without a name cannot."""
    named = os.environ.get("TERM", "") not in ("", "dumb", "unknown")
    return named and stream is not None and stream.isatty()


class _Closed(io.RawIOBase):
    """Takes nothing."""

    def writable(self) -> bool:
        return True

    def write(self, _: Any) -> int:
        raise _closed()


def _closed() -> OSError:
    return OSError(errno.EBADF, "it is closed", "standard output")


def stand_in() -> None:
    """Python has None for a standard output that is closed; from now on it is one that complains."""
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(_Closed(), encoding="utf-8", write_through=True)


def check_open() -> None:
    """Complain at once, before the work whose outcome nobody would see."""
    if isinstance(getattr(sys.stdout, "buffer", None), _Closed):
        raise _closed()
