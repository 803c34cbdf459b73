"""One language, ready to speak: keys become text, numbers get the reader's digits, lists their "and"."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from diwaniya.words import bidi, languages, phrase, words
from diwaniya.words.digits import DIGITS, in_digits, number
from diwaniya.words.icu import format_message

FALLBACK = "en"


class Speaker:
    """What a program needs to speak a language. English stands in where words are missing.

    `digits` are those of the language unless they are named: `latn`, `arab` or `arabext`.

    Raises `ValueError` for a language, or digits, that there are not.
    """

    def __init__(self, language: str = FALLBACK, digits: str | None = None) -> None:
        if language not in languages():
            raise ValueError(f"no words in {language[:20]!r}: there are {', '.join(languages())}")
        self.language = language
        meta = _meta(language)
        self.name: str = meta["name"]
        """As its speakers call it."""
        self.rtl = meta["dir"] == "rtl"
        if digits is not None and digits not in DIGITS:
            raise ValueError(f"no digits called {digits[:20]!r}: there are {', '.join(DIGITS)}")
        self._chosen = digits
        self._digits: str | None = digits or str(meta.get("locale", "")).partition("-u-nu-")[2] or None

    def t(self, *keys: str, **args: Any) -> str:
        """The words of the first of these keys that there are words for, in this language before English.

        A key that has none is shown as its last part, so that nothing is ever blank.
        """
        own = phrase(*keys, language=self.language)
        if own is not None:
            return format_message(own, args, self.language, self._say, self._write)
        behind = phrase(*keys, language=FALLBACK)
        if behind is not None:
            return self.isolate(format_message(behind, args, FALLBACK, self._say, self._write))
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
        return number(value, self._digits)

    def listing(self, items: Sequence[str]) -> str:
        """`A, B and C`."""
        *before, last = [self.isolate(item) for item in items] or [""]
        if not before:
            return last
        return self.t("terminal.list", items=self.t("terminal.comma").join(before), last=last)

    def isolate(self, text: str) -> str:
        """Text of the other direction inside a sentence, with invisible marks around it (see `bidi`)."""
        return bidi.isolate(text, self.rtl)

    def _write(self, text: str) -> str:
        """The words' own text, in which there may be figures too."""
        return in_digits(text, self._chosen) if self._chosen else text

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


def of_the_system() -> str:
    """The language that the environment asks for, as gettext reads it: `LANGUAGE` (a list) before the locale."""
    get = os.environ.get
    locale = get("LC_ALL") or get("LC_MESSAGES") or get("LANG") or ""
    if re.split("[.@]", locale)[0] in ("", "C", "POSIX"):
        # Without a locale GNU programs speak English, whatever LANGUAGE says.
        return FALLBACK
    return prefer([*get("LANGUAGE", "").split(":"), locale])
