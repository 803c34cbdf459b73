"""Sockets carried by picows, on uvicorn's own port.

uvicorn reads every request. One that asks for a WebSocket it hands over to the class given as `ws=`, together
with the connection; from then on uvicorn has nothing to do with it. `protocol_class` makes that class. picows
reads into one small buffer, parses frames in place and writes straight to the operating system, which is
twice as fast as anything that awaits.

What picows leaves to us: putting messages together that come in pieces, refusing bits that no extension has
asked for, signs of life, and goodbyes.
"""

from __future__ import annotations

import asyncio
import fcntl
import logging
import socket
import struct
import sys
import termios
from http import HTTPStatus
from typing import Any

from picows import WSCloseCode, WSUpgradeRequest, WSUpgradeResponse, WSUpgradeResponseWithListener
from picows.picows import WSFrame, WSListener, WSProtocol, WSTransport  # type: ignore[attr-defined]

from diwaniya.server.http_guard import HEAD_BYTES
from diwaniya.server.limits import MESSAGE_BYTES
from diwaniya.server.nuisances import Nuisances
from diwaniya.server.proxies import forwarded
from diwaniya.server.transport import (
    CLOSING_SECONDS,
    FAST_BYTES,
    INTERNAL,
    RESTART,
    ROOM,
    SLOW_BYTES,
    Admission,
    Door,
    Handshake,
    Receiver,
)
from diwaniya.server.wipe import wipe

log = logging.getLogger(__name__)

# As numbers: to look up the members of picows' enumerations for every frame would cost more than the frame.
CONTINUATION, TEXT, PONG, CLOSE = 0, 1, 10, 8
NORMAL, PROTOCOL_ERROR, UNSUPPORTED, TOO_BIG = 1000, 1002, 1003, 1009
KEY_LETTERS = 64
SECONDS_FOR_HANDSHAKE = 5
TIOCOUTQ = termios.TIOCOUTQ if sys.platform == "linux" else None
CALM_BYTES = 4096
KERNEL_BYTES = 64 * 1024
"""What the system may keep for a page that does not read; it would grow to megabytes by itself."""
READ_BUFFER = 2048
"""A page's messages are a few hundred bytes. It grows when a longer one comes."""


class Outbox:
    """What leaves at the end of this turn of the event loop.

    Each send is a call of the operating system, after which the processor has forgotten how Python's interpreter runs.
    Many sends on end, after all the moves that this turn has brought, cost an eighth less of everything together.
    """

    __slots__ = ("frames",)

    def __init__(self) -> None:
        self.frames: list[tuple[Any, bytearray, bytes]] = []
        """What waits. Whoever puts in the first says `empty_soon`."""

    def empty_soon(self) -> None:
        """Send what waits at the end of this turn."""
        asyncio.get_running_loop().call_soon(self.empty)

    def empty(self) -> None:
        """Send all of it now."""
        frames, self.frames = self.frames, []
        for ws, frame, tail in frames:
            size = len(frame)
            # The parts are joined in place, four times for four people: a buffer for each would have to be fetched
            # into the processor's cache first. picows has copied what could not be sent when it returns.
            frame += tail
            try:
                ws.send_reuse_external_bytearray(TEXT, frame, ROOM)
            except RuntimeError as error:  # it has just been closed; the others get theirs
                log.debug("a page has gone: %s", error)
            del frame[size:]


