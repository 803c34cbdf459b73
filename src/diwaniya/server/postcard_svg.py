"""Pictures of a finished match and of a room, as messengers show them beside a link: 1200 by 630, written as SVG."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from diwaniya.words.bidi import isolate
from diwaniya.words.speaker import Speaker

WIDTH, HEIGHT = 1200, 630
CLOTH, DEEP, GOLD, PAPER, PALE = "#0f4a45", "#072825", "#e3b04b", "#fdf5e2", "#b9cfc6"
WINE = "#7d2230"

_UNSHOWN = re.compile(
    r"[^\u0020-\u007e\u00a0-\u052f\u0600-\u06ff\u1e00-\u1fff\u200c\u200d\u2010-\u2027\u2030-\u205e"
    r"\u2066-\u2069\u20a0-\u20bf\u2212\ufb50-\ufdff\ufe70-\ufefc]"
)
"""What our letters cannot show."""

STAR = "M50 3L64 17H83V36L97 50L83 64V83H64L50 97L36 83H17V64L3 50L17 36V17H36Z"
SPADE = (
    "M50 4C58 22 94 38 94 63C94 77 84 85 73 85C65 85 58 81 54 74C55 84 60 92 68 96H32C40 92 45 84 46 74"
    "C42 81 35 85 27 85C16 85 6 77 6 63C6 38 42 22 50 4Z"
)


@dataclass(frozen=True)
class Side:
    """One line of the result: a team, or a player on his own."""

    names: Sequence[str]
    score: int
    won: bool


def _text(
    speaker: Speaker, said: str, x: float, y: float, size: float, colour: str, room: float = WIDTH - 140
) -> str:
    """A line of text about `x`, smaller if it would not fit into `room`, and cut where even that is not enough."""
    shown = _UNSHOWN.sub("", said).strip()
    fits = room / (size * 0.53)
    if len(shown) > fits:
        size = max(size * fits / len(shown), size * 0.6)
        most = int(room / (size * 0.53))
        shown = shown if len(shown) <= most else shown[: most - 1].rstrip() + "…"
    # The marks of the direction, as a sentence of the language has it: what draws would take the other.
    shown = f"\u2067{shown}\u2069" if speaker.rtl else f"\u2066{shown}\u2069"
    family = "Diwaniya arabic" if speaker.rtl else "Diwaniya latin"
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" font-family="{family}" font-size="{size:.1f}" fill="{colour}" '
        f'text-anchor="middle">{escape(shown)}</text>'
    )


def _border(y: float) -> str:
    """A woven band, as on the page."""
    step = 40
    parts = [f'<rect y="{y}" width="{WIDTH}" height="34" fill="{WINE}"/>']
    for x in range(0, WIDTH, step):
        parts.append(f'<path d="M{x} {y + 34}L{x + 20} {y + 4}L{x + 40} {y + 34}Z" fill="{GOLD}"/>')
        parts.append(f'<path d="M{x + 10} {y + 34}L{x + 20} {y + 19}L{x + 30} {y + 34}Z" fill="{DEEP}"/>')
    return "".join(parts)


def _whole(inside: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
        f'<defs><radialGradient id="g" cx="50%" cy="40%" r="75%"><stop offset="0" stop-color="{CLOTH}"/>'
        f'<stop offset="1" stop-color="{DEEP}"/></radialGradient></defs>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#g)"/>{_border(HEIGHT - 34)}{"".join(inside)}</svg>'
    )


def _sign(x: float, y: float, size: float) -> str:
    return (
        f'<g transform="translate({x} {y}) scale({size / 100})"><path d="{STAR}" fill="{WINE}" '
        f'stroke="{GOLD}" stroke-width="4" stroke-linejoin="round"/>'
        f'<path d="{SPADE}" fill="{PAPER}" transform="translate(27 25) scale(.46)"/></g>'
    )


def _head(speaker: Speaker, game: str) -> list[str]:
    return [
        _sign(WIDTH / 2 - 46, 22, 92),
        _text(speaker, speaker.t("app.name"), WIDTH / 2, 150, 28, GOLD),
        _text(speaker, speaker.t(f"game.{game}.name"), WIDTH / 2, 206, 50, PAPER),
    ]


def match_picture(speaker: Speaker, game: str, sides: Sequence[Side], outcome: str, note: str | None) -> str:
    """The result of a match: scores with names, who has won, and the hand that counted most."""
    parts = _head(speaker, game)
    parts += _two(speaker, sides) if len(sides) == 2 else _many(speaker, sides)
    parts.append(_text(speaker, outcome, WIDTH / 2, 520, 34, GOLD))
    if note:
        parts.append(_text(speaker, note, WIDTH / 2, 568, 25, PALE))
    return _whole(parts)


def _two(speaker: Speaker, sides: Sequence[Side]) -> list[str]:
    parts = [f'<rect x="{WIDTH / 2 - 1}" y="250" width="2" height="200" fill="{GOLD}" opacity=".45"/>']
    # The first side stands where reading begins.
    for side, x in zip(sides, (900, 300) if speaker.rtl else (300, 900), strict=True):
        colour = GOLD if side.won else PAPER
        parts.append(_text(speaker, speaker.number(side.score), x, 372, 140, colour, 480))
        rows = [side.names] if len(side.names) < 3 else [side.names[:2], side.names[2:]]
        for row, names in enumerate(rows):
            named = speaker.t("terminal.comma").join(isolate(name, speaker.rtl) for name in names)
            parts.append(_text(speaker, named, x, 428 + 40 * row, 32, PAPER if side.won else PALE, 520))
    return parts


SHOWN = 10
"""Players on their own, the best first."""


def _many(speaker: Speaker, sides: Sequence[Side]) -> list[str]:
    best = sorted(sides, key=lambda side: (not side.won, -side.score))
    shown = best if len(best) <= SHOWN else best[: SHOWN - 1]
    columns = 1 if len(shown) <= 4 else 2
    rows = (len(shown) + columns - 1) // columns
    height = min(56.0, 232 / rows)
    size = min(36.0, height * 0.72)
    lines = [
        (f"{isolate(' '.join(side.names), speaker.rtl)}: {speaker.number(side.score)}", side.won)
        for side in shown
    ]
    if len(best) > len(shown):
        lines.append((speaker.t("postcard.more", n=len(best) - len(shown)), False))
    parts = []
    for place, (line, won) in enumerate(lines):
        column, row = divmod(place, rows)
        x = WIDTH / 2 if columns == 1 else (300, 900)[column if not speaker.rtl else 1 - column]
        parts.append(_text(speaker, line, x, 276 + height * row, size, GOLD if won else PAPER, 520))
    return parts


def room_picture(speaker: Speaker, game: str, code: str) -> str:
    """A room to come to: the game and the code, and nothing else of it."""
    return _whole(
        [
            *_head(speaker, game),
            _text(speaker, speaker.t("invite.code_short"), WIDTH / 2, 310, 34, PALE),
            f'<rect x="300" y="340" width="600" height="130" rx="26" fill="{PAPER}"/>',
            _text(speaker, f"\u2066{code[:4]}-{code[4:]}\u2069", WIDTH / 2, 433, 84, DEEP),
            _text(speaker, speaker.t("postcard.sit_down"), WIDTH / 2, 548, 34, GOLD),
        ]
    )
