"""What is done at the end of a turn of the event loop, and what is handed to the storage together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from diwaniya.server.journal import TOGETHER, Journal
from diwaniya.server.turns import TurnsEnd
from diwaniya.storage.base import Append, Job


class Table:
    """Notes which stages it goes through, and may do more in one of them."""

    def __init__(self, name: str, notes: list[str], stage: str = "", more: Callable[[], None] = lambda: None):
        self._name, self._notes, self._stage, self._more = name, notes, stage, more

    def _note(self, stage: str) -> None:
        self._notes.append(f"{stage} {self._name}")
        if stage == self._stage:
            self._more()

    def look(self) -> None:
        self._note("look")

    def encode(self) -> None:
        self._note("encode")

    def send(self) -> None:
        self._note("send")

    def answer(self) -> None:
        self._note("answer")


def stages(*names: str) -> list[str]:
    return [f"{stage} {name}" for stage in ("look", "encode", "send", "answer") for name in names]


async def test_each_stage_is_gone_through_for_all_before_the_next_one():
    turns, notes = TurnsEnd(), list[str]()
    turns.add(Table("a", notes))
    turns.add(Table("b", notes))
    assert notes == [], "it waits for the end of the turn"
    await asyncio.sleep(0)
    assert notes == stages("a", "b")


@pytest.mark.parametrize("stage", ["look", "encode", "send", "answer"])
async def test_what_is_added_meanwhile_belongs_to_the_next_turn(stage: str):
    turns, notes = TurnsEnd(), list[str]()
    turns.add(Table("a", notes, stage, lambda: turns.add(Table("later", notes))))
    turns.add(Table("b", notes))
    await asyncio.sleep(0)
    assert notes == stages("a", "b")
    await asyncio.sleep(0)
    assert notes == [*stages("a", "b"), *stages("later")]
    await asyncio.sleep(0)
    assert len(notes) == 12, "once is enough"


async def test_one_that_fails_keeps_nobody_from_his(caplog: pytest.LogCaptureFixture):
    turns, notes = TurnsEnd(), list[str]()

    def fail() -> None:
        raise ValueError("broken")

    turns.add(Table("a", notes, "look", fail))
    turns.add(Table("b", notes))
    with caplog.at_level(logging.ERROR):
        await asyncio.sleep(0)
    assert notes == stages("a", "b")
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
