"""How fast the disk flushes: no durable move is shown sooner."""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from pathlib import Path

PAGE = b"x" * 4096
TIMES = 200


def flush_ms(folder: Path) -> float:
    """Milliseconds to write a page and flush it, the median."""
    took = []
    with tempfile.TemporaryFile(dir=folder) as file:
        for _ in range(TIMES):
            began = time.perf_counter()
            file.write(PAGE)
            file.flush()
            os.fsync(file.fileno())
            took.append(time.perf_counter() - began)
    return statistics.median(took) * 1e3
