"""`diwaniya review`: a finished match looked at again, move by move."""

import json
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from diwaniya.cli._commands import Command
from diwaniya.cli._complaints import complain, placed
from diwaniya.cli._input import Input
from diwaniya.cli._numbers import LARGEST_SEED, Seconds
from diwaniya.cli._output import check_open
from diwaniya.cli._progress import progress
from diwaniya.cli.simulate import note

if TYPE_CHECKING:
    from diwaniya.lab.review import Review

RULE_BROKEN = 1
NOT_A_RECORD = 2


@click.command(cls=Command)
@click.argument("file", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object; docs/review.md describes it.")
@click.option("--moves", "every_move", is_flag=True, help="Also print every move, hand by hand.")
@click.option(
    "--nodes",
    type=click.IntRange(1, 10**9),
    metavar="N",
    help="Simulations for each move, 4000 if not given; a few hundred are the least that say anything."
    " The same number and seed give the same review.",
)
@click.option(
    "--seconds",
    type=Seconds(0.001, 3600.0),
    metavar="S",
    help="Think about each move so long instead. Not with --nodes.",
)
@click.option("--seat", type=int, metavar="N", help="Judge only the moves of this seat, counted from 0.")
@click.option("--out", metavar="FILE.svg", help="Also write a graph over the match, over what it held.")
@click.option(
    "--match",
    "number",
    type=click.IntRange(1),
    metavar="N",
    help="Which record of a file of lines, counted from 1.",
)
@click.option(
    "--lines", is_flag=True, help="FILE holds one record a line, as files called .jsonl or .ndjson do."
)
@click.option(
    "--seed",
    type=click.IntRange(0, LARGEST_SEED),
    default=0,
    show_default=True,
    help="What the simulations draw chance from.",
)
@click.option(
    "--mode",
    type=click.Choice(["auto", "compiled", "pure"]),
    default="auto",
    show_default=True,
    help="Compile the rules first, or not. DIWANIYA_PURE=1 makes auto pure, which is slow.",
)
@click.pass_context
def review(
    ctx: click.Context,
    file: str,
    as_json: bool,
    every_move: bool,
    nodes: int | None,
    seconds: float | None,
    seat: int | None,
    out: str | None,
    number: int | None,
    lines: bool,
    seed: int,
    mode: str,
) -> None:
    """Look at a recorded match again: which moves were costly for the chance to win it, what would
    have been better, and how much of it was luck. FILE is a record; - reads standard input.

    \b
    Examples:
      diwaniya review match.json                           hands, costly moves, seats
      diwaniya review --moves --out match.svg match.json   every move, and a graph
      diwaniya review --seat 2 --nodes 50000 match.json    one seat, looked at closely
      diwaniya review --match 3 matches.jsonl              the third of a file of lines
      diwaniya review --json match.json                    all of it as one JSON object

    \b
    A move is judged by what the seat that made it could see and by nothing else. Marks:
      ?!  costs 3 % of the match or more     ?  8 % or more     ??  20 % or more
    and none within two standard errors of the search. docs/review.md tells the rest.

    \b
    Exit status:
      0  reviewed
      1  the record breaks a rule, as diwaniya replay tells it
      2  it is no record, or there is no such match or seat in it
    """
    if nodes is not None and seconds is not None:
        raise click.UsageError("--nodes and --seconds exclude each other: say how much, or how long", ctx)
    check_open()
    _check_out(out, file)
    with Input(file) as source:
        many = lines or file.lower().endswith((".jsonl", ".ndjson"))
        where, raw = _chosen(source, many, number)
    from diwaniya.engine.errors import IllegalMove, RecordError

    try:
        found = _reviewed(raw, nodes or 0, seconds or 0.0, seat, seed, mode)
    except IllegalMove as error:
        ctx.exit(complain(f"{where}: {error}", RULE_BROKEN))
    except RecordError as error:
        ctx.exit(complain(f"{where}: {placed(str(error), many)}", NOT_A_RECORD))
    except ValueError as error:
        ctx.exit(complain(f"{where}: {error}", NOT_A_RECORD))
    if out:
        _draw(found, Path(out))
    click.echo(_json(found) if as_json else _sheet(found, every_move), nl=as_json)


def _check_out(out: str | None, file: str) -> None:
    """Complain before the work, and not after it, where no picture can or should be written."""
    if out is None:
        return
    path = Path(out)
    if not out or path.is_dir() or not path.parent.is_dir():
        raise click.UsageError(f"--out {out!r} cannot be written: name a file in a folder that there is")
    if path.suffix.lower() != ".svg":
        raise click.UsageError(f"--out {out!r}: the graph is an SVG, so name a file that ends in .svg")
    if path.exists() and Path(file).exists() and path.samefile(file):
        raise click.UsageError(f"--out {out!r} is the record itself: name another file")


def _chosen(source: Input, many: bool, number: int | None) -> tuple[str, bytes]:
    """The record that is asked for, and how to name it in complaints."""
    if not many:
        if number not in (None, 1):
            raise click.UsageError(
                f"there is no match {number}: {source.name} holds one record (see --lines)"
            )
        return source.name, source.whole()
    if number is None:
        first = list(islice(source.lines(), 2))
        if len(first) > 1:
            raise click.UsageError(
                f"{source.name} holds several matches: say which one, --match 1 for the first"
            )
        found = first
    else:
        found = list(islice(source.lines(), number - 1, number))
    if not found:
        raise click.UsageError(f"there is no match {number} in {source.name}: it has fewer records")
    line, raw = found[0]
    return f"{source.name}, line {line}", raw


def _reviewed(raw: bytes, nodes: int, seconds: float, seat: int | None, seed: int, mode: str) -> "Review":
    from diwaniya.engine.modes import may_compile
    from diwaniya.engine.record import parse, replay
    from diwaniya.lab.review import Reviewer

    record: Any = parse(raw)
    game = replay(
        record, "pure", may_wait=True
    ).match.game  # what is wrong is told before anything is compiled
    if mode == "auto":
        mode = "compiled" if may_compile() else "pure"
    with note("Setting up the rules and the search ..."):
        reviewer = Reviewer(game, mode, nodes=nodes, seconds=seconds, seed=seed)
    with progress("moves") as done:
        return reviewer.review(record, seat=seat, tell=done)


def _json(found: "Review") -> str:
    from diwaniya.cli._review_words import Words
    from diwaniya.lab.review_report import report

    words = Words(found)
    told = report(found)
    for step, shown in zip(found.steps, told["steps"], strict=True):
        if shown["verdict"]:
            shown["verdict"]["words"] = words.of(step)
    return json.dumps(told)


def _sheet(found: "Review", every_move: bool) -> str:
    from diwaniya.cli._review_sheet import sheet

    return sheet(found, every_move)


def _draw(found: "Review", path: Path) -> None:
    from diwaniya.cli._review_words import sides
    from diwaniya.cli._sheet import outcome, title
    from diwaniya.lab.review_plot import plot

    heading = f"{title(found.match)}. {outcome(found.match)}"
    path.write_text(plot(heading, sides(found.match), found), encoding="utf-8")
