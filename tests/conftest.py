"""What all tests share: no test touches the data or the settings of the person who runs it."""

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# A failure can be repeated: the examples are the same every time, and a slow machine is not a fault.
settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.load_profile("repeatable")

# Begun in the background, a process may have been told to ignore Ctrl-C, and would tell its children so; some tests
# press Ctrl-C in a child.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

if sys.platform != "linux":  # only there a process's memory can be read from outside
    collect_ignore = ["server/test_chat_memory.py"]


@pytest.fixture(autouse=True, scope="session")
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The data and settings folders of this run. Compiled rules stay in the usual cache: they are costly."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(home / "data"))
        patch.setenv("XDG_CONFIG_HOME", str(home / "config"))
        patch.setenv("XDG_STATE_HOME", str(home / "state"))
        # Without a language of the system the command line speaks English, which most tests read.
        for name in ("PORT", "DATA", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
            patch.delenv(name, raising=False)
        yield home
