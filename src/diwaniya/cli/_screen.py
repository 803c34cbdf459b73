"""A table as lines of text, drawn from what its view holds: no game is known here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET
from rich.text import Text

from diwaniya.cli._choices import Choice, choices, known, laid_out, written
from diwaniya.cli._telling import RED, Teller
from diwaniya.wire import messages as wire
from diwaniya.wire.view import MatchView

GAP = "   "
LEGAL = "bold"


def have(value: Any) -> Any:
    """A field of the view; `None` where it is absent."""
    return None if value is UNSET else value


class Screen:
    """Draws one table for whoever looks at it."""

    def __init__(self, teller: Teller, table: wire.Table) -> None:
        self.teller, self.table = teller, table
        self.t = teller.speaker.t

    @property
    def stood_in(self) -> bool:
        """Does the computer play for whoever looks?"""
        return self.table.seat is not None and self.table.seats[self.table.seat].away

    # who sits here

    def seats(self) -> list[Text]:
        """Everybody at the table, one a line."""
        lines = [Text(self.t("terminal.seats"), style="bold")]
        for place, seat in enumerate(self.table.seats):
            name = self.teller.name(place) or self.t("terminal.free")
            marks = self._marks(place, seat)
            if marks:
                name = self.t("terminal.marks", name=name, marks=self.t("terminal.comma").join(marks))
            lines.append(Text(f"  {self.t('terminal.seat', seat=place + 1, name=name)}"))
        if self.table.watchers:
            lines.append(Text(f"  {self.t('terminal.watchers', n=self.table.watchers)}", style="dim"))
        return lines

    def removed(self) -> list[Text]:
        """Whom the host has taken away, numbered for `/admit`; only he is told."""
        if not self.table.removed:
            return []
        command = self.teller.speaker.isolate("/admit N")
        lines = [Text(self.t("terminal.taken_away", command=command), style="bold")]
        for number, person in enumerate(self.table.removed, 1):
            name = person.name or self.t("players.guest")
            lines.append(Text(f"  {self.t('terminal.seat', seat=number, name=name)}"))
        return lines

    def _marks(self, place: int, seat: wire.Seat) -> list[str]:
        marks = []
        if place == self.table.seat and seat.name:
            marks.append(self.t("terminal.you"))
        if place == self.table.host:
            marks.append(self.t("terminal.host"))
        if seat.kind == "computer":
            marks.append(
                self.t("terminal.computer", level=self.t(f"level.{seat.level}.name", f"level.{seat.level}"))
            )
        elif seat.away:
            marks.append(self.t("terminal.away"))
        elif seat.kind == "person" and not seat.here:
            marks.append(self.t("terminal.not_here"))
        return marks

    def rules(self) -> Text | None:
        """The options that are not as usual."""
        if not self.table.options:
            return None
        family = self.teller.game.family
        told = []
        for name, value in self.table.options.items():
            label = self.t(f"option.{family}.{name}.label", f"option.{family}.{name}")
            told.append(self.t("terminal.label", what=label, text=self._value(value)))
        return Text(self.t("terminal.rules", options=self.t("terminal.comma").join(told)))

    def _value(self, value: wire.OptionValue) -> str:
        if isinstance(value, bool):
            return self.t("setup.yes" if value else "setup.no")
        return self.teller.speaker.number(value)

    # the match

    def board(self, view: MatchView) -> list[Text]:
        """What lies on the table, and who has what."""
        lines = [Text(GAP.join(self._head(view)), style="bold"), Text(GAP.join(self._players(view)))]
        lines += [
            line for line in (self._trick(view), self._floor(view), self._faces(view)) if line is not None
        ]
        lines += self._open(view)
        return lines

    def scores(self, view: MatchView) -> str:
        """`Us 12 : Them 7`"""
        t, side = self.t, self.teller.side
        return " : ".join(t("terminal.score", side=side(n), n=view.scores[n]) for n in self._sides(view))

    def _sides(self, view: MatchView) -> list[int]:
        """Our own side first."""
        sides, you = list(range(len(view.scores))), self.teller.you
        mine = 0 if you is None else you % 2 if self.teller.game.teams else you
        return [*sides[mine:], *sides[:mine]]

    def _head(self, view: MatchView) -> list[str]:
        t, teller = self.t, self.teller
        parts = [t("table.hand_n", n=view.hand)]
        if not have(view.lives):
            parts.append(t("terminal.scores", scores=self.scores(view)))
        bid, declarer, trump = have(view.bid), have(view.declarer), have(view.trump)
        if bid and declarer is not None:
            parts.append(t("table.contract", seat=teller.name(declarer), bid=t("table.bid", n=bid)))
        if trump:
            parts.append(t("table.trump", suit=teller.suit(trump)))
        for field, label in (
            ("tricks", "table.tricks"),
            ("cards_won", "result.cards"),
            ("basras", "result.basras"),
        ):
            counts = have(getattr(view, field))
            if counts and any(counts):
                text = " : ".join(teller.speaker.number(counts[side]) for side in self._sides(view))
                parts.append(t("terminal.label", what=t(label), text=text))
        if have(view.pack_left) is not None:
            parts.append(t("table.pack", n=view.pack_left))
        return parts

    def _players(self, view: MatchView) -> list[str]:
        """In the order of play, beginning with the one after us; a hint of what each has."""
        seats, t = len(self.table.seats), self.t
        first = 0 if self.table.seat is None else self.table.seat
        counts, lives = have(view.counts), have(view.lives)
        dealer = (have(view.result) or {}).get("dealer", view.dealer)
        told = []
        for seat in [(first + 1 + i) % seats for i in range(seats)]:
            marks = [t("table.dealer")] if seat == dealer else []
            if counts is not None and have(view.faces) is None:
                marks.append(t("table.cards", n=counts[seat]))
            if lives is not None:
                marks.append(t("table.lives", n=lives[seat]))
            if self.table.seats[seat].away:
                marks.append(t("terminal.absent"))
            name = self.teller.name(seat)
            told.append(
                t("terminal.marks", name=name, marks=t("terminal.comma").join(marks))
                if marks
                else self.teller.speaker.isolate(name)
            )
        return told

    def _labelled(self, label: str, items: Sequence[Text]) -> Text:
        line = Text(f"  {self.t('terminal.label', what=label, text='').rstrip()} ")
        return line.append_text(Text(GAP).join(items))

    def _trick(self, view: MatchView) -> Text | None:
        trick = have(view.trick)
        if not trick:
            return None
        return self._labelled(
            self.t("table.middle"), [self._of(self.teller.name(played.seat), played.card) for played in trick]
        )

    def _floor(self, view: MatchView) -> Text | None:
        floor = have(view.floor)
        if floor is None:
            return None
        if not floor:
            return Text(f"  {self.t('table.floor_empty')}")
        return self._labelled(self.t("table.floor"), [self.card(card) for card in floor])

    def _faces(self, view: MatchView) -> Text | None:
        """Where everybody holds one card: those that are known."""
        faces = have(view.faces)
        seen = [(seat, card) for seat, card in enumerate(faces or []) if card and seat != view.seat]
        if not seen:
            return None
        return self._labelled(
            self.t("result.shown_cards"), [self._of(self.teller.name(seat), card) for seat, card in seen]
        )

    def _open(self, view: MatchView) -> list[Text]:
        """Turned and exposed cards, and who asks whom."""
        t, teller, lines = self.t, self.teller, []
        if turned := have(view.turned):
            lines.append(Text(f"  {t('table.turned', card=teller.card(turned))}"))
        for seat, cards in enumerate(have(view.exposed) or []):
            if cards:
                lines.append(
                    self._labelled(t("table.exposed", seat=teller.name(seat)), list(map(self.card, cards)))
                )
        if asking := have(view.asking):
            lines.append(
                Text(
                    f"  {t('table.asking', **{'from': teller.name(asking.from_), 'to': teller.name(asking.to)})}"
                )
            )
        for promise in have(view.promises) or []:
            payer, loser = promise.from_, promise.to
            told = {"payer": teller.name(payer), "payer_is": teller.whom(payer)}
            told |= {"loser": teller.name(loser), "loser_is": teller.whom(loser)}
            lines.append(Text(f"  {t('table.promise', **told)}"))
        return lines

    def card(self, token: str) -> Text:
        """`A♥` in the colour of its suit."""
        red = len(token) == 2 and token[1] in RED and self.teller.is_card(token)
        text = self.teller.short(token)
        # The rank stands before its suit in every language.
        return Text(f"\u2066{text}\u2069" if self.teller.speaker.rtl else text, style="red" if red else "")

    def _of(self, name: str, card: str) -> Text:
        return Text(f"{self.teller.speaker.isolate(name)} ").append_text(self.card(card))

    # what to do

    def hand(self, view: MatchView, listed: Sequence[Choice]) -> list[Text]:
        """Our cards and moves, with the numbers to type; `*` marks what may be played."""
        t, lines = self.t, []
        numbers = {choice.token: number for number, choice in enumerate(listed, 1)}
        hand = [choice for choice in listed if choice.card]
        if hand:
            cards = [self._numbered(numbers[one.token], self.card(one.token), one.legal) for one in hand]
            lines.append(self._labelled(t("terminal.your_cards"), cards))
        elif held := known(view.cards):
            label = (
                "table.your_card"
                if len(held) == 1 and have(view.faces) is not None
                else "terminal.your_cards"
            )
            shown = laid_out(view)
            lines.append(self._labelled(t(label), [self.card(card) for card in shown]))
        others = [choice for choice in listed if not choice.card]
        if others:
            moves = [
                self._numbered(numbers[one.token], Text(self.teller.move(one.token)), None) for one in others
            ]
            lines.append(self._labelled(t("terminal.moves"), moves))
        if openly := known(view.out_of_turn):
            isolate = self.teller.speaker.isolate
            moves = [Text(f"{isolate(written(token, view))} ({self.teller.move(token)})") for token in openly]
            lines.append(self._labelled(t("terminal.openly"), moves))
        return lines

    def _numbered(self, number: int, text: Text, legal: bool | None) -> Text:
        mark = "*" if legal else ""
        line = Text(f"{self.teller.speaker.number(number)} ", style="dim" if legal is False else "")
        return line.append_text(text).append(mark, style=LEGAL)

    def prompt(self, view: MatchView, listed: Sequence[Choice]) -> str:
        """What is asked of us now, or who is waited for; nothing, while the computer plays for us."""
        t = self.t
        if self.stood_in:
            return ""
        if view.to_move is not None and view.to_move == view.seat:
            if any(choice.token.startswith("take:") for choice in listed):
                played = have(view.played)
                return t("prompt.take", card=self.teller.card(played)) if played else t("prompt.take_plain")
            called = set((have(view.called) or [[]] * (view.to_move + 1))[view.to_move])
            if any(choice.token in called and choice.legal for choice in listed):
                return t("prompt.called")
            return t("prompt.card" if any(choice.card for choice in listed) else "prompt.call")
        if view.to_move is not None:
            return t("prompt.wait", seat=self.teller.name(view.to_move))
        return ""

    def clock(self) -> Text | None:
        """How long we may think."""
        clock = self.table.clock
        if clock is None or clock.seat is None or clock.seat != self.table.seat:
            return None
        return Text(self.t("terminal.clock", left=round(clock.left), bank=round(clock.bank)))

    def turn(self, view: MatchView) -> list[Text]:
        """Everything somebody on turn wants to see."""
        listed = choices(view)
        lines = [*self.board(view), *self.hand(view, listed)]
        clock = self.clock()
        if clock is not None:
            lines.append(clock)
        if prompt := self.prompt(view, listed):
            lines.append(Text(prompt, style="bold"))
        return lines
