"""`diwaniya restore`: everything back from a copy."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from diwaniya.cli._commands import Command
from diwaniya.cli._complaints import told
from diwaniya.cli._data import CopyName, data_option, default_data
from diwaniya.cli._output import check_open
from diwaniya.cli._progress import progress
from diwaniya.cli._sizes import counted


@click.command(cls=Command)
@click.argument("file", metavar="FILE", type=CopyName())
@data_option
@click.option("--force", is_flag=True, help="If there is a database, give it another name with the date.")
def restore(file: Path, data: Path | None, force: bool) -> None:
    """Put back everything from FILE, a copy that `diwaniya backup` made.

    Stop the server first. The copy is checked before anything is touched, and nothing is ever deleted: with --force the
    files that were there stay beside the new ones, with a date behind their names.

    \b
    Examples:
      diwaniya restore cards.backup                   into the usual data folder
      diwaniya restore --data ~/cards cards.backup    into another one (or DATA=~/cards)
      diwaniya restore --force cards.backup           although there is a database

    \b
    Exit status:
      0  everything is back; start the server
      1  FILE is no good copy, a server uses the folder, or there is a database:
         one line says which
      2  the command was called wrongly
    """
    from diwaniya.server.folder import DATABASE, KEY, FolderError, lock, write_key
    from diwaniya.storage.base import StorageError
    from diwaniya.storage.copies import is_there, move_aside
    from diwaniya.storage.copies import restore as put_back

    check_open()
    folder = data or default_data()
    database = folder / DATABASE
    moved: list[Path] = []

    def place(enclosed: Mapping[str, bytes]) -> None:
        key = enclosed.get(KEY)
        if is_there(database):
            moved.extend(move_aside(database, [folder / KEY] if key else [], time.time()))
        if key:
            write_key(folder, key)

    try:
        with _unless_it_fails(folder):
            held = lock(folder)
            try:
                if is_there(database) and not force:
                    raise click.ClickException(
                        f"There is a database in {folder} already. --force gives it another name and restores."
                    )
                with progress("copying") as done:
                    made = put_back(file, database, place, done)
            finally:
                os.close(held)
    except (FolderError, StorageError) as error:
        raise click.ClickException(f"{told(error)}{_where(moved)}") from None
    tables, matches = (
        counted(made.tables, "table"),
        counted(made.matches, "finished match", "finished matches"),
    )
    click.echo(f"{folder}: {tables} and {matches} are back.{_where(moved)}")
    if KEY not in made.enclosed:
        click.echo("There is no key in the copy: players may not find their tables again.")


@contextlib.contextmanager
def _unless_it_fails(folder: Path) -> Iterator[None]:
    """Takes folders that were not there before away again, if nothing has come into them but the lock."""
    fresh = [path for path in (folder, *folder.parents) if not path.exists()]
    try:
        yield
    except BaseException:
        with contextlib.suppress(OSError):
            if fresh and [file.name for file in folder.iterdir()] == ["lock"]:
                (folder / "lock").unlink()
        for path in fresh:
            with contextlib.suppress(OSError):  # something is in it
                path.rmdir()
        raise


def _where(moved: list[Path]) -> str:
    """What became of the files that were there."""
    return f" What was there is now {', '.join(file.name for file in moved)}." if moved else ""
