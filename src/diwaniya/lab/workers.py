"""Several processes that play, each with bots of its own."""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import Any, TypeVar

Result = TypeVar("Result")

AHEAD = 2
"""Tasks that are given out for each process before the oldest has come back."""


@contextmanager
def workers(jobs: int, enter: Callable[..., None], *arguments: Any) -> Iterator[ProcessPoolExecutor]:
    """So many processes, each of which begins with `enter(*arguments)`. Give them work with `submit`."""
    others = set(active_children())
    # A fresh process, not a copy of this one: compiled code and threads are nothing to be copied.
    context = get_context("spawn")
    with ProcessPoolExecutor(jobs, context, initializer=enter, initargs=arguments) as pool:
        try:
            yield pool
        finally:
            # Nobody waits for what was played ahead, which may take minutes.
            pool.shutdown(wait=False, cancel_futures=True)
            for process in set(active_children()) - others:
                process.terminate()


def submit(pool: ProcessPoolExecutor, work: Callable[..., Result], *arguments: Any) -> "Future[Result]":
    """Give out some work. Ctrl-C is not for the processes, from their first moment on, but for whoever gives it out."""
    if not hasattr(signal, "pthread_sigmask"):
        return pool.submit(work, *arguments)
    # A process may be begun by this; it inherits what is held back here, and a Ctrl-C that is held back comes later.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(work, *arguments)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def ignore_ctrl_c() -> None:
    """For the beginning of such a process, where the system cannot hold signals back."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
