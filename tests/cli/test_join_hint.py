"""`/hint` at a table: the best moves, in words."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import msgspec
import pytest

from diwaniya.client import Refused, connect, sync
from diwaniya.engine.game import find
from diwaniya.wire.http import GameInfo, Games
from diwaniya.words.speaker import Speaker
from scripted_server import TABLE, Link, Scripted, a_view
from serving import Server

from .typed import PATIENCE, told

GAME = find("basra")
GAMES = Games([msgspec.convert({"pack": GAME.pack_tokens(), **GAME.manifest()}, GameInfo)], ["easy"])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with Server(tmp_path_factory.mktemp("hints"), env={"DIWANIYA_GRACE": "3600"}) as running:
        yield f"http://127.0.0.1:{running.port}"


async def test_the_best_moves_in_words() -> None:
    moves = [{"token": "KS", "chance": 0.541}, {"token": "AS", "chance": 0.2}]

    async def script(link: Link) -> None:
        await link.greet()
        view = a_view(game=GAME.id, to_move=0, cards=["AS", "KS"], legal=["AS", "KS"], counts=[2, 2])
        await link.seat(5, game=GAME.id, view=view)
        for _ in range(2):
            asked = await link.hear("hint")
            await link.say(type="hint", table=TABLE, seq=5, moves=moves)
            await link.done(asked, 5)
        await link.stay()

    async with Scripted(script) as scripted, connect(scripted.url) as client:
        room = await client.join("K7M2-9QXR")
        said = await told(room, GAMES, "en", "/hint")
        assert re.findall(r"(\d+)% to win the match$", said, re.MULTILINE) == ["54", "20"], said
        assert re.search("^king of spades: 54%", said, re.MULTILINE), said
        assert "٥٤٪" in await told(room, GAMES, "ar", "/hint")


async def test_the_only_move_and_why_there_is_no_hint(server: str) -> None:
    async with connect(server, name="Layla") as client, asyncio.timeout(PATIENCE):
        room = await client.open(GAME.id, level="easy", begin=True)
        await room.until(lambda table: room.legal)
        with pytest.raises(Refused, match="runs without compiled rules"):
            await room.hint()
        for language in ("en", "ar"):
            why = Speaker(language).t("refused.about.hint_never")
            assert why in await told(room, GAMES, language, "/hint"), "said as on the page"
        while len(room.legal) != 1:
            if room.legal:
                await room.play(room.legal[0])
            elif room.asked == "next":
                await room.next()
            await room.until(lambda table: room.legal or room.asked or table.phase == "over")
        assert re.search("^.+: there is no other move$", await told(room, GAMES, "en", "/hint"), re.MULTILINE)
        await room.change(settings=msgspec.structs.replace(room.table.settings, hints=False))
        assert "The host allows no hints here." in await told(room, GAMES, "en", "/hint")


def test_without_async(server: str) -> None:
    with sync.connect(server, name="Layla") as client:
        room = client.open(GAME.id, level="easy", begin=True)
        while len(room.legal) != 1:
            if room.legal:
                room.play(room.legal[0])
            elif room.asked == "next":
                room.next()
            room.until(lambda table: room.legal or room.asked or table.phase == "over")
        (only,) = room.hint()
        assert (only.token, only.chance) == (room.legal[0], None)
