"""Overwriting what must not stay in memory (R2): what was said is gone when the last one has left.

Python frees memory without overwriting it, so a freed text stays readable in the process until something else
happens to lie there. This is the only place that reaches below Python's objects. It may be used only for
objects that nobody else holds: never for constants, never for keys of a dict.
"""

from __future__ import annotations

import ctypes
import sys

_BYTES_HEAD = sys.getsizeof(b"") - 1
"""Where the content of a bytes object begins; behind it is one zero byte more."""


def wipe(what: bytes | bytearray) -> None:
    """Overwrite the content with zeros."""
    if isinstance(what, bytearray):
        what[:] = bytes(len(what))
    elif len(what) > 1:  # Python keeps one object for each single byte, and shares it
        ctypes.memset(id(what) + _BYTES_HEAD, 0, len(what))
