"""Commands whose examples can be pasted as they stand, and whose complaints point to their own `--help`."""

import re
from typing import Any

import click

EXAMPLE = re.compile(r"( *diwaniya .*?)(?:( {2,})(\S.*))?")
"""A line of a help text: a command, and after some blanks what it does."""


class _Explained(click.Command):
    """What both kinds below have in common."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx  # click forgets it where an option lacks its value
            raise

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        written = self.help
        self.help = filled(written or "")
        try:
            super().format_help_text(ctx, formatter)
        finally:
            self.help = written


class Command(_Explained):
    """A command."""


class Group(_Explained, click.Group):
    """A command that has commands."""

    command_class = Command


def filled(text: str) -> str:
    """A help text with a game that there is for each GAME of its examples, and one of its options for OPTION."""
    return "\n".join(_filled_line(line) if "GAME" in line else line for line in text.split("\n"))


def _filled_line(line: str) -> str:
    parts = EXAMPLE.fullmatch(line)
    if parts is None:
        return line
    command, gap, comment = parts.groups("")
    game, option = _example()
    longer = command.replace("GAME", game).replace("OPTION", option)
    return f"{longer:{len(command) + len(gap) - 2}}  {comment}".rstrip()


def _example() -> tuple[str, str]:
    """A game, and an option of it as it is by default. The first one that has options will do."""
    from diwaniya.engine.game import games

    found = list(games().values())
    game = next((game for game in found if game.options), found[0])
    settings: dict[str, Any] = game.defaults
    return game.id, next((f"{name}={str(value).lower()}" for name, value in settings.items()), "name=value")
