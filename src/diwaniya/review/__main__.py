"""A review made in a process of its own: `python -m diwaniya.review MODE NODES`, for the server.

The record is read from standard input. One line is written for each move, `[done, total]`, and then the review as one
JSON object. The process steps back behind those that somebody waits for.
"""

import json
import os
import sys

from diwaniya.engine.record import check, parse
from diwaniya.review.report import report
from diwaniya.review.reviewer import Reviewer


def main(mode: str, nodes: int) -> None:
    """Raises whatever `Reviewer` raises."""
    if hasattr(os, "nice"):
        os.nice(10)
    record = parse(sys.stdin.buffer.read())
    reviewer = Reviewer(check(record), mode, nodes=nodes)
    found = reviewer.review(record, tell=lambda done, total: _say([done, total]))
    _say(report(found))


def _say(what: object) -> None:
    print(json.dumps(what), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
