"""The names of those who have none of their own, chosen as the page chooses them (web/src/lib/table/names.ts)."""

from __future__ import annotations

from math import gcd

from diwaniya.wire import messages as wire
from diwaniya.words.speaker import Speaker

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def seat_names(speaker: Speaker, table: wire.Table) -> list[str]:
    """A name for every seat; computer players get the same ones as on the page, and never that of a person here."""
    pool = speaker.under("players.names") or [speaker.t("players.guest")]
    start = _hash(table.table)
    # A step that shares no factor with the pool visits every name once.
    step = 1 + start % max(1, len(pool) - 1)
    while len(pool) > 1 and gcd(step, len(pool)) != 1:
        step = step % (len(pool) - 1) + 1
    walk = [pool[(start + place * step) % len(pool)] for place in range(max(len(pool), len(table.seats)))]
    borne = {seat.name for seat in table.seats}
    spare = [name for name in walk[len(table.seats) :] if name not in borne]

    def name(place: int, seat: wire.Seat) -> str:
        if seat.name:
            return seat.name
        if seat.kind == "free":
            return ""
        if place == table.seat:
            return speaker.t("you")
        if seat.kind == "person":
            return speaker.t("players.guest")
        given = walk[place]
        return spare.pop(0) if given in borne and spare else given

    return [name(place, seat) for place, seat in enumerate(table.seats)]


def replay_link(server: str, match: str, table: str) -> str:
    """Where the page shows a match again. With it goes what chose the names: the record does not know the table."""
    return f"{server}/match/{match}/{_base36(_hash(table))}"


def _hash(text: str) -> int:
    h = 2166136261
    for sign in text:
        h = ((h ^ ord(sign)) * 16777619) & 0xFFFFFFFF
    return h


def _base36(number: int) -> str:
    text = ""
    while number or not text:
        number, digit = divmod(number, 36)
        text = _DIGITS[digit] + text
    return text
