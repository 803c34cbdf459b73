"""`diwaniya review`: a finished match looked at again, move by move."""

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from diwaniya.cli._commands import Command
from diwaniya.cli._complaints import Told, complain, placed
from diwaniya.cli._input import one_match_options, one_record
from diwaniya.cli._language import language_option, spoken
from diwaniya.cli._numbers import LARGEST_SEED, Seconds
from diwaniya.cli._out import OutPicture, check_file, write_whole
from diwaniya.cli._output import check_open
from diwaniya.cli._progress import note, progress

if TYPE_CHECKING:
    from diwaniya.review.reviewer import Review
    from diwaniya.words.speaker import Speaker

RULE_BROKEN = 1
NOT_A_RECORD = 2
FEWEST = 400
"""Simulations for each move that a verdict needs to say something."""


@click.command(cls=Command, short_help="Look at a recorded match again: which moves were costly?")
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
@click.option(
    "--out",
    type=OutPicture(),
    metavar="FILE.svg",
    help="Also write a graph over the match, over what it held.",
)
@one_match_options
@click.option(
    "--seed",
    type=click.IntRange(0, LARGEST_SEED),
    default=0,
    show_default=True,
    help="What the simulations draw chance from.",
)
@language_option
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
    lang: str | None,
    mode: str,
) -> None:
    """Look at a recorded match again: which moves were costly for the chance to win it, what would
    have been better, and how much of it was luck. FILE is a record; - reads standard input.

    A record is what the page of a finished match saves, and what diwaniya simulate --out and diwaniya records
    write.

    \b
    Examples:
      diwaniya review match.json                           hands, costly moves, seats
      diwaniya review --moves --out match.svg match.json   every move, and a graph
      diwaniya review --seat 2 --nodes 50000 match.json    one seat, looked at closely
      diwaniya review --match 3 matches.jsonl              the third of a file of lines
      diwaniya review --json match.json                    all of it as one JSON object
      diwaniya review --lang ar match.json                 in Arabic

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
    speaker = spoken(ctx, lang, for_programs=as_json)
    source = one_record(file, lines, number, speaker)
    from diwaniya.cli._seats import broken_rule, no_record
    from diwaniya.engine.errors import IllegalMove, RecordError

    try:
        found = _reviewed(source.raw, nodes, seconds, seat, seed, mode, speaker)
    except IllegalMove as error:
        from diwaniya.engine.record import parse

        ctx.exit(complain(f"{source.where}: {broken_rule(speaker, parse(source.raw), error)}", RULE_BROKEN))
    except RecordError as error:
        text = no_record(speaker, placed(str(error), source.many))
        ctx.exit(complain(f"{source.where}: {text}", NOT_A_RECORD))
    except Told as error:
        ctx.exit(complain(f"{source.where}: {error.format_message()}", NOT_A_RECORD))
    if out:
        _draw(found, Path(out), speaker.language)
    told = _json if as_json else partial(_sheet, every_move=every_move)
    click.echo(told(found, language=speaker.language), nl=as_json)
    _warn(found, speaker)


def _check_out(out: str | None, file: str) -> None:
    """Complain before the work, and not after it, where no picture can or should be written."""
    if out is None:
        return
    check_file(out)
    path = Path(out)
    if path.suffix.lower() != ".svg":
        raise click.UsageError(f"--out {out!r}: the graph is an SVG, so name a file that ends in .svg")
    if path.exists() and Path(file).exists() and path.samefile(file):
        raise click.UsageError(f"--out {out!r} is the record itself: name another file")


def _reviewed(
    raw: bytes,
    nodes: int | None,
    seconds: float | None,
    seat: int | None,
    seed: int,
    mode: str,
    speaker: "Speaker",
) -> "Review":
    """The review. Raises `Told` for a seat that there is not."""
    from diwaniya.engine.modes import may_compile
    from diwaniya.engine.record import parse, replay
    from diwaniya.review.reviewer import Reviewer

    record: Any = parse(raw)
    whole = replay(record, "pure", may_wait=True).match  # what is wrong is told before anything is compiled
    game = whole.game
    if seat is not None and not 0 <= seat < whole.seats:
        raise Told(speaker, "cli.no_seat", n=seat, last=whole.seats - 1)
    if mode == "auto":
        mode = "compiled" if may_compile() else "pure"
    with note("Setting up the rules and the search ..."):
        reviewer = Reviewer(game, mode, nodes=nodes, seconds=seconds, seed=seed)
    with progress("moves") as done:
        return reviewer.review(record, seat=seat, tell=done)


def _json(found: "Review", language: str) -> str:
    from diwaniya.cli._review_words import Words
    from diwaniya.review.report import report

    words = Words(found, language)
    told = report(found)
    for step, shown in zip(found.steps, told["steps"], strict=True):
        if shown["verdict"]:
            shown["verdict"]["words"] = words.of(step)
    return json.dumps(told)


def _sheet(found: "Review", every_move: bool, language: str) -> str:
    from diwaniya.cli._review_sheet import sheet

    return sheet(found, every_move, language)


def _warn(found: "Review", speaker: "Speaker") -> None:
    """Say so where there was too little thinking for verdicts; by what was done, where a time was given."""
    tried = [sum(move.visits for move in step.verdict.moves) for step in found.steps if step.verdict]
    made = [
        2 * visits for visits in tried if visits
    ]  # the other half weighs the best move against the one played
    if not made:
        return
    nodes = found.nodes or round(sum(made) / len(made))
    if nodes < FEWEST:
        key = "cli.review.few_nodes" if found.nodes else "cli.review.few_seconds"
        complain(f"diwaniya: {speaker.t(key, n=nodes, least=str(FEWEST))}")


def _draw(found: "Review", path: Path, language: str) -> None:
    from diwaniya.cli._seats import heading, sides
    from diwaniya.review.plot import plot
    from diwaniya.words.speaker import Speaker

    speaker = Speaker(language)
    write_whole(
        path, plot(". ".join(heading(found.match, speaker)), sides(found.match, speaker), found, speaker)
    )
