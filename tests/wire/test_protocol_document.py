"""docs/protocol.md is complete and true: a stranger who reads it knows every message, field, code and address."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import UnionType
from typing import Any, get_args

import msgspec
import pytest

from diwaniya.client.reading import read
from diwaniya.server.api import ROUTES
from diwaniya.server.dispatch import decode
from diwaniya.server.problems import CODES
from diwaniya.wire import messages as wire
from diwaniya.wire import view
from diwaniya.wire.http import HTTP_TYPES
from diwaniya.wire.view import MatchView

TEXT = (Path(__file__).parents[2] / "docs/protocol.md").read_text()
CLIENT: tuple[Any, ...] = get_args(wire.ClientMessage)
SERVER: tuple[Any, ...] = get_args(wire.ServerMessage)
EXAMPLES = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)]


def tag(message: Any) -> str:
    return str(message.__struct_config__.tag)


def fields(struct: Any) -> list[str]:
    """The names of the fields as they stand in the JSON."""
    return [field.encode_name for field in msgspec.structs.fields(struct)]


def section(title: str) -> str:
    """A part of the document, from its heading to the next of its rank or higher."""
    rank = title.count("#")
    found = re.search(rf"^{re.escape(title)}$(.*?)(?=^#{{1,{rank}}} |\Z)", TEXT, re.DOTALL | re.MULTILINE)
    assert found, title
    return found[1]


def described(name: str) -> str:
    """Where a message is described: its row, and its section if it has one."""
    rows = re.findall(rf"^\| `{name}` \|.*$", TEXT, re.MULTILINE)
    own = [section(f"## `{name}`")] if f"## `{name}`" in TEXT else []
    assert rows or own, f"`{name}` is not described"
    return "\n".join([*rows, *own])


@pytest.mark.parametrize("message", [*CLIENT, *SERVER], ids=tag)
def test_every_message_is_described_with_all_its_fields(message: Any) -> None:
    where = described(tag(message))
    for name in fields(message):
        if not (name == "ref" and message in CLIENT):  # that one is said for all of them together
            assert f"`{name}`" in where, name


@pytest.mark.parametrize("name", fields(MatchView))
def test_every_field_of_a_view_is_described(name: str) -> None:
    assert f"`{name}`" in section("### `view`")


@pytest.mark.parametrize("code", get_args(wire.RefusalCode))
def test_every_refusal_is_explained(code: str) -> None:
    assert re.search(rf"^\| `{code}` \| \S", TEXT, re.MULTILINE)


def test_every_other_code_is_named() -> None:
    others = [*get_args(wire.ErrorCode), *get_args(wire.Phase), *CODES.values()]
    for struct, field in (
        (wire.Gone, "why"),
        (wire.Seat, "kind"),
        (wire.Question, "kind"),
        (wire.Trouble, "code"),
    ):
        others += get_args(msgspec.structs.fields(struct)[fields(struct).index(field)].type)
    for code in others:
        assert f"`{code}`" in TEXT, code


def parts() -> list[Any]:
    """Everything that messages and HTTP answers are made of."""
    found: dict[Any, None] = {}

    def look(kind: Any) -> None:
        if isinstance(kind, UnionType) or get_args(kind):
            for inner in get_args(kind):
                look(inner)
        elif isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind not in found:
            found[kind] = None
            for field in msgspec.structs.fields(kind):
                look(field.type)

    for message in (*CLIENT, *SERVER, *HTTP_TYPES):
        look(message)
    return [part for part in found if part is not MatchView]


@pytest.mark.parametrize("part", parts(), ids=lambda part: part.__name__)
def test_every_part_of_a_message_is_described(part: Any) -> None:
    for name in fields(part):
        assert f"`{name}`" in TEXT, f"{part.__name__}.{name}"
    assert view.Why in parts()


def test_every_address_is_listed() -> None:
    listed = set(re.findall(r"`(GET|POST) (/api/[^`]*)`", TEXT))
    served = {
        (method, re.sub(r":\w+}", "}", path))
        for handler in ROUTES
        for path in handler.paths
        for method in handler.http_methods
    }
    assert listed - {("GET", "/api/docs")} == served
    assert "`/ws`" in TEXT


def test_the_examples_are_messages() -> None:
    kinds = {tag(message) for message in CLIENT}
    assert len(EXAMPLES) >= 10
    for example in EXAMPLES:
        text = json.dumps(example)
        if example["type"] in kinds:
            assert tag(type(decode(text))) == example["type"]
        else:
            message = read(text)
            assert message is not None
            # Nothing is shown that is not sent, and nothing is left out.
            assert json.loads(msgspec.json.encode(message)) == example


def test_the_protocols_number_is_the_present_one() -> None:
    assert {example["protocol"] for example in EXAMPLES if "protocol" in example} == {wire.PROTOCOL}
