"""`diwaniya prune`: removes what is old, while the server runs."""

from __future__ import annotations

import math
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from diwaniya.cli._ages import Age
from diwaniya.cli._commands import Command
from diwaniya.cli._data import data_option, database_in, keep_out
from diwaniya.cli._lines import Lines
from diwaniya.cli._out import OutFile, check_file
from diwaniya.cli._output import check_open
from diwaniya.cli._progress import progress
from diwaniya.cli._sizes import counted, size

if TYPE_CHECKING:
    from diwaniya.storage.prune import Old, Pruning

Done = Callable[[int, int | None], None]


@click.command(cls=Command)
@click.option(
    "--older-than", "age", type=Age(), required=True, metavar="AGE", help="How old: 36h, 90d, 8w, 2y."
)
@click.option(
    "--export",
    type=OutFile(),
    metavar="FILE",
    help="Add the records of matches finished so long ago to FILE, one a line.",
)
@click.option(
    "--drop-records", is_flag=True, help="Remove these records too; after --export has written them."
)
@click.option("--unfinished", is_flag=True, help="Also tables where somebody left a match unfinished.")
@click.option("--dry-run", is_flag=True, help="Only say what would be done.")
@data_option
def prune(
    age: float, export: str | None, drop_records: bool, unfinished: bool, dry_run: bool, data: Path | None
) -> None:
    """Remove tables that nobody has touched for long, and give the space back. The server may run meanwhile.

    A table is removed with all of its events; who still has its link is told that there is no such table. The records
    of its finished matches stay where they are: their pages go on working, until --drop-records removes them too.
    Tables where a match is under way are spared, however old; --unfinished takes them as well.

    \b
    Examples:
      diwaniya prune --older-than 90d --dry-run
      diwaniya prune --older-than 90d
      diwaniya prune --older-than 1y --export old.jsonl --drop-records

    \b
    Exit status:
      0    done, also if there was nothing to do
      1    there is no database, or something failed: one line says what; what had
           been removed by then is, and the next run goes on
      2    the command was called wrongly
      130  stopped by Ctrl-C; the next run goes on
    """
    from diwaniya.storage.base import StorageError
    from diwaniya.storage.prune import Pruning
    from diwaniya.storage.records import count_between, existing

    check_open()
    if export == "-":
        raise click.UsageError("--export adds to a file; `diwaniya records` writes to standard output")
    keep_out(export, data)
    check_file(export)
    before = time.time() - age
    try:
        with existing(database_in(data)) as db:
            pruning = Pruning(db, before, unfinished)
            found = pruning.look()
            if dry_run:
                freed = None
                matches = count_between(db, -math.inf, before)
            else:
                matches = _move_records(db, pruning, before, export, drop_records)
                with progress("tables", found.tables) as done:
                    removed = pruning.tables(_Sum(done, found.tables))
                found = replace(found, tables=removed.tables, events=removed.events)
                with progress("pages") as done:
                    freed = pruning.shrink(_Sum(done, pruning.unused()))
    except StorageError as error:
        raise click.ClickException(str(error)) from None
    for line in _report(found, matches, export, drop_records, freed):
        click.echo(line)


class _Sum:
    """Adds up for a bar what is told in parts."""

    def __init__(self, done: Done, total: int) -> None:
        self._done, self._total, self._sum = done, total, 0

    def __call__(self, more: int) -> None:
        self._sum += more
        self._done(self._sum, self._total)


def _move_records(
    db: sqlite3.Connection, pruning: Pruning, before: float, export: str | None, drop: bool
) -> int:
    """Write the old records to a file, or remove them, or both: none is removed before it is on the disk. How many."""
    from diwaniya.storage.records import between, count_between

    total = count_between(db, -math.inf, before)
    if not total or (export is None and not drop):
        return total
    moved = 0
    with progress("records", total) as done, Lines(export, add=True) if export else nullcontext() as lines:
        for rows in between(db, -math.inf, before):
            if lines:
                lines.write(record for _, record in rows)
                lines.keep()
            if drop:
                pruning.records([row for row, _ in rows])
            moved += len(rows)
            done(moved, max(moved, total))
    return moved


def _report(found: Old, matches: int, export: str | None, drop: bool, freed: int | None) -> Iterator[str]:
    """What was done; without `freed`, what would be."""
    removed, added, kept = (
        ("Would remove", "Would add", "Would keep") if freed is None else ("Removed", "Added", "Kept")
    )
    records = counted(matches, "record of an old match", "records of old matches")
    yield f"{removed} {counted(found.tables, 'table')} with {counted(found.events, 'event')}."
    if found.spared:
        spared = counted(found.spared, "table as old stays", "tables as old stay")
        yield f"{spared}, because a match is under way; --unfinished takes them too."
    if export and matches:
        yield f"{added} {records} to {export}."
    elif export:
        yield f"There was nothing to export to {export}."
    yield f"{removed if drop else kept} {records}."
    if freed is not None:
        yield f"The database is {size(freed)} smaller."
