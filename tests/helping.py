"""Who is told nothing that helps with a move: the same for every such question."""

from __future__ import annotations

from inside import Inside, Page


async def refused_help(server: Inside, question: str, table: str, mover: Page, other: Page) -> Page:
    """Those who may not ask, and who asks at the wrong time or where the host allows no hints, are refused. The room
    allows none afterwards. Returns somebody who looks on.
    """
    onlooker = await server.page("Nosy")
    await onlooker.ok("watch", table=table)
    seq = mover.tables[table]["seq"]
    assert (await onlooker.ask(question, table=table, seq=seq))["code"] == "not_seated"
    assert (await other.ask(question, table=table, seq=seq))["code"] == "not_your_turn"
    for wrong in (seq - 1, seq + 1, -1):
        assert (await mover.ask(question, table=table, seq=wrong))["code"] == "stale"
    host = next(page for page in (mover, other) if page.tables[table]["seat"] == 0)
    await host.ok("change", table=table, settings={"hints": False})
    assert mover.tables[table]["settings"]["hints"] is False
    seq = mover.tables[table]["seq"]
    assert (await mover.ask(question, table=table, seq=seq))["code"] == "no_hints"
    return onlooker
