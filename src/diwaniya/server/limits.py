"""How much one player, one connection and one network address may ask for.

A family, a school or a café shares one address, so an address may do many times what one player may. Whoever
needs still more there (or measures how much the server can bear) raises `Settings.crowd`.
"""

from __future__ import annotations

import time
from collections.abc import Callable

MESSAGE_BYTES = 8 * 1024
"""The largest message a page may send; its own are far smaller."""
MESSAGE_DEPTH = 8
"""How deep brackets may be nested in it; its own are three deep."""
MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 100.0, 300
"""For one connection."""
ADDRESS_MESSAGES_A_SECOND, ADDRESS_MESSAGES_AT_ONCE = 2000.0, 6000
"""For all connections of an address."""
WAITING = 50
"""Messages of one connection that may wait while something is read from disk for it."""

TABLES_A_MINUTE, TABLES_AT_ONCE = 10.0, 20
"""Rooms that one player may open."""
ADDRESS_TABLES_A_MINUTE, ADDRESS_TABLES_AT_ONCE = 60.0, 200
"""Since whoever drops his cookie is a new player."""
JOINS_A_MINUTE, JOINS_AT_ONCE = 20.0, 30
"""Joins by code of one player, and codes looked up."""
ADDRESS_JOINS_A_MINUTE, ADDRESS_JOINS_AT_ONCE = 120.0, 300
"""At this rate, guessing one of a thousand open rooms among 2^40 codes takes an address about 17,000
years.
"""
SAID_A_MINUTE, SAID_AT_ONCE = 40.0, 12
REPORTS_A_MINUTE, REPORTS_AT_ONCE = 6.0, 6
HINTS_A_MINUTE, HINTS_AT_ONCE = 30.0, 10
"""Each is some thinking time of a processor core."""
REVIEWS_A_MINUTE, REVIEWS_AT_ONCE = 2.0, 5
"""Reviews that one player may have made; each is many seconds of a processor core. One that is there is free."""
ADDRESS_REVIEWS_A_MINUTE, ADDRESS_REVIEWS_AT_ONCE = 6.0, 20
NAMES_A_MINUTE, NAMES_AT_ONCE = 10.0, 20
"""Each is written down at all tables of a player."""

CONNECTIONS_A_PLAYER = 20
CONNECTIONS_AN_ADDRESS = 500
CONNECTIONS = 20_000
SOCKETS_A_SECOND, SOCKETS_AT_ONCE = 10.0, 300
"""New sockets of one address: a school whose network comes back is all there at once."""
REQUESTS_A_SECOND, REQUESTS_AT_ONCE = 30.0, 300
"""Requests over HTTP that cost something, of one address."""
TABLES_A_CONNECTION = 20
WATCHERS = 200
"""Who may look on at one table."""


class Bucket:
    """A token bucket: `burst` at once, refilled at `rate` a second."""

    __slots__ = ("_at", "_burst", "_clock", "_left", "_rate")

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, float(burst), clock
        self._left, self._at = float(burst), clock()

    def take(self) -> bool:
        """Take one, if there is one."""
        now = self._clock()
        left = self._left + (now - self._at) * self._rate
        if left > self._burst:
            left = self._burst
        self._at = now
        self._left = left - 1 if left >= 1 else left
        return left >= 1

    @property
    def full(self) -> bool:
        """Has nothing been taken for so long that the bucket may be forgotten?"""
        return self._left + (self._clock() - self._at) * self._rate >= self._burst


class Buckets:
    """A bucket for every key, forgotten when it is full again."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._buckets: dict[str, Bucket] = {}

    def of(self, key: str) -> Bucket:
        """The bucket for this key."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst, self._clock)
        return bucket

    def take(self, key: str) -> bool:
        """Take one from the bucket for this key, if there is one."""
        return self.of(key).take()

    def sweep(self) -> None:
        """Forget those that are full."""
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.full}


