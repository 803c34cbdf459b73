"""What people write to say where they want to play: an address, a link, a code."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import unquote, urlsplit

SERVER = "http://localhost:8484"
"""Where `diwaniya serve` is if nobody says otherwise."""

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Of a room's code: no I, L, O, U, so that nothing is misread."""
_MISREAD = str.maketrans({"O": "0", "I": "1", "L": "1"})
_CODE = re.compile(f"[{LETTERS}]{{8}}")
_ID = re.compile(r"[A-Za-z0-9_-]{16}")


class BadAddress(ValueError):
    """What somebody wrote says no place to play at; the text says in English what would do.

    `kind` is what it is not: `server` (no address of one), `code` (neither a code nor a link), or `match` (the link to
    a finished match, which nobody can join). `said` is what was written, shortened.
    """

    def __init__(self, kind: Literal["server", "code", "match"], text: str, said: str) -> None:
        super().__init__(text)
        self.kind, self.said = kind, said


@dataclass(frozen=True)
class Address:
    """A server (`http://host:port`), and what was meant there: a room's `code`, or the id of a `table`."""

    server: str
    code: str = ""
    table: str = ""

    @property
    def socket(self) -> str:
        """The address of the server's socket."""
        return f"ws{self.server.removeprefix('http')}/ws"


def read_code(text: str) -> str | None:
    """A room's code as the server keeps it, eight letters; `None` if this is none.

    Small letters, blanks and dashes are fine, and O is read as 0, I and L as 1.

    >>> read_code("k7m2-9qxr")
    'K7M29QXR'
    """
    letters = re.sub(r"[\s-]", "", text).upper().translate(_MISREAD)
    return letters if _CODE.fullmatch(letters) else None


def written(code: str) -> str:
    """A code as people read it to each other: `K7M2-9QXR`."""
    return f"{code[:4]}-{code[4:]}" if len(code) == 8 else code


def read_address(text: str, server: str = SERVER) -> Address:
    """The address of a server, the link to a room, or a code or table id at `server`.

    Raises `BadAddress`, a `ValueError` with one line that says what would do.

    >>> read_address("https://cards.example/join/K7M2-9QXR")
    Address(server='https://cards.example', code='K7M29QXR', table='')
    """
    if not isinstance(text, str):
        raise _no_server(text)
    text = text.strip()
    if "://" not in text:
        return _inside(text, _server(server))
    there = _server(text)
    parts = urlsplit(text)
    route = [unquote(part) for part in (parts.fragment or parts.path).split("/") if part]
    if route and route[0] == "match":
        raise BadAddress(
            "match",
            "that link shows a finished match, which nobody can join; the link to a room has /join/ in it",
            text[:60],
        )
    return _inside(route[-1], there) if route else Address(there)


def _server(text: str) -> str:
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        (parts.hostname or "").encode("idna")
    except (ValueError, TypeError):  # no port, no name, a bracket that is not closed, no text
        raise _no_server(text) from None
    if not good or any(sign.isspace() or not sign.isprintable() for sign in parts.netloc):
        raise _no_server(text)
    return f"{parts.scheme}://{parts.netloc}"


def _no_server(text: object) -> BadAddress:
    said = text[:100] if isinstance(text, str) else repr(text)
    shown = repr(said) if isinstance(text, str) else said
    return BadAddress("server", f"no address of a server: {shown:.120} (it looks like {SERVER})", said[:120])


def _inside(text: str, server: str) -> Address:
    """What the last part of a link means: sixteen signs are a table, else it must be a code."""
    if _ID.fullmatch(text):
        return Address(server, table=text)
    code = read_code(text)
    if code is None:
        raise BadAddress(
            "code",
            f"neither the code of a room nor a link to one: {text[:60]!r} (a code looks like K7M2-9QXR)",
            text[:60],
        )
    return Address(server, code)
