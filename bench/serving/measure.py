"""What is measured of a table server, and in which order: all take turns, each time as a fresh process."""

from __future__ import annotations

import resource
import statistics
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from bench.contender import progress
from bench.serving.host import Host
from bench.serving.load import SEATS, Dialect, Found, Load

SATURATED_ROOMS = 64
STEADY_ROOMS, STEADY_RATE = 250, 1000.0
CROWD_ROOMS, CROWD_PLAYING, CROWD_RATE = 2000, 50, 100.0
FIRST_ROOMS = 8
"""Tables opened and played at before memory is looked at: what every server needs once should not count."""
WARM_UP = 2.0
"""Seconds of load before anything is counted."""
SPARE_FILES = 300


@dataclass
class Burst:
    """A run under load: moves a second, milliseconds from the move to the last of the four, shares of the two cores."""

    rate: float
    p50: float
    p99: float
    worst: float
    server: float | None
    load: float
    message_bytes: float

    @property
    def core_us(self) -> float | None:
        """Microseconds of the server's core for each move: what other programs do disturbs it less than the rate."""
        return None if self.server is None else self.server / self.rate * 1e6

    @classmethod
    def of(cls, found: Found, server: float | None) -> Burst:
        return cls(
            found.rate,
            found.percentile(0.5) * 1e3,
            found.percentile(0.99) * 1e3,
            max(found.times) * 1e3,
            server,
            found.busy,
            found.bytes / max(1, found.messages),
        )


@dataclass
class Crowd:
    """Many tables where nobody moves, and a few where somebody does."""

    rooms: int
    megabytes: float | None
    """All that they take, together."""
    idle_core: float | None
    """How much of its core the server needs while nobody moves."""
    p50: float
    p99: float
    """Milliseconds of moves at the few."""


@dataclass
class Server:
    """A contender."""

    name: str
    group: str
    host: Callable[[], AbstractContextManager[Host]]
    dialect: Callable[[], Dialect]
    full: list[Burst] = field(default_factory=list)
    steady: list[Burst] = field(default_factory=list)
    idle: list[float] = field(default_factory=list)
    playing: list[float] = field(default_factory=list)
    """Kilobytes a table."""
    crowd: Crowd | None = None

    def median(self, bursts: str, what: str) -> float:
        """Of all rounds: `median("full", "p99")`."""
        found: list[float] = [getattr(burst, what) for burst in getattr(self, bursts)]
        return statistics.median(found)

    @property
    def spread(self) -> float:
        """How far apart the rates of the rounds were, as a share of their median."""
        rates = [burst.rate for burst in self.full]
        return (max(rates) - min(rates)) / statistics.median(rates)

    @property
    def playing_table(self) -> float | None:
        return statistics.median(self.playing) if self.playing else None

    @property
    def idle_table(self) -> float | None:
        return statistics.median(self.idle) if self.idle else None


def compete(servers: Sequence[Server], rounds: int, seconds: float) -> None:
    """Every server in turn, `rounds` times; the crowd of idle tables once, at the end."""
    warm_up = min(WARM_UP, seconds)
    for number in range(1, rounds + 1):
        for server in servers:
            progress(f"round {number} of {rounds}: {server.name}, {SATURATED_ROOMS} rooms as fast as it goes")
            saturate(server, seconds, warm_up)
            progress(f"round {number} of {rounds}: {server.name}, {STEADY_RATE:g} moves/s")
            keep_steady(server, seconds, warm_up)
    if may_open(CROWD_ROOMS * SEATS):
        for server in servers:
            progress(f"{server.name}: {CROWD_ROOMS} idle tables")
            server.crowd = crowd(server, seconds, warm_up)
    progress("")


def saturate(server: Server, seconds: float, warm_up: float) -> None:
    with server.host() as host:
        load = Load(server.dialect(), host.port)
        load.open(SATURATED_ROOMS)
        load.saturate(warm_up)
        server.full.append(burst(load.saturate, seconds, host))
        load.check()
        load.close()


def keep_steady(server: Server, seconds: float, warm_up: float) -> None:
    with server.host() as host:
        load = Load(server.dialect(), host.port)
        load.open(FIRST_ROOMS)
        load.saturate(warm_up)
        before = host.memory()
        load.open(STEADY_ROOMS)
        load.idle(0.5)
        idle = host.memory()
        rooms = load.rooms[FIRST_ROOMS:]
        load.steady(STEADY_RATE, warm_up, rooms)
        server.steady.append(burst(lambda s: load.steady(STEADY_RATE, s, rooms), seconds, host))
        load.check()
        playing = host.memory()
        if before is not None and idle is not None and playing is not None:
            server.idle.append((idle - before) / STEADY_ROOMS)
            server.playing.append((playing - before) / STEADY_ROOMS)
        load.close()


def crowd(server: Server, seconds: float, warm_up: float) -> Crowd:
    with server.host() as host:
        load = Load(server.dialect(), host.port)
        load.open(FIRST_ROOMS)
        load.saturate(warm_up)
        before = host.memory()
        load.open(CROWD_ROOMS)
        load.idle(1)
        began = host.cpu()
        load.idle(seconds)
        idle, memory = _share(began, host, seconds), host.memory()
        few = load.rooms[-CROWD_PLAYING:]
        load.steady(CROWD_RATE, warm_up, few)
        found = Burst.of(load.steady(CROWD_RATE, seconds, few), None)
        load.check()
        load.close()
    megabytes = None if memory is None or before is None else (memory - before) / 1024
    return Crowd(CROWD_ROOMS, megabytes, idle, found.p50, found.p99)


def burst(run: Callable[[float], Found], seconds: float, host: Host) -> Burst:
    """Run the load, and see how much of its core the server needs for it."""
    began = host.cpu()
    found = run(seconds)
    return Burst.of(found, _share(began, host, found.seconds))


def _share(began: float | None, host: Host, seconds: float) -> float | None:
    now = host.cpu()
    return None if began is None or now is None else (now - began) / seconds


def may_open(connections: int) -> bool:
    """May so many connections be open at once, here and in a server started from here?"""
    wanted = connections + SPARE_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < wanted:
        return False
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return True
