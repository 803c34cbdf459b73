"""Whoever sends bytes that are no messages, no frames, or no HTTP, harms nobody but himself."""

from __future__ import annotations

import json
import re
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from diwaniya.server.limits import MESSAGE_BYTES
from fuzz.honest import Honest
from fuzz.watched import watched
from raw_socket import BINARY, CLOSE, PING, PONG, TEXT, RawSocket
from serving import PATIENCE, Server

MEGABYTE = 1 << 20
CODES = {1000, 1001, 1002, 1003, *range(1007, 1015), *range(3000, 5000)}
"""With which one may close; a server also gives back what it was given."""


@pytest.fixture(scope="module", params=["picows", "asgi"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with watched(tmp_path_factory.mktemp("data"), "--transport", request.param) as running:
        yield running


@pytest.fixture(scope="module")
def honest(server: Server) -> Iterator[Honest]:
    players = Honest(server)
    yield players
    players.finish()


@dataclass(frozen=True, repr=False)
class Sent:
    """Something that goes over the wire: a frame with this header, or bytes as they are; some only in part."""

    payload: bytes
    opcode: int | None = TEXT
    fin: bool = True
    rsv: int = 0
    masked: bool = True
    cut: int | None = None

    def __repr__(self) -> str:
        content = f"{self.payload[:60]!r} ({len(self.payload)} bytes)"
        return f"{content} as {self.opcode}, fin {self.fin}, rsv {self.rsv}, masked {self.masked}, cut {self.cut}"

    def over(self, wire: RawSocket) -> None:
        if self.cut is not None:
            wire.wire.sendall(self.payload[: self.cut])
        elif self.opcode is None:
            wire.wire.sendall(self.payload)
        else:
            wire.send(self.payload, self.opcode, self.fin, self.rsv, self.masked)


PAYLOAD = {
    "hello": b'{"type":"hello","protocol":2}',
    "ping": b'{"type":"ping","ref":1}',
    "lobby": b'{"type":"lobby","on":true}',
    "no UTF-8": b'{"type":"sit","table":"\xff\xfe"}',
    "half a pair": b"\xed\xa0\x80",
    "twice": b'{"type":"ping","type":"hello","protocol":2,"ref":1,"ref":2}',
    "a long number": b'{"type":"ping","ref":' + b"9" * 400 + b"}",
    "minus nothing": b'{"type":"ping","ref":-0}',
    "a huge number": b'{"type":"ping","ref":1e400}',
    "too long": b'{"type":"sit","table":"' + b"x" * (MESSAGE_BYTES + 10) + b'"}',
    "deep": b"[" * 4000,
    "deep objects": b'{"a":' * 1500,
    "deep and long": b"[" * 50_000,
    "a megabyte": b" " * MEGABYTE,
    "zero": b"\x00",
    "nothing": b"",
    "a mark": "\ufeff{}".encode(),
}
"""What is sent in frames, by name: so that a failed example can be read."""
MESSAGES = st.sampled_from(sorted(PAYLOAD)).map(PAYLOAD.__getitem__)
PAYLOADS = st.one_of(MESSAGES, MESSAGES, st.binary(max_size=200), st.text(max_size=50).map(str.encode))
FRAMES = st.one_of(
    st.builds(Sent, PAYLOADS),
    st.builds(
        Sent,
        PAYLOADS,
        st.sampled_from([0, TEXT, TEXT, BINARY, 3, 7, CLOSE, PING, PONG, 11, 15]),
        st.booleans(),
        st.sampled_from([0, 0, 0, 1, 2, 4, 7]),
        st.sampled_from([True, True, True, False]),
    ),
    st.builds(lambda payload, cut: Sent(payload, cut=cut), st.binary(max_size=40), st.integers(1, 30)),
    st.builds(
        lambda size: Sent(b"\x81\xff" + struct.pack(">Q", size) + bytes(4) + b"{", None),
        st.integers(0, 2**64 - 1),
    ),
    st.builds(
        lambda code, why: Sent(struct.pack(">H", code) + why, CLOSE),
        st.integers(0, 65535),
        st.binary(max_size=130),
    ),
)
ENDINGS = st.sampled_from(["half", "close", "reset", "leave"])


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(hello=st.booleans(), frames=st.lists(FRAMES, max_size=6), ending=ENDINGS)
def test_any_frames(server: Server, honest: Honest, hello: bool, frames: list[Sent], ending: str):
    pour(server, hello, frames, ending)


@pytest.mark.soak
@settings(max_examples=20_000, deadline=None, suppress_health_check=list(HealthCheck), derandomize=False)
@given(hello=st.booleans(), frames=st.lists(FRAMES, max_size=12), ending=ENDINGS)
def test_any_frames_for_long(server: Server, honest: Honest, hello: bool, frames: list[Sent], ending: str):
    pour(server, hello, frames, ending)


def pour(server: Server, hello: bool, frames: list[Sent], ending: str) -> None:
    """Send all of it, and end the connection one way or another. Only proper frames come back."""
    with RawSocket(server.port) as wire:
        assert wire.status == 101
        if hello:
            wire.hello()
        with suppress(OSError):  # it may be closed before all was sent
            for frame in frames:
                frame.over(wire)
            if ending == "close":
                wire.send(struct.pack(">H", 1000), CLOSE)
            if ending == "reset":
                wire.wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            elif ending != "leave":
                wire.wire.shutdown(socket.SHUT_WR)
        if ending in ("half", "close"):
            while (heard := wire.frame()) is not None:
                check(*heard)
    assert server.get_json("/api/health")["ok"]


def check(opcode: int, content: bytes) -> None:
    if opcode == TEXT:
        assert json.loads(content)["type"] in ("welcome", "pong", "rooms", "done", "refused", "error")
    elif opcode == CLOSE:
        assert not content or int.from_bytes(content[:2], "big") in CODES
    else:
        assert opcode in (PING, PONG)


# what is no WebSocket

LINES = st.sampled_from(
    [
        b"GET / HTTP/1.1",
        b"GET /ws HTTP/1.1",
        b"POST /api/me HTTP/1.1",
        b"POST /api/me/claim HTTP/1.1",
        b"OPTIONS * HTTP/1.1",
        b"GET http://elsewhere.example/ HTTP/1.1",
        b"GET /" + b"a" * 200 + b" HTTP/1.1",
        b"GET /%00/..%2f..%2fetc/passwd HTTP/1.1",
        b"PRI * HTTP/2.0",
        b"GET / HTTP/9.9",
        b"GET",
    ]
)
HEADERS = st.sampled_from(
    [
        b"Host: a",
        b"Host: a\r\nHost: b",
        b"Upgrade: websocket\r\nConnection: Upgrade",
        b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: eA==\r\nSec-WebSocket-Version: 13",
        b"Sec-WebSocket-Version: 12",
        b"Content-Length: 2",
        b"Content-Length: -1",
        b"Content-Length: 99999999999999999999",
        b"Transfer-Encoding: chunked",
        b"Content-Type: application/json",
        b"Expect: 100-continue",
        b"Cookie: diwaniya=" + b"a." * 200,
        b"Cookie: diwaniya=\xff\xfe; ;;=",
        b"Origin: http://elsewhere.example",
        b"X-Forwarded-For: , ,\xff",
        b"If-None-Match: " + b"x" * 200,
        b"Range: bytes=9-1",
        b": nothing",
        b"A B: c",
        b"\xff\xfe: \x01",
    ]
)
BODIES = st.one_of(
    st.sampled_from([b"", b"{}", b'{"name":"\xff"}', b"5\r\n{}\r\n0\r\n\r\n", b"[" * 99]),
    st.binary(max_size=60),
)
REQUESTS = st.one_of(
    st.builds(
        lambda line, headers, body: b"\r\n".join([line, *headers, b"", body]),
        LINES,
        st.lists(HEADERS, max_size=6),
        BODIES,
    ),
    st.binary(max_size=300),
)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(requests=st.lists(REQUESTS, min_size=1, max_size=3), cut=st.integers(0, 400))
def test_any_requests(server: Server, honest: Honest, requests: list[bytes], cut: int):
    """Answered or not, but never with a mistake of ours."""
    data = b"".join(requests)
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as wire:
        answer = b""
        with suppress(ConnectionError):
            wire.sendall(data[:cut] if cut > 300 else data)
            wire.shutdown(socket.SHUT_WR)
            while chunk := wire.recv(65536):
                answer += chunk
    for line in re.findall(rb"HTTP/1\.[01] (\d{3})[^\r]*\r\n", answer):
        assert int(line) < 500, answer[:500]
    assert server.get_json("/api/health")["ok"]


def test_who_asks_much_at_once_and_goes(server: Server, honest: Honest):
    """The answers have nobody to go to: that is no mistake of ours, and nothing for the log."""
    for number in range(60):
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as wire:
            wire.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n" * 6)
            if number % 2:
                wire.shutdown(socket.SHUT_WR)
                wire.recv(1)
    assert server.get_json("/api/health")["ok"]


def test_half_open_connections_hold_nobody_up(server: Server, honest: Honest):
    """Requests that never end, sockets that never say anything, frames of which the rest never comes."""
    with ExitStack() as held:
        for beginning in (
            b"",
            b"GET",
            b"POST /api/me HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{",
        ) * 15:
            wire = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
            held.enter_context(wire)
            wire.sendall(beginning)
        for beginning in (b"", b"\x81", b"\x81\xfe", b"\x01\x81\x00\x00\x00\x00{") * 15:
            raw = held.enter_context(RawSocket(server.port))
            raw.wire.sendall(beginning)
        before, until = honest.moves, time.monotonic() + PATIENCE
        while honest.moves < before + 20:
            assert time.monotonic() < until, "the others cannot play"
            assert server.get_json("/api/health")["ok"]
