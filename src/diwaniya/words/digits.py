"""The digits that a reader chose, in numbers and in the words' own text alike, as web/src/lib/i18n/digits.ts has it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

DIGITS: Mapping[str, str] = MappingProxyType(
    {"latn": "0123456789", "arab": "٠١٢٣٤٥٦٧٨٩", "arabext": "۰۱۲۳۴۵۶۷۸۹"}
)
"""By the names that Unicode has for them: 0-9, Arabic-Indic, Persian."""

_FIGURES = re.compile(
    "(?<![A-Za-z0-9_.:+-])[0-9]+(?![A-Za-z0-9_]|[.:+-][A-Za-z0-9])|[\u0660-\u0669\u06f0-\u06f9]+"
)


def number(value: int, digits: str | None) -> str:
    """A whole number in these digits; `None` is 0-9."""
    return str(value).translate(_table(digits)) if digits else str(value)


def in_digits(text: str, digits: str) -> str:
    """A text with its figures in these digits. Those of rules (K12), codes and what can be typed stay as they are.

    >>> in_digits("36 cards (K1)", "arabext")
    '۳۶ cards (K1)'
    """
    return _FIGURES.sub(lambda found: found[0].translate(_table(digits)), text)


def _table(digits: str) -> dict[int, str]:
    return {ord(sign): DIGITS[digits][n] for known in DIGITS.values() for n, sign in enumerate(known)}
