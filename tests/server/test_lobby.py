"""The lobby: which rooms stand in it, and that it says no more than it must."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from inside import Page, inside


def listed(page: Page) -> list[dict[str, Any]]:
    """The rooms as this page was shown them last."""
    rooms: list[dict[str, Any]] = page.of("rooms")[-1]["rooms"]
    return rooms


async def test_open_rooms_come_and_go(tmp_path: Path):
    async with inside(tmp_path, lobby_seconds=0.01) as server:
        looker = await server.page()
        await looker.ok("lobby")
        assert listed(looker) == []
        host, guest = await server.page("Ali"), await server.page("Badr")
        table = await host.open("basra", seats=2, settings={"public": True})
        hidden = await guest.open("basra", seats=2)
        await looker.until(lambda: listed(looker))
        (line,) = listed(looker)
        assert (line["table"], line["game"], line["host"], line["phase"]) == (
            table,
            "basra",
            "Ali",
            "waiting",
        )
        assert [seat["kind"] for seat in line["seats"]] == ["person", "free"]
        assert hidden not in str(looker.messages)
        await host.ok("change", table=table, settings={"public": True, "locked": True})
        await looker.until(lambda: not listed(looker))
        await host.ok("change", table=table, settings={"public": True})
        await looker.until(lambda: listed(looker))
        await guest.ok("join", table=table)
        await looker.until(lambda: not listed(looker))  # it is full
        await host.ok("begin", table=table)
        await looker.until(lambda: listed(looker))  # one may look on
        assert listed(looker)[0]["phase"] == "playing"
        await host.ok("change", table=table, settings={"public": True, "watch": False})
        await looker.until(lambda: not listed(looker))
        await looker.ok("lobby", on=False)
        count = len(looker.of("rooms"))
        await host.ok("change", table=table, settings={"public": True})
        late = await server.page()
        await late.ok("lobby")
        assert listed(late)
        assert len(looker.of("rooms")) == count


async def test_a_room_that_nobody_is_in_is_not_listed(tmp_path: Path):
    async with inside(tmp_path, lobby_seconds=0.01) as server:
        looker, host = await server.page(), await server.page("Ali")
        await looker.ok("lobby")
        table = await host.open("basra", settings={"public": True})
        await looker.until(lambda: listed(looker))
        host.close()
        await looker.until(lambda: not listed(looker))
        again = await server.page(guest=host.guest)
        await again.ok("sit", table=table)
        await looker.until(lambda: listed(looker))


async def test_the_lobby_tells_no_secrets(tmp_path: Path):
    """No codes, no player numbers, nothing of any hand."""
    async with inside(tmp_path) as server:
        table, (ali, badr) = await server.room("basra", ["Ali", "Badr"], seats=2, settings={"public": True})
        await ali.ok("begin", table=table)
        looker = await server.page()
        await looker.ok("lobby")
        (line,) = listed(looker)
        assert line.keys() == {"table", "game", "options", "settings", "phase", "host", "seats", "watchers"}
        assert line["seats"][0].keys() == {"kind", "name", "avatar", "level", "here", "away"}
        for secret in (ali.guest.player, badr.guest.player, ali.tables[table]["code"]):
            assert secret not in str(looker.messages)


async def test_news_of_many_rooms_come_together(tmp_path: Path):
    """Whatever happens, a page is told once in a while and not each time."""
    async with inside(tmp_path, lobby_seconds=3600) as server:
        looker = await server.page()
        await looker.ok("lobby")
        pages = [await server.page(f"P{n}") for n in range(10)]
        for page in pages:
            await page.open("basra", settings={"public": True})
        assert len(looker.of("rooms")) == 1
        server.hub.lobby._tell()
        assert len(looker.of("rooms")) == 2
        assert len(listed(looker)) == 10
