"""When the rest of a hand of All Fours is certain: who is on lead wins every trick, wherever the hidden cards are."""

from typing import Any

from diwaniya.engine.cards import FRENCH
from diwaniya.engine.state import PureState
from diwaniya.engine.unbeaten import Outstanding, plain
from diwaniya.games.allfours import STOOD


def certain(view: PureState) -> list[int] | None:
    """The cards with which the viewer wins every trick from here to the end of the hand, in the order of play.

    None if that is not certain, or if he is not on lead. His partner counts as one of the others. If a card of his lies
    open, somebody may call it at any moment (A21) and with that change what he has to lead, so nothing is certain.
    """
    v: Any = view
    seat = v.turn
    if seat < 0 or seat != v.viewer or v.said < STOOD or v.played:
        return None
    hand = v.hand[seat]
    if hand & v.exposed:
        return None
    run: list[int] = []
    out = Outstanding(_others(v, seat))
    left = plain(hand, v.trump)
    while left:
        card = next((card for card in left if not out.beaten(card, v.trump)), None)
        if card is None:
            return None
        run.append(card)
        left.remove(card)
        out.lead(card // 13)
    return run


def _others(v: Any, seat: int) -> int:
    """Every card that somebody else may hold: one that lies open, or was not seen and is of no suit that he lacks."""
    unseen = FRENCH & ~v.dealt[seat]
    for card in v.turned[: v.turns]:
        unseen &= ~(1 << card)
    for dealt in v.dealt:
        unseen &= ~dealt
    cards = 0
    for other in range(v.seats):
        if other != seat:
            cards |= v.hand[other] | unseen & ~v.lacks[other]
    return cards
