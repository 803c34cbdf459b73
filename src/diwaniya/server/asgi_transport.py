"""Sockets carried by uvicorn itself, through ASGI: slower, without a line of C of ours or picows' in between.

For machines where picows cannot be had (`--transport asgi`). uvicorn asks silent pages for signs of life by
itself. What was said in a chat may stay in buffers of uvicorn and websockets until other things overwrite it;
only picows' buffers can be wiped.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import Any

from diwaniya.server.transport import (
    CLOSING_SECONDS,
    FAST_BYTES,
    INTERNAL,
    ROOM,
    SLOW_BYTES,
    TOO_BUSY,
    Door,
    Handshake,
    Receiver,
)

log = logging.getLogger(__name__)

UNSUPPORTED = 1003


class AsgiSocket:
    """One socket, with an outbox of its own, since ASGI makes us wait for a slow page."""

    __slots__ = (
        "_close",
        "_done",
        "_outbox",
        "_receive",
        "_receiver",
        "_running",
        "_send",
        "_slow",
        "_something",
        "_waiting",
        "address",
    )

    def __init__(self, receive: Any, send: Any, address: str) -> None:
        self.address = address
        self._receive, self._send = receive, send
        self._receiver: Receiver | None = None
        self._outbox: deque[str] = deque()
        self._waiting = 0
        self._slow = False
        self._close: tuple[int, str] | None = None
        self._something = asyncio.Event()
        self._running = asyncio.Event()
        self._running.set()
        self._done = asyncio.Event()

    # what a connection sees

    @property
    def buffered(self) -> int:
        return self._waiting

    @property
    def calm(self) -> bool:
        return True  # it makes no difference here: see above

    def send(self, frame: bytearray) -> None:
        if self._close is not None:
            return
        self._outbox.append(frame[ROOM:].decode())
        self._waiting += len(frame) - ROOM
        self._something.set()
        if self._waiting > SLOW_BYTES and not self._slow:
            self._slow = True
            if self._receiver is not None:
                self._receiver.slow()

    def send_joined(self, head: bytearray, tail: bytes) -> None:
        self.send(head + tail)

    def send_now(self, frame: bytearray) -> None:
        self.send(frame)

    def ping(self) -> None:
        if self._receiver is not None:
            self._receiver.pong()  # uvicorn sees to it

    def pause(self) -> None:
        self._running.clear()

    def resume(self) -> None:
        self._running.set()

    def close(self, code: int, reason: str = "") -> None:
        if self._close is None:
            self._close = (code, reason)
            self._something.set()
            self._running.set()
            asyncio.get_running_loop().call_later(CLOSING_SECONDS, self._done.set)

    def abort(self) -> None:
        self._outbox.clear()
        self.close(TOO_BUSY)
        self._done.set()

    # its life

    async def run(self, receiver: Receiver) -> None:
        """Until either side closes."""
        self._receiver = receiver
        tasks = [
            asyncio.create_task(self._send_quietly()),
            asyncio.create_task(self._hear_on(receiver)),
            asyncio.create_task(self._done.wait()),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._receiver = None
            for task in tasks:
                task.cancel()
            receiver.gone()

    async def _hear_on(self, receiver: Receiver) -> None:
        while True:
            await self._running.wait()
            event: dict[str, Any] = await self._receive()
            if event["type"] != "websocket.receive":
                return
            if self._close is not None:
                continue
            text = event.get("text")
            if text is None:
                self.close(UNSUPPORTED)
                continue
            try:
                receiver.hear(text.encode())
            except Exception:
                log.exception("a message could not be answered")
                self.close(INTERNAL)

    async def _send_quietly(self) -> None:
        try:
            await self._send_on()
        except (OSError, RuntimeError) as error:
            log.debug("the page has gone: %s", error)
        except Exception:
            log.debug("the page has gone", exc_info=True)

    async def _send_on(self) -> None:
        while True:
            while self._outbox:
                text = self._outbox.popleft()
                await self._send({"type": "websocket.send", "text": text})
                self._waiting = sum(map(len, self._outbox)) if self._outbox else 0
                if self._slow and self._waiting < FAST_BYTES:
                    self._slow = False
                    if self._receiver is not None:
                        self._receiver.drained()
            if self._close is not None:
                code, reason = self._close
                await self._send({"type": "websocket.close", "code": code, "reason": reason})
                return
            self._something.clear()
            await self._something.wait()


class WithSockets:
    """An application that answers requests as `app` does, and sockets at `path` as `door` says."""

    def __init__(self, app: Any, door: Door) -> None:
        self._app, self._door = app, door

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await self._serve(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _serve(self, scope: Any, receive: Any, send: Any) -> None:
        """One socket from handshake to end."""
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in reversed(scope["headers"])
        }
        address = scope["client"][0] if scope["client"] else ""
        await receive()  # that it wants to connect
        admission = self._door.admit(
            Handshake(
                scope["path"],
                headers.get("host"),
                headers.get("origin"),
                headers.get("cookie"),
                scope["scheme"] == "wss",
                address,
            )
        )
        if admission.connect is None:
            kind = "websocket.http.response"
            media = (b"content-type", b"text/plain; charset=utf-8")
            await send({"type": f"{kind}.start", "status": admission.status, "headers": [media]})
            await send({"type": f"{kind}.body", "body": admission.text.encode()})
            return
        answer = [(name.lower().encode(), value.encode()) for name, value in admission.headers]
        await send({"type": "websocket.accept", "headers": answer})
        carried = AsgiSocket(receive, send, address)
        await carried.run(admission.connect(carried))
