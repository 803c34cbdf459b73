"""Computer players: they think in threads, and see no more than their seat does.

Those that think ahead need the compiled rules of their game. Until these are there they play by rules of thumb; then
the first that is asked loads them, in its own thread. To ask for them is to want them: a game that is played is
compiled before the others.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import os
import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, cast

from diwaniya import bots
from diwaniya.bots._advice import Advice, Adviser
from diwaniya.engine.game import Game
from diwaniya.engine.match import Match
from diwaniya.engine.modes import prepare

log = logging.getLogger(__name__)

LEVELS = ("easy", "normal", "strong", "expert")
"""The levels a page offers, easiest first: the bots of these names."""
HINT_SECONDS = 0.3
"""How long is thought about a hint."""
HINTS_WAITING = 8
"""Hints that may be thought about or wait for it; with more, somebody would wait for seconds."""
STAND_IN = "normal"
"""Who plays for somebody absent, and who fills up quick play."""


@dataclass(frozen=True)
class Glimpse:
    """What a bot is handed instead of the match: the view of its seat, taken before it begins to think.

    So no bot can look at the other hands, and none is disturbed by what happens at the table meanwhile.
    """

    game: Game
    view: Any

    def observation(self, seat: int) -> Any:
        return self.view


class Computers:
    """Asks bots for moves. `compiled` says whether the compiled rules of a game (by its id) can be loaded without
    waiting for them.
    """

    def __init__(self, threads: int = 2, compiled: Callable[[str], bool] = lambda game: False) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="diwaniya-bot", initializer=_step_back)
        # One more, so that no computer player ever waits until somebody has his hint.
        self._hinting = ThreadPoolExecutor(1, thread_name_prefix="diwaniya-hint", initializer=_step_back)
        self._hints = 0
        self._advisers: dict[str, Adviser] = {}
        self._compiled = compiled
        self._loading = threading.Lock()
        self._loaded: set[str] = set()

    def choose(
        self, level: str, match: Match, seat: int, rng: random.Random, then: Callable[[str], None]
    ) -> None:
        """A legal move for `seat` goes to `then`. If a bot fails the game goes on with a move at random.

        To be called on a running event loop, on which `then` is called as well: at once, if there is nothing
        to choose.
        """
        self.ready(match.game)  # so that it is compiled by the time that somebody asks for a hint
        legal = match.legal(seat)
        if len(legal) == 1:
            then(legal[0])
            return
        glimpse = cast(Match, Glimpse(match.game, match.observation(seat)))
        bot = level if level in LEVELS else STAND_IN

        def chosen(thought: asyncio.Future[str]) -> None:
            token = None
            try:
                token = thought.result()
            except asyncio.CancelledError:
                return
            except Exception:
                log.exception("the bot of level %s failed", level)
            else:
                if token not in legal:
                    log.error("the bot of level %s chose %r, which is not legal", level, token)
            then(token if token in legal else rng.choice(legal))

        loop = asyncio.get_running_loop()
        loop.run_in_executor(self._threads, self._think, bot, glimpse, seat, rng).add_done_callback(chosen)

    def _think(self, bot: str, glimpse: Match, seat: int, rng: random.Random) -> str:
        """In a thread."""
        if bots.thinks_ahead(bot):
            self._load(glimpse.game)
        return bots.choose(bot, glimpse, seat, rng)

    def _load(self, game: Game) -> None:
        with self._loading:
            if game.id not in self._loaded and self._compiled(game.id):
                prepare(game)
                self._loaded.add(game.id)

    # hints

    def ready(self, game: Game) -> bool:
        """Can there be hints for this game by now? Who asks makes it come sooner."""
        return game.id in self._loaded or self._compiled(game.id)

    def advise(self, match: Match, seat: int, then: Callable[[list[Advice] | None], None]) -> None:
        """What the moves of `seat`, which is to move, are worth as far as it can know: to `then`, the best first.

        Without compiled rules there is nothing worth telling in so short a time: `None`, and so if too many wait. To
        be called on a running event loop, on which `then` is called as well.
        """
        view = match.observation(seat)
        game = match.game
        if self._hints >= HINTS_WAITING or not self.ready(game):
            then(None)
            return
        self._hints += 1

        def weighed(thought: asyncio.Future[list[Advice]]) -> None:
            self._hints -= 1
            if thought.cancelled():
                return
            error = thought.exception()
            if error is not None:
                log.error("no hint could be found for %s", game.id, exc_info=error)
            then(None if error is not None else thought.result())

        loop = asyncio.get_running_loop()
        loop.run_in_executor(self._hinting, self._weigh, game, view).add_done_callback(weighed)

    def _weigh(self, game: Game, view: Any) -> list[Advice]:
        """In the thread for hints. The seed is always the same: who asks twice learns nothing more by it."""
        self._load(game)
        adviser = self._advisers.get(game.id)
        if adviser is None:
            adviser = self._advisers[game.id] = Adviser(game)
        return adviser.advise(view, seconds=HINT_SECONDS)

    def stop(self) -> None:
        for threads in (self._threads, self._hinting):
            threads.shutdown(wait=False, cancel_futures=True)


def _step_back() -> None:
    """A thread that thinks lets those go first who play and write, where the system can do that for a thread alone."""
    if hasattr(os, "setpriority") and hasattr(threading, "get_native_id"):
        try:
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)
        except OSError:
            pass


def chance(secret: str, seq: int) -> random.Random:
    """The luck of the computer's move at this point: the same after a restart, and telling nothing of the
    packs.
    """
    return random.Random(hmac.digest(bytes.fromhex(secret), b"diwaniya/bot/1:%d" % seq, "sha256"))
