"""What the parts have in common on the command line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.targets import Target


def command(part: str, doc: str | None) -> argparse.ArgumentParser:
    """The options of a part: `--json` and `--check`, to which it adds its own."""
    made = argparse.ArgumentParser(
        prog=f"python -m bench {part}",
        description=doc,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    made.add_argument("--check", action="store_true", help="exit status 1 if a target is missed")
    return made


def complain(text: str) -> int:
    """Say why nothing could be measured; the exit status for it."""
    print(text, file=sys.stderr)
    return 2


def no_peers(error: ImportError) -> int:
    return complain(f"The peers are not installed ({error}): `make bench` does that.")


def tell(
    given: argparse.Namespace, text: str, figures: Callable[[], Mapping[str, Any]], targets: Sequence[Target]
) -> int:
    """Print what was measured, and write the figures with the targets where `--json` says; the exit status."""
    print(text)
    if given.json:
        given.json.write_text(json.dumps(figures(), indent=2) + "\n")
    missed = any(target.met is False for target in targets)
    return 1 if given.check and missed else 0
