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


def start_compiling() -> subprocess.Popen[bytes] | None:
    """Start it, if there is something to compile and nobody has asked for the pure mode."""
    if not may_compile() or importlib.util.find_spec(MODULE) is None:
        return None
    quiet = subprocess.DEVNULL
    process = subprocess.Popen([sys.executable, "-m", MODULE, "1"], stdin=quiet, stdout=quiet, stderr=quiet)
    try:
        os.setpriority(os.PRIO_PROCESS, process.pid, 19)
    except (OSError, AttributeError):
        pass  # it may have finished already, or the system has no priorities
    return process
