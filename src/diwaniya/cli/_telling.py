"""What happens at a table, in the words of a language.

Arguments of facts and reasons become words by their names, as on the page: `seat` and its like are people, `side` is
a side, `card` and `cards` are cards, `suit` and `trump` suits.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from diwaniya.cli._names import seat_names
from diwaniya.client.errors import Refused
from diwaniya.wire import messages as wire
from diwaniya.wire.http import GameInfo
from diwaniya.wire.view import Fact, Why
from diwaniya.words.speaker import FALLBACK, Speaker

SUITS = "SHDC"
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
RED = "HD"
RANKS = "23456789TJQKA"
_FRENCH = re.compile(r"([AKQJT2-9])([SHDC])")
_SEATS = frozenset(
    ("seat", "from", "to", "winner", "dealer", "declarer", "partner", "by", "holder", "payer", "target")
)
_SEAT_LISTS = frozenset(("seats", "losers", "winners"))
_SUBJECTS = ("seat", "from", "winner", "declarer")


class Teller:
    """Speaks about one table, to whoever sits at `you` (or only looks on)."""

    def __init__(self, speaker: Speaker, game: GameInfo, table: wire.Table) -> None:
        self.speaker, self.game = speaker, game
        self._pack = frozenset(game.pack)
        self.you = table.seat
        self.teams = game.teams and len(table.seats) > 2
        self.names = seat_names(speaker, table)

    # people

    def name(self, seat: int) -> str:
        return self.names[seat] if 0 <= seat < len(self.names) else self.speaker.number(seat + 1)

    def whom(self, seat: int) -> str:
        """`you` or `other`, for words that have a form of their own for whoever reads them."""
        return "you" if seat == self.you else "other"

    def inside(self, seat: int) -> str:
        """The name inside a sentence: whoever reads it and has none is `you` there, not `You`."""
        name = self.name(seat)
        return self.speaker.t("you_inside") if seat == self.you and name == self.speaker.t("you") else name

    def side(self, side: int) -> str:
        """A side's name."""
        if not self.teams:
            return self.name(side)
        if self.you is None:
            return " + ".join(map(self.speaker.isolate, self.names[side::2]))
        return self.speaker.t("side.ours" if side == self.you % 2 else "side.theirs")

    # tokens

    def card(self, token: str) -> str:
        """`ace of spades`"""
        t = self.speaker.t
        found = _FRENCH.fullmatch(token)
        if found:
            return t("card.of", rank=t(f"rank.{found[1]}"), suit=self.suit(found[2]))
        if self.speaker.has(f"card.{token}"):
            return t(f"card.{token}")
        # Cards of a pack without suits have words of their own, under the name of the deck.
        own = f"{self.game.deck}.{token}"
        return t(own) if self.speaker.has(own) else token

    def short(self, token: str) -> str:
        """`A♠`; a card without a suit by its name."""
        found = _FRENCH.fullmatch(token)
        return f"{'10' if found[1] == 'T' else found[1]}{SIGNS[found[2]]}" if found else self.card(token)

    def suit(self, token: str) -> str:
        return self.speaker.t(f"suit.{self.game.family}.{token}", f"suit.{token}")

    def is_card(self, token: str) -> bool:
        return token in self._pack

    def is_token(self, text: str) -> bool:
        """Does this look like a move of the game, possible now or not?"""
        head = text.partition(":")[0]
        return (
            self.is_card(text)
            or text in self.game.calls
            or self.speaker.has(f"move.{self.game.family}.{head}")
        )

    def move(self, token: str) -> str:
        """A move's name: `move.<family>.<token>`, or that of its head with what follows the colon filled in."""
        if self.is_card(token):
            return self.card(token)
        family, t = self.game.family, self.speaker.t
        if ":" not in token or self.speaker.has(f"move.{family}.{token}"):
            return t(f"move.{family}.{token}")
        parts = token.split(":")
        head, rest = (parts[1], parts[2]) if len(parts) > 2 else (parts[0], parts[1])
        cards = [self.card(card) if self.is_card(card) else card for card in rest.split("+")]
        value: Any = int(rest) if rest.isdecimal() else self.suit(rest) if rest in SIGNS else rest
        named = {"n": value, "suit": value, "card": cards[0], "cards": self.speaker.listing(cards)}
        return t(f"move.{family}.{head}", **{head: value, **named})

    # sentences

    def why(self, why: Why) -> str:
        """The reason why a move is not allowed, with the number of its rule."""
        family = self.game.family
        args = self._args(why.args)
        text = self.speaker.t(f"why.{family}.{why.key}", f"why.common.{why.key}", "why.unknown", **args)
        return self.speaker.t("why.with_rule", text=text, rule=why.rule) if why.rule else text

    def fact(self, fact: Fact) -> str:
        """A fact as a sentence; one about whoever reads it has words of its own."""
        key = f"fact.{self.game.family}.{fact['key']}"
        args = {name: value for name, value in fact.items() if name != "key"}
        subject = next((args[name] for name in _SUBJECTS if isinstance(args.get(name), int)), None)
        mine = self.you is not None and subject == self.you
        text = self.speaker.t(*([f"{key}_you", key] if mine else [key]), **self._args(args))
        return text[:1].upper() + text[1:]

    def line(self, line: wire.Line) -> list[str]:
        """What happened, sentence by sentence: the move, then what came of it."""
        return [text for text in (self._plain(line), *map(self.fact, line.facts)) if text]

    def _plain(self, line: wire.Line) -> str:
        """The bare move, unless the game tells it in a fact of its own."""
        seat, token = line.seat, line.token
        if seat is None or token is None:
            return "" if line.facts else self.speaker.t("line.deal")
        if any(_tells(fact, seat, token) for fact in line.facts):
            return ""
        kind = "card" if self.is_card(token) else "say"
        you = "_you" if seat == self.you else ""
        return self.speaker.t(
            f"line.{kind}{you}", seat=self.name(seat), card=self.card(token), move=self.move(token)
        )

    def _args(self, args: Mapping[str, Any]) -> dict[str, Any]:
        """Arguments as words, and of each list how long it is. Cards beside as many seats are theirs, one each."""
        told: dict[str, Any] = {}
        for name, value in args.items():
            if name == "cards" and isinstance(args.get("seats"), list) and len(args["seats"]) == len(value):
                told[name] = self.speaker.listing(list(map(self._held, args["seats"], value)))
                told[f"{name}_count"] = len(value)
            elif isinstance(value, list):
                told[name] = self.speaker.listing([str(self._one(name, item)) for item in value])
                told[f"{name}_count"] = len(value)
            else:
                told[name] = self._one(name, value)
        return told

    def _held(self, seat: int, card: str) -> str:
        """`Layla – king of spades`, where everybody shows one."""
        return self.speaker.t("card.held", name=self.inside(seat), card=str(self._one("card", card)))

    def _one(self, name: str, value: Any) -> Any:
        if isinstance(value, int) and not isinstance(value, bool):
            if name in _SEATS or name in _SEAT_LISTS:
                return self.inside(value)
            return self.side(value) if name == "side" else value
        if not isinstance(value, str):
            return "" if value is None else str(value)
        if value in SIGNS and name not in ("rank", "text"):
            return self.suit(value)
        # A bare number could be a card of a pack without suits, but only where a card is spoken of.
        if value.isdecimal() and not re.search("card|taken|shown|face", name):
            return int(value)
        return self.card(value) if self.is_card(value) else value


