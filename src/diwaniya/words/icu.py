"""Messages with plural forms and choices (ICU MessageFormat), as far as the words of the product use them:
`{name}`, `{n, plural, =0 {..} one {..} other {# ..}}` and `{key, select, a {..} other {..}}`, nested as one likes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any


@dataclass(frozen=True)
class Place:
    """`{name}`, or with `name` empty the `#` of the plural around it."""

    name: str


@dataclass(frozen=True)
class Choice:
    """A plural or a select: the forms by their keys (`one`, `=0`, `other`, or what is selected)."""

    name: str
    plural: bool
    forms: Mapping[str, tuple[Part, ...]]


Part = str | Place | Choice
_KEYWORD = re.compile(r"\s*(=\d+|[\w-]+)\s*\{")
_ARGUMENT = re.compile(r"\s*(\w+)\s*(?:,\s*(plural|select)\s*,)?")


class MessageError(ValueError):
    """A message that cannot be read."""


def plural_form(language: str, n: int) -> str:
    """The plural form of a whole number in a language, as CLDR names them."""
    rule = _RULES.get(language.partition("-")[0], _one)
    return rule(abs(n))


def plural_forms(language: str) -> frozenset[str]:
    """The plural forms that whole numbers take in a language: what its messages have to have words for.

    >>> sorted(plural_forms("fa"))
    ['one', 'other']
    """
    return frozenset(plural_form(language, n) for n in range(201))


def _alike(n: int) -> str:
    return "other"


def _one(n: int) -> str:
    return "one" if n == 1 else "other"


def _none_or_one(n: int) -> str:
    return "one" if n in (0, 1) else "other"


def _arabic(n: int) -> str:
    if n < 3:
        return ("zero", "one", "two")[n]
    rest = n % 100
    if 3 <= rest <= 10:
        return "few"
    return "many" if rest >= 11 else "other"


_RULES: dict[str, Callable[[int], str]] = {
    "ar": _arabic,
    "fa": _none_or_one,
    "fr": _none_or_one,
    "pt": _none_or_one,
    "vi": _alike,
}


def format_message(
    message: str,
    args: Mapping[str, Any],
    language: str = "en",
    say: Callable[[Any], str] = str,
    write: Callable[[str], str] = str,
) -> str:
    """The message, filled in. `say` puts a value into words where it stands alone, `write` writes the message's own
    text. A place for which there is no value stays empty as `…`. Raises `MessageError` for a message that cannot be
    read.

    >>> format_message("{n, plural, one {# card} other {# cards}}", {"n": 2})
    '2 cards'
    """
    return _fill(parse(message), args, language, _How(say, write), None)


@dataclass(frozen=True)
class _How:
    say: Callable[[Any], str]
    write: Callable[[str], str]


def _fill(parts: tuple[Part, ...], args: Mapping[str, Any], language: str, how: _How, counted: Any) -> str:
    text = []
    for part in parts:
        if isinstance(part, str):
            text.append(how.write(part))
        elif isinstance(part, Place):
            value = args.get(part.name) if part.name else counted
            text.append("…" if value is None else how.say(value))
        else:
            value = args.get(part.name)
            text.append(
                _fill(_form(part, value, language), args, language, how, value if part.plural else counted)
            )
    return "".join(text)


def _form(choice: Choice, value: Any, language: str) -> tuple[Part, ...]:
    forms = choice.forms
    if choice.plural and isinstance(value, int):
        key = f"={value}" if f"={value}" in forms else plural_form(language, value)
    else:
        key = str(value)
    return forms.get(key, forms["other"])


@cache
def parse(message: str) -> tuple[Part, ...]:
    """The parts of a message: text, places, and choices with parts of their own. Raises `MessageError`."""
    parts, end = _parts(message, 0, plural=False)
    if end != len(message):
        raise MessageError(f"a brace too many: {message[:80]!r}")
    return parts


def _parts(text: str, at: int, plural: bool) -> tuple[tuple[Part, ...], int]:
    """Everything up to the closing brace of what we are in, or to the end."""
    parts: list[Part] = []
    plain = ""

    def flush() -> None:
        nonlocal plain
        if plain:
            parts.append(plain)
        plain = ""

    while at < len(text) and text[at] != "}":
        sign = text[at]
        if sign == "'" and text[at + 1 : at + 2] in ("{", "}", "'"):
            end = at + 1 if text[at + 1] == "'" else text.find("'", at + 1)
            end = len(text) if end < 0 else end
            plain += text[at + 1 : end] or "'"
            at = end + 1
        elif sign == "{":
            flush()
            part, at = _argument(text, at + 1, plural)
            parts.append(part)
        elif sign == "#" and plural:
            flush()
            parts.append(Place(""))
            at += 1
        else:
            plain += sign
            at += 1
    flush()
    return tuple(parts), at


def _argument(text: str, at: int, counted: bool) -> tuple[Part, int]:
    found = _ARGUMENT.match(text, at)
    if found is None:
        raise MessageError(f"no name after a brace: {text[:80]!r}")
    name, kind = found.groups()
    at = found.end()
    if kind is None:
        return Place(name), _closed(text, at)
    forms: dict[str, tuple[Part, ...]] = {}
    while (keyword := _KEYWORD.match(text, at)) is not None:
        inside, at = _parts(text, keyword.end(), counted or kind == "plural")
        forms[keyword[1]] = inside
        at = _closed(text, at)
    if "other" not in forms:
        raise MessageError(f"a choice without `other`: {text[:80]!r}")
    return Choice(name, kind == "plural", forms), _closed(text, at)


def _closed(text: str, at: int) -> int:
    while text[at : at + 1].isspace():
        at += 1
    if text[at : at + 1] != "}":
        raise MessageError(f"a closing brace is missing: {text[:80]!r}")
    return at + 1
