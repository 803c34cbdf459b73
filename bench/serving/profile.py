"""Where our server's time goes under full load.

The system says how much of it the event loop's thread used, and how much the others, where SQLite writes. What the loop
does is seen by a sampling profiler, which counts a thread only while that has the interpreter: who waits does nothing.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sysconfig
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from bench.contender import progress
from bench.serving import contenders
from bench.serving.host import Host, on_core
from bench.serving.load import Load
from bench.serving.measure import SATURATED_ROOMS, WARM_UP, Server, burst, saturate
from bench.serving.packages import NoPeers
from bench.serving.wire import Broken
from bench.tables import put, table

BEGIN, END = "<!-- measured, profile: begin -->", "<!-- measured, profile: end -->"
RATE = 500
"""Samples a second. The server is not stopped for them."""
FRAME = re.compile(r"(?P<name>.+) \((?P<file>.+):\d+\)$")
MAIN_THREAD = "MainThread"
SHOWN = 20
PACKAGE = "diwaniya/"
STARTERS = ("cli/", "__main__")
LOOP = "(event loop and libraries)"

Stack = list[str]


@dataclass
class Profile:
    """What was found. Times in microseconds of the core for each move."""

    rate: float
    loop_us: float
    others_us: float
    stacks: list[tuple[Stack, int]]
    """Of the event loop's thread: functions from the outermost in, and how often."""
    mark: Server


def profile(game: str, seconds: float) -> Profile:
    """Play at full speed; Colyseus' StateView is the mark. Raises `Broken` where the system hides what is needed."""
    spy = shutil.which("py-spy", path=sysconfig.get_path("scripts")) or shutil.which("py-spy")
    if spy is None:
        raise NoPeers("The profiler py-spy is missing: `make bench` installs it.")
    core, load_core = contenders.two_cores()
    with on_core(load_core):
        mark = next(one for one in contenders.peers(core) if "StateView" in one.name)
        progress(f"{mark.name}, for comparison")
        saturate(mark, seconds, min(WARM_UP, seconds))
        found = _look(spy, contenders.ours(core, game), mark, seconds)
    progress("")
    return found


def _look(spy: str, ours: Server, mark: Server, seconds: float) -> Profile:
    """First without the profiler, for the times, then with it, for the shares."""
    with ours.host() as host:
        load = Load(ours.dialect(), host.port)
        load.open(SATURATED_ROOMS)
        progress("Diwaniya, without the profiler")
        load.saturate(WARM_UP)
        began = host.main_cpu()
        plain = burst(load.saturate, seconds, host)
        ended = host.main_cpu()
        progress("Diwaniya, with the profiler")
        stacks = _sample(spy, host, load, seconds)
        load.close()
    if began is None or ended is None or plain.core_us is None:
        raise Broken("This system does not say how much of the processor's time a thread has used.")
    loop = (ended - began) / (plain.rate * seconds) * 1e6
    return Profile(plain.rate, loop, plain.core_us - loop, stacks, mark)


def _sample(spy: str, host: Host, load: Load, seconds: float) -> list[tuple[Stack, int]]:
    with contenders.folder() as folder:
        output = folder / "stacks"
        command = [spy, "record", "--pid", str(host.pid), "--duration", f"{max(1, seconds):.0f}"]
        command += ["--rate", str(RATE), "--gil", "--threads", "--nonblocking"]
        command += ["--format", "raw", "--output", str(output)]
        spying = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        load.saturate(seconds + 1)
        said, _ = spying.communicate(timeout=60)
        if spying.returncode or not output.exists():
            raise Broken(f"py-spy could not look into the server: {said.decode(errors='replace').strip()}")
        return main_thread(output.read_text())


def main_thread(raw: str) -> list[tuple[Stack, int]]:
    """The stacks of the event loop's thread, of what py-spy writes: a line each, `thread;outer;inner 17`."""
    stacks = []
    for line in raw.splitlines():
        frames, _, count = line.rpartition(" ")
        thread, *stack = frames.split(";")
        if MAIN_THREAD in thread:
            stacks.append((stack, int(count)))
    return stacks


def markdown(found: Profile) -> str:
    rate, theirs = found.rate, found.mark.median("full", "rate")
    total = sum(count for _, count in found.stacks)
    if not total:
        raise Broken("py-spy saw nothing of the server")
    files: Counter[str] = Counter()
    functions: Counter[str] = Counter()
    below: Counter[str] = Counter()
    for stack, count in found.stacks:
        files[innermost(stack).partition(":")[0]] += count
        functions[innermost(stack)] += count
        for name in {_label(frame) for frame in stack if _ours(frame)}:
            below[name] += count

    def rows(counted: Counter[str]) -> list[str]:
        shares = [(name, count / total) for name, count in counted.most_common(SHOWN)]
        lines = [[name, f"{share:.1%}", f"{share * found.loop_us:.1f}"] for name, share in shares]
        return table(["", "share", "µs a move"], lines)

    mark_us = found.mark.full[0].core_us
    threads = [
        ["Diwaniya: the event loop", f"{found.loop_us:.1f}"],
        ["Diwaniya: the other threads, where SQLite writes", f"{found.others_us:.1f}"],
        [f"{found.mark.name}: all", "" if mark_us is None else f"{mark_us:.1f}"],
    ]
    return "\n".join(
        [
            f"{rate:,.0f} moves a second, every move on disk; {found.mark.name}, in memory, made {theirs:,.0f}.",
            f"That is {rate / theirs:.0%} of the mark.",
            "",
            *table(["the core's time", "µs a move"], threads),
            "",
            "#### The event loop by file: what it does itself, and what it calls outside our source",
            "",
            *rows(files),
            "",
            "#### By function: what it does itself, and what it calls outside our source",
            "",
            *rows(functions),
            "",
            "#### By function, with all that it calls",
            "",
            *rows(below),
        ]
    )


def save(text: str, docs: Path) -> None:
    """Put the tables between their marks in docs/benchmarks.md."""
    put(docs / "benchmarks.md", text, BEGIN, END)


def _ours(frame: str) -> bool:
    """A frame of our source, but for the command that started the server."""
    return PACKAGE in frame and not any(f"{PACKAGE}{part}" in frame for part in STARTERS)


def _label(frame: str) -> str:
    """`server/hub.py: Hub.find`, or as much of it as the profiler tells."""
    found = FRAME.match(frame)
    if found is None:
        return frame
    return f"{found['file'].rpartition(PACKAGE)[2]}: {found['name']}"


def innermost(stack: Stack) -> str:
    """The last function of ours on the stack; what runs outside of all of them is the event loop, with the network."""
    return next((_label(frame) for frame in reversed(stack) if _ours(frame)), LOOP)
