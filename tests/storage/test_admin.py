"""Copying and pruning while others write: what the commands cannot show, because it is a matter of the moment."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path

import pytest

from diwaniya.storage import copies, prune
from diwaniya.storage.base import Append, Finished, Gone
from diwaniya.storage.records import between, existing
from keeping import storage
from storage_contract import add


def write(path: Path, *appends: Append) -> None:
    async def main() -> None:
        async with storage(path) as db:
            await db.append(*appends)

    asyncio.run(main())


def read(path: Path, table: str) -> list[bytes]:
    async def main() -> list[bytes]:
        async with storage(path) as db:
            return await db.read(table)

    return asyncio.run(main())


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    write(tmp_path / "db", *(add(f"t{n}", 0, b"x" * 2000, at=1.0) for n in range(50)))
    return tmp_path / "db"


def test_a_copy_does_not_begin_anew_because_somebody_writes(filled: Path, monkeypatch: pytest.MonkeyPatch):
    """It would never come to an end."""
    monkeypatch.setattr(copies, "PAGES", 1)
    done: list[tuple[int, int]] = []

    def somebody_writes(pages: int, of: int) -> None:
        done.append((pages, of))
        assert len(done) <= of
        if len(done) % 5 == 0:
            write(filled, add("t0", len(done) // 5, b"y"))

    made = copies.back_up(filled, filled.with_name("copy"), {"key": b"k"}, somebody_writes)
    assert [pages for pages, _ in done] == list(range(1, len(done) + 1))
    assert done[-1] == (len(done), len(done))
    assert (made.tables, made.enclosed) == (50, {"key": b"k"})
    assert read(filled.with_name("copy"), "t0") == [b"x" * 2000]
    assert len(read(filled, "t0")) == 1 + len(done) // 5


def test_what_was_enclosed_comes_out_before_the_database_has_its_name(filled: Path):
    target = filled.with_name("target")
    copies.back_up(filled, filled.with_name("copy"), {"a": b"1", "b": b"\0"}, lambda *_: None)
    seen: list[tuple[dict[str, bytes], bool]] = []
    copies.restore(
        filled.with_name("copy"),
        target,
        lambda enclosed: seen.append((dict(enclosed), target.exists())),
        lambda *_: None,
    )
    assert seen == [({"a": b"1", "b": b"\0"}, False)]
    with contextlib.closing(sqlite3.connect(target)) as db:
        assert db.execute("SELECT 1 FROM sqlite_master WHERE name = 'enclosed'").fetchone() is None


def test_a_table_that_somebody_comes_back_to_in_the_last_moment(
    filled: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(prune, "TABLES_STEP", 1)
    with existing(filled) as db:
        pruning = prune.Pruning(db, before=10.0, unfinished=False)
        assert pruning.look() == prune.Old(50, 50, 0)
        calls = 0

        def somebody_comes(tables: int) -> None:
            nonlocal calls
            calls += tables
            if calls == 20:
                write(filled, add("t30", 1, b"here again", at=11.0), add("t40", 1, b"me too", at=12.0))

        assert pruning.tables(somebody_comes) == prune.Old(48, 48, 0)
        assert calls == 50
    assert read(filled, "t30") == [b"x" * 2000, b"here again"]
    assert read(filled, "t40") == [b"x" * 2000, b"me too"]
    assert read(filled, "t31") == []


def test_a_match_that_begins_in_the_last_moment(filled: Path, monkeypatch: pytest.MonkeyPatch):
    """Even if the clock of that computer is wrong."""
    monkeypatch.setattr(prune, "TABLES_STEP", 1)
    with existing(filled) as db:
        pruning = prune.Pruning(db, before=10.0, unfinished=False)
        begun = False

        def somebody_begins(_: int) -> None:
            nonlocal begun
            if not begun:
                begun = True
                write(filled, add("t30", 1, b"cards", at=2.0, playing=True))

        assert pruning.tables(somebody_begins).tables == 49
        assert pruning.look() == prune.Old(0, 0, spared=1)
        write(filled, add("t30", 2, b"end", at=3.0, finished=Finished("m", b"{}", 3.0)))
        assert pruning.look() == prune.Old(1, 3, spared=0)
        write(
            filled,
            add("t30", 3, b"cards", at=4.0, playing=True),
            add("t30", 4, b"stop", at=4.0, playing=False),
        )
        assert pruning.look() == prune.Old(1, 5, spared=0)


async def test_a_server_that_still_has_a_pruned_table_in_memory(tmp_path: Path):
    """It is told at its next append, and the others that are written with it are."""
    path = tmp_path / "db"

    def prune_all() -> prune.Old:
        with existing(path) as db:
            return prune.Pruning(db, before=10.0, unfinished=False).tables(lambda _: None)

    async with storage(path) as server:
        for seq in range(3):
            await asyncio.gather(*(server.append(add(f"t{n}", seq, b"x", at=1.0 + n)) for n in range(20)))
        assert await asyncio.to_thread(prune_all) == prune.Old(9, 27)
        answers = await asyncio.gather(
            *(server.append(add(f"t{n}", 3, b"x", at=50.0)) for n in range(20)), return_exceptions=True
        )
        assert [type(answer) for answer in answers] == [Gone] * 9 + [type(None)] * 11
        assert [len(await server.read(f"t{n}")) for n in range(20)] == [0] * 9 + [4] * 11


def test_records_that_come_while_they_are_read(filled: Path, monkeypatch: pytest.MonkeyPatch):
    """None is left out and none comes twice."""
    monkeypatch.setattr("diwaniya.storage.records.AT_ONCE", 2)
    write(filled, *(add(f"m{n}", 0, b"1", finished=Finished(f"m{n}", b"%d" % n, 5.0)) for n in range(5)))
    seen: list[bytes] = []
    with existing(filled) as db:
        for rows in between(db, 0.0, 9.0):
            seen += [record for _, record in rows]
            if len(seen) == 2:
                write(filled, add("m5", 0, b"1", finished=Finished("m5", b"5", 5.0)))
    assert seen == [b"0", b"1", b"2", b"3", b"4", b"5"]
