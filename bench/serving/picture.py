"""The picture of a run: what the servers do in a second, how long a move takes, and what a table costs."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from bench.report import FAINT, INK, OURS, PAPER, THEIRS
from bench.serving.measure import Server
from bench.tables import number

FONT = 'font-family="sans-serif" font-size="13"'
TITLE = "A table server on one core, four at a table; Diwaniya has every move on disk"
WIDTH, LEFT, RIGHT, ROW, HEAD = 780, 210, 690, 24, 34


def picture(servers: Sequence[Server]) -> str:
    """Bars, the best first in each of the panels."""
    panels = [
        (
            "Moves a second, 64 rooms (more is better)",
            [(one, one.median("full", "rate")) for one in servers],
            True,
        ),
        ("Of these, 99 in 100 are with all four within so many ms", _p99(servers, "full"), False),
        ("The same at 1,000 moves a second in 250 rooms, ms", _p99(servers, "steady"), False),
        (
            "KB of memory for a playing table",
            [(one, one.playing_table) for one in servers if one.playing_table is not None],
            False,
        ),
    ]
    parts, y = [], 40
    for title, values, more in panels:
        if values:
            parts += _panel(title, sorted(values, key=lambda pair: pair[1], reverse=more), y)
            y += HEAD + ROW * len(values)
    height = y + 6
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" {FONT}>',
            f"<title>{TITLE}</title>",
            f'<rect width="{WIDTH}" height="{height}" rx="8" fill="{PAPER}"/>',
            _text(16, 24, TITLE, f'fill="{INK}" font-weight="600"'),
            *parts,
            "</svg>",
            "",
        ]
    )


def _p99(servers: Sequence[Server], bursts: str) -> list[tuple[Server, float]]:
    return [(one, one.median(bursts, "p99")) for one in servers]


def _panel(title: str, values: Sequence[tuple[Server, float]], top: int) -> list[str]:
    largest = max(value for _, value in values)
    parts = [_text(16, top + 16, title, f'fill="{FAINT}"')]
    for place, (server, value) in enumerate(values):
        y = top + HEAD - 8 + place * ROW
        colour = OURS if server.group == "Diwaniya" else THEIRS
        width = max(1.0, (RIGHT - LEFT) * value / largest)
        parts += [
            _text(LEFT - 8, y + 13, server.name, f'fill="{INK}" text-anchor="end"'),
            f'<rect x="{LEFT}" y="{y}" width="{width:.1f}" height="{ROW - 7}" rx="3" fill="{colour}"/>',
            _text(LEFT + width + 6, y + 13, number(value), f'fill="{FAINT}"'),
        ]
    return parts


def _text(x: float, y: float, words: str, more: str) -> str:
    return f'<text x="{x:.1f}" y="{y}" {more}>{escape(words)}</text>'
