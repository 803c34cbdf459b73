"""The words of the product: a folder a language, JSON files of ICU messages, read by page and command line alike."""

import json
from functools import cache
from importlib.resources import files
from typing import Any


def _merge(into: dict[str, Any], more: dict[str, Any]) -> None:
    for key, value in more.items():
        if isinstance(value, dict):
            _merge(into.setdefault(key, {}), value)
        else:
            into[key] = value


@cache
def words(language: str = "en") -> dict[str, Any]:
    """Every message of a language, nested by the parts of its key."""
    merged: dict[str, Any] = {}
    for path in sorted(files(__package__).joinpath(language).iterdir(), key=lambda p: p.name):
        if path.name.endswith(".json") and path.name != "meta.json":
            _merge(merged, json.loads(path.read_text("utf-8")))
    return merged


def languages() -> list[str]:
    """Codes of the languages that there are."""
    return sorted(
        p.name for p in files(__package__).iterdir() if p.is_dir() and p.joinpath("meta.json").is_file()
    )


def phrase(*keys: str, language: str = "en") -> str | None:
    """The message at the first of these dotted keys that exists."""
    for key in keys:
        at: Any = words(language)
        for part in key.split("."):
            at = at.get(part) if isinstance(at, dict) else None
        if isinstance(at, str):
            return at
    return None


class _Blanks(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


def fill(message: str, args: dict[str, Any]) -> str:
    """A message without plural forms, its places filled in."""
    return message.format_map(_Blanks(args))
