"""A real server in a process of its own, and a page without a screen, for the tests."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import random
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from diwaniya.wire.messages import PROTOCOL

PATIENCE = 60.0


class Server:
    """`diwaniya serve` on a free port, or on this one. Leave with `stop` or, harder, `kill`; `start` begins again
    on the same data.
    """

    def __init__(
        self, data: Path, *options: str, env: dict[str, str] | None = None, pause: float = 0.0, port: int = 0
    ) -> None:
        self.data, self._wanted = data, port
        self._options = ["--pause", str(pause), *options]
        self._env = env or {}
        self.start()

    def start(self) -> None:
        command = [
            sys.executable,
            "-m",
            "diwaniya",
            "serve",
            "--host",
            "127.0.0.1",
            "--port",
            str(self._wanted),
            "--no-open",
        ]
        env = {**os.environ, "DIWANIYA_PURE": "1", **self._env}
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            [*command, "--data", str(self.data), *self._options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=env,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.seconds_to_start = time.monotonic() - self.began
        if not line.startswith("Diwaniya is at http://"):
            _, errors = self.process.communicate(timeout=PATIENCE)
            raise AssertionError(f"the server did not start: {line!r} {errors}")
        self.port = int(line.rstrip("/\n").rsplit(":", 1)[1])

    def kill(self) -> None:
        """As a power cut would."""
        self.process.kill()
        self._reap()

    def stop(self) -> float:
        """Ctrl-C. Returns how many seconds it took."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        self._reap()
        return time.monotonic() - began

    def _reap(self) -> None:
        self.output, self.errors = self.process.communicate(timeout=PATIENCE)

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.stop()
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()

    def get(self, path: str, headers: dict[str, str] | None = None) -> tuple[int, dict[str, str], bytes]:
        """Status, headers (lower case) and body."""
        return self._fetch(
            urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers=headers or {})
        )

    def post(
        self, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        """The same for a POST of some JSON."""
        data = b"" if body is None else json.dumps(body).encode()
        sent = {"Content-Type": "application/json", **(headers or {})}
        return self._fetch(
            urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, sent, method="POST")
        )

    def _fetch(self, request: urllib.request.Request) -> tuple[int, dict[str, str], bytes]:
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, {k.lower(): v for k, v in answer.headers.items()}, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, {k.lower(): v for k, v in error.headers.items()}, error.read()

    def get_json(self, path: str) -> Any:
        status, _, body = self.get(path)
        assert status == 200, body
        return json.loads(body)


class Client:
    """A page: says hello, asks, and keeps the latest view of each table."""

    def __init__(self, server: Server, cookie: str | None = None, origin: str | None = None) -> None:
        self._connecting = connect(
            f"ws://127.0.0.1:{server.port}/ws",
            additional_headers={"Cookie": cookie} if cookie else None,
            origin=origin or f"http://127.0.0.1:{server.port}",  # type: ignore[arg-type]
            max_size=None,
            open_timeout=PATIENCE,
            ping_interval=None,  # a server may be slow here
            close_timeout=2,
        )
        self.socket: ClientConnection = self._connecting.__enter__()
        assert self.socket.response is not None
        fresh = self.socket.response.headers.get("Set-Cookie")
        self.cookie = fresh.split(";")[0] if fresh else cookie
        self.tables: dict[str, dict[str, Any]] = {}
        self.gone: dict[str, str] = {}
        self.frames: list[str] = []
        self._ref = 0
        self.welcome = self.ask({"type": "hello", "protocol": PROTOCOL}, "welcome")

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._connecting.__exit__(None, None, None)

    def receive(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message; views are kept as well."""
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.frames.append(text)
        message: dict[str, Any] = json.loads(text)
        self._keep(message)
        return message

    def _keep(self, message: dict[str, Any]) -> None:
        table = message.get("table")
        if message["type"] == "table":
            self.tables[table] = message
        elif message["type"] == "step":
            seen = self.tables[table]
            assert message["after"] == seen["seq"], "a step that does not follow what was shown before"
            line = [message["line"]] if message["line"] else []
            self.tables[table] = {
                **seen,
                "seq": message["seq"],
                "view": {**message["view"], **message["mine"]},
                "lines": [*seen["lines"], *line][-40:],
                "question": message["question"],
                "clock": message["clock"],
            }
        elif message["type"] == "gone":
            self.gone[table] = message["why"]

    def ask(self, message: dict[str, Any], *wanted: str) -> dict[str, Any]:
        """Send a message and wait for the answer of one of these types."""
        self.socket.send(json.dumps(message))
        while (answer := self.receive())["type"] not in wanted:
            pass
        return answer

    def request(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Ask for something; the answer is `done` or `refused`."""
        self._ref += 1
        self.socket.send(json.dumps({"type": kind, "ref": self._ref, **fields}))
        while True:
            answer = self.receive()
            if answer["type"] in ("done", "refused") and answer["ref"] == self._ref:
                return answer

    def open(self, game: str, **fields: Any) -> str:
        """A new table; returns its id."""
        answer = self.request("open", game=game, **fields)
        assert answer["type"] == "done", answer
        table = answer["table"]
        assert isinstance(table, str)
        return table

    def wait_for(self, table: str, what: Any) -> dict[str, Any]:
        """The first view of the table that fits."""
        while table not in self.tables or not what(self.tables[table]):
            self.receive()
        return self.tables[table]

    def my_turn(self, table: str) -> dict[str, Any]:
        """The view in which this player has something to do, or the match is over."""
        return self.wait_for(
            table,
            lambda t: (
                t["phase"] == "over" or t["view"].get("legal") or (t["question"] or {}).get("kind") == "next"
            ),
        )

    def step(self, table: str, rng: random.Random) -> dict[str, Any] | None:
        """Do what is asked for, at random. The answer, or `None` if the match is over."""
        seen = self.my_turn(table)
        if seen["phase"] == "over":
            return None
        seq = seen["seq"]
        if seen["question"]:
            answer = self.request("next", table=table, seq=seq)
        else:
            answer = self.request("play", table=table, token=rng.choice(seen["view"]["legal"]), seq=seq)
        self.wait_for(table, lambda t: t["seq"] > seq)
        return answer

    def play_out(self, table: str, rng: random.Random) -> dict[str, Any]:
        """Play until the match is over; the last view."""
        while self.step(table, rng) is not None:
            pass
        return self.tables[table]


def steady_port() -> int:
    """A port for a server that dies and comes back to it: below those that the system gives to whoever wants any."""
    while True:
        port = random.SystemRandom().randrange(10_000, 30_000)
        with socket.socket() as trying, contextlib.suppress(OSError):
            trying.bind(("127.0.0.1", port))
            return port


def lines_of(process: subprocess.Popen[str]) -> queue.Queue[str]:
    """What a process writes to standard error, line by line, without blocking it."""
    found: queue.Queue[str] = queue.Queue()

    def read() -> None:
        assert process.stderr is not None
        for line in process.stderr:
            found.put(line)

    threading.Thread(target=read, daemon=True).start()
    return found
