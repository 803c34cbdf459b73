"""What a lesson in Kout may tell of a position: what the bid asks for, what trump and the jokers are worth."""

from typing import Any

from diwaniya.engine.cards import BJ, RJ, SUIT, SUITS, TOKENS
from diwaniya.engine.game import Fact
from diwaniya.engine.names import bits
from diwaniya.engine.state import PureState
from diwaniya.games.kout import PLAY, UNSET, _rank


def tips(view: PureState) -> list[Fact]:
    """Of a view whose seat is to move; the most telling first."""
    v: Any = view
    hand = v.hand[v.viewer]
    jokers: list[Fact] = [
        {"key": key, "card": TOKENS[card]}
        for card, key in ((RJ, "red_joker"), (BJ, "black_joker"))
        if hand >> card & 1
    ]
    if v.phase != PLAY:
        return jokers
    return [_aim(v), {"key": "trump", "trump": SUITS[v.trump]}, *jokers, *_trick(v, hand)]


def _aim(v: Any) -> Fact:
    """K9, K17: how many tricks one's team has to take in all, to make the bid or to break it."""
    if v.viewer % 2 == v.declarer % 2:
        return {"key": "make", "bid": v.bid}
    return {"key": "stop", "bid": v.bid, "tricks": 10 - v.bid}


def _trick(v: Any, hand: int) -> list[Fact]:
    """A trick that one's partner holds so far, or that a trump would take from the others."""
    if not v.played or v.led == UNSET:
        return []
    if v.best % 2 == v.viewer % 2:
        return [{"key": "partner", "seat": v.best}]
    follows = hand & SUIT[v.led]
    trumps = hand & SUIT[v.ruling]
    if follows or not any(_rank(v, card) > v.best_rank for card in bits(trumps)):
        return []
    return [{"key": "ruff", "suit": SUITS[v.led], "trump": SUITS[v.ruling]}]
