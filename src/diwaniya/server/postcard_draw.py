"""Draws a picture: an SVG comes in, a PNG goes out. A program of its own, because what draws holds the interpreter."""

from __future__ import annotations

import os
import sys
from pathlib import Path

LETTERS = Path(__file__).parent / "letters"


def drawn(svg: str) -> bytes:
    """The picture as PNG. Text is set in the letters beside this file, whatever the machine has."""
    import resvg_py

    return resvg_py.svg_to_bytes(
        svg_string=svg,
        skip_system_fonts=True,
        font_files=[str(path) for path in sorted(LETTERS.glob("*.ttf"))],
    )


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)  # the tables come first
    sys.stdout.buffer.write(drawn(sys.stdin.buffer.read().decode()))
