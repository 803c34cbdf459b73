"""`diwaniya simulate`: computer players against each other."""

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

import click

from diwaniya.cli._complaints import complain
from diwaniya.cli._interrupts import Interrupts
from diwaniya.cli._lines import Lines
from diwaniya.cli._out import OutFile, check_file
from diwaniya.cli._output import check_open, clever
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
from diwaniya.cli._progress import note
from diwaniya.cli._sizes import counted

if TYPE_CHECKING:
    from diwaniya.lab.matches import Played
    from diwaniya.lab.simulate import Simulation, Tally

CHUNK = 1 << 16
PROMPTLY = 1.0
"""Seconds after which records are written that have not filled a chunk."""


@click.command(cls=WithGames, short_help="Let computer players play GAME, and write the records.")
@click.argument("game", metavar="GAME")
@click.option(
    "--matches", type=click.IntRange(1), default=100, show_default=True, help="How many matches to play."
)
@seed_option("The same seed, the same records.")
@click.option(
    "--bots", default="random", show_default=True, metavar="NAME[,NAME...]", help="Who plays; see below."
)
@click.option(
    "--out",
    type=OutFile(),
    metavar="FILE",
    help="Write the records there, one a line, over what it held; - is standard output.",
)
@table_options
@jobs_option(
    "How many processes play. It pays for bots that think ahead; others are quicker than what is told of them."
)
@mode_option("The records are the same. DIWANIYA_PURE=1 makes auto pure.")
@click.pass_context
def simulate(
    ctx: click.Context,
    game: str,
    matches: int,
    seed: int,
    bots: str,
    out: str | None,
    seats: int | None,
    settings: tuple[tuple[str, Any], ...],
    jobs: int,
    mode: str,
) -> None:
    """Let computer players play matches of GAME, write the records, and say who won how often.

    \b
    Examples:
      diwaniya simulate GAME                               100 matches at random
      diwaniya simulate GAME --bots quick,random           one bot a side
      diwaniya simulate GAME --option OPTION --out games.jsonl
      diwaniya simulate GAME --matches 5000 --seed 7
      diwaniya simulate GAME --bots strong:nodes=200,easy --jobs 2
      diwaniya simulate GAME --out - | diwaniya replay --lines -

    \b
    Bots: one name takes all seats. As many names as there are sides (or fewer) take
    one side each and change sides from match to match; as many as there are seats
    take one seat each and move on by one seat from match to match. A bot sees what
    its seat sees and nothing else.

    \b
    Time: easy, normal, quick and random answer at once, and play hundreds of matches a
    second once the rules are compiled. strong takes some seconds for a match, expert,
    with up to 1.5 seconds a move, a minute and more. NAME:nodes=200 makes so many
    simulations a move, NAME:seconds=0.05 thinks so long. With nodes the same seed
    gives the same records, with any --jobs; strong and expert as they are, and with
    seconds, also mind the clock, and may play differently the next time.

    The record of a match is held in memory until the match is over. With a target
    that is never reached it grows until you press Ctrl-C.

    \b
    Told is for each bot how many seats it had, all matches together, and how many of them
    won: partners win together, so there are more of these than matches. share is won
    seats of its seats, +- half of the 95 % interval.

    \b
    Exit status: 0 done, 1 something failed, 2 wrong use, 130 stopped by Ctrl-C, 143 by
    SIGTERM (what is written then are whole records).
    """
    from diwaniya.engine.game import find
    from diwaniya.lab.simulate import Simulation

    rules = house_rules(settings, ctx)
    check_open()
    check_file(out)
    try:
        names = [name.strip() for name in bots.split(",")]
        with note("Setting up the rules and the bots ..."):
            simulation = Simulation(
                find(game),
                names,
                matches=matches,
                seed=seed,
                seats=seats,
                options=rules,
                jobs=jobs,
                mode=mode,
            )
    except ValueError as error:
        raise click.UsageError(str(error), ctx) from None

    began = time.perf_counter()
    with Interrupts() as interrupts:
        failure = trouble(lambda: _play(simulation, interrupts.between(simulation.played()), out))
        _summary(simulation, time.perf_counter() - began, to_stderr=out == "-")
        played = counted(simulation.tally.matches, "match", "matches")
        if failure is not None and not (interrupts.pressed and failure == BROKEN):
            ctx.exit(complain(f"diwaniya: {failure}, after {played}"))
        if interrupts.pressed:
            ctx.exit(
                complain(
                    f"diwaniya: stopped after {simulation.tally.matches:,} of"
                    f" {counted(matches, 'match', 'matches')}",
                    interrupts.status,
                )
            )


