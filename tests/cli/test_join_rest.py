"""`/rest` at a table: the rest of the hand is played if it is certain, and nothing more than that."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from diwaniya.client import connect
from diwaniya.engine.game import find
from diwaniya.wire.http import GameInfo, Games
from diwaniya.words.speaker import Speaker
from scripted_server import TABLE, Link, Scripted, a_step, a_view

from .typed import told

GAME = find("kout4")
GAMES = Games([msgspec.convert({"pack": GAME.pack_tokens(), **GAME.manifest()}, GameInfo)], ["easy"])


def seen(*cards: str, **more: Any) -> dict[str, Any]:
    """A view in which we lead, with these cards."""
    mine = {"to_move": 0, "cards": list(cards), "legal": list(cards), "trick": []}
    return a_view(**{"game": GAME.id, "counts": [len(cards)] * 4, **mine, **more})


def step(seq: int, view: dict[str, Any]) -> dict[str, Any]:
    return a_step(seq, seq - 1, view=view)


async def certain(link: Link, *moves: str) -> None:
    """We sit down on lead, and are told that these moves are certain."""
    await link.greet()
    await link.seat(5, game=GAME.id, view=seen("AS", "KS"))
    asked = await link.hear("rest")
    assert (asked["table"], asked["seq"]) == (TABLE, 5)
    await link.say(type="rest", table=TABLE, seq=5, moves=list(moves))
    await link.done(asked, 5)


async def played(link: Link, card: str, seq: int, *views: dict[str, Any]) -> None:
    """We play this card, and see this come of it."""
    asked = await link.hear("play")
    assert asked["token"] == card
    for number, view in enumerate(views):
        await link.say(**step(seq + number, view))
    await link.done(asked, seq)


async def on(script: Any, language: str = "en") -> str:
    async with Scripted(script) as scripted, connect(scripted.url) as client:
        return await told(await client.join("K7M2-9QXR"), GAMES, language, "/rest")


async def test_the_cards_go_one_after_the_other() -> None:
    async def script(link: Link) -> None:
        await certain(link, "AS", "KS")
        others = seen("KS", legal=[], to_move=1, trick=[{"seat": 0, "card": "AS"}])
        await played(link, "AS", 6, others, seen("KS"))
        await played(link, "KS", 8, seen(result={"dealer": 0}, to_move=None, legal=[]))
        await link.stay()

    said = await on(script)
    assert Speaker("en").t("rest.stopped") not in said
    assert Speaker("en").t("rest.none") not in said


@pytest.mark.parametrize("language", ["en", "ar"])
async def test_nothing_is_played_where_nothing_is_certain(language: str) -> None:
    async def script(link: Link) -> None:
        await certain(link)
        await link.stay()

    assert Speaker(language).t("rest.none") in await on(script, language)


@pytest.mark.parametrize(
    "comes",
    [
        seen("KS", legal=[], to_move=1),  # somebody else leads
        seen("KS", "2H", legal=["2H"]),  # the card may not be led
        seen("KS", trick=[{"seat": 3, "card": "2S"}]),  # we are to follow
    ],
)
async def test_it_stops_when_something_else_comes(comes: dict[str, Any]) -> None:
    async def script(link: Link) -> None:
        await certain(link, "AS", "KS")
        await played(link, "AS", 6, comes)
        await link.stay()

    assert Speaker("en").t("rest.stopped") in await on(script)
