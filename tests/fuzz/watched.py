"""A server that is looked at closely while others try to break it."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from serving import PATIENCE, Server

MOST_GROWTH = 128 << 20
"""Bytes that all the rooms and pages of a test may take at the most."""
NUISANCE = re.compile(
    r"[0-9-]+ [0-9:,]+ WARNING refused: [a-z_ ]+ \d+[a-z_ ,0-9]* \(\d+ of them from 127\.0\.0\.1\)"
)
"""What the log may say about people like us: what was refused, how often, and where it came from."""


@contextmanager
def watched(folder: Path, *options: str) -> Iterator[Server]:
    """A server for crowds. At the end it still serves, has not grown, holds no connection, and complains of nothing."""
    env = {"DIWANIYA_CROWD": "10000", "DIWANIYA_HELLO": "600", "DIWANIYA_SILENCE": "600"}
    with Server(folder, "--idle", "2", *options, env=env) as server:
        before = memory(server)
        yield server
        until = time.monotonic() + PATIENCE
        while server.get_json("/api/health")["connections"]:
            assert time.monotonic() < until, "connections are left that nobody holds"
            time.sleep(0.02)
        assert memory(server) - before < MOST_GROWTH
        server.stop()
        assert server.process.returncode == 0
        assert not complaints(server), server.errors


def memory(server: Server) -> int:
    """Bytes that the server has in memory."""
    return int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]) * 4096


def complaints(server: Server) -> list[str]:
    """What a stopped server has told its log, but for nuisances."""
    return [line for line in server.errors.splitlines() if not NUISANCE.fullmatch(line)]
