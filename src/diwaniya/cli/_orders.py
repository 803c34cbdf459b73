"""What `/name` does at a table: one small function each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import msgspec

from diwaniya.cli._choices import whole
from diwaniya.client import Room


class Misused(Exception):
    """The command was not written as it should be; the text is how it should.

    `words`: the key of the words for it, where it is not the same in all languages. `most`: the numbers that would do
    go from 1 to this one.
    """

    def __init__(self, usage: str, words: str = "", most: int = 0) -> None:
        super().__init__(usage)
        self.words, self.most = words, most


@dataclass(frozen=True)
class OrderKind:
    """A command that is sent to the server."""

    usage: str
    run: Callable[[Room, str], Awaitable[None]]


def _seat(room: Room, text: str, usage: str, words: str = "") -> int:
    """The seat of this number: people count them from 1."""
    seats, number = len(room.table.seats), whole(text)
    if number is None or not 1 <= number <= seats:
        raise Misused(usage, words, seats)
    return number - 1


async def _say(room: Room, rest: str) -> None:
    if not rest:
        raise Misused("say WORDS", "terminal.say_words")
    await room.say(rest)


async def _begin(room: Room, rest: str) -> None:
    await room.begin(rest)


async def _fill(room: Room, rest: str) -> None:
    level, _, seat = rest.partition(" ")
    if not level:
        raise Misused("/fill LEVEL [N]", "cli.typed.fill")
    wanted = seat.strip()
    await room.fill(level, _seat(room, wanted, "/fill LEVEL N", "cli.typed.fill") if wanted else None)


async def _remove(room: Room, rest: str) -> None:
    seat, _, level = rest.partition(" ")
    await room.remove(_seat(room, seat, "/remove N"), level.strip())


async def _admit(room: Room, rest: str) -> None:
    removed, number = room.table.removed, whole(rest)
    if number is None or not 1 <= number <= len(removed):
        raise Misused("/admit N", most=len(removed))
    await room.admit(removed[number - 1].person)


async def _host(room: Room, rest: str) -> None:
    await room.give(_seat(room, rest, "/host N"))


async def _place(room: Room, rest: str) -> None:
    numbers = rest.split()
    if len(numbers) == 1 and room.seat is not None:
        await room.place(room.seat, _seat(room, numbers[0], "/seat N"))
    elif len(numbers) == 2:
        seat, to = (_seat(room, number, "/seat N N") for number in numbers)
        await room.place(seat, to)
    else:
        raise Misused("/seat N")


async def _mute(room: Room, rest: str) -> None:
    seat = _seat(room, rest, "/mute N")
    await room.mute(seat, seat not in room.table.muted)


async def _salt(room: Room, rest: str) -> None:
    if not rest:
        raise Misused("/salt WORDS", "cli.typed.salt")
    await room.salt(rest)


async def _lock(room: Room, rest: str) -> None:
    await room.change(settings=msgspec.structs.replace(room.table.settings, locked=True))


async def _unlock(room: Room, rest: str) -> None:
    await room.change(settings=msgspec.structs.replace(room.table.settings, locked=False))


async def _next(room: Room, rest: str) -> None:
    await room.next()


async def _again(room: Room, rest: str) -> None:
    await room.again()


async def _back(room: Room, rest: str) -> None:
    await room.back()


async def _end(room: Room, rest: str) -> None:
    await room.end()


ORDERS = {
    "say": OrderKind("say WORDS", _say),
    "next": OrderKind("/next", _next),
    "again": OrderKind("/again", _again),
    "back": OrderKind("/back", _back),
    "begin": OrderKind("/begin [LEVEL]", _begin),
    "fill": OrderKind("/fill LEVEL [N]", _fill),
    "remove": OrderKind("/remove N", _remove),
    "admit": OrderKind("/admit N", _admit),
    "host": OrderKind("/host N", _host),
    "seat": OrderKind("/seat N", _place),
    "mute": OrderKind("/mute N", _mute),
    "salt": OrderKind("/salt WORDS", _salt),
    "lock": OrderKind("/lock", _lock),
    "unlock": OrderKind("/unlock", _unlock),
    "end": OrderKind("/end", _end),
}
