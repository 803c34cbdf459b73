"""The score sheet of a match: a row a hand, or a few short lines a hand where the terminal is too narrow for that.

Which columns there are follows from the game's own report.
"""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from diwaniya.cli._tables import console, laid_out, room, table
from diwaniya.engine.match import Match
from diwaniya.words import phrase

COMMON = ("dealer", "points", "scores")
NOTHING = "-"


def sheet(match: Match) -> str:
    """The sheet as text, with colours if standard output is a terminal."""
    parts: list[RenderableType] = [Text(title(match), style="bold"), _sides(match)]
    if match.hands:
        wide = _wide(match)
        fits = console().measure(wide).maximum <= room()
        parts.append(wide if fits else _narrow(match))
    parts.append(Text(outcome(match), style="bold" if match.over else ""))
    return laid_out(parts)


def title(match: Match) -> str:
    name = phrase(f"game.{match.game.id}.name") or match.game.id
    options = ", ".join(f"{option} {_cell(value) or 'no'}" for option, value in match.options.items())
    return f"{name}, {match.seats} seats{options and ' (' + options + ')'}"


def _sides(match: Match) -> str:
    """Which seats the numbers of a side belong to, in the order in which they stand."""
    if not match.game.teams:
        return f"Points and scores of seats {' : '.join(map(str, range(match.seats)))}"
    sides = [seats_named(range(side, match.seats, 2)) for side in (0, 1)]
    return f"Points and scores of {' : '.join(sides)}"


def _columns(match: Match) -> list[str]:
    own = [key for key in match.hands[0] if key not in COMMON]
    return ["hand", "dealer", *own, "points", "scores"]


def _rows(match: Match) -> list[list[str]]:
    """The cells of every hand, in the order of the columns."""
    hands = match.hands
    own = [key for key in hands[0] if key not in COMMON]
    points, scores = (_aligned([hand[key] for hand in hands]) for key in ("points", "scores"))
    rows = []
    for number, hand in enumerate(hands, start=1):
        unfinished = match.in_hand and number == len(hands)
        cells = [f"{number}{'...' * unfinished}", str(hand["dealer"]), *(_cell(hand[key]) for key in own)]
        rows.append([*cells, points[number - 1], scores[number - 1]])
    return rows


def _wide(match: Match) -> Table:
    rows = table(*_columns(match), left=0)
    for row in _rows(match):
        rows.add_row(*row)
    return rows


def _narrow(match: Match) -> Text:
    """The same, one cell a line."""
    columns = _columns(match)
    width = max(map(len, columns))
    lines = Text()
    for row in _rows(match):
        lines.append("\n")
        for column, cell in zip(columns, row, strict=True):
            lines.append(f"{column:{width}}", style="bold")
            lines.append(f"  {cell.strip()}\n")
    return lines


def _aligned(rows: Sequence[Sequence[int]]) -> list[str]:
    """`7 : 0` for each row, with the numbers of a side below each other."""
    widths = [max(len(str(row[side])) for row in rows) for side in range(len(rows[0]))]
    return [" : ".join(f"{n:{width}}" for n, width in zip(row, widths, strict=True)) for row in rows]


def _cell(value: object) -> str:
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, list):
        return " ".join(map(_cell, value)) or NOTHING
    return str(value)


def outcome(match: Match) -> str:
    score = " : ".join(map(str, match.scores))
    if match.over:
        won = seats_named(match.winners)
        return f"Won by {won}, {score}"
    if match.in_hand:
        return f"Not finished: seat {match.next_to_move} is to move, {score}"
    return f"Not finished: seat {match.dealer} deals the next hand, {score}"


def seats_named(seats: Sequence[int]) -> str:
    """`seat 2`, `seats 0 and 2`, `seats 0, 2 and 4`."""
    if len(seats) == 1:
        return f"seat {seats[0]}"
    return f"seats {', '.join(map(str, seats[:-1]))} and {seats[-1]}"
