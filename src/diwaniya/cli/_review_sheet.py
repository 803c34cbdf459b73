"""A review as text: the hands, the costly moves with the reasons, and what it comes to for every seat."""

from collections.abc import Iterator, Sequence

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from diwaniya.cli._review_words import Words
from diwaniya.cli._seats import heading, plain, sides
from diwaniya.cli._tables import console, spaced, table
from diwaniya.review.reviewer import Moment, Review, Step
from diwaniya.words.speaker import Speaker


def sheet(review: Review, every_move: bool, language: str) -> str:
    """The review as text, with colours if standard output is a terminal; with `every_move`, the moves hand by hand."""
    out = console()
    with out.capture() as captured:
        _Sheet(review, language).print(out, every_move)
    return spaced(captured.get(), Speaker(language).rtl)


class _Sheet:
    """The parts of the sheet in one language."""

    def __init__(self, review: Review, language: str) -> None:
        self._review = review
        self._words = Words(review, language)
        self._speaker = self._words.speaker
        self._names = sides(review.match, self._speaker)

    def _say(self, key: str, **args: object) -> str:
        return self._speaker.t(f"review.sheet.{key}", **args)

    def print(self, out: Console, every_move: bool) -> None:
        review = self._review
        for line in heading(review.match, self._speaker):
            out.print(Text(line, style="bold"))
        if not review.steps:
            out.print(self._say("nothing"))
            return
        whose = self._names[0] if len(self._names) == 2 else " : ".join(self._names)
        out.print(f"\n{self._say('chances', side=whose)}")
        out.print(self._hands())
        for hand in range(1, len(review.match.hands) + 1) if every_move else ():
            out.print(self._say("hand_title", n=hand, side=whose))
            out.print(self._moves([step for step in review.steps if step.hand == hand]))
        costly = list(self._costly())
        out.print(Text(self._say("costly" if costly else "no_costly"), style="bold"))
        for told in costly:
            out.print(told)
        out.print(self._seats())
        out.print(self._luck())

    def _table(self, *columns: str, left: int = 1) -> Table:
        return table(*(self._say(f"column.{key}") if key else "" for key in columns), left=left)

    def _hands(self) -> RenderableType:
        rows = self._table("hand", "before", "dealt", "end", "costly", left=0)
        last: dict[int, Moment] = {}
        dealt: dict[int, Moment] = {}
        for moment in self._review.graph:
            last[moment.hand] = moment
            if moment.dealt:
                dealt.setdefault(moment.hand, moment)
        for hand in sorted(dealt):
            marks = [step.verdict.mark for step in self._review.steps if step.hand == hand and step.verdict]
            found = "  ".join(
                f"{marks.count(mark)} {mark}" for mark in ("??", "?", "?!") if marks.count(mark)
            )
            cells = (self._open(moment.chances) for moment in (last[hand - 1], dealt[hand], last[hand]))
            rows.add_row(self._number(hand), *cells, self._in_order(found))
        return rows

    def _moves(self, steps: Sequence[Step]) -> RenderableType:
        rows = self._table(
            "step", "seat", "move", "of", "before", "after", "loss", "", "better", "open", left=0
        )
        for step in steps:
            verdict = step.verdict
            judged = ["", "", "", "", ""]
            if verdict:
                better = verdict.best if verdict.best != step.move else ""
                judged = [
                    self._words.digits(f"{100 * verdict.before:.1f}"),
                    self._words.digits(f"{100 * verdict.after:.1f}"),
                    self._words.digits(_points(verdict.loss)) if better else "",
                    verdict.mark,
                    better,
                ]
            style = "bold" if verdict and verdict.mark else None
            rows.add_row(
                self._number(step.step),
                self._number(step.seat),
                step.move,
                self._number(step.choices) if step.choices else "",
                *judged,
                self._open(step.open),
                style=style,
            )
        return rows

    def _costly(self) -> Iterator[Text]:
        for step in self._review.steps:
            said = self._words.of(step)
            if said and step.verdict:
                line = Text(f" {self._say('place', hand=step.hand, step=step.step, seat=step.seat)} ")
                line.append(f"{self._words.move(step.move)} {step.verdict.mark}", style="bold")
                line.append("".join(f"\n    {sentence}" for sentence in said))
                yield line

    def _seats(self) -> RenderableType:
        columns = ("seat", "moves", "choices", "mean_loss")
        rows = table(
            *(self._say(f"column.{key}") for key in columns),
            "?!",
            "?",
            "??",
            self._say("column.accuracy"),
            left=0,
        )
        for seat in self._review.seats:
            accuracy = "-" if seat.accuracy is None else self._percent(seat.accuracy)
            loss = f"{max(100 * seat.loss, 0.0):.2f} ± {100 * seat.error:.2f}" if seat.choices else "-"
            marks = (self._number(seat.marks[mark]) if seat.marks[mark] else "" for mark in ("?!", "?", "??"))
            counts = map(self._number, (seat.seat, seat.moves, seat.choices))
            rows.add_row(*counts, self._in_order(loss), *marks, accuracy)
        return rows

    def _luck(self) -> RenderableType:
        rows = self._table("open_chances", "at_first", "deals", "moves_brought", "in_the_end")
        graph = self._review.graph
        for side, name in enumerate(self._names):
            rows.add_row(
                name,
                self._open(graph[0].chances[side : side + 1]),
                self._words.signed(100 * self._review.luck[side]),
                self._words.signed(100 * self._review.play[side]),
                self._open(graph[-1].chances[side : side + 1]),
            )
        return rows

    def _open(self, chances: Sequence[float]) -> str:
        """The chance of the first side of two, or of all."""
        shown = chances[:1] if len(chances) == 2 else chances
        return self._in_order(" : ".join(f"{100 * chance:.0f}" for chance in shown))

    def _percent(self, share: float) -> str:
        return self._speaker.t("review.seats.percent", n=round(100 * share))

    def _number(self, count: int) -> str:
        return self._speaker.number(count)

    def _in_order(self, text: str) -> str:
        """Several figures of a cell, in the digits of the language, from left to right in all of them."""
        shown = self._words.digits(text)
        return plain(shown, self._speaker) if " " in shown else shown


def _points(chance: float) -> str:
    """A difference of chances in percentage points; what is only noise below nothing is nothing."""
    return f"{max(100 * chance, 0.0):.1f}"