class PicowsSocket(WSListener):
    """One socket: what picows calls, and what a connection sees of it."""

    __slots__ = (
        "_closed",
        "_connect",
        "_outbox",
        "_pieces",
        "_protocol",
        "_receiver",
        "_socket",
        "_wiping",
        "_ws",
        "address",
    )

    def __init__(self, admission: Admission, address: str, protocol: Any, outbox: Outbox) -> None:
        self.address = address
        self._outbox = outbox
        self._connect = admission.connect
        self._receiver: Receiver | None = None
        self._protocol = protocol
        self._ws: Any = None
        self._socket = -1
        self._pieces: bytearray | None = None
        self._closed = False
        self._wiping = False

    # what picows calls

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._ws = transport
        wire = transport.underlying_transport.get_extra_info("socket")
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BYTES)
        self._socket = wire.fileno()
        transport.underlying_transport.set_write_buffer_limits(SLOW_BYTES, FAST_BYTES)
        # picows keeps both as long as the socket is open, and nobody needs them any more.
        transport.request.headers = transport.response.headers = NO_HEADERS
        connect, self._connect = self._connect, None
        assert connect is not None
        self._receiver = connect(self)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        kind: Any = frame.msg_type
        if self._closed and kind != CLOSE:
            return
        if frame.rsv1 or frame.rsv2 or frame.rsv3:
            self.close(PROTOCOL_ERROR)
        elif kind == TEXT and frame.fin and self._pieces is None:
            self._hear(frame.get_payload_as_bytes())
        else:
            self._other_frame(kind, frame)

    def _other_frame(self, kind: int, frame: WSFrame) -> None:
        if kind in (TEXT, CONTINUATION):
            if (kind == TEXT) != (self._pieces is None):
                self.close(PROTOCOL_ERROR)
                return
            self._pieces = self._pieces or bytearray()
            self._pieces += frame.get_payload_as_memoryview()
            self._wipe_soon()
            if len(self._pieces) > MESSAGE_BYTES:
                self.close(TOO_BIG)
            elif frame.fin:
                pieces, self._pieces = self._pieces, None
                whole = bytes(pieces)
                wipe(pieces)
                self._hear(whole)
        elif kind == PONG:
            if self._receiver is not None:
                self._receiver.pong()
        elif kind == CLOSE:
            self.close(NORMAL)
            self._ws.disconnect()
        else:
            self.close(UNSUPPORTED)

    def _hear(self, text: bytes) -> None:
        receiver = self._receiver
        if receiver is None:
            return
        try:
            if receiver.hear(text):
                wipe(text)
                self._wipe_soon()
        except Exception:
            log.exception("a message could not be answered")
            self.close(INTERNAL)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        receiver, self._receiver = self._receiver, None
        if self._pieces is not None:
            wipe(self._pieces)
        self._closed = True
        self._protocol = None
        if receiver is not None:
            receiver.gone()

    def pause_writing(self) -> None:
        if self._receiver is not None:
            self._receiver.slow()

    def resume_writing(self) -> None:
        if self._receiver is not None:
            self._receiver.drained()

    # what a connection sees

    @property
    def buffered(self) -> int:
        return int(self._ws.underlying_transport.get_write_buffer_size())

    @property
    def calm(self) -> bool:
        if self.buffered:
            return False
        if TIOCOUTQ is None:
            return True
        # What the other side has not taken yet. A socket that has room for so much more takes a short frame whole.
        waiting = struct.unpack("i", fcntl.ioctl(self._socket, TIOCOUTQ, bytes(4)))[0]
        return bool(waiting < CALM_BYTES)

    def send(self, frame: bytearray) -> None:
        self.send_joined(frame, b"")

    def send_joined(self, head: bytearray, tail: bytes) -> None:
        if not self._closed:
            frames = self._outbox.frames
            if not frames:
                self._outbox.empty_soon()
            frames.append((self._ws, head, tail))

    def send_now(self, frame: bytearray) -> None:
        if not self._closed:
            self._outbox.empty()
            self._ws.send_reuse_external_bytearray(TEXT, frame, ROOM)

    def ping(self) -> None:
        if not self._closed:
            self._ws.send_ping()

    def pause(self) -> None:
        if not self._ws.underlying_transport.is_closing():
            self._ws.underlying_transport.pause_reading()

    def resume(self) -> None:
        if not self._ws.underlying_transport.is_closing():
            self._ws.underlying_transport.resume_reading()

    def close(self, code: int, reason: str = "") -> None:
        if self._closed:
            return
        self._outbox.empty()
        self._closed = True
        self._ws.send_close(WSCloseCode(code) if code in _CODES else WSCloseCode.OK, reason.encode() or None)
        self.resume()  # so that the other side's goodbye is heard
        asyncio.get_running_loop().call_later(CLOSING_SECONDS, self._ws.underlying_transport.abort)

    def abort(self) -> None:
        self._closed = True
        self._ws.underlying_transport.abort()

    # what must not stay

    def _wipe_soon(self) -> None:
        """Wipe the part of picows' read buffer that is in use no longer, when it is done with what it has
        read.
        """
        if not self._wiping:
            self._wiping = True
            asyncio.get_running_loop().call_soon(self._wipe_buffer)

    def _wipe_buffer(self) -> None:
        self._wiping = False
        if self._protocol is not None:
            free = self._protocol.get_buffer(-1)
            free[:] = bytes(len(free))


NO_HEADERS: Any = {}
_CODES: set[Any] = {code.value for code in WSCloseCode}


