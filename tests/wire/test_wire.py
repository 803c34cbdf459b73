"""The messages: their types are fresh, their documentation is complete, and nothing unnamed gets out."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from diwaniya.engine.game import Why, games
from diwaniya.table.commands import Refusal
from diwaniya.table.views import step_own, step_view
from diwaniya.wire import messages, typescript
from diwaniya.wire.encode import for_seat, game_info, refused, table_message
from diwaniya.wire.messages import ClientMessage, RefusalCode, ServerMessage
from diwaniya.wire.schema import schema
from table_play import GAMES, Log, legal_step, opened

ROOT = Path(__file__).parents[2]

read = msgspec.json.Decoder(ClientMessage).decode


def test_the_typescript_types_are_fresh():
    """If this fails: `python -m diwaniya.wire.typescript --write`."""
    for name, text in typescript.typescript().items():
        assert (ROOT / "web/src/lib/wire" / name).read_text() == text


def test_the_schema_names_every_message():
    defined = schema()["$defs"]
    for side, union in (("ClientMessage", ClientMessage), ("ServerMessage", ServerMessage)):
        named = {part["$ref"].rsplit("/")[-1] for part in defined[side]["anyOf"]}
        assert named == {message.__name__ for message in get_args(union)}
    assert json.loads(json.dumps(schema())) == schema()


def test_the_documentation_names_every_message_and_code():
    text = (ROOT / "docs/protocol.md").read_text()
    for message in (*get_args(ClientMessage), *get_args(ServerMessage)):
        assert f"`{message.__struct_config__.tag}`" in text
    for code in (*get_args(RefusalCode), *get_args(messages.ErrorCode)):
        assert f"`{code}`" in text
    for name in messages.MatchView.__struct_fields__:
        assert f"`{name}`" in text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '"hello"',
        "{}",
        '{"type": "nonsense"}',
        '{"type": "hello"}',
        '{"type": "hello", "protocol": "1"}',
        '{"type": "play", "table": "t", "token": 7, "seq": 1}',
        '{"type": "play", "table": "t", "token": "AS", "seq": 1.5}',
        '{"type": "play", "table": "t", "token": "AS", "seq": true}',
        '{"type": "open", "game": "kout4", "levels": "easy"}',
        '{"type": "open", "game": "kout4", "options": {"target": "many"}}',
        '{"type": "open", "game": "kout4", "name": "\\ud800"}',
        '{"type": "open", "game": "kout4", "avatar": 32}',
        '{"type": "say", "table": "t", "text": ["a"]}',
        b'{"type": "sit", "table": "\xff"}',
        "[" * 5000,
    ],
)
def test_what_is_not_a_message_is_said_to_be_none(text: str):
    with pytest.raises((msgspec.MsgspecError, RecursionError)):
        read(text)


def test_a_message_is_read():
    play = read('{"type": "play", "table": "t", "token": "bid:7", "seq": 9, "ref": 3}')
    assert play == messages.Play("t", "bid:7", 9, 3)


@pytest.mark.parametrize("game", GAMES)
def test_every_view_of_every_game_has_its_type(game: str):
    """All seats and a spectator, through whole random hands; what is sent can be read again as it was."""
    log, rng = opened(game, options={"calls": True} if games()[game].out_of_turn else None), random.Random(5)
    for _ in range(150):
        if log.state.ended is not None:
            break
        for seat in (None, 0, 1):
            message = table_message("t", log.state, seat, {0})
            assert msgspec.json.decode(msgspec.json.encode(message), type=ServerMessage) == message
            sent = json.loads(msgspec.json.encode(message))
            view = log.state.match.view(seat)
            assert sent["view"].keys() == view.keys()
            assert sent["view"]["cards"] == view["cards"]
        shown = table_message("t", log.state, None, {0}, 2, (), 7.0)
        for seat in (0, 1):
            assert for_seat(shown, log.state, seat, [1]) == table_message(
                "t", log.state, seat, {0}, 2, [1], 7.0
            )
        before = {seat: log.seen(seat) for seat in (None, 0, 1)}
        after = log.state.seq
        legal_step(log, rng)
        if log.state.playing:
            check_step(log, before, after)


def check_step(log: Log, before: dict[int | None, dict[str, Any]], after: int) -> None:
    """A step is named in the wire as well, and what it brings makes the next view out of the last."""
    head = msgspec.to_builtins(step_view("t", log.state, after))
    for seat in before:
        own = step_own(log.state, seat)
        sent = json.loads(msgspec.json.encode({**head, **own}))
        step = msgspec.json.decode(json.dumps(sent), type=ServerMessage)
        assert isinstance(step, messages.Step)
        view = {**sent["view"], **sent["mine"]}
        assert msgspec.convert(view, messages.MatchView), "every field has a name"
        assert view == json.loads(msgspec.json.encode(log.state.match.view(seat)))


def test_a_field_that_is_not_named_is_not_sent(monkeypatch: pytest.MonkeyPatch):
    """R6: a game that shows too much by mistake is stopped here."""
    log = opened(GAMES[0])
    shown = log.state.match.private(0)
    monkeypatch.setattr(log.state.match, "private", lambda seat: {**shown, "hands": [["AS"], ["KS"]]})
    with pytest.raises(msgspec.ValidationError, match="hands"):
        table_message("t", log.state, 0, ())


def test_refusals():
    why = Why("K11", "follow", {"suit": "S"})
    full = json.loads(msgspec.json.encode(refused(Refusal("illegal", "no", why, ["AS"]), "t", 4)))
    assert full == {
        "type": "refused",
        "code": "illegal",
        "text": "no",
        "table": "t",
        "why": {"rule": "K11", "key": "follow", "args": {"suit": "S"}},
        "legal": ["AS"],
        "ref": 4,
    }
    short = json.loads(msgspec.json.encode(refused(replace(Refusal("stale", "old")), None, None)))
    assert short == {"type": "refused", "code": "stale", "text": "old", "table": None, "ref": None}


def test_a_refusal_with_an_unknown_code_is_a_mistake_of_ours():
    with pytest.raises(msgspec.ValidationError):
        refused(Refusal("nonsense", "no"), None, None)


@pytest.mark.parametrize("game", GAMES)
def test_manifests_have_their_type(game: str):
    info = game_info(games()[game].manifest())
    assert json.loads(msgspec.json.encode(info)) == json.loads(json.dumps(games()[game].manifest()))


def test_only_json_schema_that_the_generator_knows_is_translated():
    assert typescript.type_of({"anyOf": [{"type": "string"}, {"type": "null"}]}) == "string | null"
    assert typescript.type_of(
        {"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}}
    ) == ("(number | null)[]")
    assert typescript.type_of({}) == "unknown"
    with pytest.raises(KeyError):
        typescript.type_of({"type": "something new"})
