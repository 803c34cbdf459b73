"""A bar on the terminal while something takes long. Without a terminal there is none."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from diwaniya.cli._output import clever


@contextmanager
def progress(what: str, total: int | None = None) -> Iterator[Callable[[int, int | None], None]]:
    """Something to call with how much is done, and of how much if that is known only then or has changed.

    >>> with progress("pages", 100) as done:
    ...     done(50, None)
    """
    if not clever(sys.stderr):
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def note(text: str) -> Iterator[None]:
    """A line on the terminal while something that may take seconds goes on; it disappears afterwards."""
    show = clever(sys.stderr)
    if show:
        print(text, end="", file=sys.stderr, flush=True)
    try:
        yield
    finally:
        if show:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
