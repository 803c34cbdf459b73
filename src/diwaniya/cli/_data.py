"""The data folder, as the commands that use one are given it."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import click

from diwaniya.cli._complaints import named

Function = TypeVar("Function", bound=Callable[..., Any])


class Folder(click.Path):
    """The name of a folder; not an empty one, which to Python is the folder we are in."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("the name of the folder is empty", param, ctx)
        return super().convert(value, param, ctx)


def data_option(function: Function) -> Function:
    """`--data FOLDER`, which makes the parameter `data`. Without it there is `default_data`."""
    option = click.option(
        "--data",
        envvar="DATA",
        type=Folder(path_type=Path),
        metavar="FOLDER",
        help="Folder where matches are kept, so that they survive a restart; by default one named diwaniya where your"
        " system keeps data (on Linux in ~/.local/share).",
    )
    return option(function)


def default_data() -> Path:
    """Where this system keeps such things."""
    from platformdirs import user_data_path

    return user_data_path("diwaniya", appauthor=False)


def database_in(data: Path | None) -> Path:
    """The database of this data folder."""
    from diwaniya.server.folder import DATABASE

    return (data or default_data()) / DATABASE


def keep_out(name: str | Path | None, data: Path | None) -> None:
    """Complain before the work if what is to be written would lie in the data folder, or over a file of it.

    `-` and nothing are no files. Links are followed, in what is to be written as well as in the folder.
    Raises `click.ClickException`.
    """
    if name is None or str(name) == "-":
        return
    folder = data or default_data()
    try:
        home = Path(os.path.realpath(folder))
        inside = home in (Path(os.path.realpath(Path(name).parent)), Path(os.path.realpath(name)).parent)
        ours = (inside and home.is_dir()) or any(_same(name, file) for file in _files_of(folder))
    except (OSError, ValueError):
        return  # no such name, or no such folder: that is told where they are opened
    if ours:
        raise click.ClickException(
            f"{named(str(name))} would lie in the data folder itself. Write to a file elsewhere."
        )


def _files_of(folder: Path) -> Iterator[Path]:
    """All files in the data folder; also those that lie beside the database where a link leads to it."""
    from diwaniya.server.folder import DATABASE
    from diwaniya.storage.copies import BESIDE

    real = os.path.realpath(folder / DATABASE)
    yield from (Path(real + ending) for ending in ("", *BESIDE))
    if folder.is_dir():
        yield from folder.iterdir()


def _same(name: str | Path, file: Path) -> bool:
    """Are these one file, perhaps under two names, or would they be if they were there?"""
    if os.path.realpath(name) == os.path.realpath(file):
        return True
    try:
        return Path(name).samefile(file)
    except OSError:
        return False


class CopyName(click.Path):
    """The name of a file with a copy of everything; `-` is none, for a copy is no stream."""

    name = "file"

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value in ("", "-"):
            self.fail(f"{value!r} is not the name of a file", param, ctx)
        return super().convert(value, param, ctx)
