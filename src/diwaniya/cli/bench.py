"""`diwaniya bench`: how fast things run here."""

import json
import platform
import sys
from typing import Any

import click

from diwaniya.cli._commands import Group
from diwaniya.cli._numbers import Seconds
from diwaniya.cli._output import check_open, clever


@click.group(cls=Group, invoke_without_command=True)
@click.pass_context
def bench(ctx: click.Context) -> None:
    """Measure how fast Diwaniya runs on this computer.

    \b
    Examples:
      diwaniya bench engine                 a table, in about half a minute
      diwaniya bench engine --json          the same as JSON
      diwaniya bench engine --seconds 5     measure longer, for steadier figures

    How we compare with other programs is another matter: see docs/benchmarks.md.

    \b
    Exit status: 0 done, 1 something failed, 2 wrong use, 130 stopped by Ctrl-C.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@bench.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")
@click.option(
    "--seconds",
    type=Seconds(0.01, 600),
    default=1.0,
    show_default=True,
    help="How long to measure each game.",
)
@click.option(
    "--game", "chosen", multiple=True, metavar="GAME", help="Only this game; may be given several times."
)
@click.pass_context
def engine(ctx: click.Context, as_json: bool, seconds: float, chosen: tuple[str, ...]) -> None:
    """The rules of every game at random play, on one core.

    \b
    Examples:
      diwaniya bench engine
      diwaniya bench engine --game GAME --seconds 5
      diwaniya bench engine --json > before.json

    \b
    What is measured, each per second:
      moves     random moves, shuffles and deals included, compiled
      deals     packs shuffled and dealt during that
      views     what a seat may know, taken from a full state
      samples   full states that fit what a seat knows
      stepping  random moves with deals, driven from a loop in Python
      pure      random moves with deals, the rules as plain Python

    The first time the rules are compiled, which takes some seconds a game.

    \b
    Exit status: 0 done, 1 something failed, 2 wrong use, 130 stopped by Ctrl-C.
    """
    from diwaniya.engine.game import find, games
    from diwaniya.lab.rates import rates

    try:
        wanted = [find(name) for name in dict.fromkeys(chosen)] or list(games().values())
    except ValueError as error:
        raise click.UsageError(str(error), ctx) from None
    check_open()
    measured: dict[str, dict[str, float]] = {}
    for number, game in enumerate(wanted, start=1):
        _progress(f"[{number}/{len(wanted)}] {game.id} ...")
        measured[game.id] = rates(game, seconds)
    _progress("")
    if as_json:
        whole = {game: {key: round(rate) for key, rate in found.items()} for game, found in measured.items()}
        click.echo(json.dumps({"games": whole, "machine": machine()}, indent=2))
    else:
        _table(measured)


def machine() -> dict[str, Any]:
    """What the figures were measured with."""
    from importlib.metadata import version

    from diwaniya.engine.native import has_pdep

    return {
        "python": platform.python_version(),
        "numba": version("numba"),
        "system": f"{platform.system()} {platform.machine()}",
        "pdep": has_pdep(),
    }


def _progress(text: str) -> None:
    if clever(sys.stderr):
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def _table(measured: dict[str, dict[str, float]]) -> None:
    from diwaniya.cli._tables import laid_out, table

    names = [key.removesuffix("_per_s").removesuffix("_moves") for key in next(iter(measured.values()))]
    rows = table("a second", *names)
    for game, found in measured.items():
        rows.add_row(game, *map(short, found.values()))
    click.echo(laid_out([rows]), nl=False)


def short(rate: float) -> str:
    """A rate as people read it: `41.3 M`, `890 k`."""
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if rate >= size:
            return f"{rate / size:.3g}{letter}"
    return f"{rate:.0f}"
