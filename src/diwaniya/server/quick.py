"""Quick play: a seat where the same game is about to begin, or else at a new table where others find one."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from diwaniya.server.answers import open_and_sit, seated
from diwaniya.server.hot import HotTable
from diwaniya.table import commands
from diwaniya.table.commands import Person, Refusal
from diwaniya.table.events import Settings

if TYPE_CHECKING:
    from diwaniya.server.connection import Connection
    from diwaniya.server.hub import Hub


def waiting_rooms(hub: Hub, game: str, player: str) -> list[HotTable]:
    """Where one could sit down now, the fullest first: the sooner it begins, the better."""
    rooms = [hot for hot in hub.tables if _takes(hot, game, player)]
    return sorted(rooms, key=lambda hot: (len(hot.state.free), hot.state.created.at))


def _takes(hot: HotTable, game: str, player: str) -> bool:
    state = hot.state
    return (
        state.created.quick
        and state.match is None
        and not state.closed
        and not state.settings.locked
        and state.game.id == game
        and not state.options
        and bool(state.free)
        and bool(hot.viewers.seated)
        and player not in state.barred
    )


async def seat_somewhere(page: Connection, game: str, by: Person, ref: int | None) -> None:
    """Seat this person at a table of this game.

    Who comes while somebody else's table is being opened sits down there: strangers who come at the same moment are
    to meet.
    """
    hub = page.world.hub
    while True:
        for hot in waiting_rooms(hub, game, by.player):
            if await _refused(hot, by) is None:
                seated(page, hot, ref, None)
                return
        opening = hub.opening.get(game)
        if opening is None:
            break
        await asyncio.wait([opening])
    command = commands.Open(by, "", game, settings=Settings(public=True), quick=True)
    hub.opening[game] = hub.run(open_and_sit(page, command, ref))
    hub.opening[game].add_done_callback(lambda _: hub.opening.pop(game))


async def _refused(hot: HotTable, by: Person) -> Refusal | None:
    """Why there is no seat at this table any more; None: taken."""
    answer: asyncio.Future[Refusal | None] = asyncio.get_running_loop().create_future()
    # Who has gone meanwhile does not hear it.
    hot.ask(commands.Join(by), lambda refusal: None if answer.done() else answer.set_result(refusal))
    return await answer
