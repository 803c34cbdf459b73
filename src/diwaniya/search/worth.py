"""What the end of a hand is worth to a side: its chance to win the match, in millionths."""

from math import sqrt
from typing import Any

from diwaniya.engine.game import Game
from diwaniya.engine.kernel import State, has, kernel, mask
from diwaniya.engine.state import OVER

CERTAIN = 1_000_000
Scale = Any
"""A record with the fields of `WORTH_FIELDS`."""

WORTH_FIELDS = {"sides": "i8", "target": "i8", "spread": "i8", "deal": "i8"}
"""How many sides keep a score, where the option `target` stands (-1: there is none), how much luck there is in a
hand: the variance of a side's points in a hand over their mean, in hundredths of a point, and how many hundredths it
is worth to deal the next hand."""


@kernel
def worth(s: State, t: Scale, side: int) -> int:
    """The chance of a side to win the match, in millionths, when a hand has ended.

    Two sides race to a target by hands whose points vary by `spread`: the time that a side still needs is about normal,
    and who needs less is the likelier winner. Where several seats play each for itself, chances are as the scores are
    (lives that are left).
    """
    if s.turn == OVER:
        return CERTAIN if has(mask(s.winners), side) else 0
    if t.sides != 2:
        total = 0
        for other in range(t.sides):
            total += s.score[other]
        share: int = CERTAIN * s.score[side] // max(total, 1)
        return share
    ahead = 1.0 * (s.score[side] - s.score[1 - side])
    ahead += t.deal / 100.0 if s.dealer % 2 == side else -t.deal / 100.0
    to_go = 100.0
    if t.target >= 0:
        goal = 1.0 * s.opt[t.target]
        to_go = max(goal - s.score[side], 1.0) + max(goal - s.score[1 - side], 1.0)
    x = 0.8 * ahead / sqrt(to_go * t.spread / 100.0)
    return int(CERTAIN * (0.5 + 0.5 * x / sqrt(1.0 + x * x)))


def worth_fields(game: Game, seats: int, spread: int, deal: int = 0) -> dict[str, int]:
    """The values of `WORTH_FIELDS` for a game."""
    places = [place for place, option in enumerate(game.options) if option.name == "target"]
    return {
        "sides": game.sides(seats),
        "target": places[0] if places else -1,
        "spread": spread,
        "deal": deal,
    }
