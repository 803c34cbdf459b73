"""The one socket to the server: asks and answers, and coming back by itself after it breaks."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage, InvalidURI

from diwaniya.client.address import Address
from diwaniya.client.errors import Broken, ClientError, Outdated, Refused, Unreachable, Unsure
from diwaniya.client.reading import read
from diwaniya.client.session import Session
from diwaniya.wire import messages as wire

FIRST_WAIT, LONGEST_WAIT = 0.3, 8.0
"""Seconds before coming back, doubled after each failure."""
LARGEST_FRAME = 8 * 2**20
GREETING = 15.0
"""Seconds that a server may take to answer `hello`."""

_REPEATABLE = (
    wire.Join,
    wire.Sit,
    wire.Watch,
    wire.Leave,
    wire.Change,
    wire.Salt,
    wire.Play,
    wire.AskHint,
    wire.AskRest,
    wire.AskTips,
    wire.Next,
    wire.Rematch,
    wire.Back,
    wire.Mute,
    wire.Lobby,
)
"""Asking these twice does no harm: a repeated one is told by its `seq`, or changes nothing."""

_encode = msgspec.json.Encoder().encode


@dataclass
class Asked:
    """A request that waits for its answer."""

    message: wire.Request
    answer: asyncio.Future[wire.Done]
    sockets: list[ClientConnection] = field(default_factory=list)
    """Where it was sent; more than one if a connection broke meanwhile."""

    @property
    def repeated(self) -> bool:
        return len(self.sockets) > 1


@dataclass(frozen=True)
class Hooks:
    """Who is told what the connection hears. None of these may wait for an answer of the server."""

    welcome: Callable[[wire.Welcome], None]
    heard: Callable[[wire.ServerMessage], None]
    lost: Callable[[], None]
    ended: Callable[[ClientError], None]
    """It will not come back."""
    again: Callable[[], Sequence[wire.Request]]
    """What to ask first after coming back: the tables we sit at."""


class Connection:
    """Connects, says hello, and stays connected until it is closed or the server will have no more of it."""

    def __init__(self, address: Address, session: Session, hooks: Hooks) -> None:
        self._address, self._session, self._hooks = address, session, hooks
        self._socket: ClientConnection | None = None
        self._asked: dict[int, Asked] = {}
        self._ref = 0
        self._task: asyncio.Task[None] | None = None
        self._end: ClientError | None = None

    async def start(self) -> None:
        """The first connection. Raises `Unreachable`, `Outdated` or `Broken`, and then there is none."""
        socket = await self._dial()
        try:
            await self._greet(socket)
        except ConnectionClosed:
            raise self._unreachable("it closed the connection") from None
        self._task = asyncio.create_task(self._stay(socket))

    async def close(self) -> None:
        """Hang up. Whoever waits for an answer gets `Unreachable`."""
        self._finish(Unreachable("the client has been closed"))
        if self._socket is not None:
            await self._socket.close()
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def ask(self, message: wire.Request) -> wire.Done:
        """Ask for something. Raises `Refused`, or `Unsure` if the connection broke before the answer."""
        return await (await self.send(message)).answer

    async def send(self, message: wire.Request) -> Asked:
        """`ask` in two steps, for whoever wants to know whether it was sent more than once."""
        if self._end is not None:
            raise self._end
        self._ref += 1
        asked = Asked(
            msgspec.structs.replace(message, ref=self._ref), asyncio.get_running_loop().create_future()
        )
        self._asked[self._ref] = asked
        await self._transmit(asked)
        return asked

    # inside

    async def _dial(self) -> ClientConnection:
        cookie = self._session.cookie
        try:
            socket = await connect(
                self._address.socket,
                additional_headers={"Cookie": cookie} if cookie else None,
                max_size=LARGEST_FRAME,
                close_timeout=2,
            )
        except (
            OSError,
            TimeoutError,
            InvalidHandshake,
            InvalidMessage,
            InvalidURI,
            ConnectionClosed,
        ) as error:
            raise self._unreachable(_reason(error)) from None
        try:
            self._session.hear(socket.response.headers.get_all("Set-Cookie") if socket.response else [])
        except (OSError, ValueError):
            # Once somebody plays his game matters more than the file.
            if self._task is None:
                await socket.close()
                raise
        return socket

    def _unreachable(self, reason: str) -> Unreachable:
        return Unreachable(f"no Diwaniya server answers at {self._address.server} ({reason})")

    async def _greet(self, socket: ClientConnection) -> None:
        """Say hello and hear the welcome."""
        await socket.send(_encode(wire.Hello(wire.PROTOCOL)).decode())
        try:
            async with asyncio.timeout(GREETING):
                while not isinstance(message := read(await socket.recv()), wire.Welcome):
                    if isinstance(message, wire.Fault):
                        raise _fault(message)
        except TimeoutError:
            await socket.close()
            raise self._unreachable("it does not say welcome") from None
        except msgspec.MsgspecError:
            await socket.close()
            raise self._unreachable("what it says is no message") from None
        self._socket = socket
        self._hooks.welcome(message)

    async def _stay(self, socket: ClientConnection) -> None:
        """Hear what the server says; when the connection breaks, come back."""
        while True:
            try:
                async for frame in socket:
                    self._hear(frame)
            except ConnectionClosed:
                pass
            except ClientError as error:
                await socket.close()
                self._finish(error)
                return
            self._socket = None
            if self._end is not None:
                return
            self._drop()
            self._hooks.lost()
            try:
                socket = await self._come_back()
            except ClientError as error:
                self._finish(error)
                return

    async def _come_back(self) -> ClientConnection:
        wait = FIRST_WAIT
        while True:
            # Not all clients at once when a server comes back.
            await asyncio.sleep(wait * random.uniform(0.7, 1.3))
            wait = min(LONGEST_WAIT, 2 * wait)
            try:
                socket = await self._dial()
                await self._greet(socket)
            except (Unreachable, ConnectionClosed):
                continue
            except Broken as error:
                if error.code == "bad_message":  # it would be the same again
                    raise
                continue
            for request in self._hooks.again():
                await self.whisper(request)
            for asked in list(self._asked.values()):
                await self._transmit(asked)
            return socket

    async def _transmit(self, asked: Asked) -> None:
        if self._socket is not None and self._socket not in asked.sockets:
            asked.sockets.append(self._socket)
            await self.whisper(asked.message)

    async def whisper(self, message: wire.Request) -> None:
        """Ask without waiting for the answer. If the connection has just broken, coming back asks anew."""
        if self._socket is not None:
            with suppress(ConnectionClosed):
                await self._socket.send(_encode(message).decode())

    def _hear(self, frame: str | bytes) -> None:
        try:
            message = read(frame)
        except msgspec.MsgspecError as error:
            raise Broken("bad_message", f"the server said what is no message: {error}") from None
        if isinstance(message, wire.Done):
            self._settle(message.ref, message)
        elif isinstance(message, wire.Refused):
            if not self._settle(message.ref, Refused.from_message(message)):
                self._hooks.heard(message)
        elif isinstance(message, wire.Fault):
            if message.code in ("bad_protocol", "bad_message"):
                raise _fault(message)
        elif message is not None:
            self._hooks.heard(message)

    def _settle(self, ref: int | None, answer: wire.Done | Refused) -> bool:
        asked = self._asked.pop(ref, None) if ref is not None else None
        if asked is None or asked.answer.done():
            return asked is not None
        if isinstance(answer, wire.Done):
            asked.answer.set_result(answer)
        else:
            asked.answer.set_exception(answer)
        return True

    def _drop(self) -> None:
        """The connection broke: what must not be asked twice gets no answer any more."""
        for ref, asked in list(self._asked.items()):
            if asked.sockets and not isinstance(asked.message, _REPEATABLE):
                del self._asked[ref]
                if not asked.answer.done():
                    asked.answer.set_exception(Unsure("the connection broke before the answer came"))

    def _finish(self, error: ClientError) -> None:
        if self._end is not None:
            return
        self._end = error
        for asked in self._asked.values():
            if not asked.answer.done():
                asked.answer.set_exception(error)
        self._asked.clear()
        self._hooks.ended(error)


def _fault(message: wire.Fault) -> ClientError:
    if message.code == "bad_protocol":
        return Outdated(f"{message.text} This client speaks protocol {wire.PROTOCOL}.")
    return Broken(message.code, message.text)


def _reason(error: BaseException) -> str:
    if isinstance(error, TimeoutError):
        return "it takes too long"
    if isinstance(error, ConnectionRefusedError) or "Connect call failed" in str(error):
        return "nothing listens there"
    if isinstance(error, OSError):
        return error.strerror or str(error) or type(error).__name__
    return str(error) or type(error).__name__
