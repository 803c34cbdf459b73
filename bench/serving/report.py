"""The tables of a run."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.serving.measure import Crowd, Server
from bench.serving.picture import picture
from bench.tables import number, processor, put, table
from bench.targets import target_table

if TYPE_CHECKING:
    from bench.server import Result

BEGIN, END = "<!-- measured, server: begin -->", "<!-- measured, server: end -->"
YARDSTICK = "boardgame.io in memory"
STARVED = 0.85
"""A server under full load with less than this of its core had to share it with other programs."""


def figures(result: Result) -> dict[str, Any]:
    """Everything as plain data."""
    return {
        "machine": {"processor": processor(), "cores": os.cpu_count(), "python": platform.python_version()},
        "node": result.node,
        "flush_ms": round(result.flush_ms, 3),
        "date": date.today().isoformat(),
        "servers": {one.name: _figures(one) for one in result.servers},
        "targets": [target.figures for target in result.targets()],
    }


def _figures(server: Server) -> dict[str, Any]:
    return {
        "saturated": [asdict(burst) for burst in server.full],
        "steady": [asdict(burst) for burst in server.steady],
        "idle_table_kb": server.idle_table,
        "playing_table_kb": server.playing_table,
        "crowd": None if server.crowd is None else asdict(server.crowd),
    }


def markdown(result: Result) -> str:
    servers = result.servers
    where = f"{date.today().isoformat()}: {processor()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    node = f", Node.js {result.node.removeprefix('v')}" if result.node else ""
    lines = [
        f"{where}{node}. A flush to disk takes {result.flush_ms:.2f} ms here.",
        "",
        "### Targets of the server",
        "",
        *target_table(result.targets()),
        "",
        "### As fast as it goes, 64 rooms of four",
        "",
        *_saturated(servers),
        "",
        "### 1,000 moves a second in 250 rooms of four",
        "",
        *_steady(servers),
        "",
        "### Memory, and 2,000 idle tables with 8,000 sockets",
        "",
        *_memory(servers),
    ]
    return "\n".join([*lines, *_warnings(servers)])


def _saturated(servers: Sequence[Server]) -> list[str]:
    base = next((one.median("full", "rate") for one in servers if one.name == YARDSTICK), None)
    rows = []
    for one in sorted(servers, key=lambda one: -one.median("full", "rate")):
        rate = one.median("full", "rate")
        rows.append(
            [
                one.name,
                f"{rate:,.0f}",
                "" if base is None else f"{rate / base:.3g}",
                *_times(one, "full"),
                _number(_median(one, "full", "core_us")),
                number(one.median("full", "message_bytes")),
                _percent(_median(one, "full", "server")),
                f"{one.median('full', 'load'):.0%}",
                f"{one.spread:.0%}",
            ]
        )
    head = [
        "",
        "moves/s",
        f"ratio to {YARDSTICK}",
        "p50 ms",
        "p99 ms",
        "µs a move",
        "bytes a message",
        "server's core",
        "load's core",
    ]
    return table([*head, "spread"], rows)


def _steady(servers: Sequence[Server]) -> list[str]:
    rows = [
        [
            one.name,
            *_times(one, "steady"),
            number(one.median("steady", "worst")),
            _percent(_median(one, "steady", "server")),
        ]
        for one in sorted(servers, key=lambda one: one.median("steady", "p99"))
    ]
    return table(["", "p50 ms", "p99 ms", "worst ms", "server's core"], rows)


def _memory(servers: Sequence[Server]) -> list[str]:
    def of(crowd: Crowd | None, what: Callable[[Crowd], str]) -> str:
        return "not measured" if crowd is None else what(crowd)

    rows = [
        [
            one.name,
            _kilobytes(one.idle_table),
            _kilobytes(one.playing_table),
            of(one.crowd, lambda c: "" if c.megabytes is None else f"{c.megabytes:.0f}"),
            of(one.crowd, lambda c: "" if c.megabytes is None else f"{c.megabytes * 1024 / c.rooms:.0f}"),
            of(one.crowd, lambda c: _percent(c.idle_core)),
            of(one.crowd, lambda c: f"{number(c.p50)} / {number(c.p99)}"),
        ]
        for one in sorted(servers, key=lambda one: one.playing_table or 0)
    ]
    head = ["", "KB an idle table", "KB a playing table", "2,000 idle: MB", "KB each", "core while idle"]
    return table([*head, "p50 / p99 ms of 100 moves/s there"], rows)


def _times(server: Server, bursts: str) -> list[str]:
    return [number(server.median(bursts, "p50")), number(server.median(bursts, "p99"))]


def _median(server: Server, bursts: str, what: str) -> float | None:
    known = [getattr(burst, what) for burst in getattr(server, bursts)]
    return None if None in known else server.median(bursts, what)


def _number(value: float | None) -> str:
    return "" if value is None else number(value)


def _percent(share: float | None) -> str:
    return "" if share is None else f"{share:.0%}"


def _kilobytes(size: float | None) -> str:
    return "not measured" if size is None else f"{size:.0f}"


def _warnings(servers: Sequence[Server]) -> list[str]:
    """What makes these figures doubtful."""
    found = []
    for one in servers:
        share = _median(one, "full", "server")
        if share is not None and share < STARVED:
            found.append(
                f"{one.name} had only {share:.0%} of its core: other programs ran, or it waited for the disk."
            )
        if (load := one.median("full", "load")) > 0.9:
            found.append(f"The load itself took {load:.0%} of its core: {one.name} may be faster than this.")
    return ["", *found] if found else []


def save(result: Result, text: str, docs: Path) -> None:
    """Put the tables between the marks of docs/benchmarks.md, and the picture beside it."""
    put(docs / "benchmarks.md", text, BEGIN, END)
    (docs / "bench-server.svg").write_text(picture(result.servers))
