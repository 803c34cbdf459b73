"""A plot of an arena as SVG: every result with its interval, and the ratings below."""

import math
from collections.abc import Callable, Iterator, Sequence
from html import escape

from diwaniya.lab.arena_intervals import Estimate
from diwaniya.lab.arena_report import Result

WIDTH = 780
LEFT = 290
"""Where the axis begins; names stand before it."""
RIGHT = 596
"""Where it ends; figures stand behind it."""
ROW = 26
HEAD = 58
LONGEST = 40
"""Signs of a name."""

# Readable on white and on black; a viewer that knows which it is gets ink that fits.
STYLE = """<style>
text { fill: #3a3833; } .soft { fill: #77736a; } .grid { stroke: #8886; } .fair { stroke: #888; stroke-dasharray: 4 3; }
.bar { stroke: #b1442c; stroke-width: 2; } .dot { fill: #b1442c; }
@media (prefers-color-scheme: dark) {
text { fill: #e8e4da; } .soft { fill: #a8a498; } .bar { stroke: #e07a5f; } .dot { fill: #e07a5f; }
}
</style>"""

FONT = 'font-family="sans-serif" font-size="13"'

Row = tuple[str, Estimate, str]
"""What it is, where it lies, and the same in words."""


def plot(title: str, results: Sequence[Result], ratings: Sequence[tuple[str, Estimate]]) -> str:
    """The whole picture. `results` are not empty; `ratings` may be."""
    if results[0].alone:
        rows = [(f"{r.bot} alone among {r.against}", r.times_fair, _times(r.times_fair)) for r in results]
        shown = _panel("Times the fair share of wins", rows, 1.0, "x")
    else:
        rows = [(f"{r.bot} against {r.against}", r.won.times(100), _percent(r.won)) for r in results]
        shown = _panel("Matches won, %", rows, 50.0, "")
    parts = [shown]
    if ratings:
        rows = [(bot, rating, _points(rating)) for bot, rating in ratings]
        parts.append(_panel("Rating, average 0; 400 points are odds of ten to one", rows, 0.0, ""))
    height = 34 + sum(size for size, _ in parts)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" {FONT}>',
        STYLE,
        f"<title>{escape(title)}</title>",
        f'<text x="16" y="24" font-weight="600">{escape(title)}</text>',
    ]
    top = 34
    for size, drawn in parts:
        lines += [f'<g transform="translate(0 {top})">', *drawn, "</g>"]
        top += size
    return "\n".join([*lines, "</svg>", ""])


def _panel(heading: str, rows: Sequence[Row], fair: float, unit: str) -> tuple[int, list[str]]:
    """Its height and what is in it."""
    ends = [end for _, estimate, _ in rows for end in (estimate.low, estimate.high) if math.isfinite(end)]
    low, high, step = _axis([*ends, *(estimate.value for _, estimate, _ in rows), fair])
    bottom = HEAD + ROW * len(rows)

    def at(value: float) -> float:
        return LEFT + (RIGHT - LEFT) * (min(max(value, low), high) - low) / (high - low)

    drawn = [f'<text x="{LEFT}" y="20" class="soft">{escape(heading)}</text>']
    for number in range(round((high - low) / step) + 1):
        tick = low + number * step
        drawn += [
            f'<path class="grid" d="M{at(tick):.1f} 44V{bottom}"/>',
            f'<text class="soft" font-size="11" text-anchor="middle" x="{at(tick):.1f}" y="38">{tick:.4g}{unit}</text>',
        ]
    drawn.append(f'<path class="fair" d="M{at(fair):.1f} 44V{bottom}"/>')
    for place, row in enumerate(rows):
        drawn += _drawn(row, HEAD + ROW * place + ROW // 2 - 4, at)
    return bottom + 16, drawn


def _drawn(row: Row, y: int, at: Callable[[float], float]) -> Iterator[str]:
    name, estimate, words = row
    low, middle, high = at(estimate.low), at(estimate.value), at(estimate.high)
    yield f'<text x="{LEFT - 12}" y="{y + 4}" text-anchor="end">{escape(_short(name))}</text>'
    yield f'<path class="bar" d="M{low:.1f} {y}H{high:.1f}M{low:.1f} {y - 4}v8M{high:.1f} {y - 4}v8"/>'
    yield f'<circle class="dot" cx="{middle:.1f}" cy="{y}" r="4"/>'
    yield f'<text x="{RIGHT + 14}" y="{y + 4}">{escape(words)}</text>'


def _axis(values: Sequence[float]) -> tuple[float, float, float]:
    """The ends of an axis on which all these values lie, and the steps between its marks: round numbers."""
    low, high = min(values), max(values)
    width = max(high - low, 1e-9)
    step = 10 ** math.floor(math.log10(width / 3))
    step *= next(factor for factor in (1, 2, 5, 10) if width / (step * factor) <= 6)
    return math.floor(low / step) * step, math.ceil(high / step) * step, step


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST // 2 - 1]}...{name[-LONGEST // 2 + 2 :]}"


def _times(estimate: Estimate) -> str:
    return f"{estimate.value:.2f} ({estimate.low:.2f} to {estimate.high:.2f})"


def _percent(share: Estimate) -> str:
    return f"{share.value:.1%} ({share.low:.1%} to {share.high:.1%})"


def _points(rating: Estimate) -> str:
    return f"{rating.value:+z.0f} ({rating.low:+z.0f} to {rating.high:+z.0f})"
