"""What a lesson may tell of a position: sent to whoever is to move and asks, and to nobody else."""

from __future__ import annotations

from pathlib import Path

from helping import refused_help
from inside import inside


async def test_only_who_is_to_move_and_asks_is_told(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, pages = await server.room("basra", ["Ali", "Badr"], seats=2)
        await pages[0].ok("begin", table=table)
        await server.settled()
        mover, other = sorted(pages, key=lambda page: not page.tables[table]["view"].get("legal"))
        hot = server.hub.peek(table)
        assert hot is not None
        match = hot.state.match
        assert match is not None
        assert match.to_move is not None
        seq = mover.tables[table]["seq"]
        assert (await mover.ask("tips", table=table, seq=seq))["type"] == "done"
        facts = match.tips(match.to_move)
        assert facts
        assert mover.of("tips") == [{"type": "tips", "table": table, "seq": seq, "facts": facts}]
        assert mover.tables[table]["seq"] == seq, "nothing has happened"
        onlooker = await refused_help(server, "tips", table, mover, other)
        assert len(mover.of("tips")) == 1
        assert not [page for page in (other, onlooker) if page.of("tips")]
