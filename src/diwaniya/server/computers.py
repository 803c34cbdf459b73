"""Computer players: they think in threads, and see no more than their seat does."""

from __future__ import annotations

import asyncio
import hmac
import logging
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, cast

from diwaniya import bots
from diwaniya.engine.game import Game
from diwaniya.engine.match import Match

log = logging.getLogger(__name__)

LEVELS = {"easy": "random", "normal": "quick"}
"""The levels a page offers, easiest first, and the bot that plays each."""
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
    """Asks bots for moves."""

    def __init__(self, threads: int = 2) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="diwaniya-bot")

    def choose(
        self, level: str, match: Match, seat: int, rng: random.Random, then: Callable[[str], None]
    ) -> None:
        """A legal move for `seat` goes to `then`. If a bot fails the game goes on with a move at random.

        To be called on a running event loop, on which `then` is called as well: at once, if there is nothing
        to choose.
        """
        legal = match.legal(seat)
        if len(legal) == 1:
            then(legal[0])
            return
        glimpse = cast(Match, Glimpse(match.game, match.observation(seat)))
        bot = LEVELS.get(level, LEVELS[STAND_IN])

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
        loop.run_in_executor(self._threads, bots.choose, bot, glimpse, seat, rng).add_done_callback(chosen)

    def stop(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def chance(secret: str, seq: int) -> random.Random:
    """The luck of the computer's move at this point: the same after a restart, and telling nothing of the
    packs.
    """
    return random.Random(hmac.digest(bytes.fromhex(secret), b"diwaniya/bot/1:%d" % seq, "sha256"))
