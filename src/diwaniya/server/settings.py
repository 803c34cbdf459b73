"""What can be set about a server."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

PAGE = Path(__file__).parent.parent / "page"


@dataclass(frozen=True)
class Settings:
    """What `create_app` wants to know."""

    page: Path = PAGE
    pause: float = 0.8
    """How many seconds a computer player seems to think."""
    idle: float = 600.0
    """How many seconds an unused table stays in memory."""
    origins: frozenset[str] = field(default_factory=frozenset)
    """Other web origins (`https://example.org`) whose pages may open a socket here."""
    compile: bool = True
    """Compile the kernels in the background after the start."""
