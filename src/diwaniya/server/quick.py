"""Quick play: a seat where the same game is about to begin, or else at a new table where others find one."""

from __future__ import annotations

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
    """Seat this person at a table of this game."""
    _try(page, waiting_rooms(page.world.hub, game, by.player), game, by, ref)


def _try(page: Connection, rooms: list[HotTable], game: str, by: Person, ref: int | None) -> None:
    """At the first of these tables that still has a seat."""
    if not rooms:
        command = commands.Open(by, "", game, settings=Settings(public=True), quick=True)
        page.world.hub.run(open_and_sit(page, command, ref))
        return
    hot, *others = rooms

    def joined(refusal: Refusal | None) -> None:
        if refusal is None:
            seated(page, hot, ref, None)
        else:
            _try(page, others, game, by, ref)

    hot.ask(commands.Join(by), joined)
