"""Guests, told apart by a signed cookie.

A player is a random number. The cookie holds it, with the name and the face that the guest chose, and a
signature: so nobody can be somebody else, and the page itself cannot read it (`HttpOnly`). Nothing about a
player is stored but the seats he took.

There are no accounts. To be the same guest on another device, the first one makes a ticket, and the other
redeems it within ten minutes, once.
"""

from __future__ import annotations

import hmac
import re
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass, replace
from http.cookies import CookieError, SimpleCookie

from diwaniya.server.names import clean_name

COOKIE = "diwaniya"
A_YEAR = 365 * 24 * 3600
TICKET_SECONDS = 600
LONGEST = 600
"""Letters that a cookie or a ticket of ours can have."""
FACES = 32
_PLAYER = re.compile(r"[A-Za-z0-9_-]{22}")


@dataclass(frozen=True, slots=True)
class Guest:
    """Who somebody is, and how he wants to be shown."""

    player: str
    name: str = ""
    avatar: int = 0


def new_guest() -> Guest:
    """Somebody we have not seen before."""
    return Guest(secrets.token_urlsafe(16))


class Sessions:
    """Makes and reads cookies and tickets."""

    def __init__(self, key: bytes, clock: Callable[[], float] = time.time) -> None:
        self._key, self._clock = key, clock
        self._ticket_key = secrets.token_bytes(32)
        """Of this process alone: whether a ticket was used is known to it alone."""
        self._used: dict[str, float] = {}

    # cookies

    def _signature(self, what: bytes, key: bytes | None = None) -> str:
        return urlsafe_b64encode(hmac.digest(key or self._key, what, "sha256")[:24]).decode()

    def _holds(self, signature: str, what: bytes, key: bytes | None = None) -> bool:
        return signature.isascii() and hmac.compare_digest(signature, self._signature(what, key))

    def guest(self, cookie: str | None) -> Guest | None:
        """The guest of a `Cookie` header; `None` if there is none, or it is not ours."""
        try:
            morsel = SimpleCookie(cookie or "").get(COOKIE)
        except CookieError:
            return None
        return self._read(morsel.value) if morsel is not None else None

    def _read(self, value: str) -> Guest | None:
        if len(value) > LONGEST:
            return None
        head, _, signature = value.rpartition(".")
        if "." not in head:  # as the first versions wrote it: the number alone
            known = _PLAYER.fullmatch(head) and self._holds(signature, b"session/1:" + head.encode())
            return Guest(head) if known else None
        if not head.isascii() or not self._holds(signature, b"session/2:" + head.encode()):
            return None
        return _unpacked(head)

    def cookie(self, guest: Guest, secure: bool) -> str:
        """The `Set-Cookie` header for a guest. Lax, so that a link from elsewhere finds him again."""
        head = _packed(guest)
        signed = f"{COOKIE}={head}.{self._signature(b'session/2:' + head.encode())}"
        kept = f"{signed}; Path=/; Max-Age={A_YEAR}; HttpOnly; SameSite=Lax"
        return f"{kept}; Secure" if secure else kept

    # tickets

    def ticket(self, guest: Guest) -> str:
        """What makes another device the same guest."""
        until = int(self._clock()) + TICKET_SECONDS
        head = f"{_packed(guest)}.{until}.{secrets.token_urlsafe(9)}"
        return f"{head}.{self._signature(b'ticket/1:' + head.encode(), self._ticket_key)}"

    def redeem(self, ticket: str) -> Guest | None:
        """The guest of a ticket, which is worth nothing from now on; `None` if it is not ours, too old, or
        used.
        """
        now = self._clock()
        self._used = {used: until for used, until in self._used.items() if until > now}
        head, _, signature = ticket.rpartition(".")
        if len(ticket) > LONGEST or not head.isascii():
            return None
        if (
            not self._holds(signature, b"ticket/1:" + head.encode(), self._ticket_key)
            or signature in self._used
        ):
            return None
        packed, until, _ = head.rsplit(".", 2)
        if float(until) <= now:
            return None
        self._used[signature] = float(until)
        return _unpacked(packed)


def renamed(guest: Guest, name: str, avatar: int) -> Guest | None:
    """The same guest, shown otherwise; `None` for a name that is too long."""
    clean = clean_name(name)
    return None if clean is None else replace(guest, name=clean, avatar=avatar % FACES)


def _packed(guest: Guest) -> str:
    name = urlsafe_b64encode(guest.name.encode()).decode().rstrip("=")
    return f"{guest.player}.{guest.avatar}.{name}"


def _unpacked(packed: str) -> Guest:
    player, avatar, name = packed.split(".")
    return Guest(player, urlsafe_b64decode(name + "=" * (-len(name) % 4)).decode(), int(avatar))
