"""A finished match, step by step, with all hands open."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

import msgspec

from diwaniya.engine.match import Match
from diwaniya.engine.tokens import split
from diwaniya.storage.base import Storage
from diwaniya.wire.http import Replay, ReplayStep
from diwaniya.wire.view import MatchView

KEPT_BYTES = 16 << 20
"""Replays that were asked for lately stay in memory, up to so much."""


class Replays:
    """Finds records, and makes replays of them in a thread."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._making: dict[str, asyncio.Task[bytes | None]] = {}

    async def record(self, match: str) -> bytes | None:
        """The record of a finished match, as JSON. There is none while it runs: it would show hidden
        cards.
        """
        return await self._storage.record(match)

    async def replay(self, match: str) -> bytes | None:
        """The replay as JSON."""
        kept = self._kept.get(match)
        if kept is not None:
            self._kept.move_to_end(match)
            return kept
        making = self._making.get(match)
        if making is None:
            making = self._making[match] = asyncio.create_task(self._make(match))
            making.add_done_callback(lambda _: self._making.pop(match, None))
        return await asyncio.shield(making)

    async def _make(self, match: str) -> bytes | None:
        record = await self._storage.record(match)
        if record is None:
            return None
        made = await asyncio.to_thread(
            lambda: msgspec.json.encode(replay(match, msgspec.json.decode(record)))
        )
        self._kept[match] = made
        while sum(map(len, self._kept.values())) > KEPT_BYTES:
            self._kept.popitem(last=False)
        return made


def replay(match: str, record: dict[str, Any]) -> Replay:
    """Play the record once more, and write down everything on the way.

    This is the one place where hands are shown to somebody who does not hold them. It is given nothing but
    records that the storage holds, and a record is stored only with the event that ends its match.
    """
    played = Match(
        record["game"], seats=record["seats"], dealer=record["dealer"], options=record["options"], mode="pure"
    )
    steps: list[ReplayStep] = []

    def note(seat: int | None, token: str | None, facts: list[dict[str, Any]]) -> None:
        views = [played.view(seat) for seat in range(played.seats)]
        shown = msgspec.convert(played.view(None), MatchView, from_attributes=True)
        hands = [list(view["cards"]) for view in views]
        steps.append(ReplayStep(len(played.hands), seat, token, facts, shown, hands))

    for hand in record["hands"]:
        packs = [hand["deck"], *hand.get("redeals", [])]
        note(None, None, played.deal(packs.pop(0)))
        for token in split(hand["moves"]):
            while packs and played.needs_deal:
                note(None, None, played.deal(packs.pop(0)))
            seat = int(token[0]) if _out_of_turn(played, token) else played.to_move
            note(seat, token, played.play(token))
        while packs and played.needs_deal:
            note(None, None, played.deal(packs.pop(0)))
    meta = record["meta"]
    return Replay(
        match,
        record["game"],
        record["options"],
        record["seats"],
        meta["names"],
        meta["finished"],
        played.winners,
        played.scores,
        steps,
        record,
    )


def _out_of_turn(match: Match, token: str) -> bool:
    head, colon, rest = token.partition(":")
    return bool(colon) and head.isdigit() and rest.partition(":")[0] in match.game.out_of_turn
