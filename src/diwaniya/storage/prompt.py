"""Being run soon after waking up.

A flush is up to three requests to the disk, each made when the one before is done. While the event loop is busy on the
same core, Linux lets it go on for some milliseconds before it runs the thread that has to make the next request, ten
times as long as the disk needs. A thread that asks for short slices of time goes first (since Linux 6.12); of the
processor it gets no more than before.
"""

from __future__ import annotations

import os
import platform
import struct
import sys

SLICE_NS = 100_000
"""The shortest that there is."""
SET_ATTRIBUTES = {"x86_64": 314, "aarch64": 274}
"""The number of the system call `sched_setattr`, which Python does not know."""


def go_first() -> None:
    """Ask for short slices for the thread that calls this. Where they cannot be had nothing happens."""
    if sys.platform != "linux" or platform.machine() not in SET_ATTRIBUTES:
        return
    if os.sched_getscheduler(0) != os.SCHED_OTHER:
        return  # somebody has chosen otherwise for us
    import ctypes

    nice = os.getpriority(os.PRIO_PROCESS, 0)
    # struct sched_attr: its size, policy, flags, nice, real-time priority; slice, and two more that are not for us
    attributes = struct.pack("IIQiIQQQ", 48, os.SCHED_OTHER, 0, nice, 0, SLICE_NS, 0, 0)
    ctypes.CDLL(None).syscall(SET_ATTRIBUTES[platform.machine()], 0, attributes, 0)
