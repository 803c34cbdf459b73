"""Tables in Markdown that read well as plain text too, and where they go in the documents."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from pathlib import Path


def number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    lines = [head, ["-" * width for width in widths], *rows]
    return [
        "| " + " | ".join(cell.ljust(w) for cell, w in zip(line, widths, strict=True)) + " |"
        for line in lines
    ]


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def put(page: Path, text: str, begin: str, end: str) -> None:
    """Put the text between two marks of a document."""
    old = page.read_text()
    before, after = old[: old.index(begin)], old[old.index(end) :]
    page.write_text(f"{before}{begin}\n\n{text}\n\n{after}")
