"""What every storage has to do. A storage passes by subclassing `StorageContract` with a fixture `storage`.

`storage()` opens the storage of this test, as often as a test wants it; what one of them wrote, another one
reads.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest

from diwaniya.storage.base import Append, CodeTaken, Conflict, Finished, Gone, Storage, StorageError

Opening = Callable[[], AbstractAsyncContextManager[Storage]]


def add(table: str, expected: int, *bodies: bytes, at: float = 0.0, **more: Any) -> Append:
    return Append(table, expected, bodies, at, **more)


class StorageContract:
    """The tests."""

    # the log

    async def test_what_is_appended_is_read(self, storage: Opening):
        async with storage() as db:
            await db.append(add("a", 0, b"1", b"2"))
            await db.append(add("b", 0, b"other"))
            await db.append(add("a", 2, b"3"))
            assert await db.read("a") == [b"1", b"2", b"3"]
            assert await db.read("a", after=1) == [b"2", b"3"]
            assert await db.read("a", after=2) == [b"3"]
            assert await db.read("a", after=3) == []
            assert await db.read("a", after=7) == []
            assert await db.read("none") == []
        async with storage() as db:
            assert await db.read("a") == [b"1", b"2", b"3"]
            await db.append(add("a", 3, b"4"))
            assert await db.read("a") == [b"1", b"2", b"3", b"4"]

    async def test_bodies_are_any_bytes(self, storage: Opening):
        bodies = [b"", b"\0", bytes(range(256)), b"x" * 100_000, "كوت".encode()]
        async with storage() as db:
            await db.append(add("a", 0, *bodies))
            for number, body in enumerate(bodies):
                await db.append(add("a", len(bodies) + number, body))
            assert await db.read("a") == bodies * 2

    async def test_many_events_at_once(self, storage: Opening):
        bodies = [b"%d" % n for n in range(1000)]
        async with storage() as db:
            await db.append(add("a", 0, *bodies))
            await db.append(add("a", 1000, *bodies))
            assert await db.read("a") == bodies * 2
            assert await db.read("a", after=1995) == bodies[-5:]

    @pytest.mark.parametrize("expected", [0, 1, 3])
    async def test_who_comes_too_late_writes_nothing(self, storage: Opening, expected: int):
        async with storage() as db:
            await db.append(add("a", 0, b"1", b"2"))
            with pytest.raises(Conflict) as caught:
                await db.append(add("a", expected, b"x", about=b"x", players=["ali"], code="X", closed=True))
            assert not isinstance(caught.value, Gone)
            assert await db.read("a") == [b"1", b"2"]
            assert await db.running("ali", 10) == []
            assert await db.find("X") is None

    async def test_a_table_that_is_not_there_is_gone(self, storage: Opening):
        async with storage() as db:
            with pytest.raises(Gone):
                await db.append(add("a", 4, b"x"))
            assert await db.read("a") == []

    async def test_a_new_table_begins_with_an_event(self, storage: Opening):
        async with storage() as db:
            with pytest.raises(StorageError, match="begins with an event"):
                await db.append(add("a", 0, about=b"nothing"))
            await db.append(add("a", 0, b"1"))
            assert await db.read("a") == [b"1"]

    async def test_several_tables_are_written_together_or_not_at_all(self, storage: Opening):
        async with storage() as db:
            await db.append(add("a", 0, b"1"))
            with pytest.raises(Conflict):
                await db.append(add("b", 0, b"new", players=["ali"]), add("a", 0, b"x"))
            assert await db.read("b") == []
            assert await db.running("ali", 1) == []
            await db.append(add("b", 0, b"new"), add("a", 1, b"2"))
            assert (await db.read("a"), await db.read("b")) == ([b"1", b"2"], [b"new"])

    async def test_one_table_twice_in_one_append(self, storage: Opening):
        async with storage() as db:
            await db.append(add("a", 0, b"1"), add("a", 1, b"2"))
            with pytest.raises(Conflict):
                await db.append(add("a", 2, b"3"), add("a", 2, b"3"))
            await db.append(add("a", 2, b"3"), add("a", 3, b"4", b"5"))
            assert await db.read("a") == [b"1", b"2", b"3", b"4", b"5"]

    async def test_nothing_at_all_can_be_appended(self, storage: Opening):
        async with storage() as db:
            await db.append()

    async def test_two_writers_never_fork_a_table(self, storage: Opening):
        """Each number is given once, whoever is first; the others are told."""
        async with storage() as one, storage() as two:
            for seq in range(20):
                answers = await asyncio.gather(
                    *(db.append(add("a", seq, b"%d" % n)) for n, db in enumerate([one, two, one, two])),
                    return_exceptions=True,
                )
                assert answers.count(None) == 1
                assert sum(isinstance(answer, Conflict) for answer in answers) == 3
            assert len(await one.read("a")) == 20
            for seq in range(20, 60, 2):
                await one.append(add("a", seq, b"one"))
                with pytest.raises(Conflict):
                    await two.append(add("a", seq, b"late"))
                await two.append(add("a", seq + 1, b"two"))
            assert (await two.read("a"))[20:] == [b"one", b"two"] * 20

    # answers

    async def test_answers_come_in_order_and_later(self, storage: Opening):
        """Every third one comes too late, and harms nobody else."""
        answers: list[tuple[int, bool]] = []
        written = {"a": 0, "b": 0}
        async with storage() as db:
            for n in range(300):
                table, late = "ab"[n % 2], n % 3 == 0

                def done(error: StorageError | None, n: int = n) -> None:
                    answers.append((n, error is None))

                db.submit([((add(table, written[table] + late, b"%d" % n),), done)])
                written[table] += not late
            assert answers == []
            await db.append()
            assert answers == [(n, n % 3 != 0) for n in range(300)]
            assert await db.read("b") == [b"%d" % n for n in range(1, 300, 2) if n % 3]

    async def test_many_wait_for_one_flush(self, storage: Opening):
        """What went into one flush is answered in one go; nothing else of the loop comes in between."""
        async with storage() as db:
            turn, turns = 0, []

            async def count() -> None:
                nonlocal turn
                while True:
                    turn += 1
                    await asyncio.sleep(0)

            counting = asyncio.create_task(count())
            answered = asyncio.get_running_loop().create_future()

            def done(error: StorageError | None) -> None:
                assert error is None
                turns.append(turn)
                if len(turns) == 300:
                    answered.set_result(None)

            for n in range(300):
                db.submit([((add(f"t{n}", 0, b"first"),), done)])
            await answered
            counting.cancel()
            assert len(set(turns)) < 30

    async def test_an_answer_that_fails_keeps_nobody_from_his(self, storage: Opening):
        complaints: list[dict[str, Any]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
        async with storage() as db:

            def done(error: StorageError | None) -> None:
                raise ZeroDivisionError

            db.submit([((add("a", 0, b"1"),), done)])
            await db.append(add("a", 1, b"2"))
            assert await db.read("a") == [b"1", b"2"]
        assert [type(complaint["exception"]) for complaint in complaints] == [ZeroDivisionError]

    async def test_who_is_cancelled_is_written_all_the_same(self, storage: Opening):
        async with storage() as db:
            impatient = asyncio.create_task(db.append(add("a", 0, b"1")))
            await asyncio.sleep(0)
            impatient.cancel()
            await db.append(add("a", 1, b"2"))
            assert await db.read("a") == [b"1", b"2"]

    async def test_nothing_is_taken_after_the_close(self, storage: Opening):
        async with storage() as db:
            await db.append(add("a", 0, b"1"))
        with pytest.raises(StorageError, match="stopping"):
            await db.append(add("a", 1, b"2"))
        with pytest.raises(StorageError, match="stopping"):
            await db.read("a")

    async def test_what_was_pending_at_the_close_is_written(self, storage: Opening):
        async with storage() as db:
            writes = [asyncio.create_task(db.append(add(f"t{n}", 0, b"x"))) for n in range(50)]
            await asyncio.sleep(0)
        await asyncio.gather(*writes)
        async with storage() as db:
            assert await db.read("t49") == [b"x"]

    # what can be found

    async def test_a_code_leads_to_an_open_table(self, storage: Opening):
        async with storage() as db:
            await db.append(add("a", 0, b"1", code="ABCD"))
            assert await db.find("ABCD") == "a"
            assert await db.find("abcd") is None
            assert await db.find("") is None
            await db.append(add("a", 1, b"2", closed=True))
            assert await db.find("ABCD") is None
            await db.append(add("a", 2, b"3"))
            assert await db.find("ABCD") is None

    async def test_no_two_tables_have_one_code(self, storage: Opening):
        async with storage() as db:
            await db.append(add("a", 0, b"1", code="ABCD"))
            with pytest.raises(CodeTaken):
                await db.append(add("b", 0, b"1", code="ABCD"))
            await db.append(add("a", 1, b"2", closed=True))
            with pytest.raises(CodeTaken):
                await db.append(add("b", 0, b"1", code="ABCD"))
            with pytest.raises(CodeTaken):
                await db.append(add("b", 0, b"1", code="NEW"), add("c", 0, b"1", code="NEW"))
            assert await db.read("b") == []
            answers = await asyncio.gather(
                *(db.append(add(f"t{n}", 0, b"1", code="SAME")) for n in range(5)), return_exceptions=True
            )
            assert [type(answer) for answer in answers] == [type(None), *[CodeTaken] * 4]
            await db.append(add("b", 0, b"1", code="OTHER"), add("c", 0, b"1"), add("d", 0, b"1"))
            assert await db.find("OTHER") == "b"

    async def test_a_code_is_given_at_the_beginning(self, storage: Opening):
        async with storage() as db:
            await db.append(add("a", 0, b"1"))
            with pytest.raises(StorageError, match="when it is opened"):
                await db.append(add("a", 1, b"2", code="LATE"))
            assert await db.read("a") == [b"1"]

    async def test_a_player_finds_his_tables_latest_first(self, storage: Opening):
        async with storage() as db:
            for n, table in enumerate(["old", "over", "new"]):
                await db.append(add(table, 0, b"1", at=n, players=["ali"], about=table.encode()))
            await db.append(add("other", 0, b"x", players=["somebody"]))
            await db.append(add("over", 1, b"end", at=9, closed=True))
            assert [(kept.table, kept.updated, kept.about) for kept in await db.running("ali", 10)] == [
                ("new", 2, b"new"),
                ("old", 0, b"old"),
            ]
            await db.append(add("old", 1, b"move", at=7))
            assert [kept.table for kept in await db.running("ali", 1)] == ["old"]
            await db.append(add("over", 2, b"more", at=10))
            assert [kept.table for kept in await db.running("ali", 10)] == ["old", "new"]

    async def test_people_come_and_go(self, storage: Opening):
        async def found() -> list[str]:
            return [name for name in ("ali", "sami", "noor") if await db.running(name, 10)]

        async with storage() as db:
            await db.append(add("a", 0, b"1", players=["ali"]))
            await db.append(add("a", 1, b"2", players=["sami", "ali"]))
            assert await found() == ["ali", "sami"]
            await db.append(add("a", 2, b"3", players=["noor"], gone=["ali", "nobody"]))
            assert await found() == ["sami", "noor"]
            await db.append(add("a", 3, gone=["sami"], players=["ali"]))
            assert await found() == ["ali", "noor"]
        async with storage() as db:
            assert await found() == ["ali", "noor"]

    async def test_what_is_said_about_a_table_replaces_what_was_said(self, storage: Opening):
        async with storage() as db:
            await db.append(add("a", 0, b"1", players=["ali"]))
            assert [kept.about for kept in await db.running("ali", 1)] == [b""]
            for seq, about, shown in ((1, b"one", b"one"), (2, None, b"one"), (3, b"", b""), (4, b"4", b"4")):
                await db.append(add("a", seq, b"x", about=about))
                assert [kept.about for kept in await db.running("ali", 1)] == [shown]

    async def test_the_rest_may_change_without_an_event(self, storage: Opening):
        async with storage() as db:
            await db.append(add("a", 0, b"1", at=1, players=["ali"]))
            await db.append(add("a", 1, at=5, about=b"news"))
            [kept] = await db.running("ali", 1)
            assert (kept.updated, kept.about) == (5, b"news")
            assert await db.read("a") == [b"1"]
            with pytest.raises(Conflict):
                await db.append(add("a", 2, at=6, about=b"late"))
            await db.append(add("a", 1, b"2", at=7))
            assert await db.read("a") == [b"1", b"2"]

    # finished matches

    async def test_a_finished_match_is_kept(self, storage: Opening):
        async with storage() as db:
            await db.append(add("a", 0, b"1"))
            await db.append(add("a", 1, b"2", finished=Finished("m1", b'{"one":1}', 5.0)))
            await db.append(add("a", 2, b"3", finished=Finished("m2", b'{"two":2}', 6.0), closed=True))
            assert await db.record("m1") == b'{"one":1}'
        async with storage() as db:
            assert await db.record("m2") == b'{"two":2}'
            assert await db.record("m3") is None

    async def test_a_match_is_finished_with_its_events_or_not_at_all(self, storage: Opening):
        async with storage() as db:
            await db.append(add("a", 0, b"1"))
            with pytest.raises(Conflict):
                await db.append(add("a", 0, b"2", finished=Finished("m1", b"{}", 5.0)))
            assert await db.record("m1") is None
            await db.append(add("a", 1, b"2", finished=Finished("m1", b"{}", 5.0)))
            with pytest.raises(Conflict):
                await db.append(add("a", 2, b"3", finished=Finished("m1", b"other", 5.0)))
            assert await db.record("m1") == b"{}"
            assert await db.read("a") == [b"1", b"2"]
