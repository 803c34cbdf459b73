"""Writing records, one a line: whatever happens, there is never half a line at the end of a file."""

import os
import stat
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO


class Lines:
    """The file of this name, `-` for standard output. What it held is replaced, or with `add` kept and added to.

    >>> with Lines("matches.jsonl") as out:
    ...     out.write([b"{}"])
    """

    def __init__(self, name: str, add: bool = False) -> None:
        self.name = "standard output" if name == "-" else name
        self._own = name != "-"
        if self._own:
            self._file: BinaryIO = Path(name).open("ab" if add else "wb", buffering=0)  # noqa: SIM115
            self._end_last_line(add)
        else:
            sys.stdout.flush()
            self._file = sys.stdout.buffer

    def __enter__(self) -> "Lines":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._own:
            self._file.close()

    def write(self, lines: Iterable[bytes]) -> None:
        """Add these lines, all of them or, if it fails, as many whole ones as there is room for."""
        raw = b"".join(line + b"\n" for line in lines)
        written = 0
        try:
            while written < len(raw):
                written += self._file.write(raw[written:]) or 0
            self._file.flush()
        except OSError as error:
            error.filename = error.filename or self.name
            if self._is_regular():
                torn = written - (raw.rfind(b"\n", 0, written) + 1)
                self._file.truncate(os.fstat(self._file.fileno()).st_size - torn)
            raise

    def keep(self) -> None:
        """Return when what was written is on the disk, as far as there is one behind it."""
        if self._is_regular():
            os.fsync(self._file.fileno())

    def _is_regular(self) -> bool:
        return stat.S_ISREG(os.fstat(self._file.fileno()).st_mode)

    def _end_last_line(self, add: bool) -> None:
        """Somebody else's last line may lack its end."""
        if not add or not self._is_regular() or not os.fstat(self._file.fileno()).st_size:
            return
        with Path(self.name).open("rb") as file:
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                self._file.write(b"\n")
