"""The score sheet of a match: a row a hand, or a few short lines a hand where the terminal is too narrow for that.

Which columns there are follows from the game's own report. Words and digits are those of the reader's language; cards
and seats stand as records have them, in every language.
"""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from diwaniya.cli._seats import heading, plain, sides
from diwaniya.cli._tables import console, laid_out, room, table
from diwaniya.engine.match import Match
from diwaniya.words.speaker import Speaker

COMMON = ("dealer", "points", "scores")
NOTHING = "-"


def sheet(match: Match, speaker: Speaker | None = None) -> str:
    """The sheet as text, with colours if standard output is a terminal."""
    speaker = speaker or Speaker()
    title, outcome = heading(match, speaker)
    parts: list[RenderableType] = [Text(title, style="bold"), _sides(match, speaker)]
    if match.hands:
        wide = _wide(match, speaker)
        fits = console().measure(wide).maximum <= room()
        parts.append(wide if fits else _narrow(match, speaker))
    parts.append(Text(outcome, style="bold" if match.over else ""))
    return laid_out(parts, rtl=speaker.rtl)


def _sides(match: Match, speaker: Speaker) -> str:
    """Which seats the numbers of a side belong to, in the order in which they stand."""
    if not match.game.teams:
        seats = plain(" : ".join(map(speaker.number, range(match.seats))), speaker)
        return speaker.t("cli.sheet.seats", seats=seats)
    named = (f"\u2068{side}\u2069" if speaker.rtl else side for side in sides(match, speaker))
    return speaker.t("cli.sheet.sides", sides=plain(" : ".join(named), speaker))


def _columns(match: Match) -> list[str]:
    own = [key for key in match.hands[0] if key not in COMMON]
    return ["hand", "dealer", *own, "points", "scores"]


def _named(match: Match, speaker: Speaker) -> list[str]:
    """The columns as they are called."""
    return [speaker.t(f"cli.sheet.column.{column}") for column in _columns(match)]


def _rows(match: Match, speaker: Speaker) -> list[list[str]]:
    """The cells of every hand, in the order of the columns."""
    hands = match.hands
    own = [key for key in hands[0] if key not in COMMON]
    points, scores = (_aligned([hand[key] for hand in hands], speaker) for key in ("points", "scores"))
    rows = []
    for number, hand in enumerate(hands, start=1):
        unfinished = match.in_hand and number == len(hands)
        cells = [_cell(hand["dealer"], speaker), *(_cell(hand[key], speaker) for key in own)]
        cells += [points[number - 1], scores[number - 1]]
        rows.append(
            [f"{speaker.number(number)}{'...' * unfinished}", *(_in_order(cell, speaker) for cell in cells)]
        )
    return rows


def _in_order(cell: str, speaker: Speaker) -> str:
    """Several numbers or cards stand from left to right in every language, as the sides above them do."""
    return plain(cell, speaker) if " " in cell.strip() else cell


def _wide(match: Match, speaker: Speaker) -> Table:
    rows = table(*_named(match, speaker), left=0)
    for row in _rows(match, speaker):
        rows.add_row(*row)
    return rows


def _narrow(match: Match, speaker: Speaker) -> Text:
    """The same, one cell a line."""
    columns = _named(match, speaker)
    width = max(map(cell_len, columns))
    lines = Text()
    for row in _rows(match, speaker):
        lines.append("\n")
        for column, cell in zip(columns, row, strict=True):
            lines.append(column + " " * (width - cell_len(column)), style="bold")
            lines.append(f"  {cell.strip()}\n")
    return lines


def _aligned(rows: Sequence[Sequence[int]], speaker: Speaker) -> list[str]:
    """`7 : 0` for each row, with the numbers of a side below each other."""
    told = [[speaker.number(n) for n in row] for row in rows]
    widths = [max(map(len, side)) for side in zip(*told, strict=True)]
    return [" : ".join(n.rjust(width) for n, width in zip(row, widths, strict=True)) for row in told]


def _cell(value: object, speaker: Speaker) -> str:
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return speaker.t("cli.sheet.yes") if value else ""
    if isinstance(value, list):
        return " ".join(_cell(one, speaker) for one in value) or NOTHING
    if isinstance(value, int):
        return speaker.number(value)
    return str(value)
