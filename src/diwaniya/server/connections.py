"""All connections, and who may make one."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable

from diwaniya.server.connection import Connection
from diwaniya.server.hub import Hub
from diwaniya.server.limits import CONNECTIONS, CONNECTIONS_A_PLAYER, Limits
from diwaniya.server.nuisances import Nuisances
from diwaniya.server.proxies import family_of
from diwaniya.server.sessions import Guest, Sessions, new_guest
from diwaniya.server.transport import TOO_BUSY, Admission, Handshake, Receiver, Transport, same_origin

log = logging.getLogger(__name__)

PATH = "/ws"
LOOKS = 4
"""How often connections are looked after in the time that one may be silent."""


class Connections:
    """The door of the server, as `transport.Door` has it, and the sweeper who goes around now and then."""

    def __init__(
        self,
        hub: Hub,
        sessions: Sessions,
        limits: Limits,
        version: str,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.hub, self.sessions, self.limits, self.version = hub, sessions, limits, version
        self.nuisances = Nuisances(monotonic)
        self._monotonic = monotonic
        self.now = monotonic()
        """The time as of the last round of the sweeper; exact enough for who is slow or silent."""
        self._all: set[Connection] = set()
        self._players: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._all)

    def admit(self, handshake: Handshake) -> Admission:
        """May this page have a socket?"""
        if handshake.path != PATH:
            return Admission(404, "There is nothing here.")
        if not same_origin(handshake.origin, handshake.host, self.hub.settings.origins):
            self.nuisances.note("wrong origin", handshake.address)
            return Admission(403, "This page may not play here.")
        family = family_of(handshake.address)
        if not self.limits.may_connect(family):
            self.nuisances.note("too many new sockets", handshake.address)
            return Admission(429, "Too many connections at once.")
        guest = self.sessions.guest(handshake.cookie)
        headers = []
        if guest is None:
            guest = new_guest()
            headers.append(("Set-Cookie", self.sessions.cookie(guest, handshake.secure)))
        return Admission(101, headers=headers, connect=lambda transport: self._connect(transport, guest))

    def _connect(self, transport: Transport, guest: Guest) -> Receiver:
        self.now = self._monotonic()
        connection = Connection(self, transport, guest)
        family = family_of(transport.address)
        self._all.add(connection)
        self._players[guest.player] += 1
        self._addresses[family] += 1
        if (
            self._players[guest.player] > CONNECTIONS_A_PLAYER
            or self._addresses[family] > self.limits.connections_an_address
            or len(self._all) > CONNECTIONS
        ):
            connection.fail("too_many", "Too many pages are open.", TOO_BUSY)
        return connection

    def renamed(self, guest: Guest) -> None:
        """He is called so from now on, also by the pages that he has open."""
        if guest.player in self._players:
            for connection in self._all:
                if connection.player == guest.player:
                    connection.guest = guest

    def forget(self, connection: Connection) -> None:
        """It is closed."""
        if connection not in self._all:
            return
        self._all.remove(connection)
        for counter, key in (
            (self._players, connection.player),
            (self._addresses, family_of(connection.address)),
        ):
            counter[key] -= 1
            if counter[key] <= 0:
                del counter[key]

    async def look_after(self) -> None:
        """Go around as long as the server runs. A few at a time, so that no move has to wait for the
        round.
        """
        settings = self.hub.settings
        while True:
            pause = min(settings.hello, settings.silence) / LOOKS
            await asyncio.sleep(pause)
            self.now = self._monotonic()
            self.nuisances.tell()
            for number, connection in enumerate(list(self._all)):
                if number % 200 == 199:
                    await asyncio.sleep(0)
                try:
                    connection.look_after(self.now, settings.hello, settings.silence)
                except Exception:
                    log.exception("a connection could not be looked after")
