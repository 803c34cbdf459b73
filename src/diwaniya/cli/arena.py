"""`diwaniya arena`: which computer player is better, and how sure is that."""

import json
import math
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from diwaniya.cli._complaints import complain
from diwaniya.cli._interrupts import Interrupts
from diwaniya.cli._lines import Lines
from diwaniya.cli._numbers import signed
from diwaniya.cli._out import OutFolder, Unwritable, check_folder, make_folder, write_whole
from diwaniya.cli._output import check_open
from diwaniya.cli._playing import (
    BROKEN,
    WithGames,
    house_rules,
    jobs_option,
    mode_option,
    seed_option,
    table_options,
    trouble,
)
from diwaniya.cli._progress import note, progress
from diwaniya.cli._sizes import counted

if TYPE_CHECKING:
    from rich.table import Table

    from diwaniya.lab.arena import Arena, Standing
    from diwaniya.lab.arena_board import Board
    from diwaniya.lab.arena_gap import Gap
    from diwaniya.lab.arena_intervals import Estimate
    from diwaniya.lab.arena_report import Result

FILES = ("results.json", "plot.svg", "matches.jsonl")
"""What is written into the folder."""


class _WithGuests(WithGames):
    """Its help ends with the games and all bots, also those of other programs."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        with formatter.section("Bots of other programs, which need a package of their own (docs/arena.md)"):
            from diwaniya import bots

            formatter.write_text(", ".join(bots.guest_forms()))

    def bots(self) -> list[str]:
        from diwaniya import bots
        from diwaniya.lab.ceiling import NAME

        return [*bots.names(), NAME]


@click.command(cls=_WithGuests)
@click.argument("game", metavar="GAME")
@click.option(
    "--bots", required=True, metavar="NAME,NAME[,NAME...]", help="Who plays whom; two or more, see below."
)
@click.option(
    "--deals",
    type=click.IntRange(1),
    default=1000,
    show_default=True,
    help="How many deals each pair of bots plays at least.",
)
@seed_option("Which packs are dealt.")
@jobs_option("How many processes play. More than there are cores, and bots with a time limit think less.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of tables.")
@click.option(
    "--out",
    type=OutFolder(),
    metavar="FOLDER",
    help="Also write results.json, plot.svg and matches.jsonl into this folder, over what it held; it is made if it is"
    " not there.",
)
@table_options
@mode_option("DIWANIYA_PURE=1 makes auto pure.")
@click.pass_context
def arena(
    ctx: click.Context,
    game: str,
    bots: str,
    deals: int,
    seed: int,
    jobs: int,
    as_json: bool,
    out: str | None,
    seats: int | None,
    settings: tuple[tuple[str, Any], ...],
    mode: str,
) -> None:
    """Find out which computer player plays GAME better, by how much, and how sure that is.

    \b
    Examples:
      diwaniya arena GAME --bots quick,random
      diwaniya arena GAME --bots strong:nodes=2000,normal --deals 5000 --seed 7
      diwaniya arena GAME --bots easy,normal,strong --jobs 2        with ratings
      diwaniya arena GAME --bots easy,strong,ceiling                how much is left to gain
      diwaniya arena GAME --bots quick,random --out results         files and a plot
      diwaniya arena GAME --bots quick,random --json

    \b
    Every pair of bots plays duplicate: whole matches from the same packs, once for
    every way to seat the two, so that luck of the cards cancels.
      two sides          each bot has either side once
      each for himself   each bot sits alone among the other one's, once on every
                         seat; 1.00 is the fair share, 2.00 twice as many wins
    The figures:
      won       matches won, behind it the 95 % interval; matches with the same packs
                count as one observation. An interval that leaves out 50 % (1.00)
                means that the two differ
      points    points a deal, its own less those of the other side
      time      for moves where there was something to choose, in milliseconds:
                mean, median (p50), and what all but 5 % took at most (p95)
      rating    with three bots and more: strength from all matches together,
                0 is the average, 400 points are odds of ten to one
      gap       if "ceiling" takes part, a search that sees all cards: how much of the
                way from easy (or the first bot) to it the others go, in points a deal
                against that bot, and by rating. It plays in the arena and nowhere else

    The same seed gives the same packs to everybody, and bots that think for a number of
    nodes (NAME:nodes=2000) the same results with any --jobs; bots that think for a time
    differ from run to run. docs/arena.md tells how the intervals are made.

    \b
    Exit status: 0 done, 1 something failed, 2 wrong use, 130 stopped by Ctrl-C, 143 by
    SIGTERM (the boards that were through until then are told, and written with --out).
    """
    from diwaniya.engine.game import find
    from diwaniya.lab.arena import Arena

    rules = house_rules(settings, ctx)
    check_open()
    check_folder(out, FILES)
    try:
        names = [name.strip() for name in bots.split(",")]
        with note("Setting up the rules and the bots ..."):
            played = Arena(
                find(game),
                names,
                deals=deals,
                seed=seed,
                seats=seats,
                options=rules,
                jobs=jobs,
                mode=mode,
                records=out is not None,
            )
    except ValueError as error:
        raise click.UsageError(str(error), ctx) from None
    began = time.perf_counter()
    files = _Files(out)
    with Interrupts() as interrupts:
        failure = trouble(lambda: _play(played, interrupts.between(played.played()), files))
        if any(standing.boards for standing in played.standings):
            failure = _tell(played, as_json, files, time.perf_counter() - began) or failure
        how_far = f"{played.done:,} of {counted(played.wanted, 'deal')}"
        if failure is not None and not (interrupts.pressed and failure == BROKEN):
            ctx.exit(complain(f"diwaniya: {failure}, after {how_far}"))
        if interrupts.pressed:
            ctx.exit(complain(f"diwaniya: stopped after {how_far}", interrupts.status))


class _Files:
    """What `--out` writes, or nothing. What an arena before this one left is kept until the first board is through."""

    def __init__(self, name: str | None) -> None:
        self.name = name
        self._lines: Lines | None = None

    def add(self, board: "Board") -> None:
        """The records of a board. Raises `OSError`."""
        if self.name is None:
            return
        if self._lines is None:
            folder = make_folder(self.name)
            for old in ("results.json", "plot.svg"):  # they would not fit the records
                (folder / old).unlink(missing_ok=True)
            self._lines = Lines(str(folder / "matches.jsonl"))
        self._lines.write(match.line.encode() for match in board.matches)

    def finish(self, results: str, picture: str) -> list[str]:
        """The figures; the names of all files. Raises `Unwritable`."""
        if self.name is None or self._lines is None:
            return []
        self._lines.close()
        folder = Path(self.name)
        write_whole(folder / "results.json", results)
        write_whole(folder / "plot.svg", picture)
        return list(FILES)


def _play(played: "Arena", boards: "Iterable[tuple[Standing, Board]]", files: _Files) -> None:
    with progress("deals", played.wanted) as done:
        for standing, board in boards:
            files.add(played.count(standing, board))
            done(played.done, None)


def _tell(played: "Arena", as_json: bool, files: _Files, seconds: float) -> str | None:
    """Write the files first and then print; what is to be complained of, if they could not be written."""
    from diwaniya.cli._tables import laid_out
    from diwaniya.lab.arena_gap import gap
    from diwaniya.lab.arena_plot import plot
    from diwaniya.lab.arena_report import rating_table, report, results

    found, ratings, whole = results(played), rating_table(played), report(played)
    text = json.dumps(whole, indent=2)
    title = f"{played.game.id}, {played.setup.seats} seats, seed {played.setup.seed}"
    failure, written = None, list[str]()
    try:
        written = files.finish(text + "\n", plot(title, found, ratings))
    except Unwritable as error:
        failure = error.format_message()
    if as_json:
        click.echo(text)
        return failure
    matches = sum(standing.matches for standing in played.standings)
    deals = sum(standing.deals for standing in played.standings)
    boards = sum(len(standing.boards) for standing in played.standings)
    parts: list[Any] = [
        _results(found),
        *([_ratings(ratings, gap(played))] if ratings else []),
        _times(played),
    ]
    numbers = (counted(boards, "board"), counted(matches, "match", "matches"), counted(deals, "deal"))
    parts.append(f"{', '.join(numbers)} in {seconds:.1f} s")
    if written:
        parts.append(f"Written to {files.name}: {', '.join(written)}")
    click.echo(laid_out(parts), nl=False)
    return failure


def _results(found: "list[Result]") -> "Table":
    from diwaniya.cli._tables import table

    alone = found[0].alone
    rows = table(
        "bot", "alone among" if alone else "against", "matches", "x fair" if alone else "won", "95 %",
        "points", "95 %", left=2,
    )  # fmt: skip
    for result in found:
        won, form = (result.times_fair, "{:.2f}".format) if alone else (result.won, "{:.1%}".format)
        points = result.points
        rows.add_row(
            result.bot,
            result.against,
            f"{result.matches:,}",
            form(won.value),
            _ends(won, form),
            _points(points.value),
            _ends(points, _points),
        )
    return rows


def _ratings(ratings: "list[tuple[str, Estimate]]", between: "Gap | None") -> "Table":
    from diwaniya.cli._tables import table

    more = ("gap closed", "95 %", "by rating", "95 %") if between else ()
    rows = table("bot", "rating", "95 %", *more)
    closed = {one.bot: one for one in between.closed} if between else {}
    for bot, rating in ratings:
        cells = [bot, signed(rating.value), _ends(rating, signed)]
        if bot in closed:
            for share in (closed[bot].points, closed[bot].rating):
                cells += [_share(share.value), _ends(share, _share)]
        rows.add_row(*cells)
    return rows


def _times(played: "Arena") -> "Table":
    from diwaniya.cli._tables import table

    rows = table("time, ms", "choices", "mean", "p50", "p95", "cpu mean", "cpu p95")
    for bot, wall, cpu in zip(played.bots, played.wall, played.cpu, strict=True):
        if wall.moves:
            seconds = (
                wall.mean,
                wall.percentile(0.5),
                wall.percentile(0.95),
                cpu.mean,
                cpu.percentile(0.95),
            )
            rows.add_row(bot, f"{wall.moves:,}", *(f"{second * 1000:.3g}" for second in seconds))
    return rows


def _points(value: float) -> str:
    return signed(value, 2)


def _share(value: float) -> str:
    """In per cent; it may be below nothing."""
    return f"{value:z.0%}"


def _ends(estimate: "Estimate", form: Callable[[float], str]) -> str:
    """An interval; a dash where there is too little to tell."""
    if math.isinf(estimate.high):
        return "-"
    return f"{form(estimate.low)} to {form(estimate.high)}"
