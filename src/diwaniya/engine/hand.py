"""What is kept of the hands of a match."""

import json
from dataclasses import dataclass, field
from typing import Any

from diwaniya.engine.game import Game
from diwaniya.engine.state import PureState


@dataclass(slots=True)
class Hand:
    """What was dealt and played in one hand."""

    dealer: int
    before: list[int]
    """Scores when it was dealt."""
    deck: str
    moves: list[str] = field(default_factory=list)
    redeals: tuple[str, ...] = ()
    ended: dict[str, Any] | None = None
    """Its report, once it has ended."""

    def record(self) -> dict[str, Any]:
        """The hand as a record has it."""
        hand: dict[str, Any] = {"deck": self.deck, "moves": " ".join(self.moves)}
        if self.redeals:
            hand["redeals"] = list(self.redeals)
        return hand

    def points(self, game: Game, state: PureState) -> list[int]:
        """What it has brought each side so far, by a state or view of it."""
        if game.points is not None:
            return game.points(state)
        s: Any = state
        return [s.score[side] - before for side, before in enumerate(self.before)]

    def told(self, game: Game, state: PureState) -> dict[str, Any]:
        """The hand as in `diwaniya replay --json`, as it stands in a full state, or as somebody sees it in a view."""
        s: Any = state
        scores = s.score[: game.sides(s.seats)]
        points = self.points(game, state)
        return {"dealer": self.dealer, "points": points, "scores": scores, **game.report(state)}


class Past:
    """The hands before the latest one. Each is kept as text: a server holds those of many thousands of matches."""

    __slots__ = ("_texts",)

    def __init__(self) -> None:
        self._texts: list[str] = []

    def __len__(self) -> int:
        return len(self._texts)

    def add(self, hand: Hand) -> None:
        """Put away a hand that has ended."""
        self._texts.append(json.dumps([hand.record(), hand.ended], separators=(",", ":")))

    def records(self) -> list[dict[str, Any]]:
        """The hands as a record has them."""
        return [json.loads(text)[0] for text in self._texts]

    def reports(self) -> list[dict[str, Any]]:
        """The hands as in `diwaniya replay --json`."""
        return [json.loads(text)[1] for text in self._texts]
