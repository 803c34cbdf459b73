"""Compiles the kernels in a process of its own, with a low priority, so that the server answers at once.

A game that is played comes before the others: who asks `done` of a game wants it, the process is told on its standard
input, and tells on its standard output which games are ready. So on a server that has just been set up there are hints
and players that think ahead some seconds after the first match has begun, and not only when all games are through.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator

from diwaniya.engine.modes import may_compile

MODULE = "diwaniya.engine.compiled"
CHILD = "diwaniya.server.compiling"
READY = "ready"
PRIORITY = 10
"""Below the tables, but not so low that on a machine with much to do there are never any hints."""


class Compiling:
    """That process."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()
        self._wanted: set[str] = set()
        self.ready: list[str] = []
        """The games that can be loaded, in the order in which they became ready."""

    def start(self) -> None:
        """Start it, if there is something to compile and nobody has asked for the pure mode."""
        if not may_compile() or importlib.util.find_spec(MODULE) is None:
            return
        command = [sys.executable, "-m", CHILD]
        pipe, quiet = subprocess.PIPE, subprocess.DEVNULL
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=quiet, text=True)
        try:
            os.setpriority(os.PRIO_PROCESS, self._process.pid, PRIORITY)
        except (OSError, AttributeError):
            pass  # it may have finished already, or the system has no priorities
        threading.Thread(target=self._hear, name="diwaniya-compiling", daemon=True).start()
        for game in tuple(self._wanted):
            self._tell(game)

    def _hear(self) -> None:
        """In a thread: what the process tells, until it ends."""
        assert self._process is not None
        assert self._process.stdout is not None
        with self._process.stdout as told:
            for line in told:
                word, _, game = line.strip().partition(" ")
                if word == READY:
                    self.ready.append(game)

    def done(self, game: str | None = None) -> bool:
        """Can the compiled rules and players of this game (an id; without one: of all) be loaded without waiting?

        Who asks of a game that is not ready is waiting for it: it is compiled next.
        """
        if game in self.ready or (self._process is not None and self._process.poll() == 0):
            return True
        if game is not None:
            with self._lock:
                if game not in self._wanted:
                    self._wanted.add(game)
                    self._tell(game)
        return False

    def running(self) -> bool:
        """Is there more to come?"""
        return self._process is not None and self._process.poll() is None

    def _tell(self, game: str) -> None:
        if self._process is not None and self._process.stdin is not None:
            with contextlib.suppress(OSError, ValueError):  # it has ended
                self._process.stdin.write(f"{game}\n")
                self._process.stdin.flush()

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            if self._process.stdin is not None:
                with contextlib.suppress(OSError):
                    self._process.stdin.close()


# in the process


class _Orders:
    """The games that somebody waits for, as they come in on standard input. `ended` if nobody is there any more."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = lines
        self._asked: list[str] = []
        self.ended = False
        threading.Thread(target=self._hear, daemon=True).start()

    def _hear(self) -> None:
        for line in self._lines:
            self._asked.append(line.strip())
        self.ended = True

    def first(self, games: list[str]) -> str:
        """Of these games the one that has been waited for longest; the first one, if nobody waits."""
        return next(game for game in [*self._asked, *games] if game in games)


def in_turn(games: Iterable[str], first: Callable[[list[str]], str]) -> Iterator[str]:
    """Every game once, each time the one that `first` chooses of those that are left."""
    left = list(games)
    while left:
        chosen = first(left)
        left.remove(chosen)
        yield chosen


def _players(game_id: str) -> None:
    """What hints and bots that think ahead need of a game, into the cache."""
    from diwaniya.bots._warm import warm_players
    from diwaniya.engine.game import find
    from diwaniya.engine.modes import prepare

    game = find(game_id)
    prepare(game)
    warm_players(game)


def _compile_all() -> int:
    """First the players and hints of all games, each game as it is wanted; then what reviews need; then all the rest.

    Gives the exit status.
    """
    orders = _Orders(sys.stdin)
    from diwaniya.engine.compiled import warm_game, warm_more
    from diwaniya.engine.game import games

    status = 0
    for work in (_players, warm_more, warm_game):
        for game in in_turn(games(), orders.first):
            if orders.ended:
                return 1
            try:
                work(game)
            except Exception as error:
                print(f"{game} cannot be compiled: {error}", file=sys.stderr)
                status = 1  # the others can be
            else:
                if work is _players:
                    print(READY, game, flush=True)
    return status


if __name__ == "__main__":
    sys.exit(_compile_all())
