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
    if text.lower().startswith("say "):
        return Order("say", text[4:].strip())
    if text.startswith("?"):
        wanted = text[1:].strip()
        found = _token(wanted, view, listed) if wanted else None
        return found if isinstance(found, Unclear) else Asks(found)
    found = _token(text, view, listed)
    return found if isinstance(found, Unclear) else Move(found)


def _token(text: str, view: MatchView | None, listed: Sequence[Choice]) -> str | Unclear:
    if text.isdecimal() and 1 <= int(text) <= len(listed):
        return listed[int(text) - 1].token
    legal = [*known(view.legal), *known(view.out_of_turn)] if view is not None else []
    held = known(view.cards) if view is not None else []
    wanted = text.casefold()
    exact = [token for token in [*legal, *held] if token.casefold() == wanted]
    if exact:
        return exact[0]
    begun = list(dict.fromkeys(token for token in legal if token.casefold().startswith(wanted)))
    return begun[0] if len(begun) == 1 else Unclear(text, begun)
