"""The data folder, as the commands that use one are given it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

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
        help="Folder for what has to survive a restart.",
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


class CopyName(click.Path):
    """The name of a file with a copy of everything; `-` is none, for a copy is no stream."""

    name = "file"

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value in ("", "-"):
            self.fail(f"{value!r} is not the name of a file", param, ctx)
        return super().convert(value, param, ctx)
