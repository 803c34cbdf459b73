"""A page that keeps everything that it is sent, as it came."""

from __future__ import annotations

import json
import re
from typing import Any

from diwaniya.wire.messages import PROTOCOL
from raw_socket import CLOSE, PING, PONG, TEXT, RawSocket


class Ended(Exception):
    """The server has closed the connection; `code` is what it said, if it did."""

    def __init__(self, code: int | None) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


class Wire(RawSocket):
    """One WebSocket of a page."""

    def __init__(self, port: int, *headers: str) -> None:
        super().__init__(port, *headers)
        self.kept: list[bytes] = [undated(self.head.encode("latin-1"))]
        """The answer to the handshake, and the content of every frame; pings come when the server is bored."""
        self.seqs: dict[str, int] = {}
        """How far each table has come, as far as this page knows."""
        self._ref = 0

    def close(self) -> None:
        self.wire.close()

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self.send(json.dumps(message).encode())

    def message(self) -> dict[str, Any]:
        """The next message. Raises `Ended` when the connection closes, `TimeoutError` when nothing comes."""
        while (frame := self.frame()) is not None:
            opcode, content = frame
            if opcode == CLOSE:
                raise Ended(int.from_bytes(content[:2], "big") if content else None)
            if opcode == PING:
                self.send(content, PONG)
            if opcode == TEXT:
                self.kept.append(content)
                message: dict[str, Any] = json.loads(content)
                if message["type"] in ("table", "step"):
                    self.seqs[message["table"]] = message["seq"]
                return message
        raise Ended(None)

    def until(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these types."""
        while (message := self.message())["type"] not in kinds:
            pass
        return message

    def hello(self) -> None:
        """Say hello, and hear the welcome."""
        self.tell({"type": "hello", "protocol": PROTOCOL})
        self.until("welcome")

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Ask for something; the answer, `done` or `refused`."""
        self._ref += 1
        self.tell({**message, "ref": self._ref})
        while (answer := self.until("done", "refused"))["ref"] != self._ref:
            pass
        return answer

    def catch_up(self, table: str, seq: int) -> None:
        """Wait until this page has seen the table as of event `seq`."""
        while self.seqs.get(table, 0) < seq:
            self.message()

    def fence(self) -> None:
        """Hear all that is on its way."""
        self._ref += 1
        self.tell({"type": "ping", "ref": self._ref})
        while self.until("pong")["ref"] != self._ref:
            pass


def undated(answer: bytes) -> bytes:
    """An answer of HTTP without the date, and without what follows from a random key."""
    return re.sub(rb"(?i)\r\n(date|sec-websocket-accept): [^\r]*", b"", answer)
