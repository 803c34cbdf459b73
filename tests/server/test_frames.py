"""The sockets below the messages: frames as browsers send them, and frames as nobody should."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import Any

import pytest

from diwaniya.server.limits import MESSAGE_BYTES
from raw_socket import BINARY, CLOSE, PING, PONG, TEXT, RawSocket
from serving import Server

HELLO = b'{"type":"hello","protocol":2}'


@pytest.fixture(scope="module", params=["picows", "asgi"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    # Here nobody is let go because the machine is slow.
    patient = {"DIWANIYA_HELLO": "600", "DIWANIYA_SILENCE": "600"}
    with Server(tmp_path_factory.mktemp("data"), "--transport", request.param, env=patient) as running:
        yield running


@pytest.fixture
def wire(server: Server) -> Iterator[RawSocket]:
    with RawSocket(server.port) as opened:
        assert opened.status == 101
        yield opened


# the handshake


def test_as_firefox_asks(server: Server):
    with RawSocket(server.port, "Connection: keep-alive, Upgrade", "Cache-Control: no-cache") as wire:
        assert wire.status == 101
        wire.hello()


@pytest.mark.parametrize(
    ("headers", "path", "key", "status"),
    [
        (("Origin: http://evil.example",), "/ws", True, 403),
        (("Origin: null",), "/ws", True, 403),
        ((), "/elsewhere", True, 404),
        ((), "/ws/more", True, 404),
        ((), "/ws", False, 400),
        (("Cookie: " + "x" * 20_000,), "/ws", True, 431),
    ],
)
def test_who_is_not_let_in(server: Server, headers: tuple[str, ...], path: str, key: bool, status: int):
    with RawSocket(server.port, *headers, path=path, key=key) as wire:
        assert wire.status == status
        assert "set-cookie" not in wire.head.lower()
    assert server.get_json("/api/health")["ok"]


def test_two_origins_are_none(server: Server):
    mine = f"Origin: http://127.0.0.1:{server.port}"
    with RawSocket(server.port, "Origin: http://evil.example", mine) as wire:
        assert wire.status in (400, 403)


def test_a_new_guest_gets_his_cookie_with_the_socket(server: Server):
    with RawSocket(server.port) as wire:
        cookie = next(line for line in wire.head.split("\r\n") if line.lower().startswith("set-cookie:"))
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
    kept = cookie.partition(": ")[2].partition(";")[0]
    with RawSocket(server.port, f"Cookie: a=b; {kept}") as wire:
        assert "set-cookie" not in wire.head.lower()


def test_behind_a_proxy_that_speaks_tls(server: Server):
    with RawSocket(server.port, "X-Forwarded-Proto: https", "X-Forwarded-For: 203.0.113.9") as wire:
        assert "; Secure" in wire.head


# frames that are all right


def test_a_message_in_pieces(wire: RawSocket):
    wire.send(HELLO[:5], fin=False)
    wire.send(b"", PING)
    wire.send(HELLO[5:9], opcode=0, fin=False)
    wire.send(b"hi", PING)
    wire.send(HELLO[9:], opcode=0)
    frames = [wire.frame() for _ in range(3)]
    assert (PONG, b"") in frames
    assert (PONG, b"hi") in frames
    assert [json.loads(frame[1])["type"] for frame in frames if frame and frame[0] == TEXT] == ["welcome"]


def test_many_messages_at_once(wire: RawSocket):
    """In one packet, and in packets of a byte each."""
    wire.hello()
    ping = b'{"type":"ping","ref":1}'
    frame = bytes((0x81, 0x80 | len(ping))) + bytes(4) + ping
    wire.wire.sendall(frame * 50)
    for _ in range(50):
        assert wire.text() == '{"type":"pong","ref":1}'
    for byte in frame * 3:
        wire.wire.sendall(bytes((byte,)))
    for _ in range(3):
        assert wire.text() == '{"type":"pong","ref":1}'


def test_signs_of_life_that_nobody_asked_for(wire: RawSocket):
    wire.hello()
    for _ in range(10):
        wire.send(b"x" * 125, PONG)
    wire.send(b'{"type":"ping"}')
    assert json.loads(wire.text())["type"] == "pong"


@pytest.mark.parametrize("payload", [b"", (1000).to_bytes(2, "big"), (4000).to_bytes(2, "big") + b"bye"])
def test_a_page_that_says_goodbye(server: Server, wire: RawSocket, payload: bytes):
    wire.hello()
    wire.send(payload, CLOSE)
    assert wire.ending() is not None or payload == b""
    assert wire.frame() is None
    assert server.get_json("/api/health")["ok"]


def test_the_largest_message(wire: RawSocket):
    wire.hello()
    message = b'{"type":"open","game":"%b"}' % (b"x" * (MESSAGE_BYTES - 40))
    wire.send(message.ljust(MESSAGE_BYTES))
    assert json.loads(wire.text())["code"] == "bad_game"


# frames that are not


@pytest.mark.parametrize(
    ("frame", "codes"),
    [
        ({"payload": HELLO, "masked": False}, {1002}),
        ({"payload": HELLO, "rsv": 4}, {1002}),
        ({"payload": HELLO, "rsv": 1}, {1002}),
        ({"payload": HELLO, "opcode": 0}, {1002}),
        ({"payload": HELLO, "opcode": 3}, {1002}),
        ({"payload": HELLO, "opcode": 11}, {1002}),
        ({"payload": HELLO, "opcode": BINARY}, {1003}),
        ({"payload": b"x" * 126, "opcode": PING}, {1002}),
        ({"payload": b"x", "opcode": PING, "fin": False}, {1002}),
        ({"payload": b"x", "opcode": CLOSE}, {1002, 1007}),
        ({"payload": (7).to_bytes(2, "big"), "opcode": CLOSE}, {1002}),
        ({"payload": b'{"type":"ping","x":"\xff\xfe"}'}, {1007}),
        ({"payload": b"\xff\xfe\xfd"}, {1007}),
        ({"payload": b" " * (MESSAGE_BYTES + 1)}, {1009}),
        ({"payload": b" " * (1 << 20)}, {1009}),
    ],
)
def test_wrong_frames(server: Server, wire: RawSocket, frame: dict[str, Any], codes: set[int]):
    try:
        wire.send(**frame)
        ending = wire.ending()
    except (BrokenPipeError, ConnectionResetError):
        ending = None  # it closed before it had all of the megabyte
    assert ending in codes or (ending is None and len(frame["payload"]) > 1 << 17)
    assert server.get_json("/api/health")["ok"]


def test_a_text_within_a_text(wire: RawSocket):
    wire.send(b"{", fin=False)
    wire.send(HELLO)
    assert wire.ending() == 1002


def test_pieces_without_end(server: Server, wire: RawSocket):
    try:
        wire.send(b" ", fin=False)
        for _ in range(10_000):
            wire.send(b" " * 1000, opcode=0, fin=False)
        ending = wire.ending()
    except (BrokenPipeError, ConnectionResetError):
        ending = 1009
    assert ending in (1009, None)
    assert server.get_json("/api/health")["ok"]


@pytest.mark.parametrize(
    "rubbish",
    [b"\r\n\r\n", bytes(range(256)), b"\x81", b"\x81\xff" + b"\xff" * 20, b"GET / HTTP/1.1\r\n\r\n"],
)
def test_rubbish_on_the_wire(server: Server, wire: RawSocket, rubbish: bytes):
    with contextlib.suppress(OSError):  # it may have been closed in between
        wire.wire.sendall(rubbish)
        wire.wire.shutdown(1)
    wire.ending()
    assert server.get_json("/api/health")["ok"]
    assert server.process.poll() is None
