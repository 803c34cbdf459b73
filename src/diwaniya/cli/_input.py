"""Reading what people give us: never more than fits, and every error in one clear line."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import click

from diwaniya.cli._complaints import named

MOST_BYTES = 64 * 2**20
"""A record is a few kilobytes; whatever is larger than this is something else."""


class Unreadable(click.ClickException):
    """There is no text to be had: exit status 2, as for everything that is not a record."""

    exit_code = 2


class Input:
    """The file of this name, `-` for standard input. Every error is an `Unreadable` that names it.

    >>> with Input("match.json") as file:
    ...     raw = file.whole()
    """

    def __init__(self, name: str) -> None:
        self.name = "standard input" if name == "-" else named(name)
        if name == "-" and sys.stdin is None:
            raise self._unreadable("it is closed")
        if not name:  # to Python that is the folder we are in
            raise self._unreadable("there is no such file")
        with self._clear_errors():
            self._file: BinaryIO = sys.stdin.buffer if name == "-" else Path(name).open("rb")  # noqa: SIM115

    def __enter__(self) -> "Input":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def whole(self) -> bytes:
        """Everything in it."""
        with self._clear_errors():
            return self._fitting(self._file.read(MOST_BYTES + 1), "it")

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Its lines that are not empty, without their ends, with their numbers. One at least."""
        number, found = 0, False
        while True:
            with self._clear_errors():
                line = self._file.readline(MOST_BYTES + 1)
            if not line:
                break
            number += 1
            if self._fitting(line, f"line {number}").strip():
                found = True
                yield number, line.rstrip(b"\r\n")
        if not found:
            raise self._unreadable("no record in it")

    def _fitting(self, raw: bytes, what: str) -> bytes:
        if len(raw) > MOST_BYTES:
            raise self._unreadable(f"{what} is larger than {MOST_BYTES // 2**20} MB, which no record is")
        return raw

    def _unreadable(self, reason: str) -> Unreadable:
        return Unreadable(f"{self.name}: {reason}")

    @contextmanager
    def _clear_errors(self) -> Iterator[None]:
        try:
            yield
        except FileNotFoundError:
            raise self._unreadable("there is no such file") from None
        except IsADirectoryError:
            raise self._unreadable("that is a folder, not a file") from None
        except PermissionError:
            raise self._unreadable("you may not read it") from None
        except OSError as error:
            raise self._unreadable(error.strerror or "it cannot be read") from None
        except ValueError:
            raise self._unreadable("there can be no such file") from None
