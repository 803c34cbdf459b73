"""A WebSocket client by hand: the load must cost as little as it can, so there is no library in between."""

from __future__ import annotations

import ctypes
import os
import select
import selectors
import socket
import time
from collections.abc import Iterator

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
PATIENCE = 20.0
"""Seconds that a server may take for one step of a greeting."""


class Broken(Exception):
    """A server did something that the load cannot go on with: it closed, refused or fell silent."""


def frame(payload: bytes, opcode: int = TEXT) -> bytes:
    """One frame from a client. The mask that clients must use is zero, so that the bytes stay as they are."""
    size = len(payload)
    head = (
        bytes((0x80 | opcode, 0x80 | size))
        if size < 126
        else bytes((0x80 | opcode, 0xFE, size >> 8, size & 255))
    )
    return head + b"\0\0\0\0" + payload


class Wire:
    """One connection. Before the load begins it is read by blocking calls, then by the load's loop."""

    def __init__(self, port: int, path: str, headers: tuple[str, ...] = ()) -> None:
        self.sock = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.fd = self.sock.fileno()
        self.rest = b""
        self.headers = self._shake_hands(port, path, headers)

    def _shake_hands(self, port: int, path: str, headers: tuple[str, ...]) -> dict[str, str]:
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            *headers,
        ]
        self.sock.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.rest:
            self._more()
        head, _, self.rest = self.rest.partition(b"\r\n\r\n")
        first, *fields = head.decode("latin-1").split("\r\n")
        if " 101 " not in f"{first} ":
            raise Broken(f"no WebSocket at {path}: {first}")
        return {
            name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in fields)
        }

    def _more(self) -> None:
        try:
            data = self.sock.recv(65536)
        except TimeoutError:
            raise Broken(f"nothing came for {PATIENCE:g} seconds") from None
        if not data:
            raise Broken("the server closed the connection")
        self.rest += data

    def send(self, payload: bytes, opcode: int = TEXT) -> None:
        self.sock.sendall(frame(payload, opcode))

    def next(self) -> bytes:
        """The next message, waited for."""
        while True:
            for opcode, payload in self.frames():
                if opcode in (TEXT, BINARY):
                    return payload
                self.control(opcode, payload)
            self._more()

    def until(self, *beginnings: bytes) -> bytes:
        """The next message that begins like one of these; others are dropped."""
        while not (message := self.next()).startswith(beginnings):
            pass
        return message

    def frames(self) -> Iterator[tuple[int, bytes]]:
        """The frames that have come in whole."""
        while (found := split(self.rest)) is not None:
            opcode, payload, self.rest = found
            yield opcode, payload

    def control(self, opcode: int, payload: bytes) -> None:
        """Answer a ping; a close is the end."""
        if opcode == PING:
            self.send(payload, PONG)
        elif opcode == CLOSE:
            raise Broken(
                f"the server closed: {int.from_bytes(payload[:2])} {payload[2:].decode(errors='replace')}"
            )

    def close(self) -> None:
        self.sock.close()


def split(data: bytes) -> tuple[int, bytes, bytes] | None:
    """The first frame of `data` and what follows it; `None` if it has not come in whole."""
    if len(data) < 2:
        return None
    size, at = data[1], 2
    if size == 126:
        size, at = int.from_bytes(data[2:4]), 4
    elif size == 127:
        size, at = int.from_bytes(data[2:10]), 10
    end = at + size
    return (data[0] & 15, data[at:end], data[end:]) if len(data) >= max(at, end) else None


class Poller:
    """Which connections have something to read: epoll itself where there is one, the standard selector elsewhere."""

    def __init__(self) -> None:
        self._epoll = select.epoll() if hasattr(select, "epoll") else None
        self._selector = None if self._epoll is not None else selectors.DefaultSelector()
        self._alarm = Alarm() if self._epoll is not None else None
        if self._alarm is not None:
            self.add(self._alarm.fd)

    def add(self, fd: int) -> None:
        if self._epoll is not None:
            self._epoll.register(fd, select.EPOLLIN)
        elif self._selector is not None:
            self._selector.register(fd, selectors.EVENT_READ)

    def poll(self, seconds: float) -> list[tuple[int, int]]:
        if self._epoll is not None:
            assert self._alarm is not None
            if seconds > 0:
                self._alarm.set(seconds)
            found = self._epoll.poll(0 if seconds <= 0 else None)
            return [one for one in found if one[0] != self._alarm.fd]
        assert self._selector is not None
        return [(key.fd, mask) for key, mask in self._selector.select(seconds)]

    def close(self) -> None:
        for one in (self._epoll, self._selector, self._alarm):
            if one is not None:
                one.close()


class Alarm:
    """Wakes at the microsecond. `epoll` counts milliseconds only, and to look all the time would heat both cores."""

    def __init__(self) -> None:
        self._libc = ctypes.CDLL(None)
        self.fd: int = self._libc.timerfd_create(time.CLOCK_MONOTONIC, os.O_NONBLOCK | os.O_CLOEXEC)

    def set(self, seconds: float) -> None:
        """Ring once, then; what has been set before, or has rung, is forgotten."""
        whole, part = divmod(max(1, int(seconds * 1e9)), 1_000_000_000)
        self._libc.timerfd_settime(self.fd, 0, (ctypes.c_long * 4)(0, 0, whole, part), None)

    def close(self) -> None:
        os.close(self.fd)
