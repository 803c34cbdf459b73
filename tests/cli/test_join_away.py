"""`diwaniya join` while the computer plays for somebody who sits there."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from diwaniya.client import connect
from diwaniya.engine.game import find
from diwaniya.wire.http import GameInfo, Games
from diwaniya.words import languages
from diwaniya.words.speaker import Speaker
from scripted_server import Link, Scripted, a_table, a_view

from .typed import told

GAME = find("kout4")
GAMES = Games([msgspec.convert({"pack": GAME.pack_tokens(), **GAME.manifest()}, GameInfo)], ["easy"])


def shown(seq: int, away: bool, **more: Any) -> dict[str, Any]:
    """A table at which we are to move."""
    cards = ["AS", "KS"]
    view = a_view(game=GAME.id, counts=[2] * 4, to_move=0, cards=cards, legal=cards, trick=[])
    seats = [{**seat, "away": away and not number} for number, seat in enumerate(a_table(seq)["seats"] * 2)]
    return a_table(seq, game=GAME.id, view=view, seats=seats, **more)


@pytest.mark.parametrize("language", languages())
async def test_it_is_told_once_and_enter_takes_the_hand_back(language: str) -> None:
    async def script(link: Link) -> None:
        await link.greet()
        asked = await link.hear("join")
        await link.say(**shown(5, away=True))
        await link.done(asked, 5)
        asked = await link.hear("back")
        await link.say(**shown(6, away=True, watchers=1))
        await link.say(**shown(7, away=False))
        await link.done(asked, 7)
        await link.stay()

    async with Scripted(script) as scripted, connect(scripted.url) as client:
        said = await told(await client.join("K7M2-9QXR"), GAMES, language, "")
    t = Speaker(language).t
    assert said.count(t("terminal.stood_in")) == 1
    assert said.count(t("prompt.card")) == 1
    assert said.index(t("terminal.stood_in")) < said.index(t("prompt.card"))
