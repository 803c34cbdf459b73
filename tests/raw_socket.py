"""A WebSocket written by hand: it can say what no client library would."""

from __future__ import annotations

import base64
import os
import socket
from types import TracebackType

from serving import PATIENCE

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class RawSocket:
    """One connection. `status` is the answer to the handshake."""

    def __init__(self, port: int, *headers: str, path: str = "/ws", key: bool = True) -> None:
        self.wire = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        random = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Sec-WebSocket-Version: 13"]
        lines += [f"Sec-WebSocket-Key: {random}"] if key else []
        own = {header.partition(":")[0].lower() for header in headers}
        lines += [
            line
            for line in ("Upgrade: websocket", "Connection: Upgrade")
            if line.partition(":")[0].lower() not in own
        ]
        self.wire.sendall(("\r\n".join([*lines, *headers]) + "\r\n\r\n").encode("latin-1"))
        self._rest = b""
        while b"\r\n\r\n" not in self._rest:
            chunk = self.wire.recv(4096)
            if not chunk:
                break
            self._rest += chunk
        head, _, self._rest = self._rest.partition(b"\r\n\r\n")
        self.head = head.decode("latin-1")
        self.status = int(self.head.split(" ", 2)[1]) if self.head else 0

    def __enter__(self) -> RawSocket:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.wire.close()

    def send(
        self, payload: bytes, opcode: int = TEXT, fin: bool = True, rsv: int = 0, masked: bool = True
    ) -> None:
        """One frame, however wrong."""
        size = len(payload)
        first = (0x80 if fin else 0) | rsv << 4 | opcode
        mask = 0x80 if masked else 0
        if size < 126:
            head = bytes((first, mask | size))
        elif size < 1 << 16:
            head = bytes((first, mask | 126)) + size.to_bytes(2, "big")
        else:
            head = bytes((first, mask | 127)) + size.to_bytes(8, "big")
        self.wire.sendall(head + (bytes(4) if masked else b"") + payload)

    def frame(self) -> tuple[int, bytes] | None:
        """The next frame: its opcode and content; `None` when the connection is closed."""
        while True:
            data = self._rest
            if len(data) >= 2:
                size, at = data[1] & 127, 2
                if size == 126 and len(data) >= 4:
                    size, at = int.from_bytes(data[2:4], "big"), 4
                elif size == 127 and len(data) >= 10:
                    size, at = int.from_bytes(data[2:10], "big"), 10
                elif size >= 126:
                    size = 1 << 40
                if len(data) >= at + size:
                    self._rest = data[at + size :]
                    return data[0] & 15, data[at : at + size]
            try:
                chunk = self.wire.recv(65536)
            except ConnectionResetError:
                return None
            if not chunk:
                return None
            self._rest += chunk

    def text(self) -> str:
        """The next text frame."""
        while (frame := self.frame()) is not None:
            if frame[0] == TEXT:
                return frame[1].decode()
        raise AssertionError("the server closed the connection")

    def ending(self) -> int | None:
        """With which code the server closes; `None` if it closes without one."""
        while (frame := self.frame()) is not None:
            if frame[0] == CLOSE:
                return int.from_bytes(frame[1][:2], "big") if frame[1] else None
        return None

    def hello(self) -> None:
        self.send(b'{"type":"hello","protocol":2}')
        assert self.text().startswith('{"type":"welcome"')
