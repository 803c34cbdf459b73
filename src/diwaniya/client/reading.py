"""Frames of the server as messages, read with the tolerance that the protocol asks of a client.

A newer server of the same protocol may say more than we know: fields, types of messages, codes. What we do not know is
passed over; what we do know keeps its type.
"""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from diwaniya.wire import messages as wire
from diwaniya.wire.view import MatchView, Why

_TYPES: dict[str, type[msgspec.Struct]] = {
    str(message.__struct_config__.tag): message for message in get_args(wire.ServerMessage)
}
_OPEN: tuple[type[msgspec.Struct], ...] = (wire.Refused, wire.Fault, wire.Gone, wire.Trouble)
"""Messages with a code of which there may be more one day; all their fields are text."""
_VIEW = frozenset(
    msgspec.structs.fields(MatchView)[i].encode_name for i in range(len(MatchView.__struct_fields__))
)


def read_view(fields: dict[str, Any]) -> MatchView:
    """A view, without the fields that are not known here. Raises `msgspec.ValidationError` if it is none."""
    return msgspec.convert({name: value for name, value in fields.items() if name in _VIEW}, MatchView)


def read(frame: str | bytes) -> wire.ServerMessage | None:
    """A message of the server; `None` for one of a type that is not known here.

    Raises `msgspec.MsgspecError` for what is no message at all.
    """
    fields = msgspec.json.decode(frame)
    if not isinstance(fields, dict) or not isinstance(fields.get("type"), str):
        raise msgspec.ValidationError("a message is an object with a `type`")
    struct = _TYPES.get(fields["type"])
    if struct is None:
        return None
    if struct in _OPEN:
        answer: wire.ServerMessage = _open(struct, fields)
        return answer
    if struct is wire.Table and fields.get("view") is not None:
        fields["view"] = read_view(fields["view"])
    message: Any = msgspec.convert(fields, struct)
    found: wire.ServerMessage = message
    return found


def _open(struct: type[Any], fields: dict[str, Any]) -> Any:
    """A message whose code is taken as it comes."""
    known = {name: fields[name] for name in struct.__struct_fields__ if name in fields}
    if fields.get("why") and struct is wire.Refused:
        known["why"] = msgspec.convert(fields["why"], Why)
    try:
        return struct(**known)
    except TypeError as error:
        raise msgspec.ValidationError(str(error)) from None
