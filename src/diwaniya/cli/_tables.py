"""Tables for people: coloured on a terminal, plain text everywhere else."""

import sys
from collections.abc import Iterable
from typing import TextIO

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from diwaniya.cli._output import clever

WIDE = 100_000
"""Lines are as long as they need to be: no cell of a table is ever folded or cut. This is more than any needs."""


def console(stream: TextIO | None = None) -> Console:
    """Standard output, or another stream, as Rich writes tables to it."""
    stream = stream or sys.stdout
    if clever(stream):
        return Console(file=stream, markup=False, highlight=False, width=WIDE)
    return Console(
        file=stream, markup=False, highlight=False, force_terminal=False, color_system=None, width=WIDE
    )


def put(out: Console, line: Text | str) -> None:
    """Print a line, broken between words where the terminal ends; a link is never broken."""
    whole = "://" in str(line)
    out.print(line, overflow="ignore" if whole else None, crop=False)


def room(stream: TextIO | None = None) -> int:
    """How many signs fit into a line: without a terminal any number."""
    stream = stream or sys.stdout
    return Console(file=stream).width if stream is not None and stream.isatty() else WIDE


def table(*columns: str, left: int = 1) -> Table:
    """An empty table; all but the first `left` columns are of numbers and stand to the right."""
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for place, name in enumerate(columns):
        made.add_column(name, justify="left" if place < left else "right", no_wrap=place < left)
    return made


def laid_out(parts: Iterable[RenderableType], stream: TextIO | None = None, rtl: bool = False) -> str:
    """Tables and lines below each other as text, for `click.echo` on this stream (standard output if none is given).

    Every table has one blank line before and after it, but none at the beginning or the end of all; no line ends with
    blanks. `rtl`: see `spaced`.
    """
    out = console(stream)
    with out.capture() as captured:
        for part in parts:
            out.print(part)
    return spaced(captured.get(), rtl)


RIGHT_TO_LEFT = "\u200f"
"""An invisible letter that is read from right to left. At the beginning of every line it gives them all one direction,
so that on terminals that turn Arabic around the columns of a table stay below their headings."""


def spaced(text: str, rtl: bool = False) -> str:
    """A text without blanks at the ends of its lines, without blank lines at its ends, and never two in a row; if it
    is `rtl`, all of its lines are read from right to left.
    """
    lines: list[str] = []
    for line in map(str.rstrip, text.splitlines()):
        if line or (lines and lines[-1]):
            lines.append(line)
    if rtl:
        lines = [f"{RIGHT_TO_LEFT}{line}" if line else line for line in lines]
    return "\n".join(lines).rstrip("\n") + "\n"
