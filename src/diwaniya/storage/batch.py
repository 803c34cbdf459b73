"""Writing what is pending in one transaction: what conflicts is left out, the rest is there together or not at all.

Most of what is written are moves: one more event of a table that we have just written to. A batch of these is a single
statement, so that the interpreter is let go and asked back once for all of it, and not once an event. The database
itself checks the numbers then; if it objects, because another program has written too, nothing has happened, and the
batch goes the careful way.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from diwaniya.storage.base import Append, CodeTaken, Conflict, Gone, StorageError

Values = list[int | float | bytes]

TOGETHER = 64
"""Events in one statement."""
ADD = [
    f"INSERT INTO adding VALUES {','.join(['(?, ?, ?, ?)'] * events)}" if events else ""
    for events in range(TOGETHER + 1)
]
REMEMBERED = 20_000
"""Tables of which we remember where they stand."""


class Batches:
    """Writes batches over one connection. Belongs to one thread."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._stand: dict[str, list[int]] = {}
        """The number and the last sequence number of tables, as this connection knows them."""
        self._version = -1

    def write(self, jobs: Sequence[tuple[Append, ...]]) -> list[StorageError | None]:
        """Write them; the answer for each. If it raises, nothing was written, and the connection is of no more use."""
        if len(self._stand) > REMEMBERED:
            self._stand.clear()
        values = self._plain(jobs)
        if values is not None:
            try:
                self._write_plain(values)
                return [None] * len(jobs)
            except sqlite3.IntegrityError:
                self._stand.clear()
        return self._write_carefully(jobs)

    # the short way

    def _plain(self, jobs: Sequence[tuple[Append, ...]]) -> Values | None:
        """What is to be added, if it is nothing but events of tables that stand where we think."""
        stand = self._stand
        values: Values = []
        passed: list[Append] = []
        for job in jobs:
            for append in job:
                known = stand.get(append.table)
                if known is None or known[1] != append.expected or not _is_plain(append):
                    for other in passed:
                        stand[other.table][1] -= len(other.bodies)
                    return None
                n, seq = known
                for body in append.bodies:
                    seq += 1
                    values += (n, seq, append.at, body)
                known[1] = seq
                passed.append(append)
        return values

    def _write_plain(self, values: Values) -> None:
        if len(values) <= 4 * TOGETHER:
            self._add(values)
        else:
            self._db.execute("BEGIN IMMEDIATE")
            self._add(values)
            self._db.execute("COMMIT")

    def _add(self, values: Values) -> None:
        for start in range(0, len(values), 4 * TOGETHER):
            some = values[start : start + 4 * TOGETHER]
            self._db.execute(ADD[len(some) // 4], some)

    # the careful way

    def _write_carefully(self, jobs: Sequence[tuple[Append, ...]]) -> list[StorageError | None]:
        db = self._db
        db.execute("BEGIN IMMEDIATE")
        (version,) = db.execute("PRAGMA data_version").fetchone()
        if version != self._version:  # another program has written since
            self._stand.clear()
            self._version = version
        values: Values = []
        answers: list[StorageError | None] = []
        for job in jobs:
            refusal = self._refusal(job)
            answers.append(refusal)
            if refusal is None:
                for append in job:
                    self._apply(append, values)
        self._add(values)
        db.execute("COMMIT")
        return answers

    def _refusal(self, job: tuple[Append, ...]) -> StorageError | None:
        """Why this may not be written. Nothing has been written for it yet, so leaving it out is all there is to do."""
        seqs: dict[str, int] = {}
        names: set[tuple[str, str]] = set()
        for append in job:
            seq = seqs.get(append.table)
            if seq is None:
                known = self._find(append.table)
                seq = known[1] if known else 0
            if seq != append.expected:
                if seq == 0:
                    return Gone(f"There is no table {append.table}, or no more.")
                return Conflict(f"Table {append.table} has moved on.")
            seqs[append.table] = seq + len(append.bodies)
            if seq == 0 and not append.bodies:
                return StorageError("A new table begins with an event.")
            if append.code is not None:
                if seq:
                    return StorageError("A table gets its code when it is opened.")
                if ("code", append.code) in names or self._is_there("tables WHERE code", append.code):
                    return CodeTaken(f"Another table has the code {append.code}.")
                names.add(("code", append.code))
            if append.finished is not None:
                match = append.finished.match
                if ("match", match) in names or self._is_there("matches WHERE id", match):
                    return Conflict(f"Match {match} is written down already.")
                names.add(("match", match))
        return None

    def _find(self, table: str) -> list[int] | None:
        known = self._stand.get(table)
        if known is None:
            query = "SELECT n, seq FROM tables JOIN heads USING (n) WHERE id = ?"
            row = self._db.execute(query, (table,)).fetchone()
            if row is not None:
                known = self._stand[table] = list(row)
        return known

    def _is_there(self, where: str, value: str) -> bool:
        return self._db.execute(f"SELECT 1 FROM {where} = ?", (value,)).fetchone() is not None

    def _apply(self, append: Append, values: Values) -> None:
        """Write what is special about it; its events go to `values`."""
        known = self._find(append.table) or self._open(append)
        n, seq = known
        for body in append.bodies:
            seq += 1
            values += (n, seq, append.at, body)
        known[1] = seq
        if not append.bodies:
            self._add(values)  # what came before it has its own time
            values.clear()
            self._db.execute("UPDATE heads SET updated = ? WHERE n = ?", (append.at, n))
        if not _is_plain(append):
            self._apply_rest(append, n)

    def _open(self, append: Append) -> list[int]:
        made = self._db.execute(
            "INSERT INTO tables (id, code, about, playing, closed) VALUES (?, ?, x'', 0, 0)",
            (append.table, append.code),
        )
        n = made.lastrowid or 0
        self._db.execute("INSERT INTO heads VALUES (?, 0, 0, ?)", (n, append.at))
        known = self._stand[append.table] = [n, 0]
        return known

    def _apply_rest(self, append: Append, n: int) -> None:
        db, finished = self._db, append.finished
        playing = append.playing
        if finished is not None:
            playing = bool(playing)
            db.execute(
                "INSERT INTO matches VALUES (?, ?, ?, ?)", (finished.match, n, finished.at, finished.record)
            )
        if append.about is not None or playing is not None or append.closed:
            db.execute(
                "UPDATE tables SET about = coalesce(?, about), playing = coalesce(?, playing), closed = closed OR ?"
                " WHERE n = ?",
                (append.about, playing, append.closed, n),
            )
        if append.players:
            db.executemany("INSERT OR IGNORE INTO players VALUES (?, ?)", [(p, n) for p in append.players])
        if append.gone:
            db.executemany("DELETE FROM players WHERE player = ? AND n = ?", [(p, n) for p in append.gone])


def _is_plain(append: Append) -> bool:
    """Are there events and nothing besides?"""
    return bool(
        append.about is None
        and append.playing is None
        and append.finished is None
        and not append.closed
        and not append.players
        and not append.gone
        and append.code is None
        and append.bodies
    )