def _play(simulation: "Simulation", matches: "Iterable[Played]", out: str | None) -> None:
    with _Lines(out) as lines, _progress(simulation) as advance:
        for played in matches:
            simulation.tally.add(played)
            lines.add(played.line)
            advance()


class _Lines:
    """Collects lines and writes them a chunk at a time; nowhere if there is no name."""

    def __init__(self, name: str | None) -> None:
        self._waiting: list[bytes] = []
        self._size = 0
        self._out = None if name is None else Lines(name)
        self._written = time.monotonic()

    def __enter__(self) -> "_Lines":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._out is None:
            return
        with self._out:
            if kind is None or not issubclass(kind, OSError):
                self._write(self._out)

    def add(self, line: str) -> None:
        if self._out is None:
            return
        self._waiting.append(line.encode())
        self._size += len(line) + 1
        if self._size >= CHUNK or time.monotonic() - self._written > PROMPTLY:
            self._write(self._out)

    def _write(self, out: Lines) -> None:
        waiting, self._waiting, self._size = self._waiting, [], 0
        self._written = time.monotonic()
        out.write(waiting)


def _progress(simulation: "Simulation") -> AbstractContextManager[Any]:
    """Something to call after every match; a bar if there is a terminal."""
    if not clever(sys.stderr):
        return nullcontext(lambda: None)
    return _bar(simulation)


@contextmanager
def _bar(simulation: "Simulation") -> Iterator[Any]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Hands(ProgressColumn):
        """Also counts within a match, which may be a long one."""

        def render(self, task: Task) -> Text:
            return Text(counted(simulation.hands, "hand"))

    done = 0
    shown = time.monotonic()
    columns = (TextColumn("matches"), BarColumn(), MofNCompleteColumn(), Hands(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as progress:
        task = progress.add_task("", total=simulation.matches)

        def advance() -> None:
            nonlocal done, shown
            done += 1
            if time.monotonic() - shown > 0.1:
                shown = time.monotonic()
                progress.update(task, completed=done)

        yield advance


def _summary(simulation: "Simulation", seconds: float, to_stderr: bool) -> None:
    from diwaniya.cli._tables import laid_out, table

    tally = simulation.tally
    parts: list[Any] = []
    if tally.matches:
        rows = table("bot", "seats", "seats won", "share", "+-")
        for bot in sorted(tally.seats):
            seats, won = tally.seats[bot], tally.won[bot]
            rows.add_row(
                bot, f"{seats:,}", f"{won:,}", f"{won / seats:.1%}", f"{_margin(tally, won / seats):.1%}"
            )
        parts.append(rows)
        rows = table("side" if simulation.game.teams else "seat", "matches won", "share")
        for side, won in enumerate(tally.side_wins):
            rows.add_row(str(side), f"{won:,}", f"{won / tally.matches:.1%}")
        parts.append(rows)
    rate = f"{tally.moves / seconds:,.0f}" if tally.moves else "0"
    played = ", ".join(
        (
            counted(tally.matches, "match", "matches"),
            counted(tally.hands, "hand"),
            counted(tally.moves, "move"),
        )
    )
    parts.append(f"{played} in {seconds:.1f} s: {rate} moves/s, records included ({simulation.mode})")
    stream = sys.stderr if to_stderr else sys.stdout
    click.echo(laid_out(parts, stream), nl=False, err=to_stderr)


def _margin(tally: "Tally", share: float) -> float:
    """Half of Wilson's 95 % interval; partners win together, so it is matches that count, not seats."""
    z, n = 1.96, tally.matches
    return float(z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)) ** 0.5)
