"""The writer's thread asks to be run soon after it has waited for the disk."""

from __future__ import annotations

import ctypes
import os
import platform
import re
import struct
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from diwaniya.storage.prompt import SET_ATTRIBUTES, SLICE_NS, go_first

Result = TypeVar("Result")


def in_a_thread(call: Callable[[], Result]) -> Result:
    """Call it in a thread of its own, which ends with it."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(call).result()


def slice_ns() -> int:
    """The slices that the thread has asked for, where the system tells."""
    told = ctypes.create_string_buffer(48)
    got = ctypes.CDLL(None).syscall(SET_ATTRIBUTES[platform.machine()] + 1, 0, told, 48, 0)
    assert got == 0
    return int(struct.unpack("IIQiIQQQ", told.raw)[5])


def test_a_thread_gets_short_slices_and_nothing_else_changes():
    def asked() -> tuple[int, int]:
        before = os.getpriority(os.PRIO_PROCESS, 0)
        go_first()
        if sys.platform == "linux":
            assert os.sched_getscheduler(0) == os.SCHED_OTHER
            release = re.match(r"(\d+)\.(\d+)", platform.release())
            assert release
            if (int(release[1]), int(release[2])) >= (6, 12) and platform.machine() in SET_ATTRIBUTES:
                assert slice_ns() == SLICE_NS
        return before, os.getpriority(os.PRIO_PROCESS, 0)

    before, after = in_a_thread(asked)
    assert before == after


def test_where_it_is_not_possible_nothing_happens():
    def asked() -> int:
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
        go_first()
        return os.sched_getscheduler(0)

    if sys.platform == "linux":
        assert in_a_thread(asked) == os.SCHED_BATCH, "what somebody has chosen stays"
    else:
        go_first()
