"""`diwaniya records`: the records of finished matches."""

from __future__ import annotations

import math
import time
from pathlib import Path

import click

from diwaniya.cli._ages import Age
from diwaniya.cli._commands import Command
from diwaniya.cli._data import data_option, database_in, keep_out
from diwaniya.cli._lines import Lines
from diwaniya.cli._out import OutFile, check_file
from diwaniya.cli._output import check_open
from diwaniya.cli._progress import progress
from diwaniya.cli._sizes import counted


@click.command(cls=Command)
@click.option("--since", type=Age(), metavar="AGE", help="Only matches not longer ago: 36h, 7d, 8w, 1y.")
@click.option(
    "--out",
    type=OutFile(),
    default="-",
    metavar="FILE",
    help="Write them there, over what it held. Without it, to standard output.",
)
@data_option
def records(since: float | None, out: str, data: Path | None) -> None:
    """Write the records of finished matches, one a line, the oldest first. The server may run meanwhile.

    Records tell who played, as far as they gave a name, and all cards, which after the match are no secret any more.

    \b
    Examples:
      diwaniya records --out matches.jsonl      all of them
      diwaniya records --since 7d               those of the last seven days
      diwaniya records | diwaniya replay --lines -
      diwaniya replay matches.jsonl             their score sheets

    \b
    Exit status:
      0  done, also if there are none
      1  there is no database, or something failed: one line says what
      2  the command was called wrongly
    """
    from diwaniya.storage.base import StorageError
    from diwaniya.storage.records import between, count_between, existing

    check_open()
    keep_out(out, data)
    check_file(out)
    begin = -math.inf if since is None else time.time() - since
    written = 0
    try:
        with existing(database_in(data)) as db, Lines(out) as lines:
            total = count_between(db, begin, math.inf)
            with progress("records", total) as done:
                for rows in between(db, begin, math.inf):
                    lines.write(record for _, record in rows)
                    written += len(rows)
                    done(written, max(total, written))
    except StorageError as error:
        raise click.ClickException(str(error)) from None
    click.echo(counted(written, "record") + ".", err=out == "-")
