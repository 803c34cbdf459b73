"""Help with a move: what whoever is to move may ask for, and what he alone is told."""

from __future__ import annotations

import msgspec

from diwaniya.wire.view import Fact, Token


class AskHint(msgspec.Struct, frozen=True, tag="hint"):
    """It is my turn: which moves are best? Answered by a `hint` to this page alone, and then by `done`.

    `seq` is that of the view the player saw, as in `play`.
    """

    table: str
    seq: int
    ref: int | None = None


class AskRest(msgspec.Struct, frozen=True, tag="rest"):
    """It is my turn: is the rest of the hand certain? Answered by a `rest` to this page alone, and then by `done`.

    `seq` is that of the view the player saw, as in `play`.
    """

    table: str
    seq: int
    ref: int | None = None


class AskTips(msgspec.Struct, frozen=True, tag="tips"):
    """It is my turn, and I am learning: what is there to say of this position? Answered by a `tips` to this page alone,
    and then by `done`.

    `seq` is that of the view the player saw, as in `play`.
    """

    table: str
    seq: int
    ref: int | None = None


class HintMove(msgspec.Struct, frozen=True):
    """A move, and the chance that your side wins the match with it, 0 to 1. Null for the only one that there is:
    nobody needs to think about that.
    """

    token: Token
    chance: float | None


class Hint(msgspec.Struct, frozen=True, tag="hint"):
    """Which moves are best for you, as far as your own view tells: the best first, at most five.

    `seq` is that of the table when you asked; nothing has happened in the match since.
    """

    table: str
    seq: int
    moves: list[HintMove]


class Rest(msgspec.Struct, frozen=True, tag="rest"):
    """The moves, one after the other, with which you win every trick to the end of the hand, whatever the others hold
    and play: told from your own view alone. None if that is not certain, and where there are no tricks.

    `seq` is that of the table when you asked.
    """

    table: str
    seq: int
    moves: list[Token]


class Tips(msgspec.Struct, frozen=True, tag="tips"):
    """What a lesson may tell you of the position, the most telling first, as far as your own view tells. The words are
    at `learn.lesson.<family>.tip_<key>`.

    `seq` is that of the table when you asked.
    """

    table: str
    seq: int
    facts: list[Fact]
