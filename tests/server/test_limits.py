"""Buckets, names, codes, timers and computer players, without a network."""

from __future__ import annotations

import asyncio
import gc
import random
import weakref
from typing import Any

import pytest

from diwaniya import bots
from diwaniya.engine.match import Match
from diwaniya.engine.modes import mode
from diwaniya.server.codes import LETTERS, new_code, read_code
from diwaniya.server.computers import LEVELS, Computers, Glimpse, chance
from diwaniya.server.limits import MESSAGE_DEPTH, Bucket, Buckets, Limits, too_deep
from diwaniya.server.names import clean_name
from diwaniya.server.nuisances import Nuisances
from diwaniya.server.proxies import family_of, forwarded
from diwaniya.server.timers import Timers
from diwaniya.server.transport import same_origin


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


@pytest.mark.parametrize(
    ("address", "family"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("fe80::1%eth0", "fe80::/64"),
        ("no:address", "no:address"),
        ("", ""),
    ],
)
def test_who_counts_as_one_address(address: str, family: str):
    assert family_of(address) == family


@pytest.mark.parametrize(
    ("peer", "headers", "found"),
    [
        ("127.0.0.1", {"x-forwarded-for": "203.0.113.9"}, ("203.0.113.9", False)),
        ("127.0.0.1", {"x-forwarded-for": "1.1.1.1, 203.0.113.9, 127.0.0.1"}, ("203.0.113.9", False)),
        ("127.0.0.1", {"x-forwarded-proto": "https"}, ("127.0.0.1", True)),
        ("203.0.113.1", {"x-forwarded-for": "1.1.1.1", "x-forwarded-proto": "https"}, ("203.0.113.1", False)),
        ("127.0.0.1", {"x-forwarded-for": " , "}, ("127.0.0.1", False)),
    ],
)
def test_where_a_request_comes_from(peer: str, headers: dict[str, str], found: tuple[str, bool]):
    """Only a proxy that is trusted is believed; its word is the last in the list."""
    assert forwarded(peer, False, headers) == found


@pytest.mark.parametrize(
    ("text", "deep"),
    [
        (b"[" * MESSAGE_DEPTH + b"]" * MESSAGE_DEPTH, False),
        (b"[" * (MESSAGE_DEPTH + 1), True),
        (b'{"a":' * (MESSAGE_DEPTH + 1), True),
        (b"[]" * 100, False),
        (b'{"a":"' + b"[" * 100 + b'"}', False),
        (b'{"a":"\\"' + b"[" * 100 + b'"}', False),
        (b'{"a":"\\\\"' + b"[" * 100 + b"}", True),
    ],
)
def test_how_deep_a_message_is(text: bytes, deep: bool):
    assert too_deep(text) is deep


def test_limits_of_an_address_allow_for_a_school():
    """Thirty children behind one address open rooms and join them, all in one minute."""
    limits = Limits()
    for child in range(30):
        assert limits.may_connect("school")
        assert all(limits.may_open(f"child {child}", "school") for _ in range(2))
        assert all(limits.may_join(f"child {child}", "school") for _ in range(5))
    assert not all(limits.may_open(f"robot {n}", "school") for n in range(1000))
    assert limits.may_open("somebody", "elsewhere")
    limits.sweep()
    assert not all(limits.may_open(f"robot {n}", "school") for n in range(1000))


def test_codes():
    codes = {new_code() for _ in range(1000)}
    assert len(codes) == 1000
    assert all(len(code) == 8 and set(code) <= set(LETTERS) for code in codes)
    assert all(read_code(code.lower()) == code for code in codes)
    assert read_code("oil0-oil1") == "01100111"
    for wrong in ("", "U" * 8, "1234567", "123456789", "é" * 8, "0" * 5000):
        assert read_code(wrong) is None


class Bell:
    """Something that waits for a time."""

    def __init__(self, again: float | None = None) -> None:
        self.alarm: float | None = None
        self.again = again
        self.rung: list[float] = []

    def ring(self, now: float) -> float | None:
        self.rung.append(now)
        return self.again


