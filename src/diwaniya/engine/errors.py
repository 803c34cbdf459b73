"""What goes wrong, said for people."""

from collections.abc import Sequence

from diwaniya.engine.game import Why
from diwaniya.words import fill, phrase


def explain(family: str, why: Why) -> str:
    """A `Why` as one English sentence with its rule."""
    text = phrase(f"why.{family}.{why.key}", f"why.common.{why.key}") or why.key.replace("_", " ")
    args = {name: _named(name, value) for name, value in why.args.items()}
    return f"{fill(text, args)} ({why.rule})"


def _named(name: str, value: object) -> str:
    """What fills a place in a sentence: a suit by its name, a list joined, all else as it is."""
    if isinstance(value, list | tuple):
        return ", ".join(_named(name, item) for item in value)
    text = printable(str(value))
    return (phrase(f"suit.{text}") or text) if name == "suit" else text


class RecordError(ValueError):
    """Not a record, or one whose shape, types, ranges or packs are wrong (exit status 2)."""


class IllegalMove(ValueError):
    """A move that the rules forbid (exit status 1).

    `token`, `seat`, `legal` (tokens), `why` (or None), and in a record `hand` and `step`, counted from 1.
    """

    def __init__(
        self, family: str, token: str, seat: int | None, legal: Sequence[str], why: Why | None
    ) -> None:
        self.family, self.token, self.seat, self.legal, self.why = family, token, seat, list(legal), why
        self.hand: int | None = None
        self.step: int | None = None
        super().__init__(token)

    def at(self, hand: int, step: int) -> "IllegalMove":
        self.hand, self.step = hand, step
        return self

    def __str__(self) -> str:
        where = f"hand {self.hand}, step {self.step}: " if self.hand else ""
        who = f"seat {self.seat} played" if self.seat is not None else "played"
        because = f" - {explain(self.family, self.why)}" if self.why else ""
        return f"{where}{who} {printable(self.token)}, legal: {' '.join(self.legal) or 'nothing'}{because}"


def printable(text: str, most: int = 60) -> str:
    """Text from outside, safe to print on one line."""
    short = text if len(text) <= most else text[:most] + "..."
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in short) or "nothing"
