"""Reading what somebody says, so that it can be wiped afterwards (R2).

The text is never made a Python string: it goes from the bytes of the message, letter by letter, into one
buffer of ours, cleaned on the way, and from there into frames. Whoever holds such a buffer wipes it when it
is not needed any more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from diwaniya.server.names import shown
from diwaniya.server.wipe import wipe
from diwaniya.words import words

MOST_LETTERS = 300
_PHRASE = re.compile(r"[a-z_]{1,30}")
_SHORT = {0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 8, 0x66: 12, 0x6E: 10, 0x72: 13, 0x74: 9}
_QUOTE, _BACKSLASH, _U = 0x22, 0x5C, 0x75


def read_text(raw: memoryview) -> bytearray | None:
    """The text in a JSON string, as it stands between the quotes of another JSON string in UTF-8: without
    control and direction marks, its blanks tidied. `None`: it is empty, too long, or no text.
    """
    if len(raw) < 2 or raw[0] != _QUOTE:
        return None
    buffer = bytearray(4 * MOST_LETTERS)
    used = letters = 0
    blank = False
    try:
        for point in _points(raw):
            char = chr(point)
            if char.isspace():
                blank = letters > 0
                continue
            if not shown(char):
                continue
            letters += 1 + blank
            if letters > MOST_LETTERS:
                return None
            written = b" " * blank + (b"\\" if point in (_QUOTE, _BACKSLASH) else b"") + char.encode()
            buffer[used : used + len(written)] = written
            used += len(written)
            blank = False
        return buffer[:used] if letters else None
    except ValueError:
        return None
    finally:
        wipe(buffer)


def _points(raw: memoryview) -> Iterator[int]:
    """The letters of a JSON string, as numbers. Raises `ValueError` if it is not well formed."""
    at, end = 1, len(raw) - 1
    while at < end:
        byte = raw[at]
        if byte == _BACKSLASH:
            point, at = _escaped(raw, at)
        else:
            size = 1 if byte < 0x80 else 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
            point = ord(bytes(raw[at : at + size]).decode())
            at += size
        yield point


def _escaped(raw: memoryview, at: int) -> tuple[int, int]:
    """The letter of an escape that begins at `at`, and where the next one begins."""
    kind = raw[at + 1]
    if kind != _U:
        if kind not in _SHORT:
            raise ValueError("no such escape")
        return _SHORT[kind], at + 2
    point = int(bytes(raw[at + 2 : at + 6]), 16)
    if 0xD800 <= point < 0xDC00 and bytes(raw[at + 6 : at + 8]) == b"\\u":
        low = int(bytes(raw[at + 8 : at + 12]), 16)
        if 0xDC00 <= low < 0xE000:
            return 0x10000 + (point - 0xD800 << 10) + (low - 0xDC00), at + 12
    if 0xD800 <= point < 0xE000:
        raise ValueError("half a pair")
    return point, at + 6


@cache
def _phrases() -> frozenset[str]:
    return frozenset(words().get("phrase", {}))


def is_phrase(key: str) -> bool:
    """Is this one of the phrases that every page knows in its own language?"""
    return _PHRASE.fullmatch(key) is not None and key in _phrases()
