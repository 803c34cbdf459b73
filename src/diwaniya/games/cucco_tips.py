"""What a lesson in Cucco may tell of a position: what the card in hand is good for (C7 to C14, C17, C18)."""

from typing import Any

from diwaniya.engine.game import Fact
from diwaniya.engine.state import PureState
from diwaniya.games.cucco import FOOL, INN, TOKENS, TURN

LOW, HIGH = TOKENS.index("3"), TOKENS.index("7")
"""Among four players a card up to the one is the lowest more often than not, from the other on seldom."""


def tips(view: PureState) -> list[Fact]:
    """Of a view whose seat is to keep its card or to swap it."""
    v: Any = view
    if v.phase != TURN:
        return []
    kind = v.kind[v.at[v.viewer]]
    if kind == FOOL:
        key = "fool"
    elif kind >= INN:
        key = "special"
    else:
        key = "low" if kind <= LOW else "high" if kind >= HIGH else "middling"
    last: list[Fact] = [{"key": "dealer"}] if v.viewer == v.dealer else []
    return [{"key": key, "card": TOKENS[kind]}, *last]
