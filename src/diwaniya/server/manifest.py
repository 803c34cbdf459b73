"""What a browser needs to know to install the page as an app, in the reader's language."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from diwaniya.words import languages
from diwaniya.words.speaker import Speaker, prefer

MEDIA = "application/manifest+json"
THEME = "#0b3b38"
"""The cloth of the table, around the page while it opens."""

ICONS = (
    ("/favicon.svg", "any", "image/svg+xml", "any"),
    ("/icons/192.png", "192x192", "image/png", "any"),
    ("/icons/512.png", "512x512", "image/png", "any"),
    ("/icons/maskable-512.png", "512x512", "image/png", "maskable"),
)


def language_of(asked: str | None, accepted: str | None) -> str:
    """The language of an answer: that which is asked for by name, else the first that the browser accepts.

    >>> language_of("fa", "en"), language_of("xx", "de, ar;q=0.8, en;q=0.9"), language_of(None, None)
    ('fa', 'en', 'en')
    """
    if asked in languages():
        return str(asked)
    wanted: list[tuple[float, str]] = []
    for item in (accepted or "").split(",")[:20]:
        tag, _, quality = item.strip().partition(";q=")
        try:
            wanted.append((-float(quality or 1), tag))
        except ValueError:
            continue
    return prefer(tag for _, tag in sorted(wanted, key=lambda one: one[0]))


@cache
def manifest(language: str) -> bytes:
    """The web app manifest. The app is the same in every language: `id` says so."""
    speaker = Speaker(language)
    made: dict[str, Any] = {
        "id": "/",
        "name": speaker.t("app.name"),
        "short_name": speaker.t("app.name"),
        "description": speaker.t("app.tagline"),
        "lang": language,
        "dir": "rtl" if speaker.rtl else "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": THEME,
        "theme_color": THEME,
        "categories": ["games", "social"],
        "icons": [
            {"src": place, "sizes": sizes, "type": media, "purpose": purpose}
            for place, sizes, media, purpose in ICONS
        ],
    }
    return msgspec.json.encode(made)
