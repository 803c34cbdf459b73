"""Reading what people give us: never more than fits, and every error in one clear line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

import click

from diwaniya.cli._complaints import named, reason

if TYPE_CHECKING:
    from diwaniya.words.speaker import Speaker

Function = TypeVar("Function", bound=Callable[..., Any])

MOST_BYTES = 64 * 2**20
"""A record is a few kilobytes; whatever is larger than this is something else."""


class Unreadable(click.ClickException):
    """There is no text to be had: exit status 2, as for everything that is not a record."""

    exit_code = 2


class Input:
    """The file of this name, `-` for standard input. Every error is an `Unreadable` that names it, in the words of
    the speaker; without one in English.

    >>> with Input("match.json") as file:
    ...     raw = file.whole()
    """

    def __init__(self, name: str, speaker: Speaker | None = None) -> None:
        self._speaker = speaker
        self.name = self.say("stdin") if name == "-" else named(name)
        if name == "-" and sys.stdin is None:
            raise self._unreadable("file.closed")
        if not name:  # to Python that is the folder we are in
            raise self._unreadable("file.missing")
        with self._clear_errors():
            self._file: BinaryIO = sys.stdin.buffer if name == "-" else Path(name).open("rb")  # noqa: SIM115

    def say(self, key: str, **args: object) -> str:
        """What is to be said of it, in the words of its reader."""
        from diwaniya.words.speaker import Speaker

        return (self._speaker or Speaker()).t(f"cli.{key}", **args)

    def line(self, number: int) -> str:
        """How a line of it is called."""
        return self.say("line", file=self.name, n=number)

    def __enter__(self) -> Input:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def whole(self) -> bytes:
        """Everything in it."""
        with self._clear_errors():
            return self._fitting(self._file.read(MOST_BYTES + 1), "file.large")

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Its lines that are not empty, without their ends, with their numbers. One at least."""
        number, found = 0, False
        while True:
            with self._clear_errors():
                line = self._file.readline(MOST_BYTES + 1)
            if not line:
                break
            number += 1
            if self._fitting(line, "file.large_line", line=number).strip():
                found = True
                yield number, line.rstrip(b"\r\n")
        if not found:
            raise self._unreadable("file.empty")

    def _fitting(self, raw: bytes, key: str, **args: object) -> bytes:
        if len(raw) > MOST_BYTES:
            raise self._unreadable(key, n=MOST_BYTES // 2**20, **args)
        return raw

    def _unreadable(self, key: str, **args: object) -> Unreadable:
        return Unreadable(f"{self.name}: {self.say(key, **args)}")

    @contextmanager
    def _clear_errors(self) -> Iterator[None]:
        try:
            yield
        except FileNotFoundError:
            raise self._unreadable("file.missing") from None
        except IsADirectoryError:
            raise self._unreadable("file.folder") from None
        except PermissionError:
            raise self._unreadable("file.denied") from None
        except OSError as error:
            raise self._unreadable("file.other", text=reason(error)) from None
        except ValueError:
            raise self._unreadable("file.impossible") from None


# files of several records

MANY = (".jsonl", ".ndjson")
"""Ends of the names of files that hold one record a line."""

lines_option = click.option(
    "--lines", is_flag=True, help="FILE holds one record a line, as files called .jsonl or .ndjson do."
)
"""`--lines`, which makes the parameter `lines`."""


def one_match_options(function: Function) -> Function:
    """`--match N` and `--lines`, which make the parameters `number` and `lines`, for `one_record`."""
    match = click.option(
        "--match",
        "number",
        type=click.IntRange(1),
        metavar="N",
        help="Which record of a file of lines, counted from 1.",
    )
    return match(lines_option(function))


def of_lines(file: str, lines: bool) -> bool:
    """Does this file hold one record a line, by its name or because `--lines` says so?"""
    return lines or file.lower().endswith(MANY)


@dataclass(frozen=True)
class Raw:
    """One record as it was read."""

    where: str
    """How to name it in complaints."""
    raw: bytes
    many: bool
    """Is it one line of several?"""


def one_record(file: str, lines: bool, number: int | None, speaker: Speaker | None = None) -> Raw:
    """The record that is asked for, of a file that may hold several.

    Raises `Unreadable`, and `click.UsageError` if there is no such record, or several and none was named.
    """
    with Input(file, speaker) as source:

        def misused(key: str, **args: object) -> click.UsageError:
            told = source.say(f"match.{key}", file=source.name, **args)
            return click.UsageError(told, click.get_current_context(silent=True))

        if not of_lines(file, lines):
            if number not in (None, 1):
                raise misused("one_record", n=number)
            return Raw(source.name, source.whole(), False)
        count, found = 0, None
        for line, raw in source.lines():
            count += 1
            if count == (number or 1):
                found = Raw(source.line(line), raw, True)
                if number is not None:
                    return found
    if found is None:
        raise misused("no_match", n=number, count=count)
    if count > 1:
        raise misused("which_match", count=count, first="1", last=str(count))  # as it is typed
    return found
