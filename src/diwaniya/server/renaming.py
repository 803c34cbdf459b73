"""Somebody gives himself another name, or another face: it shows at once wherever he sits."""

from __future__ import annotations

from diwaniya.server.connections import Connections
from diwaniya.server.sessions import Guest
from diwaniya.table.commands import Person, Refusal, Rename


async def show_as(connections: Connections, guest: Guest) -> None:
    """Call this guest by his new name on the pages that he has open and at the latest of his tables."""
    connections.renamed(guest)
    hub = connections.hub
    by = Person(guest.player, guest.name, guest.avatar)
    for line in await hub.running(guest.player):
        found = await hub.get(line.table)
        if not isinstance(found, Refusal):
            found.ask(Rename(by), _ignore)


def _ignore(refusal: Refusal | None) -> None:
    """He may have left the table meanwhile. His cookie has the new name all the same."""
