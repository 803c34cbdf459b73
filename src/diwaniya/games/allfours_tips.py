"""What a lesson in All Fours may tell of a position: one's trumps, and what they are worth (A5, A15 to A17)."""

from typing import Any

from diwaniya.engine.cards import SUIT, SUITS, TOKENS
from diwaniya.engine.game import Fact
from diwaniya.engine.state import PureState
from diwaniya.games.allfours import ACE, JACK, OPEN, STOOD

WORTH = ((JACK, "jack"), (ACE, "ace"), (0, "two"))


def tips(view: PureState) -> list[Fact]:
    """Of a view whose seat is to move; the most telling first."""
    v: Any = view
    trumps = v.hand[v.viewer] & SUIT[v.trump]
    if v.said == OPEN:
        if not trumps:
            return [{"key": "no_trumps", "trump": SUITS[v.trump]}]
        return [{"key": "trumps", "trump": SUITS[v.trump], "count": trumps.bit_count()}]
    if v.said < STOOD:
        return []
    held = [(13 * v.trump + rank, key) for rank, key in WORTH]
    return [{"key": key, "card": TOKENS[card]} for card, key in held if trumps >> card & 1]
