"""A server as a process on a core of its own."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType

from bench.serving.wire import Broken

START_SECONDS = 60.0
STOP_SECONDS = 10.0


class Host:
    """Runs a server while the `with` block lasts; afterwards it is killed, without a chance to tidy up."""

    def __init__(
        self,
        command: Sequence[str],
        port: int,
        cwd: Path,
        core: int | None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self.port = port
        self._command, self._cwd, self._core = command, cwd, core
        self._env = {**os.environ, **(env or {})}
        self._log = cwd / f"server-{port}.log"

    def __enter__(self) -> Host:
        with self._log.open("wb") as log, on_core(self._core):  # it inherits the core, with all its threads
            self._process = subprocess.Popen(
                self._command,
                cwd=self._cwd,
                env=self._env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        self.pid = self._process.pid
        self._wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait(STOP_SECONDS)
        if error is None:
            self._log.unlink(missing_ok=True)
        elif said := self.said():
            error.add_note(f"The server said:\n{said}")

    def said(self) -> str:
        """The last lines of what the server printed."""
        return "\n".join(self._log.read_text(errors="replace").splitlines()[-20:])

    def _wait(self) -> None:
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            if self._process.poll() is not None:
                raise Broken(f"{self._command[0]} has ended: {self.said()}")
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            except OSError:
                time.sleep(0.05)
            else:
                return
        self._process.kill()
        raise Broken(f"{self._command[0]} does not listen: {self.said()}")

    def settle(self) -> None:
        """Wait until the processes are done that a server runs once, when it starts; where the system tells of them."""
        end = time.monotonic() + START_SECONDS
        while self._has_children() and time.monotonic() < end:
            time.sleep(0.2)

    def _has_children(self) -> bool:
        for file in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                state, parent = file.read_text().rpartition(")")[2].split()[:2]
                if int(parent) == self.pid and state != "Z":
                    return True
        return False

    def memory(self) -> float | None:
        """Kilobytes of memory in use (RSS), where the system tells."""
        try:
            pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        except OSError:
            return None
        return pages * os.sysconf("SC_PAGE_SIZE") / 1024

    def cpu(self) -> float | None:
        """Seconds of the processor's time used so far by all threads, where the system tells."""
        return _cpu(Path(f"/proc/{self.pid}/stat"))

    def main_cpu(self) -> float | None:
        """The same of the main thread alone: that of the event loop."""
        return _cpu(Path(f"/proc/{self.pid}/task/{self.pid}/stat"))


def _cpu(file: Path) -> float | None:
    try:
        fields = file.read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def on_core(core: int | None) -> Iterator[None]:
    """Be on this core for a while; `None` where the system does not let us choose."""
    if core is None:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
