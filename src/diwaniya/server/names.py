"""Names and what is said: what people type, made fit to be shown to others."""

from __future__ import annotations

import unicodedata

NAME_LENGTH = 24
JOINERS = "\u200c\u200d"
"""Invisible, but part of how Persian and Arabic names are written."""


def shown(char: str) -> bool:
    """Is this a character that others may be shown? Not: control and direction marks, unassigned ones, half
    pairs.
    """
    return char in JOINERS or unicodedata.category(char)[0] != "C"


def clean_name(name: str) -> str | None:
    """A name without control and direction marks, its blanks tidied; `None` if it is too long."""
    kept = "".join(
        " " if char.isspace() else char
        for char in unicodedata.normalize("NFC", name)
        if char.isspace() or shown(char)
    )
    tidy = " ".join(kept.split())
    return tidy if len(tidy) <= NAME_LENGTH else None
