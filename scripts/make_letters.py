"""Makes the letters of the pictures for messengers (`src/diwaniya/server/letters`) from those of the page.

    uv run --with fonttools,brotli python scripts/make_letters.py

The page's fonts are variable and packed for browsers; what draws the pictures wants plain ones of a single
weight. As their licence (SIL OFL 1.1) wants it, what was changed bears another name: "Diwaniya".
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FONTS = ROOT / "web" / "node_modules" / "@fontsource-variable"
LETTERS = ROOT / "src" / "diwaniya" / "server" / "letters"
WEIGHT = 600
SANS = "source-sans-3/files/source-sans-3-{}-wght-normal.woff2"
MADE = {
    "latin": [SANS.format(part) for part in ("latin", "latin-ext", "vietnamese", "cyrillic", "greek")],
    "arabic": ["vazirmatn/files/vazirmatn-arabic-wght-normal.woff2"],
}
FAMILY, SUBFAMILY, FULL, POSTSCRIPT, LICENCE = 1, 2, 4, 6, 13


def plain(source: Path, target: Path) -> None:
    """The font with its one weight, unpacked."""
    font: Any = import_module("fontTools.ttLib").TTFont(source)
    font = import_module("fontTools.varLib.instancer").instantiateVariableFont(font, {"wght": WEIGHT})
    font.flavor = None
    font.save(target)


def make(name: str, sources: list[Path]) -> int:
    """One file of one weight. Returns its size in bytes."""
    with TemporaryDirectory() as folder:
        parts = [Path(folder) / f"{number}.ttf" for number in range(len(sources))]
        for source, part in zip(sources, parts, strict=True):
            plain(source, part)
        # What draws falls back to one other font for what is missing in the first, so there are no more than two.
        font: Any = import_module("fontTools.merge").Merger().merge([str(part) for part in parts])
    family = f"Diwaniya {name}"
    names = font["name"]
    made = {
        0: names.getDebugName(0),
        FAMILY: family,
        SUBFAMILY: "Regular",
        FULL: family,
        POSTSCRIPT: family.replace(" ", ""),
        LICENCE: "SIL Open Font License 1.1, https://openfontlicense.org",
    }
    names.names = []
    for number, text in made.items():
        if text:
            names.setName(text, number, 3, 1, 0x409)
    font["OS/2"].usWeightClass = 400
    target = LETTERS / f"{name}.ttf"
    font.save(target)
    return target.stat().st_size


def main() -> int:
    if not FONTS.exists():
        print("The page's packages are not there yet: run make test once.")
        return 1
    LETTERS.mkdir(exist_ok=True)
    for name, sources in MADE.items():
        print(f"{name}: {make(name, [FONTS / source for source in sources]) / 1024:.0f} KiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
