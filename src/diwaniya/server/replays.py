"""A finished match, step by step, with all hands open."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from diwaniya.engine.match import Match
from diwaniya.engine.tokens import split, split_open
from diwaniya.server.kept import Kept
from diwaniya.storage.base import Storage
from diwaniya.wire.http import Replay, ReplayStep
from diwaniya.wire.view import MatchView

KEPT_BYTES = 16 << 20
"""Replays that were asked for lately stay in memory, up to so much."""


class Replays:
    """Finds records, and makes replays of them in a thread."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._kept: Kept[str] = Kept(KEPT_BYTES)

    async def record(self, match: str) -> bytes | None:
        """The record of a finished match, as JSON. There is none while it runs: it would show hidden
        cards.
        """
        return await self._storage.record(match)

    async def replay(self, match: str) -> bytes | None:
        """The replay as JSON."""
        kept = self._kept.get(match)
        if kept is not None:
            return kept
        record = await self._storage.record(match)
        if record is None:
            return None

        def made() -> bytes:
            return msgspec.json.encode(replay(match, msgspec.json.decode(record)))

        return await self._kept.made(match, lambda: asyncio.to_thread(made))


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
            out_of_turn = split_open(played.game, token)
            seat = out_of_turn[0] if out_of_turn else played.to_move
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
