"""What can be set about a server."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

PAGE = Path(__file__).parent.parent / "page"


@dataclass(frozen=True)
class Settings:
    """What `create_app` wants to know. Times in seconds."""

    page: Path = PAGE
    pause: float = 0.8
    """How long a computer player seems to think."""
    idle: float = 600.0
    """How long a table that nobody looks at stays in memory."""
    origins: frozenset[str] = field(default_factory=frozenset)
    """Other web origins (`https://example.org`) whose pages may open a socket here."""
    address: str = ""
    """Where others in the network find this server, if that is known."""
    compile: bool = True
    """Compile the kernels in the background after the start."""
    grace: float = 60.0
    """How long somebody may be gone, while others wait, before a computer player takes over or his seat is
    free.
    """
    hello: float = 10.0
    """How long a page may take to say hello, and anybody to send a request."""
    silence: float = 30.0
    """After so long without a word a page is asked for a sign of life; after so long again it is let go."""
    lobby_seconds: float = 1.0
    """How often the lobby is shown anew at most."""
    crowd: float = 1.0
    """How many times the usual may come from one network address: for a school, or to measure what the server
    can bear.
    """
    haste: float = 1.0
    """How many times as fast the clock of the tables runs; only tests are in a hurry."""
    transport: str = "picows"
    """What carries the sockets: `picows`, or `asgi` (uvicorn's own)."""
