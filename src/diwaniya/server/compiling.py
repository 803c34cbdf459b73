"""Compiles the kernels in a process of its own, with the lowest priority, so that the server answers at
once.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys

from diwaniya.engine.modes import may_compile

MODULE = "diwaniya.engine.compiled"


class Compiling:
    """That process."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, if there is something to compile and nobody has asked for the pure mode."""
        if not may_compile() or importlib.util.find_spec(MODULE) is None:
            return
        quiet = subprocess.DEVNULL
        command = [sys.executable, "-m", MODULE, "1"]
        self._process = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)
        try:
            os.setpriority(os.PRIO_PROCESS, self._process.pid, 19)
        except (OSError, AttributeError):
            pass  # it may have finished already, or the system has no priorities

    def done(self) -> bool:
        """Is all compiled, so that whoever loads it does not wait?"""
        return self._process is not None and self._process.poll() == 0

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