class Limits:
    """All buckets of a server. `crowd` is how many times the usual may come from one address."""

    def __init__(self, crowd: float = 1.0) -> None:
        def of_address(rate: float, burst: int) -> Buckets:
            return Buckets(rate * crowd, int(burst * crowd))

        self.connections_an_address = int(CONNECTIONS_AN_ADDRESS * crowd)
        self._tables = Buckets(TABLES_A_MINUTE / 60, TABLES_AT_ONCE)
        self._address_tables = of_address(ADDRESS_TABLES_A_MINUTE / 60, ADDRESS_TABLES_AT_ONCE)
        self._joins = Buckets(JOINS_A_MINUTE / 60, JOINS_AT_ONCE)
        self._address_joins = of_address(ADDRESS_JOINS_A_MINUTE / 60, ADDRESS_JOINS_AT_ONCE)
        self._said = Buckets(SAID_A_MINUTE / 60, SAID_AT_ONCE)
        self._reports = Buckets(REPORTS_A_MINUTE / 60, REPORTS_AT_ONCE)
        self._hints = Buckets(HINTS_A_MINUTE / 60, HINTS_AT_ONCE)
        self._reviews = Buckets(REVIEWS_A_MINUTE / 60, REVIEWS_AT_ONCE)
        self._address_reviews = of_address(ADDRESS_REVIEWS_A_MINUTE / 60, ADDRESS_REVIEWS_AT_ONCE)
        self._names = Buckets(NAMES_A_MINUTE / 60, NAMES_AT_ONCE)
        self._sockets = of_address(SOCKETS_A_SECOND, SOCKETS_AT_ONCE)
        self._requests = of_address(REQUESTS_A_SECOND, REQUESTS_AT_ONCE)
        self._messages = of_address(ADDRESS_MESSAGES_A_SECOND, ADDRESS_MESSAGES_AT_ONCE)

    def may_open(self, player: str, address: str) -> bool:
        """Take one of the rooms that this player, from this address, may open."""
        return self._tables.take(player) and self._address_tables.take(address)

    def may_join(self, player: str, address: str) -> bool:
        """Try a code. What it says does not depend on whether the code is right."""
        return self._joins.take(player) and self._address_joins.take(address)

    def may_say(self, player: str) -> bool:
        return self._said.take(player)

    def may_report(self, player: str) -> bool:
        return self._reports.take(player)

    def may_ask_hint(self, player: str) -> bool:
        return self._hints.take(player)

    def may_review(self, player: str, address: str) -> bool:
        """Have a match reviewed that has not been yet."""
        return self._reviews.take(player) and self._address_reviews.take(address)

    def may_rename(self, player: str) -> bool:
        return self._names.take(player)

    def may_connect(self, address: str) -> bool:
        return self._sockets.take(address)

    def messages_of(self, address: str) -> Bucket:
        """What all connections of an address may say together."""
        return self._messages.of(address)

    def may_ask(self, address: str) -> bool:
        """A request over HTTP that costs something."""
        return self._requests.take(address)

    def may_look_up(self, address: str) -> bool:
        """Ask over HTTP what room a code is."""
        return self._address_joins.take(address)

    def sweep(self) -> None:
        """Forget who has asked for nothing in a while."""
        for buckets in vars(self).values():
            if isinstance(buckets, Buckets):
                buckets.sweep()


def too_deep(text: bytes | bytearray) -> bool:
    """Are brackets nested deeper than in any message of a page? Most messages have so few that nobody needs
    to look.
    """
    if text.count(b"[") + text.count(b"{") <= MESSAGE_DEPTH:
        return False
    depth = 0
    inside = escaped = False
    for byte in text:
        if inside:
            if escaped:
                escaped = False
            elif byte == 0x5C:
                escaped = True
            elif byte == 0x22:
                inside = False
        elif byte == 0x22:
            inside = True
        elif byte in b"[{":
            depth += 1
            if depth > MESSAGE_DEPTH:
                return True
        elif byte in b"]}":
            depth -= 1
    return False
