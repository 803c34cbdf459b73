"""`diwaniya backup`: a copy of everything, while the server runs."""

from __future__ import annotations

import os
from pathlib import Path

import click

from diwaniya.cli._commands import Command
from diwaniya.cli._complaints import told
from diwaniya.cli._data import CopyName, data_option, default_data, keep_out
from diwaniya.cli._output import check_open
from diwaniya.cli._progress import progress
from diwaniya.cli._sizes import counted, size


@click.command(cls=Command)
@click.argument("file", metavar="FILE", type=CopyName())
@data_option
@click.option("--force", is_flag=True, help="Replace FILE if it is there.")
def backup(file: Path, data: Path | None, force: bool) -> None:
    """Copy all tables, finished matches and the key that signs sessions into one FILE.

    The server may go on meanwhile: the copy is everything at one moment. FILE has its name only when it is whole,
    checked and on the disk. Keep it where nobody else can read it: it holds the hidden cards of running matches and the
    key.

    \b
    Examples:
      diwaniya backup cards.backup                       of the usual data folder
      diwaniya backup --data ~/cards /mnt/cards.backup   of another one (or DATA=~/cards)
      diwaniya backup --force cards.backup               in the place of the former copy

    `diwaniya restore` puts it back.

    \b
    Exit status:
      0  the copy is there, and good
      1  there is none, and FILE is as it was: one line says why
      2  the command was called wrongly
    """
    from diwaniya.server.folder import DATABASE, KEY
    from diwaniya.storage.base import StorageError
    from diwaniya.storage.copies import back_up

    check_open()
    folder = data or default_data()
    if file.is_dir():
        raise click.ClickException(f"{file} is a folder. Give the copy a name of its own.")
    keep_out(file, data)
    if os.path.lexists(file) and not force:
        raise click.ClickException(
            f"{file} is there already. Choose another name, or replace it with --force."
        )
    try:
        enclosed = {KEY: (folder / KEY).read_bytes()}
    except FileNotFoundError:
        enclosed = {}
    try:
        with progress("copying") as done:
            made = back_up(folder / DATABASE, file, enclosed, done)
    except StorageError as error:
        raise click.ClickException(told(error)) from None
    tables, matches = (
        counted(made.tables, "table"),
        counted(made.matches, "finished match", "finished matches"),
    )
    click.echo(f"{file}: {tables} and {matches}, {size(made.size)}, checked and good.")
    if not enclosed:
        click.echo(f"There is no {KEY} in {folder}, so there is none in the copy.")
