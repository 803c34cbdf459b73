"""Looks through the whole tree for what must not be in it.

* a lock file that names the place its packages came from (versions and hashes are enough), or any registry's host name;
* a path that exists only on somebody's machine;
* a source file too long to read in one sitting;
* reminders left in the code instead of the work being done, tests that are skipped or narrowed;
* a game named by a part that has to work for every game.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 700
SOURCE = {".py", ".ts", ".js", ".svelte", ".css"}
SKIPPED = {".png", ".ico", ".woff2", ".ttf", ".ogg", ".mp3", ".jpg", ".webp"}
GENERIC = (
    "src/diwaniya/table/",
    "src/diwaniya/search/",
    "src/diwaniya/server/",
    "src/diwaniya/cli/",
    "web/src/",
)
# A pack of cards may be named where cards are drawn, even if a game is called the same.
PACKS = {"web/src/": {"cucco"}}

# Each is written so that it does not match itself.
HOST = re.compile(
    r"(registry\.(npmjs|yarnpkg)|(www\.)?pypi|pythonhosted|npmmirror|jsr)\.(org|com|io)\b", re.IGNORECASE
)
LOCK_ADDRESS = re.compile(
    r'"resolved"\s*:|--(extra-)?index-url|--find-links|\b(git\+)?(https?|file)://\S+\.(whl|tgz|gz|zip)'
)
MACHINE_PATH = re.compile(r"(?<![\w.$}~-])/(work|root|farm|home/\w+|Users/\w+)/")
REMINDER = re.compile(r"\b(TO[D]O|FIX[M]E|X[X]X)\b|\bNot[I]mplementedError\b")
NARROWED = re.compile(r"\bpytest\.(mark\.)?s[k]ip|\b(it|test|describe)\.(s[k]ip|o[n]ly)\b")


def tree_files() -> list[Path]:
    """The files of the tree: what git knows or would take; without git all but hidden and built ones."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        out = subprocess.run(command, capture_output=True, check=True).stdout.decode()
    except (OSError, subprocess.CalledProcessError):
        built = {"node_modules", "page", "__pycache__", "dist", "build"}
        inside = (p.relative_to(ROOT) for p in ROOT.rglob("*"))
        return sorted(ROOT / p for p in inside if not any(q in built or q.startswith(".") for q in p.parts))
    return sorted({ROOT / name for name in out.split("\0") if name and (ROOT / name).is_file()})


def families() -> list[str]:
    return sorted(p.stem for p in (ROOT / "src/diwaniya/games").glob("*.py") if not p.stem.startswith("_"))


def naming(name: str, games: list[str]) -> re.Pattern[str] | None:
    """What this file may not name; None for a part that may name every game."""
    packs = {pack for folder, packs in PACKS.items() if name.startswith(folder) for pack in packs}
    banned = [game for game in games if game not in packs]
    if not banned or not name.startswith(GENERIC):
        return None
    return re.compile(rf"(?<![a-z])({'|'.join(banned)})(?![a-z])", re.IGNORECASE)


def faults(name: str, text: str, games: list[str]) -> Iterator[str]:
    """What is wrong with one file, each with its line."""
    file = Path(name)
    locks = file.name == "package-lock.json" or (name.startswith("requirements/") and file.suffix == ".txt")
    is_source = file.suffix in SOURCE
    named = naming(name, games) if is_source and ".test." not in file.name else None
    lines = text.splitlines()
    if is_source and len(lines) > LONGEST:
        yield f"{name}: {len(lines)} lines; more than {LONGEST} is too long"
    for number, line in enumerate(lines, 1):
        where = f"{name}:{number}"
        if HOST.search(line) or (locks and LOCK_ADDRESS.search(line)):
            yield f"{where}: names a package registry"
        if MACHINE_PATH.search(line):
            yield f"{where}: a path of one machine"
        if is_source and REMINDER.search(line):
            yield f"{where}: a reminder left in the code"
        if is_source and NARROWED.search(line):
            yield f"{where}: a test that does not run"
        if named and (match := named.search(line)):
            yield f"{where}: names a game ({match[0]})"


def main() -> int:
    games = families()
    found: list[str] = []
    for path in tree_files():
        name = path.relative_to(ROOT).as_posix()
        if path.suffix in SKIPPED or name == "LICENSE":
            continue
        found += faults(name, path.read_text(encoding="utf-8", errors="replace"), games)
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