def _tells(fact: Fact, seat: int, token: str) -> bool:
    """Is the fact about the mover's own doing, and its text says what the move was?"""
    parts = token.split(":")
    head, card = (parts[1], parts[2]) if len(parts) > 2 else (parts[0], token)
    return seat in (fact.get("seat"), fact.get("from")) and (fact["key"] == head or fact.get("card") == card)


def refusal(speaker: Speaker, refused: Refused) -> str:
    """Why the server said no: by what it is about, or by its code. The text that comes with a code alone is more exact
    than the words for it, but it is English.
    """
    about = f"refused.about.{refused.about}"
    # A text among what fills it in is the server's own, for those who read English.
    foreign = speaker.language != FALLBACK and "text" in refused.filling
    if refused.about and speaker.has(about) and not foreign:
        return speaker.t(about, **{name: _filling(speaker, value) for name, value in refused.filling.items()})
    code = f"refused.{refused.code}"
    if speaker.has(code) and (speaker.language != FALLBACK or not refused.text):
        return speaker.t(code)
    return speaker.isolate(refused.text)


def _filling(speaker: Speaker, value: Any) -> Any:
    """Numbers as they are, for plurals; a list of them in words."""
    if isinstance(value, list):
        return speaker.listing([speaker.number(one) if isinstance(one, int) else str(one) for one in value])
    return value if isinstance(value, int) else str(value)


def sorted_hand(cards: Sequence[str], trump: str | None) -> list[str]:
    """As players lay out a hand: jokers, trumps, then suits of alternating colour; high cards first."""
    suits = [trump, *(s for s in "SHCD" if s != trump)] if trump in SIGNS else list("SHCD")

    def weight(token: str) -> int:
        found = _FRENCH.fullmatch(token)
        if found:
            return suits.index(found[2]) * 100 + 12 - RANKS.index(found[1])
        return {"RJ": -2, "BJ": -1}.get(token, 10_000)

    return sorted(cards, key=weight)
