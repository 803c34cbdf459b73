"""The tables and the picture of a run."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from bench.contender import Contender
from bench.tables import processor, put, table
from bench.targets import target_table
from diwaniya.cli.bench import machine, short

if TYPE_CHECKING:
    from bench.engine import Result

BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
TITLE = "Random moves a second on one core, shuffles and deals included (logarithmic)"
OURS, THEIRS = "#b1442c", "#8b8577"
INK, FAINT, RULE, PAPER = "#2b2822", "#6f6a5f", "#e4dccb", "#fbf7ee"


def figures(result: Result) -> dict[str, Any]:
    """Everything as plain data."""
    groups = {
        "deals": result.deals,
        "play": result.play,
        "python": result.python,
        "rlcard": result.environments,
    }
    return {
        "machine": {**machine(), "processor": processor(), "cores": os.cpu_count()},
        "peers": {name: version(name) for name in ("open_spiel", "rlcard")},
        "date": date.today().isoformat(),
        "moves_per_s": {
            group: {f"{one.group}: {one.name}": round(one.rate) for one in members}
            for group, members in groups.items()
        },
        "targets": [target.figures for target in result.targets()],
    }


def markdown(result: Result) -> str:
    known = figures(result)
    here, peers = known["machine"], known["peers"]
    where = f"{known['date']}: {here['processor']}, {here['cores']} cores, Python {here['python']}"
    return "\n".join(
        [
            f"{where}, Numba {here['numba']}, OpenSpiel {peers['open_spiel']}, RLCard {peers['rlcard']}.",
            "",
            "### Targets",
            "",
            *target_table(result.targets()),
            "",
            "### Random moves a second, shuffles and deals included",
            "",
            *rates([*result.deals, *result.environments], "moves/s", "hearts"),
            "",
            "### Random moves a second from positions already dealt",
            "",
            *rates(result.play, "moves/s", "hearts"),
            "",
            "### Random moves a second from a loop in Python, deals included",
            "",
            *rates(result.python, "moves/s", "hearts"),
        ]
    )


def rates(contenders: Sequence[Contender], unit: str, yardstick: str) -> list[str]:
    """A table of contenders, the fastest first. The yardstick is the name or the group of one of them."""
    base = next(one.rate for one in contenders if yardstick in (one.name, one.group.partition(",")[0]))
    rows = [
        [one.group, one.name, short(one.rate), f"{one.rate / base:.3g}", f"{one.spread:.0%}"]
        for one in sorted(contenders, key=lambda one: -one.rate)
    ]
    return table(["", "game", unit, f"ratio to {yardstick}", "spread"], rows)


def save(result: Result, text: str, docs: Path) -> None:
    """Put the tables between the marks of docs/benchmarks.md, and the picture beside it."""
    put(docs / "benchmarks.md", text, BEGIN, END)
    (docs / "bench-engine.svg").write_text(picture([*result.deals, *result.environments]))


def picture(contenders: list[Contender]) -> str:
    """Bars of moves a second on a logarithmic scale, fastest first."""
    bars = sorted(contenders, key=lambda one: -one.rate)
    left, right, row, top = 210, 700, 24, 46
    low = math.floor(math.log10(bars[-1].rate))
    high = math.ceil(math.log10(bars[0].rate))
    height = top + row * len(bars) + 16

    def x(rate: float) -> float:
        return left + (right - left) * (math.log10(rate) - low) / (high - low)

    def text(x: float, y: float, words: str, more: str = "") -> str:
        return f'<text x="{x:.1f}" y="{y}" {more}>{escape(words)}</text>'

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 780 {height}" font-family="sans-serif" font-size="13">',
        f"<title>{TITLE}</title>",
        f'<rect width="780" height="{height}" rx="8" fill="{PAPER}"/>',
        text(16, 20, TITLE, f'fill="{INK}" font-weight="600"'),
    ]
    for power in range(low, high + 1):
        at = x(10.0**power)
        parts.append(f'<path d="M{at:.1f} {top - 8}V{height - 10}" stroke="{RULE}"/>')
        label = short(10.0**power).replace(" ", "")
        parts.append(text(at, top - 12, label, f'fill="{FAINT}" font-size="11" text-anchor="middle"'))
    for place, one in enumerate(bars):
        y = top + place * row
        colour = OURS if one.group.startswith("Diwaniya") else THEIRS
        parts.append(text(left - 8, y + 13, f"{one.name} ({one.group})", f'fill="{INK}" text-anchor="end"'))
        width = x(one.rate) - left
        parts.append(
            f'<rect x="{left}" y="{y}" width="{width:.1f}" height="{row - 7}" rx="3" fill="{colour}"/>'
        )
        parts.append(text(x(one.rate) + 6, y + 13, short(one.rate), f'fill="{FAINT}"'))
    return "\n".join([*parts, "</svg>", ""])
