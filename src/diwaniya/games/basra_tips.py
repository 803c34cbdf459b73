"""What a lesson in Basra may tell of a position: how the cards in hand fit those on the floor (B6 to B10, B13)."""

from typing import Any

from diwaniya.engine import cards
from diwaniya.engine.game import Fact
from diwaniya.engine.names import bits
from diwaniya.engine.state import PureState
from diwaniya.games.basra import basra_of, would_take
from diwaniya.games.basra_captures import LIKE, SWEEPERS


def tips(view: PureState) -> list[Fact]:
    """Of a view whose seat is to play a card; the most telling first. While a capture is chosen there are none."""
    v: Any = view
    if v.choices:
        return []
    if not v.floor:
        return [{"key": "empty"}]
    taking = {card: would_take(v, card) for card in bits(v.hand[v.viewer])}
    taking = {card: taken for card, taken in taking.items() if taken}
    if not taking:
        return [{"key": "nothing"}]
    # Of each kind the one that takes most is told of.
    found: dict[str, Fact] = {}
    for card, taken in sorted(taking.items(), key=lambda one: -one[1].bit_count()):
        fact = _told(v, card, taken)
        found.setdefault(fact["key"], fact)
    return [found[key] for key in ("clears", "adds_up", "alike", "sweeps") if key in found]


def _told(v: Any, card: int, taken: int) -> Fact:
    seen = {"card": cards.TOKENS[card], "taken": cards.tokens(taken)}
    if basra_of(v, card, taken):
        return {"key": "clears", **seen}
    if SWEEPERS >> card & 1:
        return {"key": "sweeps", **seen}
    return {"key": "adds_up" if taken & ~LIKE[card % 13] else "alike", **seen}
