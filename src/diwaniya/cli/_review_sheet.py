"""A review as text: the hands, the costly moves with the reasons, and what it comes to for every seat."""

from collections.abc import Iterator, Sequence

from rich.console import Console, RenderableType
from rich.text import Text

from diwaniya.cli._review_words import Words, sides
from diwaniya.cli._sheet import outcome, title
from diwaniya.cli._tables import console, table
from diwaniya.lab.review import Moment, Review, Step


def sheet(review: Review, every_move: bool) -> str:
    """The review as text, with colours if standard output is a terminal; with `every_move`, the moves hand by hand."""
    out = console()
    with out.capture() as captured:
        _print(out, review, every_move)
    return "\n".join(line.rstrip() for line in captured.get().splitlines()).rstrip("\n") + "\n"


def _print(out: Console, review: Review, every_move: bool) -> None:
    match = review.match
    names = sides(match)
    out.print(Text(title(match), style="bold"))
    out.print(Text(outcome(match), style="bold"))
    if not review.steps:
        out.print("No move was made, so there is nothing to review.")
        return
    whose = names[0] if len(names) == 2 else " : ".join(names)
    out.print(f"\nChances of {whose} to win the match, %, with all cards open")
    out.print(_hands(review))
    for hand in range(1, len(match.hands) + 1) if every_move else ():
        out.print(f"Hand {hand}. Chances of the mover, %, as far as he could know; open: of {whose}")
        out.print(_moves([step for step in review.steps if step.hand == hand]))
    costly = list(_costly(review))
    out.print(Text("Costly moves" if costly else "No move was found to be costly.", style="bold"))
    for line in costly:
        out.print(line)
    out.print(_seats(review))
    out.print(_luck(review, names))


def _hands(review: Review) -> RenderableType:
    rows = table("hand", "before", "dealt", "end", "costly moves", left=0)
    last: dict[int, Moment] = {}
    dealt: dict[int, Moment] = {}
    for moment in review.graph:
        last[moment.hand] = moment
        if moment.dealt:
            dealt.setdefault(moment.hand, moment)
    for hand in sorted(dealt):
        marks = [step.verdict.mark for step in review.steps if step.hand == hand and step.verdict]
        found = "  ".join(f"{marks.count(mark)} {mark}" for mark in ("??", "?", "?!") if marks.count(mark))
        cells = (_open(moment.chances) for moment in (last[hand - 1], dealt[hand], last[hand]))
        rows.add_row(str(hand), *cells, found)
    return rows


def _open(chances: Sequence[float]) -> str:
    """The chance of the first side of two, or of all."""
    shown = chances[:1] if len(chances) == 2 else chances
    return " : ".join(f"{100 * chance:.0f}" for chance in shown)


def _moves(steps: Sequence[Step]) -> RenderableType:
    rows = table("step", "seat", "move", "of", "before", "after", "loss", "", "better", "open", left=0)
    for step in steps:
        verdict = step.verdict
        judged = ["", "", "", "", ""]
        if verdict:
            better = verdict.best if verdict.best != step.move else ""
            judged = [f"{100 * verdict.before:.1f}", f"{100 * verdict.after:.1f}", "", verdict.mark, better]
            judged[2] = f"{_points(verdict.loss)}" if better else ""
        style = "bold" if verdict and verdict.mark else None
        choices = str(step.choices or "")
        rows.add_row(
            str(step.step), str(step.seat), step.move, choices, *judged, _open(step.open), style=style
        )
    return rows


def _points(chance: float) -> str:
    """A difference of chances in percentage points; what is only noise below nothing is nothing."""
    return f"{max(100 * chance, 0.0):.1f}"


def _costly(review: Review) -> Iterator[Text]:
    words = Words(review)
    for step in review.steps:
        said = words.of(step)
        if said and step.verdict:
            line = Text(f" hand {step.hand}, step {step.step}, seat {step.seat}: ")
            line.append(f"{step.move} {step.verdict.mark}", style="bold")
            line.append("".join(f"\n    {sentence}" for sentence in said))
            yield line


def _seats(review: Review) -> RenderableType:
    rows = table("seat", "moves", "choices", "mean loss, %", "?!", "?", "??", "accuracy", left=0)
    for seat in review.seats:
        accuracy = "-" if seat.accuracy is None else f"{100 * seat.accuracy:.0f} %"
        loss = f"{max(100 * seat.loss, 0.0):.2f} ± {100 * seat.error:.2f}" if seat.choices else "-"
        marks = (str(seat.marks[mark] or "") for mark in ("?!", "?", "??"))
        rows.add_row(str(seat.seat), str(seat.moves), str(seat.choices), loss, *marks, accuracy)
    return rows


def _luck(review: Review, names: Sequence[str]) -> RenderableType:
    rows = table("with all cards open, %", "at first", "deals brought", "moves brought", "in the end")
    for side, name in enumerate(names):
        first, last = review.graph[0].chances[side], review.graph[-1].chances[side]
        rows.add_row(
            name,
            f"{100 * first:.0f}",
            f"{100 * review.luck[side]:+.0f}",
            f"{100 * review.play[side]:+.0f}",
            f"{100 * last:.0f}",
        )
    return rows
