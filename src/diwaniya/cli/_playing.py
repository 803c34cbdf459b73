"""What the commands have in common that let computer players play."""

import re
from collections import Counter
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from typing import Any, TypeVar

import click

from diwaniya.cli._commands import Command
from diwaniya.cli._complaints import named, reason
from diwaniya.cli._numbers import LARGEST_SEED
from diwaniya.cli._out import Unwritable

Function = TypeVar("Function", bound=Callable[..., Any])

BROKEN = "a process that played was ended from outside, perhaps for want of memory"


class Setting(click.ParamType[tuple[str, Any]]):
    """`name=value`, the value a whole number or true/false."""

    name = "name=value"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, Any]:
        if isinstance(value, tuple):
            return value
        name, equals, text = str(value).partition("=")
        flags = {"true": True, "yes": True, "false": False, "no": False}
        if not equals:
            self.fail(f"{value!r} is not of the form name=value", param, ctx)
        if text in flags:
            return name, flags[text]
        if not re.fullmatch(r"-?[0-9]{1,40}", text):
            self.fail(f"{text!r} is neither a whole number nor true or false", param, ctx)
        return name, int(text)


def house_rules(settings: tuple[tuple[str, Any], ...], ctx: click.Context) -> dict[str, Any]:
    """What was given as `--option`, each once."""
    repeated = [name for name, times in Counter(name for name, _ in settings).items() if times > 1]
    if repeated:
        raise click.UsageError(f"--option {repeated[0]} is given more than once", ctx)
    return dict(settings)


class WithRules(Command):
    """Its help ends with the games that there are."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from diwaniya.engine.game import games

        rows = []
        for game in games().values():
            options = ", ".join(f"{name}={str(value).lower()}" for name, value in game.defaults.items())
            rows.append(
                (game.id, f"seats {' or '.join(map(str, sorted(game.seats)))}; {options or 'no options'}")
            )
        with formatter.section("Games, their seats, and their options as they are by default"):
            formatter.write_dl(rows)


class WithGames(WithRules):
    """Its help ends with the games and bots that there are."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        with formatter.section("Bots"):
            formatter.write_text(", ".join(self.bots()))

    def bots(self) -> list[str]:
        """Those that can be named; of those of other programs the ones that can play here."""
        from diwaniya import bots

        return [*bots.names(), *bots.guest_forms(installed=True)]


def seed_option(help: str) -> Callable[[Function], Function]:
    """`--seed N`, which makes the parameter `seed`."""
    return click.option(
        "--seed", type=click.IntRange(0, LARGEST_SEED), default=0, show_default=True, help=help
    )


def jobs_option(help: str) -> Callable[[Function], Function]:
    """`--jobs N`, which makes the parameter `jobs`."""
    return click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help=help)


def table_options(function: Function) -> Function:
    """`--seats N` and `--option NAME=VALUE`, which make the parameters `seats` and `settings`, for `house_rules`."""
    seats = click.option("--seats", type=int, help="How many play, where the game leaves a choice.")
    rules = click.option(
        "--option", "settings", type=Setting(), multiple=True, help="A rule of the house; see below."
    )
    return seats(rules(function))


def mode_option(more: str) -> Callable[[Function], Function]:
    """`--mode MODE`, which makes the parameter `mode`."""
    return click.option(
        "--mode",
        type=click.Choice(["auto", "compiled", "pure"]),
        default="auto",
        show_default=True,
        help=f"Compile the rules first, or not. {more}",
    )


def trouble(play: Callable[[], None]) -> str | None:
    """Play and write; what is to be complained of, if it did not go well for a reason that is not ours."""
    from diwaniya.lab.play import RuleBroken

    try:
        play()
    except RuleBroken as error:
        return str(error)
    except BrokenExecutor:
        return BROKEN
    except Unwritable as error:
        return error.format_message()
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.filename is None:
            raise
        return f"{named(str(error.filename))}: {reason(error)}"
    return None
