"""The command `diwaniya` itself. Each of its commands is a file beside this one, found by looking, and loaded when it
is asked for.

A file holds a command of its own name. A name that begins with `_` is a helper's.
"""

import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import click

from diwaniya import __version__
from diwaniya.cli._commands import Group
from diwaniya.cli._complaints import complain, named, reason, shorten
from diwaniya.cli._language import SPEAKER
from diwaniya.cli._output import stand_in
from diwaniya.cli.main import INTERRUPTED

LONGEST_COMPLAINT = 600
"""Signs of a complaint about wrong use; it may quote what was written."""
NOBODY_READS = 141
"""Exit status when the reader of a pipe has gone, as shells have it: 128 and the number of SIGPIPE."""


class Stopped(click.Abort):
    """Ctrl-C while a command was at work that speaks to people in their language."""

    def __init__(self, speaker: Any) -> None:
        super().__init__()
        self.speaker = speaker


class Commands(Group):
    """The commands in this folder; and whatever goes wrong is one line on standard error."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        found = (module.name for module in iter_modules(import_module("diwaniya.cli").__path__))
        return sorted(name for name in found if name != "main" and not name.startswith("_"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = getattr(import_module(f"diwaniya.cli.{cmd_name}"), cmd_name)
        return command

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        try:
            return super().make_context(*args, **extra)
        except KeyboardInterrupt:
            raise click.Abort() from None

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise Stopped(ctx.meta.get(SPEAKER)) from None
        except BrokenPipeError:
            raise click.exceptions.Exit(NOBODY_READS) from None

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        extra["windows_expand_args"] = windows_expand_args

        def run() -> Any:
            return super(Commands, self).main(args, prog_name, complete_var, standalone_mode=False, **extra)

        if not standalone_mode:
            return run()
        prog_name = prog_name or "diwaniya"
        stand_in()
        _never_choke()
        sys.exit(_flushed(_status(run)))


def _status(run: Any) -> int:
    """The exit status of a command, after at most one line of complaint."""
    try:
        return int(run() or 0)
    except click.UsageError as error:
        return complain(_misused(error), error.exit_code)
    except click.ClickException as error:
        return complain(f"diwaniya: {error.format_message()}", error.exit_code)
    except Stopped as error:
        return _stopped(error.speaker)
    except click.Abort:
        return _stopped()
    except OSError as error:
        return complain(f"diwaniya: {_reason(error)}", 1)
    except MemoryError:
        return complain("diwaniya: not enough memory", 1)
    except Exception as error:
        if _interrupted(error):
            return _stopped()
        if os.environ.get("DIWANIYA_TRACE"):
            raise
        return complain(
            f"diwaniya: our own mistake, {type(error).__name__}: {error} (DIWANIYA_TRACE=1 shows where)", 1
        )


def _misused(error: click.UsageError) -> str:
    """What is wrong with how a command was called, and where that is explained."""
    place = error.ctx.command_path if error.ctx else "diwaniya"
    what = shorten(error.format_message().rstrip("."), LONGEST_COMPLAINT)
    speaker = error.ctx.meta.get(SPEAKER) if error.ctx else None
    if speaker is None:
        return f"{place}: {what}. See {place} --help."
    return f"{place}: {speaker.t('cli.see_help', what=what, command=place)}"


def _stopped(speaker: Any = None) -> int:
    if sys.stderr is not None and sys.stderr.isatty():
        click.echo(err=True)  # below the ^C
    return complain(f"diwaniya: {speaker.t('cli.stopped') if speaker else 'stopped'}", INTERRUPTED)


def _interrupted(error: BaseException | None) -> bool:
    """Is Ctrl-C behind it? While a class is made, older Pythons wrap whatever is raised in a RuntimeError."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__cause__ or error.__context__
    return False


def _never_choke() -> None:
    """A terminal that cannot show a sign gets a question mark instead of an error."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _reason(error: OSError) -> str:
    return reason(error) if error.filename is None else f"{named(str(error.filename))}: {reason(error)}"


def _flushed(status: int) -> int:
    """The exit status once all output is out, so that the interpreter has nothing left to complain about."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if error.errno == errno.EPIPE:
            return status or NOBODY_READS
        return status or complain(f"diwaniya: standard output: {_reason(error)}", 1)
    return status


@click.command(
    "diwaniya",
    cls=Commands,
    invoke_without_command=True,
    context_settings={"max_content_width": 100, "help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="diwaniya", message="%(prog)s %(version)s")
@click.pass_context
def diwaniya(ctx: click.Context) -> None:
    """Card games of the Arab world, Persia, Italy and the Caribbean: a table on a web page, and a fast rules engine.

    To play, start with diwaniya serve and open the address that it shows. Every command explains itself with --help.

    \b
    Examples:
      diwaniya serve                                  the table, in your browser
      diwaniya join K7M2-9QXR                         a seat in a friend's room, in the terminal
      diwaniya replay match.json                      the score sheet of a recorded match
      diwaniya replay --json match.json               every step, with what was legal
      diwaniya review match.json                      which moves were costly, and what was luck
      diwaniya solve --hand 3 match.json              the best play, with all cards open
      diwaniya verify match.json                      were its shuffles fair?
      diwaniya simulate GAME --matches 1000           computer players against each other
      diwaniya arena GAME --bots strong,normal        which one is better, and is it luck?
      diwaniya backup cards.backup                    a copy of everything, while the server runs
      diwaniya bench engine                           how fast the rules run here

    \b
    Exit status:
      0    all went well
      1    a record breaks a rule, or something failed while running
      2    not a record, or the command was called wrongly
      3    only of solve: so many positions were not enough
      130  stopped by Ctrl-C
      141  whoever read the output went away
      143  ended by SIGTERM
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
