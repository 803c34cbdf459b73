"""What came of an arena: figures with their intervals, as objects and as plain data."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from diwaniya.lab.arena import Arena, Standing
from diwaniya.lab.arena_board import Played
from diwaniya.lab.arena_gap import gap, outcomes
from diwaniya.lab.arena_intervals import CONFIDENCE, Estimate, per_deal, share
from diwaniya.lab.ratings import ratings

FORMAT = "diwaniya-arena/1"


@dataclass(frozen=True)
class Result:
    """One bot against another."""

    bot: str
    against: str
    alone: bool
    """Did it sit alone among several of the other? Else each had a side."""
    boards: int
    matches: int
    deals: int
    fair: float
    """The share of matches that one side would win if all were as good."""
    won: Estimate
    """The share of matches that it won; a match that several won counts in parts."""
    points: Estimate
    """Points for each deal, its own less those of the other side (of the mean of the others)."""

    @property
    def times_fair(self) -> Estimate:
        """How many times the fair share it won."""
        return self.won.times(1 / self.fair)

    def as_json(self) -> dict[str, Any]:
        return {
            "bot": self.bot,
            "against": self.against,
            "alone": self.alone,
            "boards": self.boards,
            "matches": self.matches,
            "deals": self.deals,
            "fair": round(self.fair, 6),
            "won": self.won.as_json(),
            "times_fair": self.times_fair.as_json(),
            "points_per_deal": self.points.as_json(),
        }


def results(arena: Arena) -> list[Result]:
    """A row for each pair; where everybody plays for himself two, since each bot was alone among the other one's."""
    rows = []
    for standing in arena.standings:
        one, other = standing.pair
        rows.append(_result(arena, standing, one, other))
        if arena.sides > 2:
            rows.append(_result(arena, standing, other, one))
    return rows


def _result(arena: Arena, standing: Standing, bot: int, other: int) -> Result:
    sides = arena.sides
    wins, points, deals, matches = [], [], [], 0
    for board in standing.boards:
        played = [match for match in board.matches if match.seating[:sides].count(bot) == 1]
        wins.append(sum(_of(match, match.won, bot) for match in played) / len(played))
        points.append(sum(match.ahead(bot) for match in played))
        deals.append(sum(match.deals for match in played))
        matches += len(played)
    return Result(
        arena.bots[bot],
        arena.bots[other],
        sides > 2,
        len(standing.boards),
        matches,
        sum(deals),
        1 / sides,
        share(wins, 1 / sides),
        per_deal(points, deals),
    )


def _of(match: Played, figures: Sequence[float], bot: int) -> float:
    """The figure of the only side that this bot has."""
    return figures[match.seating.index(bot)]


def rating_table(arena: Arena) -> list[tuple[str, Estimate]]:
    """The bots by their ratings, the best one first; empty for two, of whom the win rate says all."""
    if len(arena.bots) < 3:
        return []
    found = zip(arena.bots, ratings(outcomes(arena), len(arena.bots)), strict=True)
    return sorted(found, key=lambda row: -row[1].value)


def report(arena: Arena) -> dict[str, Any]:
    """Everything as plain data. All but `time` is the same in every run with the same seed, if bots count nodes."""
    setup, between = arena.setup, gap(arena)
    return {
        "format": FORMAT,
        "game": setup.game,
        "seats": setup.seats,
        "options": dict(setup.options),
        "seed": setup.seed,
        "deals_wanted": arena.deals,
        "confidence": CONFIDENCE,
        "bots": arena.bots,
        "results": [result.as_json() for result in results(arena)],
        "ratings": [{"bot": bot, **rating.as_json()} for bot, rating in rating_table(arena)],
        "gap": None if between is None else between.as_json(),
        "time": {
            bot: {"choices": wall.moves, "wall": wall.as_json(), "cpu": cpu.as_json()}
            for bot, wall, cpu in zip(arena.bots, arena.wall, arena.cpu, strict=True)
        },
    }
