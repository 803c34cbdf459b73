"""The names of those who have none of their own. Those of computer players are chosen as the page does it
(`web/src/lib/table/names.ts`) and for the same seats the same ones.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import gcd

from diwaniya.words.speaker import Speaker

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
SEED = re.compile("[0-9a-z]{1,7}")
"""What chooses the names, as links to a replay bring it: the record of a match does not know its table."""


def computer_names(speaker: Speaker, start: int, names: Sequence[str | None]) -> list[str]:
    """These names, with one for every computer player (`None`): the same ones for the same `start`, never the name of
    a person among them while there are others.

    >>> computer_names(Speaker("en"), 5, ["Mansour", None])[0]
    'Mansour'
    """
    pool = speaker.under("players.names") or [speaker.t("players.guest")]
    # A step that shares no factor with the pool visits every name once.
    step = 1 + start % max(1, len(pool) - 1)
    while len(pool) > 1 and gcd(step, len(pool)) != 1:
        step = step % (len(pool) - 1) + 1
    walk = [pool[(start + place * step) % len(pool)] for place in range(max(len(pool), len(names)))]
    spare = [name for name in walk[len(names) :] if name not in names]

    def named(given: str) -> str:
        return spare.pop(0) if given in names and spare else given

    return [named(walk[place]) if name is None else name for place, name in enumerate(names)]


def guest_name(speaker: Speaker, seat: int) -> str:
    """What somebody without a name is called: by the number of the seat, so that two of them are not alike."""
    return speaker.t("players.guest_n", n=seat + 1)


def seed_of(table: str) -> int:
    """What chooses the names at a table."""
    h = 2166136261
    for sign in table:
        h = ((h ^ ord(sign)) * 16777619) & 0xFFFFFFFF
    return h


def seed_text(table: str) -> str:
    """The same as links bring it.

    >>> seed_text("t1")
    '2alkgm'
    """
    number, text = seed_of(table), ""
    while number or not text:
        number, digit = divmod(number, 36)
        text = _DIGITS[digit] + text
    return text


def seed_from(text: str) -> int:
    """What this text of a link chooses; the name of a match, where a link has none, stays the same as well."""
    return int(text, 36) & 0xFFFFFFFF if SEED.fullmatch(text) else seed_of(text)
