"""A program plays on from a finished match."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from diwaniya.client import Refused, Room, connect
from diwaniya.client.sync import connect as connect_and_wait
from diwaniya.engine.game import games
from serving import Server

DUEL = next(game.id for game in games().values() if game.seats == (2,) and not game.cut)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("practice")) as running:
        yield running


async def play_out(room: Room) -> None:
    while (
        await room.until(lambda table: room.legal or room.asked == "next" or table.phase == "over")
    ).phase != "over":
        await (room.next() if room.asked == "next" else room.play(room.legal[0]))


async def test_a_match_goes_on_and_is_practice(server: Server) -> None:
    where = f"http://127.0.0.1:{server.port}"
    async with connect(where, name="Layla") as client:
        room = await client.open(DUEL, level="easy", begin=True, options={"target": 11})
        await play_out(room)
        match = room.table.matches[-1].match
        replay = await client.replay(match)
        again = await client.play_on(match, 4, level="easy")
        assert again.table.practice is not None
        assert (again.table.practice.match, again.table.practice.step) == (match, 3)
        assert again.seat == replay.steps[3].view.to_move
        assert again.table.seats[again.seat or 0].name == "Layla"
        assert again.view.cards == replay.steps[3].hands[again.seat or 0]
        await play_out(again)
        record = await client.record(again.table.matches[-1].match)
        assert record["meta"]["practice"]["match"] == match
        for wrong in (0, 10**6):
            with pytest.raises(Refused) as caught:
                await client.play_on(match, wrong)
            assert caught.value.code == "bad_request"
    with connect_and_wait(where, name="Hamad") as waiting:
        assert waiting.play_on(match, 4, seat=1).seat == 1
