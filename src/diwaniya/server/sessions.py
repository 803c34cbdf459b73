"""Guests, told apart by a signed cookie.

A player is a random number. The cookie holds it with a signature, so nobody can be somebody else, and the
page itself cannot read it (`HttpOnly`). Nothing about a player is stored but the seats he took.
"""

from __future__ import annotations

import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from http.cookies import CookieError, SimpleCookie

COOKIE = "diwaniya"
A_YEAR = 365 * 24 * 3600
_PLAYER = re.compile(r"[A-Za-z0-9_-]{22}")


class Sessions:
    """Makes and reads the cookies."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def _signature(self, player: str) -> str:
        return urlsafe_b64encode(
            hmac.digest(self._key, b"session/1:" + player.encode(), "sha256")[:24]
        ).decode()

    def new_player(self) -> str:
        return secrets.token_urlsafe(16)

    def player(self, cookie: str | None) -> str | None:
        """The player of a `Cookie` header; `None` if there is none, or it is not ours."""
        try:
            morsel = SimpleCookie(cookie or "").get(COOKIE)
        except CookieError:
            return None
        player, _, signature = morsel.value.partition(".") if morsel else ("", "", "")
        if not _PLAYER.fullmatch(player) or not signature.isascii():
            return None
        return player if hmac.compare_digest(signature, self._signature(player)) else None

    def cookie(self, player: str, secure: bool) -> str:
        """The `Set-Cookie` header for a player. Lax, so that a link from elsewhere finds the guest again."""
        signed = f"{COOKIE}={player}.{self._signature(player)}"
        kept = f"{signed}; Path=/; Max-Age={A_YEAR}; HttpOnly; SameSite=Lax"
        return f"{kept}; Secure" if secure else kept
