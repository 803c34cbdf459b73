"""Standard output when there is none (`>&-`): whoever prints to it is told, instead of printing into nothing."""

import errno
import io
import sys
from typing import Any


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
