"""Names and words of one direction inside sentences of the other, as the page has them (web/src/lib/i18n/bidi.ts)."""

from __future__ import annotations

import re
import unicodedata

FIRST_STRONG, POP = "\u2068", "\u2069"
_OPENING = "\u2066\u2067\u2068"
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Control characters, but for tabs and ends of lines: what arrow keys send would move the cursor about."""
_TURNING = re.compile("[\u202a-\u202e]")
_MARKS = re.compile("[\u202a-\u202e\u2066-\u2069]")
_ISOLATED = re.compile("[\u2066-\u2068][^\u2066-\u2069]*\u2069")


def calm(text: str) -> str:
    """A text that cannot change what stands around it: no overriding marks, every isolate closed, and none of the
    control characters by which a terminal is steered.

    >>> calm("\\u202eevil")
    'evil'
    """
    text = _CONTROL.sub("", text)
    if not _MARKS.search(text):
        return text
    depth, made = 0, []
    for sign in _TURNING.sub("", text):
        if sign == POP:
            if depth == 0:
                continue
            depth -= 1
        elif sign in _OPENING:
            depth += 1
        made.append(sign)
    return "".join(made) + POP * depth


def isolate(text: str, rtl: bool) -> str:
    """The text with invisible marks around it if it has letters of the other direction than the line it is for, so
    that a Latin name in an Arabic line, or the other way round, never drags its neighbours along."""
    quiet = calm(text)
    bare, before = quiet, ""
    while bare != before:
        bare, before = _ISOLATED.sub("", bare), bare
    foreign = ("L",) if rtl else ("R", "AL")
    if any(unicodedata.bidirectional(sign) in foreign for sign in bare):
        return f"{FIRST_STRONG}{quiet}{POP}"
    return quiet
