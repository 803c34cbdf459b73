"""The names of those at a table who have none of their own, and the link that shows them again."""

from __future__ import annotations

from diwaniya.wire import messages as wire
from diwaniya.words.computers import computer_names, guest_name, seed_from, seed_of, seed_text
from diwaniya.words.speaker import Speaker


def seat_names(speaker: Speaker, table: wire.Table) -> list[str]:
    """A name for every seat; computer players get the same ones as on the page, and never that of a person here."""

    def called(place: int, seat: wire.Seat) -> str | None:
        if seat.name or seat.kind == "free":
            return seat.name
        if place == table.seat:
            return speaker.t("you")
        return guest_name(speaker, place) if seat.kind == "person" else None

    seed = seed_from(table.name_seed) if table.name_seed else seed_of(table.table)
    return computer_names(speaker, seed, [called(place, seat) for place, seat in enumerate(table.seats)])


def replay_link(server: str, match: str, table: str, name_seed: str = "") -> str:
    """Where the page shows a match again, with what chose the names: the table, unless it says something else."""
    return f"{server}/match/{match}/{name_seed or seed_text(table)}"
