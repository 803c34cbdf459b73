"""Files and folders that are to be written: looked at before the work, and never left half written after it."""

import errno
import os
import stat
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from diwaniya.cli._complaints import named, reason


class Unwritable(click.ClickException):
    """Nothing can be written there: exit status 1, as for everything that fails around us."""


class OutFile(click.ParamType[str]):
    """The name of a file to be written. It need not be there; the folder that it is in must be."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value == "":
            self.fail(f"the name of the {self.name} is empty", param, ctx)
        return str(value)


class _NoStream(OutFile):
    """A name that is not `-`: what comes is no text for standard output."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value == "-":
            self.fail(f"'-' is not the name of a {self.name}", param, ctx)
        return super().convert(value, param, ctx)


class OutPicture(_NoStream):
    """The name of a file for a picture."""


class OutFolder(_NoStream):
    """The name of a folder to write into. What is missing of it is made."""

    name = "folder"


def check_file(name: str | None) -> None:
    """Complain before the work if this file (`-` is none) could not be written after it. Raises `Unwritable`.

    Nothing is changed by it: what the file holds stays, and one that is not there is not there afterwards.
    """
    if name is None or name == "-":
        return

    def look() -> None:
        path = Path(os.path.realpath(name))
        try:
            mode = path.stat().st_mode
        except FileNotFoundError:
            _try_in(path.parent)
            return
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            return  # a pipe or a device; opening it could mean to wait for its reader
        with path.open("ab"):
            pass

    _clearly(name, look)


def check_folder(name: str | None, files: Iterable[str] = ()) -> None:
    """The same for a folder, of which nothing need be there yet, and for the files that are to come into it."""
    if name is None:
        return
    path = Path(name)

    def look() -> None:
        there = next(place for place in [path, *path.absolute().parents] if _is_there(place))
        if there == path and not path.is_dir():
            raise FileExistsError(errno.EEXIST, "")
        _try_in(there)
        for part in path.absolute().relative_to(there.absolute()).parts:
            _is_there(there / part)  # a folder within one that is not there can have too long a name as well
        for file in files:
            _is_there(path / file)

    _clearly(name, look)
    if path.is_dir():
        for file in files:
            check_file(str(path / file))


def make_folder(name: str) -> Path:
    """The folder of this name, made if it was not there. Raises `Unwritable`."""
    path = Path(name)
    _clearly(name, lambda: path.mkdir(parents=True, exist_ok=True))
    return path


def write_whole(path: Path, text: str) -> None:
    """Write a file: all of it, or it stays as it was. Raises `Unwritable`."""

    def write() -> None:
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")  # a pipe or a device cannot be replaced
            return
        target = Path(os.path.realpath(path))  # where a link leads to, so that it stays a link
        number, beside = tempfile.mkstemp(prefix=".diwaniya-", dir=target.parent)
        try:
            with os.fdopen(number, "w", encoding="utf-8") as file:
                file.write(text)
            Path(beside).chmod(_mode(target))
            Path(beside).replace(target)
        except BaseException:
            with suppress(OSError):
                Path(beside).unlink()
            raise

    _clearly(str(path), write)


def _try_in(folder: Path) -> None:
    """Make a file in this folder that has no name. Raises `OSError`."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except FileNotFoundError:
        if not folder.is_dir():
            raise
        raise PermissionError(errno.EACCES, "") from None  # as in /proc, where nobody makes files


def _mode(path: Path) -> int:
    """What may be done with this file; if it is not there, what is usual here."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        usual = os.umask(0)
        os.umask(usual)
        return 0o666 & ~usual


def _is_there(path: Path) -> bool:
    """Also a folder that may not be looked into is there; a name that there cannot be raises `OSError`."""
    try:
        path.lstat()
    except FileNotFoundError:
        return False
    return True


def _clearly(name: str, work: Callable[[], object]) -> None:
    try:
        work()
    except OSError as error:
        raise Unwritable(f"{named(name)}: {reason(error)}") from None
    except ValueError:
        raise Unwritable(f"{named(name)}: there can be no such name") from None
