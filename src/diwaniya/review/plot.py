"""The graph of a review as SVG: the chance to win the match after every move, with all cards open."""

from collections.abc import Iterator, Sequence
from html import escape

from diwaniya.review.reviewer import Moment, Review
from diwaniya.words.speaker import Speaker

WIDTH, HEIGHT = 960, 360
LEFT, RIGHT, TOP, BOTTOM = 56, 916, 64, 312
LABELS = 24
"""Numbers of hands that fit below the graph."""

# Readable on white and on black; a viewer that knows which it is gets ink that fits.
STYLE = """<style>
text { fill: #3a3833; } .soft { fill: #77736a; } .grid { stroke: #8885; }
.hand { stroke: #8888; stroke-dasharray: 2 4; }
.even { stroke: #888; stroke-dasharray: 5 4; } .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
.s0 { stroke: #b1442c; } .s1 { stroke: #2f6f9f; } .s2 { stroke: #4f8a3c; } .s3 { stroke: #8a5aa8; }
.s4 { stroke: #b08a1e; } .s5 { stroke: #3b8f86; } .s6 { stroke: #9a4f6a; } .s7 { stroke: #6b6b6b; }
.mark { fill: #b1442c; stroke: #fff; } .far { font-weight: 600; }
@media (prefers-color-scheme: dark) {
text { fill: #e8e4da; } .soft { fill: #a8a498; } .s0 { stroke: #e07a5f; } .s1 { stroke: #7ab3dd; }
.s2 { stroke: #93c47d; } .s3 { stroke: #c39bdd; } .mark { fill: #e07a5f; stroke: #222; }
}
</style>"""
FONT = 'font-family="sans-serif" font-size="13"'


def plot(title: str, sides: Sequence[str], review: Review, speaker: Speaker) -> str:
    """The whole picture. `sides` are the names of the sides; with two of them one line tells all."""
    graph = review.graph
    shown = [0] if len(sides) == 2 else list(range(len(sides)))
    start = f'x="{WIDTH - 16}" direction="rtl"' if speaker.rtl else 'x="16"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" {FONT} role="img">',
        STYLE,
        f"<title>{escape(title)}</title>",
        f'<text {start} y="24" font-weight="600">{escape(title)}</text>',
        f'<text {start} y="44" class="soft">{escape(_heading(sides, speaker))}</text>',
        *_axes(graph, 1 / len(sides), speaker),
    ]
    for side in shown:
        points = " ".join(
            f"{_x(place, graph):.1f},{_y(moment.chances[side]):.1f}" for place, moment in enumerate(graph)
        )
        lines.append(f'<polyline class="line s{side}" points="{points}"/>')
        if len(shown) > 1:
            lines.append(
                f'<path class="line s{side}" d="M{LEFT + 110 * side} {HEIGHT - 8}h16"/>'
                f'<text x="{LEFT + 110 * side + 22}" y="{HEIGHT - 4}">{escape(sides[side])}</text>'
            )
    lines += _marks(review, speaker)
    return "\n".join([*lines, "</svg>", ""])


def _heading(sides: Sequence[str], speaker: Speaker) -> str:
    two = len(sides) == 2
    chances = speaker.t("review.sheet.chances", side=sides[0]) if two else speaker.t("review.graph")
    return f"{chances} – ● {speaker.t('review.sheet.costly')}"


def _x(place: int, graph: Sequence[Moment]) -> float:
    return LEFT + (RIGHT - LEFT) * place / max(len(graph) - 1, 1)


def _y(chance: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * min(max(chance, 0.0), 1.0)


def _axes(graph: Sequence[Moment], even: float, speaker: Speaker) -> Iterator[str]:
    for percent in (0, 25, 50, 75, 100):
        y, told = _y(percent / 100), speaker.t("review.seats.percent", n=percent)
        yield f'<path class="grid" d="M{LEFT} {y:.1f}H{RIGHT}"/>'
        yield f'<text class="soft" font-size="11" text-anchor="end" x="{LEFT - 8}" y="{y + 4:.1f}">{told}</text>'
    yield f'<path class="even" d="M{LEFT} {_y(even):.1f}H{RIGHT}"/>'
    hands = [place for place, moment in enumerate(graph) if moment.dealt and moment.step == 0]
    every = -(-len(hands) // LABELS)
    for place in hands:
        x, number = _x(place, graph), graph[place].hand
        yield f'<path class="hand" d="M{x:.1f} {TOP}V{BOTTOM}"/>'
        if (number - 1) % every == 0:
            place_of_text = f'text-anchor="middle" x="{x:.1f}" y="{BOTTOM + 16}"'
            yield f'<text class="soft" font-size="11" {place_of_text}>{speaker.number(number)}</text>'
    if hands:
        yield f'<text class="soft" font-size="11" x="{LEFT}" y="{BOTTOM + 30}">{speaker.t("review.table.hand")}</text>'


def _marks(review: Review, speaker: Speaker) -> Iterator[str]:
    """A dot on the line of the mover's side (of the only line, with two) at each costly move."""
    graph, game = review.graph, review.match.game
    places = {(moment.hand, moment.step): place for place, moment in enumerate(graph) if not moment.dealt}
    for step in review.steps:
        if step.verdict and step.verdict.mark:
            side = 0 if len(step.open) == 2 else game.side(step.seat)
            place = places[step.hand, step.step]
            where = speaker.t("review.sheet.place", hand=step.hand, step=step.step, seat=step.seat)
            text = f"{where} {step.move} {step.verdict.mark}"
            yield (
                f'<circle class="mark" cx="{_x(place, graph):.1f}" cy="{_y(step.open[side]):.1f}" r="4">'
                f"<title>{escape(text)}</title></circle>"
            )