async def test_timers():
    now = 100.0
    timers = Timers(lambda: now)
    early, late, thrice = Bell(), Bell(), Bell(again=130.0)
    timers.set(late, 120.0)
    timers.set(early, 110.0)
    timers.set(early, 115.0)
    timers.set(thrice, 125.0)
    timers.set(thrice, None)
    timers.look()
    assert (early.rung, late.rung) == ([], [])
    timers.set(late, 105.0)
    now = 106.0
    timers.look()
    assert (early.rung, late.rung) == ([], [106.0])
    now = 122.0
    timers.look()
    assert (early.rung, late.rung) == ([122.0], [106.0])
    now = 129.0
    timers.look()
    now = 131.0
    thrice.again = None
    timers.look()
    assert thrice.rung == [129.0, 131.0]
    timers.stop()


async def test_what_is_dropped_from_the_timers_is_let_go():
    now = 100.0
    timers = Timers(lambda: now)
    kept, dropped = Bell(), Bell(again=150.0)
    timers.set(kept, 120.0)
    timers.set(dropped, 115.0)
    timers.set(dropped, 110.0)
    assert len(timers) == 2
    timers.drop(dropped)
    timers.set(dropped, 105.0)  # what was still under way when it was dropped
    assert len(timers) == 1
    now = 130.0
    timers.look()
    assert (kept.rung, dropped.rung, len(timers)) == ([130.0], [], 0)

    timers.set(gone := Bell(), 9999.0)
    timers.drop(gone)
    seen = weakref.ref(gone)
    del gone
    gc.collect()
    assert seen() is None
    timers.stop()


async def chosen(computers: Computers, level: str, match: Match, seat: int) -> str:
    found: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    computers.choose(level, match, seat, random.Random(1), found.set_result)
    return await found


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
        assert await chosen(computers, "easy", match, seat) in match.legal()
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
    await chosen(computers, "normal", match, seat)
    computers.stop()
    (glimpse,) = handed
    assert isinstance(glimpse, Glimpse)
    assert glimpse.view.viewer == seat
    assert [bool(hand) for hand in glimpse.view.hand] == [n == seat for n in range(6)]


async def test_who_thinks_ahead_waits_for_no_compiler(monkeypatch: pytest.MonkeyPatch):
    """He plays by rules of thumb until the compiled rules are there; then they are loaded."""
    monkeypatch.setattr("diwaniya.engine.modes._ready", set())
    there = False
    match, computers = Match("kout4", seed=3), Computers(compiled=lambda game: there)
    seat = match.to_move
    assert seat is not None
    assert await chosen(computers, "strong", match, seat) in match.legal()
    assert mode(match.game).name == "pure"
    there = True
    assert await chosen(computers, "strong", match, seat) in match.legal()
    assert mode(match.game).name == "compiled"
    computers.stop()


def test_every_level_is_a_bot():
    assert set(LEVELS) <= set(bots.names())


def test_the_luck_of_a_computer_is_the_same_after_a_restart():
    assert chance("00" * 32, 7).random() == chance("00" * 32, 7).random()
    assert chance("00" * 32, 7).random() != chance("00" * 32, 8).random()


def test_nuisances_are_told_in_one_line_a_minute(caplog: pytest.LogCaptureFixture):
    now = 0.0
    nuisances = Nuisances(lambda: now)
    nuisances.tell()
    assert caplog.messages == []
    nuisances.note("bad_message", "192.0.2.1")
    nuisances.tell()
    assert caplog.messages == ["refused: bad_message 1 (1 of them from 192.0.2.1)"]
    for number in range(5000):
        nuisances.note("too_fast", f"192.0.2.{number}")
        nuisances.note("bad_message", "192.0.2.7")
        nuisances.tell()
    assert len(caplog.messages) == 1
    now = 61.0
    nuisances.tell()
    nuisances.tell()
    assert caplog.messages[1:] == ["refused: too_fast 5000, bad_message 5000 (5001 of them from 192.0.2.7)"]
