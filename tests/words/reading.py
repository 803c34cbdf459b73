"""Messages as a list, and what one can tell of each without filling it in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from diwaniya.words import words
from diwaniya.words.icu import Choice, Part, Place, parse


def flat(tree: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every message with its dotted key; the items of a list are numbered from 0."""
    if isinstance(tree, str):
        yield path, tree
        return
    items = tree.items() if isinstance(tree, dict) else enumerate(tree)
    for key, value in items:
        yield from flat(value, f"{path}.{key}" if path else str(key))


def messages(language: str) -> dict[str, str]:
    return dict(flat(words(language)))


def places(parts: Sequence[Part]) -> frozenset[str]:
    """The names of all arguments, those within choices too."""
    found: set[str] = set()
    for part in parts:
        if isinstance(part, Place) and part.name:
            found.add(part.name)
        elif isinstance(part, Choice):
            found.add(part.name)
            for form in part.forms.values():
                found |= places(form)
    return frozenset(found)


def choices(parts: Sequence[Part]) -> Iterator[Choice]:
    for part in parts:
        if isinstance(part, Choice):
            yield part
            for form in part.forms.values():
                yield from choices(form)


def joined(parts: Sequence[Part]) -> Iterator[str]:
    """Arguments to which a letter is joined, but for the Arabic "and"."""
    for before, part in pairwise(parts):
        if isinstance(before, str) and isinstance(part, Place):
            if re.search(r"[^\W\d_]$|[\u0640\u200c]$", before) and not re.search(r"(?<!\w)و$", before):
                yield part.name
        elif isinstance(before, Place) and isinstance(part, str) and re.match(r"[^\W\d_]|\u200c", part):
            yield before.name
    for choice in choices(parts):
        for form in choice.forms.values():
            yield from joined(form)


def plain(parts: Sequence[Part]) -> str:
    """The letters of a message without its arguments."""
    text = []
    for part in parts:
        if isinstance(part, str):
            text.append(part)
        elif isinstance(part, Choice):
            text += [plain(form) for form in part.forms.values()]
    return " ".join(text)


def arguments(message: str) -> frozenset[str]:
    return places(parse(message))


def shown(message: str) -> frozenset[str]:
    """The arguments that can be read in the message, not those that only choose between its forms."""
    return _shown(parse(message), None)


def _shown(parts: Sequence[Part], counted: str | None) -> frozenset[str]:
    found: set[str] = set()
    for part in parts:
        if isinstance(part, Place):
            found.add(part.name or counted or "")
        elif isinstance(part, Choice):
            for form in part.forms.values():
                found |= _shown(form, part.name if part.plural else counted)
    return frozenset(found)