class _Quiet:
    """What picows wants to log, in one place. It would otherwise make a logger for every connection."""

    def __init__(self, nuisances: Nuisances) -> None:
        self._nuisances = nuisances

    def isEnabledFor(self, level: int) -> bool:  # noqa: N802 - as `logging.Logger` has it
        return False

    def debug(self, *_: Any) -> None:
        """Nothing that anybody needs."""

    info = log = warning = debug

    def error(self, text: str, *args: Any) -> None:
        self._nuisances.note("wrong frame", "")

    def exception(self, text: str, *args: Any) -> None:
        log.exception("picows: " + text, *args)


def protocol_class(door: Door, nuisances: Nuisances) -> type[WSProtocol]:
    """The class for uvicorn's `ws=`, for sockets that `door` lets in."""
    quiet, outbox = _Quiet(nuisances), Outbox()

    class PicowsProtocol(WSProtocol):  # type: ignore[misc]
        """uvicorn makes one, tells it the connection, and gives it the request again as it was read."""

        __slots__ = ("_connections", "_handshake", "_peer", "_tls")

        def __init__(self, config: Any, server_state: Any, app_state: Any, _loop: Any = None) -> None:
            super().__init__(
                None,
                None,
                False,
                self._admitted,
                quiet,
                True,
                SECONDS_FOR_HANDSHAKE,
                False,
                20,
                20,
                1,
                True,
                MESSAGE_BYTES,
                None,
                READ_BUFFER,
            )
            self._connections: set[Any] = server_state.connections
            self._handshake: Handshake | None = None
            self._peer = ""
            self._tls = False

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            peer = transport.get_extra_info("peername")
            self._peer = peer[0] if isinstance(peer, tuple) else ""
            self._tls = transport.get_extra_info("sslcontext") is not None
            self._connections.add(self)
            super().connection_made(transport)

        def connection_lost(self, exc: Exception | None) -> None:
            self._connections.discard(self)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            """The request, once. picows gets only what it needs of it, since it keeps it as long as the
            socket is open.
            """
            head = self._read(data)
            for start in range(0, len(head), 1024):
                piece = head[start : start + 1024]
                self.get_buffer(-1)[: len(piece)] = piece
                self.buffer_updated(len(piece))

        def _read(self, data: bytes) -> bytes:
            if len(data) > HEAD_BYTES + 1024:
                return b"GET / HTTP/1.0\r\n\r\n"  # which picows refuses, as it should
            request, *lines = data.decode("latin-1").split("\r\n")
            headers: dict[str, str] = {}
            for line in lines:
                name, _, value = line.partition(":")
                name, value = name.lower(), value.strip()
                if name in headers:
                    if name in ("origin", "host"):
                        return b"GET / HTTP/1.0\r\n\r\n"
                    value = f"{headers[name]}{'; ' if name == 'cookie' else ', '}{value}"
                headers[name] = value
            method, _, rest = request.partition(" ")
            path = rest.partition(" ")[0].partition("?")[0]
            address, secure = forwarded(self._peer, self._tls, headers)
            self._handshake = Handshake(
                path, headers.get("host"), headers.get("origin"), headers.get("cookie"), secure, address
            )
            key, version = headers.get("sec-websocket-key", ""), headers.get("sec-websocket-version", "")
            # Firefox says `keep-alive, Upgrade`, which picows takes for something else; uvicorn has read it right.
            return (
                f"{method[:16]} / HTTP/1.1\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
                f"sec-websocket-key: {key[:KEY_LETTERS]}\r\nsec-websocket-version: {version[:8]}\r\n\r\n"
            ).encode("latin-1")

        def _admitted(self, request: WSUpgradeRequest) -> Any:
            handshake, self._handshake = self._handshake, None
            assert handshake is not None
            admission = door.admit(handshake)
            if admission.status != HTTPStatus.SWITCHING_PROTOCOLS:
                refusal = WSUpgradeResponse.create_error_response(
                    HTTPStatus(admission.status), admission.text.encode()
                )
                return WSUpgradeResponseWithListener(refusal, None)
            response = WSUpgradeResponse.create_101_response(dict(admission.headers))
            return WSUpgradeResponseWithListener(
                response, PicowsSocket(admission, handshake.address, self, outbox)
            )

        def shutdown(self) -> None:
            """uvicorn stops."""
            if isinstance(self.listener, PicowsSocket):
                self.listener.close(RESTART)
            elif self.transport is not None:
                self.transport.disconnect()

    return PicowsProtocol
