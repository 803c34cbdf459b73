"""Who we are to a server: its signed cookie, kept so that a seat stays ours."""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import suppress
from pathlib import Path

MOST_BYTES = 1 << 20
"""A cookie is short; whatever is larger than this is something else."""


def is_session(file: Path) -> bool:
    """Does this file, which is there, hold nothing but cookies of servers? An empty one does. Raises `OSError`."""
    if not file.is_file():
        return False
    with file.open("rb") as source:
        raw = source.read(MOST_BYTES + 1)
    if not raw.strip():
        return True
    try:
        found = json.loads(raw) if len(raw) <= MOST_BYTES else None
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and all(
        key.startswith(("http://", "https://")) and isinstance(value, str) for key, value in found.items()
    )


def check(file: Path) -> None:
    """Raises `ValueError` if there is something else under this name: a session never replaces it."""
    if os.path.lexists(file) and not is_session(file):
        raise ValueError(f"{file} is something else, not a session; name another file")


class Session:
    """The cookie of one server, in memory, or in a file that holds those of several.

    The file can be read by its owner only (mode 0600), for whoever has it can sit down at our seats. Raises
    `ValueError` for a file that is something else.
    """

    def __init__(self, server: str, file: Path | None = None) -> None:
        self._server, self._file = server, file
        self.cookie: str | None = self._kept().get(server)

    def hear(self, set_cookie: list[str]) -> None:
        """The `Set-Cookie` headers of an answer. Raises `OSError` if the file cannot be written, and `ValueError` if
        it has become something else."""
        for header in set_cookie:
            cookie = header.partition(";")[0].strip()
            if cookie and cookie != self.cookie:
                self.cookie = cookie
                self._keep()

    def _kept(self) -> dict[str, str]:
        if self._file is None:
            return {}
        check(self._file)
        try:
            text = self._file.read_text("utf-8")
        except FileNotFoundError:
            return {}
        found: dict[str, str] = json.loads(text) if text.strip() else {}
        return found

    def _keep(self) -> None:
        if self._file is None or self.cookie is None:
            return
        self._file.parent.mkdir(parents=True, exist_ok=True)
        kept = {**self._kept(), self._server: self.cookie}
        # mkstemp makes it 0600; put in place only when whole.
        try:
            handle, fresh = tempfile.mkstemp(dir=self._file.parent, prefix=f".{self._file.name}.")
        except OSError as error:
            error.filename = str(self._file)  # what was asked for, and not a name that was made up here
            raise
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as out:
                json.dump(kept, out, indent=2)
            os.replace(fresh, self._file)  # noqa: PTH105 - a path of strings, from mkstemp
        except BaseException:
            with suppress(OSError):
                os.unlink(fresh)  # noqa: PTH108
            raise
