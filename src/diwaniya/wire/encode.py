"""From what a table shows to the messages that carry it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from diwaniya.table.table import Refusal, TableState
from diwaniya.table.views import table_view
from diwaniya.wire.messages import ClientMessage, GameInfo, Refused, ServerMessage, Table

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(ClientMessage)


def encode(message: ServerMessage) -> str:
    """A message as the text of a frame."""
    return _encoder.encode(message).decode()


def decode(text: str | bytes) -> ClientMessage:
    """A frame as a message. Raises `msgspec.MsgspecError` with what is wrong."""
    message: ClientMessage = _decoder.decode(text)
    return message


def table_message(table: str, state: TableState, seat: int | None, here: Collection[int]) -> Table:
    """The whole table for one viewer. A field that `MatchView` does not name raises instead of leaking."""
    return msgspec.convert(table_view(table, state, seat, here), Table, from_attributes=True)


def refused(refusal: Refusal, table: str | None, ref: int | None) -> Refused:
    """A refusal for the page."""
    found: dict[str, Any] = {"code": refusal.code, "text": refusal.text, "table": table, "ref": ref}
    if refusal.why is not None:
        found["why"] = {"rule": refusal.why.rule, "key": refusal.why.key, "args": dict(refusal.why.args)}
    if refusal.legal is not None:
        found["legal"] = refusal.legal
    return msgspec.convert({"type": "refused", **found}, Refused)


def game_info(manifest: dict[str, Any]) -> GameInfo:
    """A game's manifest for the page."""
    return msgspec.convert(manifest, GameInfo)
