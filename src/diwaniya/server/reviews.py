"""Finished matches looked at again: one at a time, in a process of their own, so that no table ever waits for it.

It is given nothing but records that the storage holds, and a record is stored only with the event that ends its match:
so nothing is told here that the replay of the match does not show already.
"""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal

import msgspec

from diwaniya.engine.tokens import split
from diwaniya.server.compiling import Compiling
from diwaniya.server.kept import Kept
from diwaniya.storage.base import Storage
from diwaniya.wire.http import Review, ReviewState

log = logging.getLogger(__name__)

MODULE = "diwaniya.review"
NODES = 2000
"""Simulations for each move: half of what `diwaniya review` makes, and a match takes seconds."""
PURE_NODES = 64
"""Where the rules are not compiled, and never will be: a rougher look, but one that ends."""
WAITING = 6
"""Matches that may wait for the one that is being looked at."""
MOST_MOVES = 4000
"""Longer matches are for `diwaniya review`."""
MOST_SECONDS = 900.0
"""No review takes longer."""
KEPT_BYTES = 16 << 20
"""Reviews that were asked for lately stay in memory, up to so much."""

COMPILING_SECONDS = 0.5
"""Between two looks whether the rules are compiled by now."""

NONE, FULL, TOO_LONG, FAILED = (ReviewState(state) for state in ("none", "full", "too_long", "failed"))


class Job:
    """A review that is being made, or waits for it."""

    def __init__(self, match: str, record: bytes, game: str, total: int) -> None:
        self.match, self.record, self.game = match, record, game
        self.done, self.total = 0, total
        self.state: Literal["waiting", "compiling", "working"] = "waiting"


class Reviews:
    """Makes reviews, and keeps them."""

    def __init__(self, storage: Storage, compiling: Compiling) -> None:
        self._storage, self._compiling = storage, compiling
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="diwaniya-review")
        self._jobs: dict[str, Job] = {}
        """In the order in which they were asked for."""
        self._failed: set[str] = set()
        self._kept: Kept[str] = Kept(KEPT_BYTES, newest=True)
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._stopping = threading.Event()

    def known(self, match: str) -> bytes | None:
        """The review, or how far it is, as JSON of a `ReviewState`; `None` if nobody is waiting for it."""
        kept = self._kept.get(match)
        if kept is not None:
            return kept
        job = self._jobs.get(match)
        if job is None:
            return None
        ahead = list(self._jobs).index(match)
        return msgspec.json.encode(ReviewState(job.state, job.done, job.total, ahead))

    def ready(self, match: str) -> bool:
        """Is the review there?"""
        return match in self._kept

    async def look(self, match: str) -> bytes | None:
        """How far the review is, without asking for it; `None` if there is no such match."""
        known = self.known(match)
        if known is not None:
            return known
        if await self._storage.record(match) is None:
            return None
        return msgspec.json.encode(FAILED if match in self._failed else NONE)

    async def begin(self, match: str) -> bytes | None:
        """Ask for a review that nobody is waiting for yet. `None` if there is no such match."""
        record = await self._storage.record(match)
        if record is None:
            return None
        known = self.known(match)  # somebody else may have asked meanwhile
        if known is not None:
            return known
        read = msgspec.json.decode(record)
        moves = sum(len(split(hand["moves"])) for hand in read["hands"])
        if moves > MOST_MOVES:
            return msgspec.json.encode(TOO_LONG)
        if len(self._jobs) > WAITING or self._stopping.is_set():
            return msgspec.json.encode(FULL)
        self._failed.discard(match)
        job = self._jobs[match] = Job(match, record, read["game"], moves)
        work = asyncio.get_running_loop().run_in_executor(self._thread, self._make, job)
        work.add_done_callback(lambda made: self._made(job, made))
        return self.known(match)

    def _made(self, job: Job, work: asyncio.Future[bytes]) -> None:
        self._jobs.pop(job.match, None)
        error = None if work.cancelled() else work.exception()
        if work.cancelled() or self._stopping.is_set():
            return
        if error is not None:
            log.error("the match %s could not be reviewed: %s", job.match, error)
            self._failed.add(job.match)
            return
        self._kept.keep(job.match, work.result())

    # in the thread

    def _make(self, job: Job) -> bytes:
        """Run the process, and hear how far it is."""
        mode, nodes = ("compiled", NODES) if self._compiled(job) else ("pure", PURE_NODES)
        pipe = subprocess.PIPE
        command = [sys.executable, "-m", MODULE, mode, str(nodes)]
        with self._lock:
            if self._stopping.is_set():
                raise RuntimeError("the server stops")
            child = self._child = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL
            )
        job.state = "working"
        patience = threading.Timer(MOST_SECONDS, child.kill)
        patience.daemon = True
        patience.start()
        try:
            return self._hear(job, child)
        finally:
            patience.cancel()
            child.kill()
            child.wait()

    def _compiled(self, job: Job) -> bool:
        """Are the rules compiled? If that is under way, it is waited for."""
        while not (done := self._compiling.done(job.game)) and self._compiling.running():
            job.state = "compiling"
            if self._stopping.wait(COMPILING_SECONDS):
                break
        return done

    @staticmethod
    def _hear(job: Job, child: subprocess.Popen[bytes]) -> bytes:
        assert child.stdin is not None
        assert child.stdout is not None
        with child.stdin as out:
            out.write(job.record)
        with child.stdout as lines:
            for line in lines:
                told: Any = msgspec.json.decode(line)
                if isinstance(told, list):
                    job.done, job.total = told
                else:
                    review = msgspec.convert(told, Review)
                    return msgspec.json.encode(ReviewState("ready", job.done, job.total, 0, review))
        raise RuntimeError(f"its process ended without one, with status {child.wait()}")

    def stop(self) -> None:
        """Whatever is under way is given up."""
        with self._lock:
            self._stopping.set()
            child = self._child
        if child is not None:
            child.terminate()
        self._thread.shutdown(wait=False, cancel_futures=True)
