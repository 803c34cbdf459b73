"""What a connection needs of the network, whichever library carries it.

Below this are two carriers: `picows_transport` (the default) and `asgi_transport` (whatever uvicorn brings).
Above it, `connection` knows neither of them. Nothing here waits: what a page does not take at once stays in
the carrier's buffer, and the carrier says when that has become too much (`Receiver.slow`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol
from urllib.parse import urlsplit

ROOM = 14
"""Free bytes in front of the text of a frame: a carrier writes its header there instead of copying the
text.
"""

SLOW_BYTES, FAST_BYTES = 64 * 1024, 16 * 1024
"""With more than the first waiting to be sent a page is slow; with less than the second it is so no
longer.
"""
MOST_BYTES = 512 * 1024
"""With more than this waiting it is let go."""
CLOSING_SECONDS = 2.0
"""How long the other side may take to answer that it closes, too."""

POLICY, INTERNAL, RESTART, TOO_BUSY = 1008, 1011, 1012, 1013
GONE_SILENT = 1001


@dataclass(frozen=True, slots=True)
class Handshake:
    """How a page asks for a socket."""

    path: str
    host: str | None
    origin: str | None
    cookie: str | None
    secure: bool
    address: str
    """Where it comes from: a network address without the port."""


class Transport(Protocol):
    """One socket. Nothing here raises when the other side has gone."""

    @property
    def address(self) -> str:
        """Where the page comes from."""

    @property
    def buffered(self) -> int:
        """Bytes that have not been given to the operating system yet."""

    def send(self, frame: bytearray) -> None:
        """Send a text frame, at the end of this turn of the event loop. Its text begins at `ROOM`; what is before
        that may be overwritten, the rest is not changed, and must not be by anybody else.
        """

    def send_joined(self, head: bytearray, tail: bytes) -> None:
        """The same with a frame in two parts, of which the first, where the text begins, is common to several."""

    def send_now(self, frame: bytearray) -> None:
        """The same at once, so that the frame may be wiped."""

    @property
    def calm(self) -> bool:
        """Would a short frame leave at once, so that no copy of it is kept anywhere in this process?"""

    def ping(self) -> None:
        """Ask the other side for a sign of life; it is told to `Receiver.pong`."""

    def pause(self) -> None:
        """Read nothing more until `resume`."""

    def resume(self) -> None:
        """Read again."""

    def close(self, code: int, reason: str = "") -> None:
        """Say goodbye; what was sent before still arrives. The receiver hears nothing more but `gone`."""

    def abort(self) -> None:
        """Drop it at once."""


class Receiver(Protocol):
    """Who hears what a page says."""

    def hear(self, text: bytes) -> bool:
        """A text message, not longer than allowed. True: nothing of it may stay in any buffer."""

    def pong(self) -> None:
        """A sign of life."""

    def slow(self) -> None:
        """More than `SLOW_BYTES` wait to be sent."""

    def drained(self) -> None:
        """Less than `FAST_BYTES` wait."""

    def gone(self) -> None:
        """The socket is closed."""


@dataclass(frozen=True, slots=True)
class Admission:
    """What a handshake is answered with: with status 101 `connect` makes the receiver, otherwise `text` says
    why not.
    """

    status: int
    text: str = ""
    headers: list[tuple[str, str]] = field(default_factory=list)
    connect: Callable[[Transport], Receiver] | None = None


class Door(Protocol):
    """Who decides who may come in."""

    def admit(self, handshake: Handshake) -> Admission: ...


def same_origin(origin: str | None, host: str | None, allowed: frozenset[str]) -> bool:
    """May a page from `origin` talk to us? Programs send no origin; browsers always do."""
    if origin is None:
        return True
    return origin in allowed or (bool(host) and urlsplit(origin).netloc == host)
