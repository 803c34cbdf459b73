"""What is done at the end of a turn of the event loop, and what is handed to the storage together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from diwaniya.server.journal import TOGETHER, Journal
from diwaniya.server.turns import ANSWER, ENCODE, LOOK, SEND, TurnsEnd
from diwaniya.storage.base import Append, Job


async def test_calls_wait_for_the_end_of_the_turn_and_keep_their_order():
    turns, called = TurnsEnd(), list[str]()
    turns.add(LOOK, lambda: called.append("one"))
    turns.add(LOOK, lambda: turns.add(LOOK, lambda: called.append("later")))
    turns.add(LOOK, lambda: called.append("two"))
    assert called == []
    await asyncio.sleep(0)
    assert called == ["one", "two"], "what is added meanwhile belongs to the next turn"
    await asyncio.sleep(0)
    assert called == ["one", "two", "later"]


async def test_each_stage_is_gone_through_for_all_before_the_next_one():
    turns, called = TurnsEnd(), list[str]()

    def table(name: str) -> None:
        def note(what: str) -> Callable[[], None]:
            return lambda: called.append(f"{what} {name}")

        def look() -> None:
            note("look")()
            turns.add(SEND, note("send"))
            turns.add(ENCODE, note("encode"))

        turns.add(ANSWER, note("answer"))
        turns.add(LOOK, look)

    table("a")
    table("b")
    await asyncio.sleep(0)
    assert called == [f"{what} {name}" for what in ("look", "encode", "send", "answer") for name in "ab"]


async def test_what_is_added_for_an_earlier_stage_is_done_in_the_next_turn():
    turns, called = TurnsEnd(), list[str]()
    turns.add(SEND, lambda: turns.add(LOOK, lambda: called.append("looked")))
    await asyncio.sleep(0)
    assert called == []
    await asyncio.sleep(0)
    assert called == ["looked"]


async def test_a_call_that_fails_keeps_nobody_from_his(caplog: pytest.LogCaptureFixture):
    turns, called = TurnsEnd(), list[str]()

    def fail() -> None:
        raise ValueError("broken")

    turns.add(LOOK, fail)
    turns.add(LOOK, lambda: called.append("mine"))
    with caplog.at_level(logging.ERROR):
        await asyncio.sleep(0)
    assert called == ["mine"]
    assert "could not be done" in caplog.text


class Noting:
    """A storage that notes what it is given together."""

    def __init__(self) -> None:
        self.given: list[list[int]] = []

    def submit(self, jobs: Sequence[Job]) -> None:
        self.given.append([append.expected for appends, _ in jobs for append in appends])


def append(number: int) -> Append:
    return Append("a table", number, (b"{}",), 1.0)


def nobody(error: Any) -> None:
    """Wants to know."""


async def test_appends_of_turns_that_follow_each_other_are_handed_over_together():
    storage = Noting()
    journal = Journal(storage)  # type: ignore[arg-type]
    for number in range(3):
        journal.write(append(number), nobody)
        await asyncio.sleep(0)
    assert storage.given == [], "every turn has brought one more"
    await asyncio.sleep(0)
    assert storage.given == [[0, 1, 2]]
    journal.write(append(7), nobody)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert storage.given == [[0, 1, 2], [7]], "it waits for no more than a turn without another"


async def test_many_appends_wait_for_no_more():
    storage = Noting()
    journal = Journal(storage)  # type: ignore[arg-type]
    for number in range(TOGETHER):
        journal.write(append(number), nobody)
    await asyncio.sleep(0)
    assert storage.given == [list(range(TOGETHER))]
