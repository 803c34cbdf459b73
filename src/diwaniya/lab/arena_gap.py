"""How much of the gap from a weak bot to the ceiling (`lab.ceiling`) the others close.

Told twice. By points: each bot and the ceiling have played the weak bot on the same boards, and the points a deal that
one wins of it are a share of those that the other does. By rating: how far the bot's rating is on the way from the weak
bot's to the ceiling's. Points are the steadier figure: where the ceiling wins every match its rating hangs on very few.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from diwaniya.lab.arena import Arena
from diwaniya.lab.arena_intervals import Estimate, student
from diwaniya.lab.ceiling import is_ceiling
from diwaniya.lab.ratings import Outcome, closed_by_rating

WEAK = "easy"
"""The bot at the lower end, if it takes part; else the one that was named first."""

Sums = Mapping[int, tuple[float, int]]
"""By the number of the board: points of a bot, less those of the others, and deals."""


@dataclass(frozen=True)
class Closed:
    """What a bot closes of the gap: shares, 1.0 is all of it."""

    bot: str
    points: Estimate
    rating: Estimate

    def as_json(self) -> dict[str, Any]:
        return {"bot": self.bot, "points": self.points.as_json(), "rating": self.rating.as_json()}


@dataclass(frozen=True)
class Gap:
    """Who is at its two ends, and what the others close."""

    low: str
    high: str
    closed: list[Closed]

    def as_json(self) -> dict[str, Any]:
        return {"from": self.low, "to": self.high, "closed": [one.as_json() for one in self.closed]}


def outcomes(arena: Arena) -> list[Outcome]:
    """All matches, for the ratings."""
    return [
        Outcome(board.number, match.seating[: arena.sides], match.won)
        for standing in arena.standings
        for board in standing.boards
        for match in board.matches
    ]


def gap(arena: Arena) -> Gap | None:
    """None if the ceiling does not take part, or nobody is between it and the weak bot."""
    heads = [bot.partition(":")[0].partition(" ")[0] for bot in arena.bots]
    ceilings = [bot for bot, head in enumerate(heads) if is_ceiling(head)]
    others = [bot for bot in range(len(heads)) if bot not in ceilings]
    if not ceilings or len(others) < 2:
        return None
    high, low = ceilings[0], next((bot for bot in others if heads[bot] == WEAK), others[0])
    ratings = closed_by_rating(outcomes(arena), len(heads), low, high)
    most = _against(arena, high, low)
    closed = [
        Closed(arena.bots[bot], share_of(_against(arena, bot, low), most), Estimate(*ratings[bot]))
        for bot in range(len(heads))
        if bot not in (low, high)
    ]
    return Gap(arena.bots[low], arena.bots[high], sorted(closed, key=lambda one: -one.rating.value))


def _against(arena: Arena, bot: int, low: int) -> Sums:
    """What a bot won of the weak one; where everybody plays for himself, when it was alone among several of it."""
    sides = arena.sides
    found = {}
    for standing in arena.standings:
        if set(standing.pair) == {bot, low}:
            for board in standing.boards:
                matches = [m for m in board.matches if m.seating[:sides].count(bot) == 1]
                found[board.number] = (sum(m.ahead(bot) for m in matches), sum(m.deals for m in matches))
    return found


def share_of(part: Sums, whole: Sums) -> Estimate:
    """One figure of points a deal as a share of another one, that may be of the same boards.

    Its variance is the usual linear one of a quotient, over boards (see `arena_intervals.per_deal`), with Student's t.
    There is no interval, and no value, if the whole is nothing.
    """
    deals, all_deals = sum(d for _, d in part.values()), sum(d for _, d in whole.values())
    most = sum(p for p, _ in whole.values()) / all_deals if all_deals else 0.0
    if not deals or most <= 0:
        return Estimate(math.nan, -math.inf, math.inf)
    mean = sum(p for p, _ in part.values()) / deals
    share = mean / most
    boards = part.keys() | whole.keys()
    n = len(boards)
    if n < 2:
        return Estimate(share, -math.inf, math.inf)
    squares = 0.0
    for board in boards:
        points, played = part.get(board, (0.0, 0))
        all_points, all_played = whole.get(board, (0.0, 0))
        off = (points - mean * played) / deals - share * (all_points - most * all_played) / all_deals
        squares += (off / most) ** 2
    half = student(n - 1) * math.sqrt(squares * n / (n - 1))
    return Estimate(share, share - half, share + half)
