"""Ourselves against our peers: `make bench`.

    python -m bench                 all parts, one after the other
    python -m bench engine --help   the rules engine
    python -m bench server --help   the table server under load
    python -m bench solver --help   the solver of open hands
    python -m bench search --help   the tree search
    python -m bench page --help     the page on a slow phone

Options without a part go to engine and server: --save, --check, --json FILE, --rounds N, --seconds S.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

from bench import engine, page, search, server, solver

PARTS: dict[str, Callable[[Sequence[str]], int]] = {
    "engine": engine.main,
    "server": server.main,
    "solver": solver.main,
    "search": search.main,
    "page": page.main,
}


def main(arguments: Sequence[str]) -> int:
    if arguments and arguments[0] in PARTS:
        return PARTS[arguments[0]](arguments[1:])
    if {"-h", "--help"} & set(arguments):
        print(__doc__)
        return 0
    return max(alone(PARTS[part], arguments) for part in ("engine", "server"))


def alone(part: Callable[[Sequence[str]], int], arguments: Sequence[str]) -> int:
    """Run a part, and give the next one all cores back."""
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else None
    try:
        return part(arguments)
    finally:
        if cores is not None:
            os.sched_setaffinity(0, cores)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        sys.exit(130)
