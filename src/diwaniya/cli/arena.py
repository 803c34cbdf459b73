"""`diwaniya arena`: which computer player is better, and how sure is that."""

import json
import math
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from diwaniya.cli._complaints import complain
from diwaniya.cli._lines import Lines
from diwaniya.cli._numbers import LARGEST_SEED
from diwaniya.cli._output import check_open
from diwaniya.cli._progress import progress
from diwaniya.cli.simulate import Setting, WithGames, house_rules, note

if TYPE_CHECKING:
    from diwaniya.lab.arena import Arena
    from diwaniya.lab.arena_intervals import Estimate
    from diwaniya.lab.arena_report import Result

STOPPED = 130


class _WithGuests(WithGames):
    """Its help ends with the games and all bots, also those of other programs."""

    def bots(self) -> list[str]:
        from diwaniya import bots

        return bots.names()

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from diwaniya import bots

        super().format_epilog(ctx, formatter)
        with formatter.section("Bots of other programs, which need a package of their own (docs/arena.md)"):
            formatter.write_text(", ".join(f"{name}:SECONDS" for name in bots.guests()))


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
@click.option(
    "--seed",
    type=click.IntRange(0, LARGEST_SEED),
    default=0,
    show_default=True,
    help="Which packs are dealt.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="How many processes play. More than there are cores, and bots with a time limit think less.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of tables.")
@click.option(
    "--out",
    metavar="FOLDER",
    help="Also write results.json, plot.svg and matches.jsonl into this folder, over what it held.",
)
@click.option("--seats", type=int, help="How many play, where the game leaves a choice.")
@click.option("--option", "settings", type=Setting(), multiple=True, help="A rule of the house; see below.")
@click.option(
    "--mode",
    type=click.Choice(["auto", "compiled", "pure"]),
    default="auto",
    show_default=True,
    help="Compile the rules first, or not. DIWANIYA_PURE=1 makes auto pure.",
)
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
      diwaniya arena GAME --bots easy,normal,strong --jobs 2    with ratings
      diwaniya arena GAME --bots quick,random --out results     files and a plot
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

    The same seed gives the same packs to everybody, and bots that think for a number of
    nodes (NAME:nodes=2000) the same results with any --jobs; bots that think for a time
    differ from run to run. docs/arena.md tells how the intervals are made.

    \b
    Exit status: 0 done, 1 something failed, 2 wrong use, 130 stopped by Ctrl-C
    (what was played until then is told).
    """
    from diwaniya.engine.game import find
    from diwaniya.lab.arena import Arena
    from diwaniya.lab.arena_board import ArenaError

    rules = house_rules(settings, ctx)
    check_open()
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
    stopped = False
    with ExitStack() as files:
        folder = _folder(out)
        lines = files.enter_context(Lines(str(folder / "matches.jsonl"))) if folder else None
        try:
            with progress("deals", played.wanted) as done:
                for board in played:
                    if lines:
                        lines.write(match.line.encode() for match in board.matches)
                    done(played.done, None)
        except KeyboardInterrupt:
            stopped = True
        except ArenaError as error:
            ctx.exit(complain(f"diwaniya: {error}"))
    if any(standing.boards for standing in played.standings):
        _tell(played, as_json, folder, time.perf_counter() - began)
    if stopped:
        ctx.exit(complain(f"diwaniya: stopped after {played.done:,} of {played.wanted:,} deals", STOPPED))


def _folder(name: str | None) -> Path | None:
    if name is None:
        return None
    folder = Path(name)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _tell(played: "Arena", as_json: bool, folder: Path | None, seconds: float) -> None:
    from diwaniya.lab.arena_plot import plot
    from diwaniya.lab.arena_report import rating_table, report, results

    found, ratings, whole = results(played), rating_table(played), report(played)
    text = json.dumps(whole, indent=2)
    if folder:
        title = f"{played.game.id}, {played.setup.seats} seats, seed {played.setup.seed}"
        (folder / "results.json").write_text(text + "\n", encoding="utf-8")
        (folder / "plot.svg").write_text(plot(title, found, ratings), encoding="utf-8")
    if as_json:
        click.echo(text)
        return
    _print_results(found)
    if ratings:
        _print_ratings(ratings)
    _print_times(played)
    matches = sum(standing.matches for standing in played.standings)
    deals = sum(standing.deals for standing in played.standings)
    boards = sum(len(standing.boards) for standing in played.standings)
    click.echo(f"{boards:,} boards, {matches:,} matches, {deals:,} deals in {seconds:.1f} s")
    if folder:
        click.echo(f"Written to {folder}: results.json, plot.svg, matches.jsonl")


def _print_results(found: "list[Result]") -> None:
    from diwaniya.cli._tables import console, table

    alone = found[0].alone
    rows = table(
        "bot", "alone among" if alone else "against", "matches", "x fair" if alone else "won", "95 %",
        "points", "95 %", left=2,
    )  # fmt: skip
    for result in found:
        won, form = (result.times_fair, "{:.2f}") if alone else (result.won, "{:.1%}")
        points = result.points
        rows.add_row(
            result.bot,
            result.against,
            f"{result.matches:,}",
            form.format(won.value),
            _ends(won, form),
            f"{points.value:+.2f}",
            _ends(points, "{:+.2f}"),
        )
    console(sys.stdout).print(rows)


def _print_ratings(ratings: "list[tuple[str, Estimate]]") -> None:
    from diwaniya.cli._tables import console, table

    rows = table("bot", "rating", "95 %")
    for bot, rating in ratings:
        rows.add_row(bot, f"{rating.value:+.0f}", _ends(rating, "{:+.0f}"))
    console(sys.stdout).print(rows)


def _print_times(played: "Arena") -> None:
    from diwaniya.cli._tables import console, table

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
    console(sys.stdout).print(rows)


def _ends(estimate: "Estimate", form: str) -> str:
    """An interval; a dash where there is too little to tell."""
    if math.isinf(estimate.high):
        return "-"
    return f"{form.format(estimate.low)} to {form.format(estimate.high)}"
