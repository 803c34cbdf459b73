"""Makes the icons of the installed page (`web/public/icons`) from its sign, `web/public/favicon.svg`.

.venv/bin/python scripts/make_icons.py
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import resvg_py

PUBLIC = Path(__file__).resolve().parent.parent / "web" / "public"
CLOTH = "#0b3b38"


def icon(sign: str, size: int, part: float, round_corners: bool) -> bytes:
    """The sign on the cloth of the table. `part` is how much of the width it takes: systems that cut icons into
    their own shape leave no more than the inner 80 % for sure.
    """
    inner = re.sub(r"</?svg[^>]*>", "", sign)
    edge = (1 - part) * 50
    corner = 22 if round_corners else 0
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="{size}" height="{size}">'
        f'<rect width="100" height="100" rx="{corner}" fill="{CLOTH}"/>'
        f'<g transform="translate({edge} {edge}) scale({part})">{inner}</g></svg>'
    )
    return resvg_py.svg_to_bytes(svg_string=drawn, skip_system_fonts=True)


def main() -> int:
    sign = (PUBLIC / "favicon.svg").read_text("utf-8")
    icons = PUBLIC / "icons"
    icons.mkdir(exist_ok=True)
    for name, size, part, round_corners in (
        ("192", 192, 0.86, True),
        ("512", 512, 0.86, True),
        ("maskable-512", 512, 0.62, False),
        ("180", 180, 0.8, False),  # Apple rounds the corners by itself
    ):
        (icons / f"{name}.png").write_bytes(icon(sign, size, part, round_corners))
    return 0


if __name__ == "__main__":
    sys.exit(main())
