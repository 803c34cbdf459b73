"""When the rest of a hand of Kout is certain: who is on lead wins every trick to its end, whatever is hidden."""

from collections.abc import Iterator
from typing import Any

from diwaniya.engine.cards import BJ, RJ
from diwaniya.engine.state import PureState
from diwaniya.engine.unbeaten import Outstanding, plain
from diwaniya.games.kout import PLAY, _open_jokers, _suits

ACE = 12


def certain(view: PureState) -> list[int] | None:
    """The cards with which the viewer wins every trick from here to the end of the hand, in the order of play.

    None if that is not certain, or if he is not on lead. His partner counts as one of the others. The hand ends with
    the trick that settles the bid (K17), so he may not need all of his cards.
    """
    v: Any = view
    seat = v.turn
    if seat < 0 or seat != v.viewer or v.phase != PLAY or v.played:
        return None
    side = seat % 2
    wanted = (v.bid if side == v.declarer % 2 else 10 - v.bid) - v.tricks[side]
    run: list[int] = []
    s: Any = view.copy()
    out = Outstanding(_others(v, seat))
    while len(run) < wanted:
        card = next((card for card in _leads(s, seat) if not _beaten(s, out, card)), None)
        if card is None:
            return None
        run.append(card)
        out.lead(s.trump if card >= BJ else card // 13)  # K14
        s.hand[seat] &= ~(1 << card)
        s.gone |= 1 << card
    return run


def _leads(s: Any, seat: int) -> Iterator[int]:
    """The cards that this seat may lead (K13): jokers come last."""
    yield from plain(s.hand[seat], s.trump)
    yield from (joker for joker in (RJ, BJ) if s.hand[seat] & _open_jokers(s, seat) & 1 << joker)


def _others(v: Any, seat: int) -> int:
    """Every card that somebody else may hold: it was not seen, and is of no suit that he has shown to lack."""
    unseen = v.whole & ~v.hand[seat]
    for spent in v.spent:
        unseen &= ~spent
    cards = 0
    for other in range(v.seats):
        if other != seat:
            cards |= unseen & ~_suits(v.void[other])
    return cards


def _beaten(s: Any, out: Outstanding, card: int) -> bool:
    """May anybody beat this card if it is led (K4, K16)? Jokers may be played whatever is led (K11)."""
    if card == RJ:
        return False
    ace = 13 * s.trump + ACE
    if out.cards >> RJ & 1:
        return True
    if card == BJ:
        return bool(out.of(s.trump) >> ace & 1)
    if out.cards >> BJ & 1:
        return card != ace
    return out.beaten(card, s.trump)
