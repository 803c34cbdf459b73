"""One language, ready to speak: keys become text, numbers get the reader's digits, lists their "and"."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from diwaniya.words import languages, phrase, words
from diwaniya.words.icu import format_message

FALLBACK = "en"
_LATIN = re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")
_RTL = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_ISOLATED = re.compile("[\u2066-\u2068][^\u2066-\u2069]*\u2069")
_DIGITS = {"arab": "٠١٢٣٤٥٦٧٨٩", "arabext": "۰۱۲۳۴۵۶۷۸۹"}


class Speaker:
    """What a program needs to speak a language. English stands in where words are missing.

    Raises `ValueError` for a language that there is not.
    """

    def __init__(self, language: str = FALLBACK) -> None:
        if language not in languages():
            raise ValueError(f"no words in {language[:20]!r}: there are {', '.join(languages())}")
        self.language = language
        meta = _meta(language)
        self.name: str = meta["name"]
        """As its speakers call it."""
        self.rtl = meta["dir"] == "rtl"
        _, _, digits = str(meta.get("locale", "")).partition("-u-nu-")
        self._digits = _DIGITS.get(digits)

    def t(self, *keys: str, **args: Any) -> str:
        """The words of the first of these keys that there are words for, in this language before English.

        A key that has none is shown as its last part, so that nothing is ever blank.
        """
        own = phrase(*keys, language=self.language)
        if own is not None:
            return format_message(own, args, self.language, self._say)
        behind = phrase(*keys, language=FALLBACK)
        if behind is not None:
            return self.isolate(format_message(behind, args, FALLBACK, self._say))
        return keys[0].rpartition(".")[2].replace("_", " ")

    def has(self, *keys: str) -> bool:
        """Are there words for one of these, here or in English?"""
        return (
            phrase(*keys, language=self.language) is not None or phrase(*keys, language=FALLBACK) is not None
        )

    def under(self, key: str) -> list[str]:
        """A list of words, such as the names of computer players."""
        return _listed(self.language, key) or _listed(FALLBACK, key)

    def number(self, value: int) -> str:
        """With the digits that the language's readers use."""
        text = str(value)
        return (
            "".join(self._digits[int(sign)] if sign.isdigit() else sign for sign in text)
            if self._digits
            else text
        )

    def listing(self, items: Sequence[str]) -> str:
        """`A, B and C`."""
        if len(items) < 2:
            return "".join(items)
        return self.t("terminal.list", items=self.t("terminal.comma").join(items[:-1]), last=items[-1])

    def isolate(self, text: str) -> str:
        """Text of the other direction inside a sentence gets invisible marks around it, so that a Latin name in an
        Arabic line, or the other way round, never drags its neighbours along."""
        foreign = _LATIN if self.rtl else _RTL
        return f"\u2068{text}\u2069" if foreign.search(_ISOLATED.sub("", text)) else text

    def _say(self, value: Any) -> str:
        if isinstance(value, int) and not isinstance(value, bool):
            return self.number(value)
        return self.isolate(str(value))


def _listed(language: str, key: str) -> list[str]:
    at: Any = words(language)
    for part in key.split("."):
        at = at.get(part) if isinstance(at, dict) else None
    return [text for text in at if isinstance(text, str)] if isinstance(at, list) else []


@cache
def _meta(language: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        files("diwaniya.words").joinpath(language, "meta.json").read_text("utf-8")
    )
    return found


def prefer(wanted: Iterable[str]) -> str:
    """The first of these locales (`ar_KW.UTF-8`) that there are words for; else English."""
    for locale in wanted:
        base = re.split("[-_.@]", locale.lower())[0]
        if base in languages():
            return base
    return FALLBACK
