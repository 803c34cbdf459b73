"""What is seen of a match or a room from outside: a title and a line of text for messengers, and a picture.

Of a match nothing is told before it has ended (only then is there a record), of a room its game and the code that
was asked for with.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from diwaniya.engine.match import Match
from diwaniya.engine.record import replay
from diwaniya.server.kept import Kept
from diwaniya.server.postcard_svg import Side, match_picture, room_picture
from diwaniya.table.record import is_computer
from diwaniya.words.computers import computer_names, guest_name, seed_from
from diwaniya.words.speaker import Speaker

T = TypeVar("T")

PROGRAM = Path(__file__).with_name("postcard_draw.py")
PATIENCE = 20.0
"""Seconds for one picture; it takes a quarter of one."""
WAITING = 12
"""Pictures that may wait for the one that is being drawn."""
KEPT_BYTES = 8 << 20
"""Pictures that were asked for lately stay in memory, up to so much."""
KEPT_MATCHES = 500
"""What was worth telling of matches stays in memory too, of so many."""
LONGEST = 2_000_000
"""Bytes of a record for which it is worth while."""


class Busy(Exception):
    """More pictures are waited for than can be drawn soon, or one could not be drawn."""


class Told(msgspec.Struct, frozen=True):
    """What a picture of a match is made of."""

    game: str
    names: list[str]
    scores: list[int]
    winners: list[int]
    note: tuple[int, list[int]] | None
    """The hand in which somebody scored most, with the points of all sides."""

    @property
    def sides(self) -> list[Side]:
        """Teams of two sit across from each other: every other seat."""
        count = len(self.scores)
        won = {seat % count for seat in self.winners}
        return [Side(self.names[side::count], score, side in won) for side, score in enumerate(self.scores)]


def told(record: dict[str, Any]) -> Told:
    """Play a record of the storage once more and see what is worth telling."""
    match: Match = replay(record).match
    hands = [hand["points"] for hand in match.hands]
    best = max(range(len(hands)), key=lambda n: max(hands[n]), default=None)
    note = None if best is None or len(hands) < 2 or max(hands[best]) <= 0 else (best + 1, hands[best])
    return Told(
        match.game.id,
        list(record["meta"]["names"]),
        list(match.scores),
        list(match.winners),
        note,
    )


class Postcards:
    """Makes them one at a time, and keeps some."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="diwaniya-postcard")
        self._kept: Kept[tuple[str, ...]] = Kept(KEPT_BYTES)
        self._told: OrderedDict[str, Told] = OrderedDict()
        self._waiting = 0

    async def match(self, match: str, record: bytes, seed: str, language: str) -> bytes:
        """The picture of a finished match; `seed` chooses the names of computer players, as on the page.

        Raises `Busy`.
        """
        return await self._picture(
            ("match", match, seed, language),
            lambda: _of_match(self._read(match, record), seed or match, Speaker(language)),
        )

    async def room(self, code: str, game: str, language: str) -> bytes:
        """The picture of a room. Raises `Busy`."""
        return await self._picture(
            ("room", code, game, language), lambda: room_picture(Speaker(language), game, code)
        )

    async def words_of_match(self, match: str, record: bytes, seed: str, language: str) -> tuple[str, str]:
        """A title, and who has won. Raises `Busy`."""
        found = self._told.get(match)
        if found is None:
            found = await self._aside(lambda: self._read(match, record))
        return _words_of_match(found, seed or match, Speaker(language))

    def _read(self, match: str, record: bytes) -> Told:
        found = self._told.get(match)
        if found is None:
            if len(record) > LONGEST:
                raise Busy
            found = self._told[match] = told(msgspec.json.decode(record))
            while len(self._told) > KEPT_MATCHES:
                self._told.popitem(last=False)
        return found

    async def _picture(self, key: tuple[str, ...], svg: Callable[[], str]) -> bytes:
        return await self._kept.made(key, lambda: self._drawn(svg))

    async def _drawn(self, svg: Callable[[], str]) -> bytes:
        try:
            return await self._aside(lambda: _draw(svg()))
        except (OSError, subprocess.SubprocessError) as error:
            raise Busy from error

    async def _aside(self, work: Callable[[], T]) -> T:
        """In the one thread, if not too much waits for it."""
        if self._waiting >= WAITING:
            raise Busy
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._waiting -= 1

    def stop(self) -> None:
        """Whatever waits is given up."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _draw(svg: str) -> bytes:
    # A process of its own: what draws holds the interpreter, and all tables would stand still meanwhile.
    done = subprocess.run(
        [sys.executable, str(PROGRAM)],
        input=svg.encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        timeout=PATIENCE,
        check=True,
    )
    return done.stdout


def shown_names(seed: str, names: Sequence[str], speaker: Speaker) -> list[str]:
    """The names of a record as they are shown: computer players are called as on the page, and never like a person at
    the table.
    """
    shown = [
        None if is_computer(name) else name or guest_name(speaker, seat) for seat, name in enumerate(names)
    ]
    return computer_names(speaker, seed_from(seed), shown)


def _named(found: Told, seed: str, speaker: Speaker) -> Told:
    return msgspec.structs.replace(found, names=shown_names(seed, found.names, speaker))


def _outcome(speaker: Speaker, found: Told) -> str:
    names = list(dict.fromkeys(found.names[seat] for seat in found.winners))
    if not names:
        return speaker.t("replay.broken_off")
    return speaker.t("replay.winners", names=speaker.listing(names[:6]))


def _score(speaker: Speaker, scores: list[int]) -> str:
    return " : ".join(speaker.number(score) for score in scores)


def _of_match(found: Told, seed: str, speaker: Speaker) -> str:
    found, note = _named(found, seed, speaker), None
    if found.note is not None and len(found.scores) == 2:
        number, points = found.note
        note = speaker.t("postcard.best", n=number, points=_score(speaker, points))
    return match_picture(speaker, found.game, found.sides, _outcome(speaker, found), note)


def _words_of_match(found: Told, seed: str, speaker: Speaker) -> tuple[str, str]:
    found = _named(found, seed, speaker)
    game = speaker.t(f"game.{found.game}.name")
    best = sorted(found.scores, reverse=True) if len(found.scores) > 2 else found.scores
    title = speaker.t("postcard.match_title", game=game, score=_score(speaker, best[:4]))
    return title, f"{_outcome(speaker, found)}. {speaker.t('postcard.look_again')}".replace("..", ".")


def words_of_room(game: str, language: str) -> tuple[str, str]:
    """A title and a line for the link to a room."""
    speaker = Speaker(language)
    named = speaker.t(f"game.{game}.name")
    return speaker.t("postcard.room_title", game=named), speaker.t("postcard.sit_down")
