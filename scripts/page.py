"""The built page: when it is out of date, and how it is built. Used by `make` and when a wheel is made.

The page lies in `src/diwaniya/page`, with a file that says which sources it was built from.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from node import Node
from steps import ROOT

WEB = ROOT / "web"
PAGE = ROOT / "src" / "diwaniya" / "page"
BUILT_FROM = PAGE / "built-from.txt"
SOURCES = (
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "vite.config.ts",
)


def digest(paths: Iterable[Path], *more: str) -> str:
    """A fingerprint of names and contents of files (folders: of all files below), and of the words after them."""
    total = hashlib.sha256("\0".join(more).encode())
    for path in paths:
        files = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
        for file in files:
            if file.exists() and "__pycache__" not in file.parts:
                total.update(f"\0{file.relative_to(ROOT).as_posix()}\0{file.stat().st_size}\0".encode())
                total.update(file.read_bytes())
    return total.hexdigest()


def sources() -> str:
    """The page's own sources, and the words that it takes in from the Python side."""
    return digest([*(WEB / name for name in SOURCES), ROOT / "src" / "diwaniya" / "words"])


def built() -> bool:
    """Whether the page is there and built from the present sources (or there are none, as in a source package)."""
    if not (PAGE / "index.html").exists():
        return False
    return not (WEB / "src").exists() or (BUILT_FROM.exists() and BUILT_FROM.read_text() == sources())


def packages_installed(tools: bool) -> bool:
    """Whether `web/node_modules` holds what the lock file asks for; with `tools`, also what only the checks need."""
    installed = _packages(WEB / "node_modules" / ".package-lock.json")
    wanted = _packages(WEB / "package-lock.json")
    return all(
        installed.get(path, {}).get("version") == entry.get("version")
        for path, entry in wanted.items()
        if path
        and not entry.get("optional")
        and not entry.get("devOptional")
        and (tools or not entry.get("dev"))
    )


def _packages(lock: Path) -> dict[str, Any]:
    """The packages a lock file lists. npm keeps one in node_modules too, of what really lies there."""
    try:
        packages: dict[str, Any] = json.loads(lock.read_text())["packages"]
    except (OSError, ValueError, KeyError):
        return {}
    return packages


def install_command(node: Node, tools: bool) -> list[str]:
    return node.npm_run(
        "ci", "--ignore-scripts", "--no-fund", "--no-audit", f"--{'include' if tools else 'omit'}=dev"
    )


def build_command(node: Node) -> list[str]:
    return node.run(str(WEB / "node_modules" / "vite" / "bin" / "vite.js"), "build", "--logLevel", "warn")


def stamp() -> None:
    BUILT_FROM.write_text(sources())
