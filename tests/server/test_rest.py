"""Is the rest certain? Told to whoever is to move, from his own view, and to nobody else."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from helping import refused_help
from inside import Inside, Page, inside

GAME = "allfours2"


async def began(server: Inside, game: str = GAME) -> tuple[str, Page, Page]:
    """A match of two: the table, who is to move, and the other."""
    table, (ali, badr) = await server.room(game, ["Ali", "Badr"], seats=2, options={"target": 999})
    await ali.ok("begin", table=table)
    await server.settled()
    return (table, ali, badr) if ali.tables[table]["view"].get("legal") else (table, badr, ali)


async def until_certain(server: Inside, table: str, pages: list[Page]) -> tuple[Page, Page, list[str]]:
    """They play until the rest of a hand is certain: whose it is, the other, and the moves."""
    found: list[str] = []

    def certain(seen: dict[str, Any]) -> bool:
        hot = server.hub.peek(table)
        assert hot is not None
        match = hot.state.match
        assert match is not None
        seat = match.to_move
        found[:] = [] if seat is None else match.certain(seat) or []
        return seen["seat"] == seat and len(found) > 1

    await server.play(pages, table, random.Random(3), certain)
    mover = next(page for page in pages if page.tables[table]["view"].get("legal"))
    return mover, next(page for page in pages if page is not mover), found


async def asks(page: Page, table: str) -> dict[str, Any]:
    return await page.ask("rest", table=table, seq=page.tables[table]["seq"])


async def test_only_who_asks_is_told_and_it_holds(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, *pages = await began(server)
        onlooker = await server.page("Nosy")
        await onlooker.ok("watch", table=table)
        mover, other, moves = await until_certain(server, table, pages)
        again = await server.page(guest=mover.guest)
        await again.ok("sit", table=table)
        seq = mover.tables[table]["seq"]
        assert (await asks(mover, table))["type"] == "done"
        assert mover.of("rest") == [{"type": "rest", "table": table, "seq": seq, "moves": moves}]
        kinds = [message["type"] for message in mover.messages]
        assert kinds.index("rest") < len(kinds) - 1 - kinds[::-1].index("done"), "the answer comes after it"
        assert not [page for page in (other, onlooker, again) if page.of("rest")]
        assert mover.tables[table]["seq"] == seq, "nothing has happened"
        for token in moves:
            await mover.ok("play", table=table, token=token, seq=mover.tables[table]["seq"])
            reply = other.tables[table]["view"]["legal"][0]
            await other.ok("play", table=table, token=reply, seq=other.tables[table]["seq"])
            await server.settled()
            view = mover.tables[table]["view"]
            assert view["last_trick"]["winner"] == view["seat"]
        assert mover.tables[table]["view"]["result"] is not None


async def test_who_may_not_be_told(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, mover, other = await began(server)
        onlooker = await refused_help(server, "rest", table, mover, other)
        empty = await other.open(GAME)
        assert (await asks(other, empty))["code"] == "not_now"
        assert not [page for page in (mover, other, onlooker) if page.of("rest")]


async def test_nothing_is_told_where_nothing_is_certain_or_there_are_no_tricks(tmp_path: Path):
    async with inside(tmp_path) as server:
        for game in (GAME, "basra"):
            table, mover, _ = await began(server, game)
            assert (await asks(mover, table))["type"] == "done"
            assert [told["moves"] for told in mover.of("rest")] == [[]]
