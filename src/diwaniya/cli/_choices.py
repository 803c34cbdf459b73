"""What a player may type at the table, and what he means by it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from diwaniya.cli._telling import sorted_hand
from diwaniya.wire.view import MatchView, Why


@dataclass(frozen=True)
class Choice:
    """Something with a number in front of it: a card of the hand, or another move."""

    token: str
    card: bool
    legal: bool
    why: Why | None = None


def choices(view: MatchView) -> list[Choice]:
    """In the order of their numbers, from 1: the hand, if a card of it may be played, then the other moves."""
    legal = known(view.legal)
    if not legal:
        return []
    hand = laid_out(view)
    blocked = view.blocked if isinstance(view.blocked, dict) else {}
    cards = [Choice(card, True, card in legal, blocked.get(card)) for card in hand]
    playable = cards if any(card.legal for card in cards) else []
    others = [Choice(token, False, True) for token in legal if token not in hand]
    return [*playable, *others]


def laid_out(view: MatchView) -> list[str]:
    """Our cards in the order in which we look at them."""
    return sorted_hand(known(view.cards), view.trump if isinstance(view.trump, str) else None)


def known(tokens: object) -> list[str]:
    """A field of the view that may be absent."""
    return list(tokens) if isinstance(tokens, list) else []


def whole(text: str) -> int | None:
    """The number that this is: digits of any script, and no more of them than a number here can have."""
    return int(text) if text.isdecimal() and len(text) < 10 else None


def written(token: str, view: MatchView) -> str:
    """A move as one types it: what is done out of turn is done from one's own seat, which goes without saying."""
    return token.removeprefix(f"{view.seat}:")


@dataclass(frozen=True)
class Move:
    """Play this token. It need not be legal: then there is a reason to be told."""

    token: str


@dataclass(frozen=True)
class Asks:
    """`? AS`: why not this one? Without a token: what can I do?"""

    token: str | None


@dataclass(frozen=True)
class Order:
    """`/leave`, `say hello`: a command and what follows it."""

    name: str
    rest: str


@dataclass(frozen=True)
class Unclear:
    """The beginning of several moves; or of none, if there are none here."""

    text: str
    moves: Sequence[str]


@dataclass(frozen=True)
class Enter:
    """An empty line: yes, to whatever was asked."""


Typed = Move | Asks | Order | Unclear | Enter


def understand(text: str, view: MatchView | None, listed: Sequence[Choice]) -> Typed:
    """What somebody means who types this while these choices are in front of him."""
    text = text.strip()
    if not text:
        return Enter()
    if text.startswith("/"):
        name, _, rest = text[1:].partition(" ")
        return Order(name.lower(), rest.strip())
    said, _, rest = text.partition(" ")
    if said.lower() == "say":
        return Order("say", rest.strip())
    if text.startswith("?"):
        wanted = text[1:].strip()
        found = _token(wanted, view, listed) if wanted else None
        return found if isinstance(found, Unclear) else Asks(found)
    found = _token(text, view, listed)
    return found if isinstance(found, Unclear) else Move(found)


def _token(text: str, view: MatchView | None, listed: Sequence[Choice]) -> str | Unclear:
    number = whole(text)
    if number is not None and 1 <= number <= len(listed):
        return listed[number - 1].token
    if view is None:
        return Unclear(text, [])
    legal = [*known(view.legal), *known(view.out_of_turn)]
    wanted = text.casefold()
    for token in [*legal, *known(view.cards)]:
        if wanted in (token.casefold(), written(token, view).casefold()):
            return token
    # A number that stands before nothing begins no move.
    begun = (
        [] if text.isdecimal() else [token for token in dict.fromkeys(legal) if _begins(token, wanted, view)]
    )
    return begun[0] if len(begun) == 1 else Unclear(text, [written(token, view) for token in begun])


def _begins(token: str, wanted: str, view: MatchView) -> bool:
    return token.casefold().startswith(wanted) or written(token, view).casefold().startswith(wanted)
