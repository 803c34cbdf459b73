"""Writes docs/gallery.md: every stored picture of the page, so that a person can look through all of them.

python3 scripts/gallery.py

The pictures lie in docs/pictures, a folder a screen; the browser tests compare them with what they see.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from steps import ROOT

PICTURES = ROOT / "docs" / "pictures"
GALLERY = ROOT / "docs" / "gallery.md"
HEAD = """\
# Gallery

Every screen of the page, in its languages, on a phone and on a desk, by day and by night. Touch a picture to see it in
full size. The browser tests compare these pictures with what they see; `make pictures` takes them anew, `make gallery`
writes this page.
"""
SCREENS = {
    "front": "The front page, on the first visit",
    "setup": "A table is set up",
    "room": "A room that fills",
    "table-kout4": "Kout Bo Four",
    "table-kout6": "Kout Bo Six",
    "table-basra": "Basra",
    "table-morabaa": "Morabaa",
    "table-cucco": "Cucco",
    "table-allfours": "All Fours",
    "table-allfours2": "All Fours for two",
    "result": "The end of a match",
    "replay": "A match looked at again",
    "review": "Its review",
    "learn": "Learn: all games",
    "rules": "The rules of a game",
    "example": "An example to step through",
    "lesson": "A first match with advice",
    "comfort": "Comfort and other choices",
    "nothing": "A table that is not there",
    "offline": "Without a server",
}
"""In the order in which they are shown."""
LANGUAGES = {"en": "English", "ar": "العربية", "fa": "فارسی", "tr": "Türkçe", "vi": "Tiếng Việt"}
COLUMNS = {
    "phone-light": ("Phone, day", 150),
    "phone-dark": ("Phone, night", 150),
    "desk-light": ("Desk, day", 400),
    "desk-dark": ("Desk, night", 400),
}
"""By the end of a picture's name: what stands above it, and how wide it is shown."""


def stored(folder: Path = PICTURES) -> list[str]:
    """The pictures there are, as `screen/language-size-theme.webp`."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.glob("*/*"))


def cell(screen: str, language: str, look: str, pictures: Iterable[str]) -> str:
    name = f"{screen}/{language}-{look}.webp"
    if name not in pictures:
        return ""
    about, width = COLUMNS[look]
    place = f"pictures/{name}"
    return f'<a href="{place}"><img src="{place}" width="{width}" alt="{SCREENS[screen]}, {language}, {about}"></a>'


def gallery(pictures: Iterable[str]) -> str:
    """The page that shows these pictures. Raises `ValueError` for a picture that it has no place for."""
    there = set(pictures)
    text, shown = [HEAD], set()
    for screen, title in SCREENS.items():
        rows = []
        for language, called in LANGUAGES.items():
            cells = [cell(screen, language, look, there) for look in COLUMNS]
            shown |= {f"{screen}/{language}-{look}.webp" for look in COLUMNS}
            if any(cells):
                rows.append(f"| {called} | {' | '.join(cells)} |")
        if rows:
            heads = " | ".join(about for about, _ in COLUMNS.values())
            text.append("\n".join([f"## {title}", "", f"| | {heads} |", "|---" * 5 + "|", *rows, ""]))
    if strange := there - shown:
        raise ValueError(f"no place in the gallery for {', '.join(sorted(strange))}: see scripts/gallery.py")
    return "\n".join(text)


def main() -> None:
    pictures = stored()
    GALLERY.write_text(gallery(pictures), encoding="utf-8")
    print(f"{GALLERY.relative_to(ROOT)} shows {len(pictures)} pictures.")


if __name__ == "__main__":
    main()
