"""Removing what is old while a server plays on.

A table is taken away in one small step: from then on it is not there for anybody, and who still has it in memory is
told so at his next append. Its events are removed behind it, some at a time; if that is broken off, the next run goes
on with it. Between two steps others may write.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

STEP = 200
"""Events, or pages, in one transaction."""
TABLES_STEP = 50

OLD = """
SELECT heads.n FROM tables JOIN heads USING (n)
WHERE heads.updated < :before AND (tables.closed OR NOT tables.playing OR :unfinished)
"""

BACK = """
WITH RECURSIVE back (id, prev) AS (
    SELECT e.id, e.prev FROM heads h JOIN events e ON e.id = h.last AND e.n = h.n WHERE h.n = :n
    UNION ALL
    SELECT e.id, e.prev FROM back JOIN events e ON e.id = back.prev AND e.n = :n
)
SELECT id, prev FROM back LIMIT :some
"""

Progress = Callable[[int], None]
"""Called with how many tables, or pages, have just been done with."""


@dataclass(frozen=True)
class Old:
    """What there is to remove, or was."""

    tables: int
    events: int
    spared: int = 0
    """Tables as old, where a match is under way."""


class Pruning:
    """Removes tables untouched since `before`; with `unfinished` also those where a match is under way."""

    def __init__(self, db: sqlite3.Connection, before: float, unfinished: bool) -> None:
        self._db = db
        self._values = {"before": before, "unfinished": unfinished}
        db.execute("PRAGMA synchronous=NORMAL")  # what comes back after a power cut is removed the next time
        db.execute("PRAGMA secure_delete=FAST")

    def look(self) -> Old:
        """Count."""
        count = f"SELECT count(*), coalesce(sum(seq), 0) FROM heads WHERE n IN ({OLD})"
        tables, events = self._db.execute(count, self._values).fetchone()
        everything = {**self._values, "unfinished": True}
        (as_old,) = self._db.execute(f"SELECT count(*) FROM ({OLD})", everything).fetchone()
        return Old(tables, events, as_old - tables)

    def tables(self, progress: Progress) -> Old:
        """Remove them, and what a run that was broken off has left over."""
        left = [n for (n,) in self._db.execute("SELECT n FROM heads WHERE seq < 0")]
        found = [n for (n,) in self._db.execute(OLD, self._values)]
        events = self._sweep(left)
        tables = 0
        for start in range(0, len(found), TABLES_STEP):
            some = found[start : start + TABLES_STEP]
            taken = self._take(some)
            events += self._sweep(taken)
            tables += len(taken)
            progress(len(some))
        return Old(tables, events)

    def records(self, rows: Sequence[int]) -> None:
        """Remove the records of these matches."""
        with self._step():
            self._db.executemany("DELETE FROM matches WHERE rowid = ?", [(row,) for row in rows])

    def unused(self) -> int:
        """Pages of the file that nothing is in."""
        return int(self._db.execute("PRAGMA freelist_count").fetchone()[0])

    def shrink(self, progress: Progress) -> int:
        """Give unused pages back to the disk; how many bytes."""
        (size,) = self._db.execute("PRAGMA page_size").fetchone()
        given = 0
        while unused := self.unused():
            with self._step():
                self._db.execute(f"PRAGMA incremental_vacuum({STEP})").fetchall()
            done = unused - self.unused()
            if done <= 0:
                break  # somebody takes them as fast as we give them back
            given += done
            progress(done)
        self._db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        return given * int(size)

    def _take(self, some: Sequence[int]) -> list[int]:
        """Take these tables away from everybody, but for those that somebody has come back to."""
        with self._step():
            old = f"{OLD} AND heads.n = :n"
            still = [n for n in some if self._db.execute(old, {**self._values, "n": n}).fetchone()]
            rows = [(n,) for n in still]
            self._db.executemany("DELETE FROM tables WHERE n = ?", rows)
            self._db.executemany("DELETE FROM players WHERE n = ?", rows)
            self._db.executemany("UPDATE heads SET seq = -seq WHERE n = ?", rows)
        return still

    def _sweep(self, taken: Sequence[int]) -> int:
        """Remove the events of tables that were taken away; how many."""
        removed = 0
        for n in taken:
            more = True
            while more:
                with self._step():
                    events = self._db.execute(BACK, {"n": n, "some": STEP}).fetchall()
                    self._db.executemany("DELETE FROM events WHERE id = ?", [(e,) for e, _ in events])
                    more = len(events) == STEP
                    if more:
                        self._db.execute("UPDATE heads SET last = ? WHERE n = ?", (events[-1][1], n))
                    else:
                        self._db.execute("DELETE FROM heads WHERE n = ?", (n,))
                removed += len(events)
        return removed

    @contextlib.contextmanager
    def _step(self) -> Iterator[None]:
        """One transaction; afterwards others have as long for theirs."""
        began = time.monotonic()
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise
        time.sleep(min(0.1, time.monotonic() - began))
