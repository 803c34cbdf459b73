"""JSON Schema of all messages: `python -m diwaniya.wire.schema` prints it."""

from __future__ import annotations

import json
import sys
from typing import Any

import msgspec

from diwaniya.wire.http import HTTP_TYPES
from diwaniya.wire.messages import PROTOCOL, ClientMessage, ServerMessage


def schema() -> dict[str, Any]:
    """One document: `ClientMessage`, `ServerMessage` and everything they are made of under `$defs`."""
    roots = (ClientMessage, ServerMessage, *HTTP_TYPES)
    (client, server, *_), parts = msgspec.json.schema_components(roots, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Diwaniya messages",
        "description": f"Protocol {PROTOCOL}. Generated from diwaniya.wire; do not edit.",
        "$defs": {**dict(sorted(parts.items())), "ClientMessage": client, "ServerMessage": server},
    }


def message_names() -> set[str]:
    """What the messages of the socket are made of, themselves included; the rest of `schema` only HTTP knows."""
    _, parts = msgspec.json.schema_components((ClientMessage, ServerMessage), ref_template="{name}")
    return {*parts, "ClientMessage", "ServerMessage"}


if __name__ == "__main__":
    json.dump(schema(), sys.stdout, indent=2)
    print()
