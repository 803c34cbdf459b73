"""uvicorn's HTTP, for a world where not everybody is kind.

uvicorn waits for ever for the rest of a request, takes headers of any length, and lets one address open as
many connections as there are. So the class that reads requests counts and looks at the time as well. There is
no timer for each connection: one pass over all of them every few seconds is enough.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterable
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from diwaniya.server.nuisances import Nuisances
from diwaniya.server.proxies import family_of

HEAD_BYTES = 8 * 1024
"""Request line and headers together."""
BODY_BYTES = 8 * 1024
"""No request has a larger body."""
ANSWER_SECONDS = 60.0
"""For taking the answer."""
TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Guard:
    """What all connections of a server have in common: how many there are from where, and how long is too
    long.

    `patience` is for a request: from its first byte, or from the connection, to its last.
    """

    def __init__(self, most_an_address: int, patience: float, nuisances: Nuisances) -> None:
        self._most, self.patience, self.nuisances = most_an_address, patience, nuisances
        self._counts: Counter[str] = Counter()

    def come(self, family: str) -> bool:
        """One more from there; is that all right?"""
        self._counts[family] += 1
        return self._counts[family] <= self._most

    def go(self, family: str) -> None:
        self._counts[family] -= 1
        if self._counts[family] <= 0:
            del self._counts[family]

    def look(self, connections: Iterable[Any]) -> None:
        """Drop those that take too long."""
        now = time.monotonic()
        for connection in list(connections):
            deadline = getattr(connection, "deadline", None)
            if deadline is not None and deadline < now:
                self.nuisances.note("too slow", connection.family)
                connection.transport.abort()


def protocol_class(guard: Guard) -> type[asyncio.Protocol]:
    """The class for uvicorn's `http=`."""

    class GuardedHttp(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
        """Reads requests: httptools' parser where there is one, h11 elsewhere."""

        deadline: float | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            peer = transport.get_extra_info("peername")
            self.family = family_of(peer[0]) if isinstance(peer, tuple) else ""
            self._read = 0
            self._answering: list[Any] = []
            self.deadline = time.monotonic() + guard.patience
            if not guard.come(self.family):
                guard.nuisances.note("too many connections", self.family)
                transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            guard.go(self.family)
            for cycle in self._answering:  # uvicorn tells only the last of several requests on one connection
                if not cycle.response_complete:
                    cycle.disconnected = True
                    cycle.message_event.set()
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            cycle = self.cycle
            if cycle is None or cycle.response_complete:  # a request begins, or goes on
                if self._read == 0:
                    self.deadline = time.monotonic() + guard.patience
                end = data.find(b"\r\n\r\n")
                self._read += len(data) if end < 0 else end
                if self._read > HEAD_BYTES:
                    guard.nuisances.note("too long a request", self.family)
                    self.transport.write(TOO_LONG)
                    self.transport.close()
                    return
            super().data_received(data)
            now = self.cycle
            if now is not None and now is not cycle:
                self._read = 0
            if now is not None and now not in self._answering:
                self._answering.append(now)  # where h11 reads
            if now is not None and not now.response_complete and not now.more_body:
                self.deadline = time.monotonic() + ANSWER_SECONDS

        def on_headers_complete(self) -> None:
            """httptools calls it for each of several requests that came at once."""
            super().on_headers_complete()
            if self.cycle is not None and self.cycle not in self._answering:
                self._answering.append(self.cycle)

        def on_response_complete(self) -> None:
            self._answering = [one for one in self._answering if not one.response_complete]
            super().on_response_complete()
            # From here on uvicorn's own timer runs, until the next request begins.
            self.deadline = time.monotonic() + ANSWER_SECONDS

        def handle_websocket_upgrade(self, *event: Any) -> None:
            guard.go(self.family)  # sockets are counted where they are let in
            super().handle_websocket_upgrade(*event)

    return GuardedHttp
