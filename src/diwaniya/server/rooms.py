"""Finding a room, and opening one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from diwaniya.engine.game import games
from diwaniya.server import refusals
from diwaniya.server.answers import open_and_sit, seated
from diwaniya.server.codes import read_code
from diwaniya.server.computers import LEVELS
from diwaniya.server.names import clean_name
from diwaniya.server.proxies import family_of
from diwaniya.server.quick import seat_somewhere
from diwaniya.server.sessions import Guest
from diwaniya.table import commands
from diwaniya.table.commands import Person, Refusal
from diwaniya.table.events import Settings
from diwaniya.wire import messages as wire
from diwaniya.wire.http import PlayOn

if TYPE_CHECKING:
    from diwaniya.server.connection import Connection

BAD_LEVEL = Refusal(
    "bad_option",
    f"A computer player's level is one of: {', '.join(LEVELS)}.",
    about="level",
    args={"levels": ", ".join(LEVELS)},
)


def person(guest: Guest, message: wire.Open | wire.Join | wire.Quick | PlayOn) -> Person | Refusal:
    """Who asks, as he wants to be shown: by the message, or else by his session."""
    name = clean_name(message.name)
    if name is None:
        return refusals.BAD_NAME
    if not name:
        return Person(guest.player, guest.name, message.avatar or guest.avatar)
    return Person(guest.player, name, message.avatar)


def settings_of(settings: wire.RoomSettings) -> Settings:
    """As the table has them."""
    return Settings(
        settings.public, settings.locked, settings.watch, settings.delay, settings.clock, settings.hints
    )


def open_room(page: Connection, message: wire.Open) -> None:
    """A room of one's own."""
    plan = _plan(page, message)
    if isinstance(plan, Refusal):
        page.refuse(plan, None, message.ref)
    elif not page.world.limits.may_open(page.player, family_of(page.address)):
        page.refuse(refusals.MANY_ROOMS, None, message.ref)
    else:
        page.later(open_and_sit(page, plan, message.ref))


def _plan(page: Connection, message: wire.Open) -> commands.Open | Refusal:
    by = person(page.guest, message)
    if isinstance(by, Refusal):
        return by
    game = games().get(message.game)
    if game is None:
        return Refusal("bad_game", f"There is no game called {message.game[:40]!r}.")
    seats = game.seats[0] if message.seats is None else message.seats
    levels = message.levels or (
        [message.level] * (seats - 1) if message.level and seats in game.seats else []
    )
    if not all(level in LEVELS for level in levels):
        return BAD_LEVEL
    return commands.Open(
        by=by,
        code="",
        game=game.id,
        seats=message.seats,
        options=message.options,
        settings=settings_of(message.settings),
        levels=levels,
        begin=message.begin,
    )


def join_room(page: Connection, message: wire.Join) -> None:
    """Sit down in a room, found by its code or its id."""
    by = person(page.guest, message)
    if isinstance(by, Refusal):
        page.refuse(by, message.table or None, message.ref)
        return
    if not page.world.limits.may_join(page.player, family_of(page.address)):
        page.refuse(refusals.MANY_JOINS, message.table or None, message.ref)
        return

    async def find_and_join() -> None:
        hub = page.world.hub
        if message.code:
            code = read_code(message.code)
            found = refusals.NO_CODE if code is None else await hub.by_code(code)
        else:
            found = await hub.get(message.table)
        if isinstance(found, Refusal):
            page.refuse(found, message.table or None, message.ref)
        else:
            found.ask(commands.Join(by, message.seat), partial(seated, page, found, message.ref))

    page.later(find_and_join())


def quick_play(page: Connection, message: wire.Quick) -> None:
    """Sit down anywhere."""
    by = person(page.guest, message)
    if isinstance(by, Refusal):
        page.refuse(by, None, message.ref)
    elif message.game not in games():
        page.refuse(Refusal("bad_game", f"There is no game called {message.game[:40]!r}."), None, message.ref)
    elif not page.world.limits.may_open(page.player, family_of(page.address)):
        page.refuse(refusals.MANY_ROOMS, None, message.ref)
    else:
        page.later(seat_somewhere(page, message.game, by, message.ref))


def watch_lobby(page: Connection, message: wire.Lobby) -> None:
    """See the open rooms, or no longer."""
    rooms = page.world.hub.lobby
    page.in_lobby = message.on
    if message.on:
        rooms.look(page)
    else:
        rooms.leave(page)
    page.done(None, message.ref)
