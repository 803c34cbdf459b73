"""Floods and half-dead connections: dropped, at no cost to others."""

from __future__ import annotations

import contextlib
import json
import random
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from diwaniya.server.limits import JOINS_A_MINUTE, JOINS_AT_ONCE
from raw_socket import CLOSE, PING, PONG, TEXT, RawSocket
from serving import PATIENCE, Client, Server

QUICK = {"DIWANIYA_HELLO": "1", "DIWANIYA_SILENCE": "1"}


@pytest.fixture(scope="module", params=["picows", "asgi"])
def hasty(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that loses its patience soon."""
    with Server(tmp_path_factory.mktemp("data"), "--transport", request.param, env=QUICK) as running:
        yield running


def closed(wire: socket.socket) -> bool:
    """Does the server close this connection before our patience ends?"""
    wire.settimeout(PATIENCE)
    try:
        while wire.recv(65536):
            pass
    except ConnectionResetError:
        pass
    except TimeoutError:
        return False
    return True


def until(what: Callable[[], Any]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def memory(server: Server) -> int:
    """Bytes that the server has in memory."""
    return int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]) * 4096


@contextlib.contextmanager
def greeted(server: Server) -> Iterator[RawSocket]:
    """A page that has said hello. It comes again where the machine stood still for longer than a hasty server waits."""
    for _ in range(20):
        wire = RawSocket(server.port)
        try:
            wire.hello()
        except (AssertionError, OSError):
            wire.wire.close()
        else:
            break
    with wire:
        yield wire


def test_who_never_says_hello_is_let_go(hasty: Server):
    with RawSocket(hasty.port) as wire:
        assert wire.status == 101
        assert wire.ending() == 1008


def test_signs_of_life_do_not_stand_for_hello(hasty: Server):
    with RawSocket(hasty.port) as wire:
        stop = threading.Event()

        def chatter() -> None:
            try:
                while not stop.wait(0.1):
                    wire.send(b"", PONG)
            except OSError:
                pass

        thread = threading.Thread(target=chatter)
        thread.start()
        assert wire.ending() == 1008
        stop.set()
        thread.join()


def test_a_page_that_has_fallen_silent_is_asked_and_let_go(hasty: Server):
    """As after the power of a phone is gone: the connection stands, nobody is there."""
    with greeted(hasty) as wire:
        assert any(frame[0] == PING for frame in iter(wire.frame, None) if frame)
        assert closed(wire.wire)
    until(lambda: hasty.get_json("/api/health")["connections"] == 0)


@pytest.mark.parametrize("transport", ["picows", "asgi"])
def test_a_page_that_answers_stays(tmp_path: Path, transport: str):
    asked = {"DIWANIYA_SILENCE": "2"}
    with Server(tmp_path, "--transport", transport, env=asked) as server, RawSocket(server.port) as wire:
        wire.hello()
        for _ in range(3):
            frame = wire.frame()
            assert frame is not None
            assert frame[0] == PING
            wire.send(frame[1], PONG)
        wire.send(b'{"type":"ping","ref":9}')
        assert json.loads(wire.text())["ref"] == 9


@pytest.mark.parametrize(
    "beginning",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-A: b",
        b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{",
    ],
)
def test_slow_loris(hasty: Server, beginning: bytes):
    """A request that never ends: a byte now and then does not keep it open."""
    with socket.create_connection(("127.0.0.1", hasty.port)) as wire:
        wire.sendall(beginning)
        stop = threading.Event()

        def drip() -> None:
            try:
                while not stop.wait(0.5):
                    if beginning:
                        wire.sendall(b"a")
            except OSError:
                pass

        thread = threading.Thread(target=drip)
        thread.start()
        assert closed(wire)
        stop.set()
        thread.join()


def test_endless_headers(hasty: Server):
    with socket.create_connection(("127.0.0.1", hasty.port)) as wire:
        wire.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        sent = 0
        with contextlib.suppress(OSError):
            while sent < 100_000_000:
                wire.sendall(b"X-%d: %s\r\n" % (sent, b"y" * 1000))
                sent += 1000
        assert sent < 50_000_000


@pytest.mark.parametrize("transport", ["picows", "asgi"])
def test_a_slow_page_costs_no_memory_and_is_let_go(tmp_path: Path, transport: str):
    """It asks and asks and takes no answer. Others play on meanwhile."""
    with (
        Server(tmp_path, "--transport", transport, env={"DIWANIYA_SILENCE": "5"}) as server,
        Client(server) as page,
        RawSocket(server.port) as slow,
    ):
        before = memory(server)
        table = page.open("kout4", level="easy")
        slow.wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.hello()
        watch = json.dumps({"type": "watch", "table": table}).encode()
        slow.wire.settimeout(2)
        try:
            for _ in range(100_000):
                slow.send(watch)
                time.sleep(0.011)
                if memory(server) - before > 50 << 20:
                    break
        except OSError:
            pass  # the server reads no more from it, or has let it go
        assert memory(server) - before < 50 << 20
        assert page.ask({"type": "ping", "ref": 5}, "pong")["ref"] == 5
        slow.wire.settimeout(PATIENCE)
        assert closed(slow.wire)


def test_a_slow_page_misses_what_is_old_and_sees_what_is_new(tmp_path: Path):
    """What it could not be sent it gets as one whole table when it has caught up."""
    rng = random.Random(1)
    patient = {"DIWANIYA_SILENCE": "600"}
    with Server(tmp_path, env=patient) as server, Client(server) as page, RawSocket(server.port) as slow:
        slow.wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.hello()
        table = page.open("basra", level="easy", options={"target": 100_000})
        slow.send(json.dumps({"type": "watch", "table": table}).encode())
        for _ in range(20):
            page.step(table, rng)
        changes = 150
        for number in range(changes):
            page.request("change", table=table, settings={"clock": (15, 30)[number % 2]})
        page.request(
            "play", table=table, token=page.my_turn(table)["view"]["legal"][0], seq=page.tables[table]["seq"]
        )
        last = page.my_turn(table)["seq"]
        slow.wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        seen: list[tuple[str, int]] = []
        while not seen or seen[-1][1] < last:
            message = json.loads(slow.text())
            if message["type"] == "step":
                assert message["after"] == seen[-1][1], "a step that does not follow what it was shown"
            if message["type"] in ("table", "step"):
                seen.append((message["type"], message["seq"]))
        seqs = [seq for _, seq in seen]
        assert seqs == sorted(seqs)
        assert sum(kind == "table" for kind, _ in seen) < changes, "it was too fast to miss anything"


def test_a_flood_of_connections(tmp_path: Path):
    """More than an address may have are turned away; those who are in play on, and others get in later."""
    patient = {"DIWANIYA_HELLO": "600", "DIWANIYA_SILENCE": "600"}
    with Server(tmp_path, env=patient) as server, Client(server) as page:
        table = page.open("kout4", level="easy")
        flood = []
        refused = 0
        for _ in range(700):
            try:
                wire = RawSocket(server.port)
            except OSError:
                refused += 1
                continue
            if wire.status != 101:
                refused += 1
            flood.append(wire)
        assert refused > 100
        assert page.my_turn(table)["view"]
        assert page.ask({"type": "ping", "ref": 5}, "pong")["ref"] == 5
        for wire in flood:
            wire.wire.close()
        until(lambda: server.get_json("/api/health")["connections"] == 1)

        def gets_in() -> bool:
            with RawSocket(server.port) as wire:
                return wire.status == 101

        until(gets_in)


def ask_at_once(server: Server, times: int) -> list[int]:
    """So many requests in one go, so that even a slow machine asks quickly; the statuses of the answers."""
    request = b"GET /api/rooms/AAAAAAAA HTTP/1.1\r\nHost: x\r\n"
    answer = b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as wire:
        wire.sendall((request + b"\r\n") * (times - 1) + request + b"Connection: close\r\n\r\n")
        while chunk := wire.recv(65536):
            answer += chunk
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", answer)]


def test_a_flood_of_requests(tmp_path: Path):
    with Server(tmp_path) as server:
        assert ask_at_once(server, 250) == [404] * 250
        found = set[int]()
        until(lambda: found.update(ask_at_once(server, 250)) or 429 in found)
        assert found == {404, 429}
        assert server.get_json("/api/health")["ok"]


def test_guessing_codes_is_slow(tmp_path: Path):
    with Server(tmp_path) as server, Client(server) as page:
        began = time.monotonic()
        answers = [page.request("join", code=f"AAAAAA{n:02}")["code"] for n in range(60)]
        minutes = (time.monotonic() - began) / 60
        assert answers[:JOINS_AT_ONCE] == ["no_table"] * JOINS_AT_ONCE
        assert set(answers) == {"no_table", "too_fast"}
        assert answers.count("no_table") <= JOINS_AT_ONCE + 1 + JOINS_A_MINUTE * minutes


def test_the_log_says_little_of_all_this(hasty: Server):
    """Somebody who makes noise must not fill the disk with it; mistakes of ours would be there."""
    with RawSocket(hasty.port) as wire, contextlib.suppress(OSError):
        cookie = next(line for line in wire.head.split("\r\n") if line.lower().startswith("set-cookie:"))
        wire.send(b"\xff", TEXT)
        wire.ending()
    with RawSocket(hasty.port) as wire, contextlib.suppress(OSError):
        wire.send(b"", CLOSE)
        wire.ending()
    hasty.stop()
    lines = hasty.errors.splitlines()
    minutes = (time.monotonic() - hasty.began) / 60
    assert len(lines) <= 2 + minutes, lines
    for line in lines:
        assert re.fullmatch(
            r"[0-9-]+ [0-9:,]+ WARNING refused: [a-z_ ]+ \d+.* \(\d+ of them from [0-9.a-z]+\)", line
        )
    assert cookie.partition("=")[2].partition(".")[0] not in hasty.errors
