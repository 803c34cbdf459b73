"""Buckets, outboxes and names, without a network."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from diwaniya.engine.match import Match
from diwaniya.server.computers import Computers, Glimpse, chance
from diwaniya.server.limits import OUTBOX, Bucket, Buckets
from diwaniya.server.sockets import Connection, clean_name, same_origin


def test_a_bucket():
    now = 0.0
    bucket = Bucket(2, 3, lambda: now)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    assert not bucket.full
    now = 100
    assert bucket.full
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_buckets_are_forgotten_when_they_are_full():
    buckets = Buckets(0.001, 2)
    assert [buckets.take("ali") for _ in range(3)] == [True, True, False]
    assert buckets.take("noor")
    buckets.sweep()
    assert not buckets.take("ali")


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("Ali", "Ali"),
        ("  a \t b ", "a b"),
        ("علي", "علي"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("a\u202eb\u2066c\x07", "abc"),
        ("", ""),
        ("x" * 24, "x" * 24),
        ("x" * 25, None),
    ],
)
def test_names(name: str, clean: str | None):
    assert clean_name(name) == clean


@pytest.mark.parametrize(
    ("origin", "host", "fine"),
    [
        (None, "a:1", True),
        ("http://a:1", "a:1", True),
        ("https://a", "a", True),
        ("http://a:2", "a:1", False),
        ("http://b", None, False),
        ("null", "a", False),
        ("https://x.example", "a", True),
        ("http://a:1@evil", "a:1", False),
    ],
)
def test_origins(origin: str | None, host: str | None, fine: bool):
    assert same_origin(origin, host, frozenset({"https://x.example"})) is fine


class DeadSocket:
    """A page that takes nothing."""

    client = None

    async def send(self, message: dict[str, Any]) -> None:
        await asyncio.Event().wait()

    async def receive(self) -> dict[str, Any]:
        await asyncio.Event().wait()
        raise AssertionError

    async def close(self, code: int) -> None:
        await asyncio.Event().wait()


class FakeSockets:
    hub = None


async def test_a_slow_page_skips_views_and_is_let_go_in_the_end():
    connection = Connection(FakeSockets(), DeadSocket(), "ali")  # type: ignore[arg-type]
    running = asyncio.create_task(connection.run())
    await asyncio.sleep(0)
    for n in range(1000):
        connection.show("t", f"view {n}")
    assert len(connection._outbox) <= OUTBOX // 4 + 2
    assert connection._outbox[-1] == ("t", "view 999")
    for n in range(OUTBOX + 1):
        connection._put(None, f"message {n}")
    await asyncio.wait_for(running, 5)
    assert not connection._outbox


async def test_a_bot_that_fails_does_not_stop_the_game(monkeypatch: pytest.MonkeyPatch):
    match, computers = Match("kout4", seed=3), Computers()
    seat = match.to_move
    assert seat is not None
    for choice in ("nonsense", ValueError("the bot is ill")):

        def choose(*_: object, choice: Any = choice) -> str:
            if isinstance(choice, Exception):
                raise choice
            return str(choice)

        monkeypatch.setattr("diwaniya.bots.choose", choose)
        token = await computers.choose("easy", match, seat, random.Random(1))
        assert token in match.legal()
    computers.stop()


async def test_a_bot_is_handed_its_view_and_nothing_else(monkeypatch: pytest.MonkeyPatch):
    """R6: not the match, so not the other hands either."""
    match, computers = Match("kout4", seed=3), Computers()
    seat = match.to_move
    assert seat is not None
    handed: list[Any] = []

    def choose(name: str, match: Any, seat: int, rng: random.Random) -> str:
        handed.append(match)
        return "pass"

    monkeypatch.setattr("diwaniya.bots.choose", choose)
    await computers.choose("normal", match, seat, random.Random(1))
    computers.stop()
    (glimpse,) = handed
    assert isinstance(glimpse, Glimpse)
    assert glimpse.view.viewer == seat
    assert [bool(hand) for hand in glimpse.view.hand] == [n == seat for n in range(6)]


def test_the_luck_of_a_computer_is_the_same_after_a_restart():
    assert chance("00" * 32, 7).random() == chance("00" * 32, 7).random()
    assert chance("00" * 32, 7).random() != chance("00" * 32, 8).random()
