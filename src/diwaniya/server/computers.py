"""Computer players: they think in threads, and see no more than their seat does."""

from __future__ import annotations

import asyncio
import hmac
import logging
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, cast

from diwaniya import bots
from diwaniya.engine.game import Game
from diwaniya.engine.match import Match

log = logging.getLogger(__name__)

LEVELS = {"easy": "random", "normal": "quick"}
"""The levels a page offers, easiest first, and the bot that plays each."""


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

    async def choose(self, level: str, match: Match, seat: int, rng: random.Random) -> str:
        """A legal move for `seat`. If a bot fails the game goes on with a move at random."""
        legal = match.legal(seat)
        if len(legal) == 1:
            return legal[0]
        glimpse = cast(Match, Glimpse(match.game, match.observation(seat)))
        loop = asyncio.get_running_loop()
        try:
            token = await loop.run_in_executor(self._threads, bots.choose, LEVELS[level], glimpse, seat, rng)
            if token in legal:
                return token
            log.error("the bot of level %s chose %r, which is not legal", level, token)
        except Exception:
            log.exception("the bot of level %s failed", level)
        return rng.choice(legal)

    def stop(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def chance(secret: str, seq: int) -> random.Random:
    """The luck of the computer's move at this point: the same after a restart, and telling nothing of the packs."""
    return random.Random(hmac.digest(bytes.fromhex(secret), b"diwaniya/bot/1:%d" % seq, "sha256"))
