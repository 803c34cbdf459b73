"""Puts the built page into the wheel and the source package; builds it first if its sources are newer."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))

import node
import page
from steps import ROOT, clean_env


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """`pip install .` and `make wheel` come by here; `pip install -e .` does not need the page."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """A machine without Node.js gets one for the time of the build."""
        if page.built() or node.on_machine():
            return []
        pins = (ROOT / "requirements" / "node.txt").read_text()
        return [line.split()[0] for line in pins.splitlines() if line.startswith(node.PACKAGE)]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or page.built():
            return
        found = node.on_machine() or next(filter(None, (node.in_folder(Path(p)) for p in sys.path)), None)
        if not found:
            raise RuntimeError(
                "Building the page needs Node.js 20.19 or newer (or the package " + node.PACKAGE + ")."
            )
        env = found.env(clean_env())
        commands = [page.build_command(found)]
        if not page.packages_installed(tools=False):
            commands.insert(0, page.install_command(found, tools=False))
        for command in commands:
            done = subprocess.run(command, cwd=page.WEB, env=env, capture_output=True, text=True, check=False)
            if done.returncode:
                raise RuntimeError(f"The page could not be built:\n{done.stdout}{done.stderr}")
        page.stamp()
