"""What is answered to a body that can be read and is not what is wanted: which field is wrong, in words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.client import HTTPConnection
from typing import Any

import pytest

from diwaniya.server.problems import _wrong
from serving import PATIENCE, Server

PLAY_ON = f"/api/matches/{'A' * 16}/play-on"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("data")) as running:
        yield running


def told(server: Server, path: str, body: str) -> tuple[int, dict[str, Any]]:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request("POST", path, body, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    problem = json.loads(answer.read())
    connection.close()
    return answer.status, problem


@pytest.mark.parametrize(
    ("path", "body", "text"),
    [
        (
            PLAY_ON,
            '{"steps": "four", "level": "easy"}',
            "`steps` is wrong: expected a whole number, got a text.",
        ),
        (PLAY_ON, '{"level": "easy"}', "`steps` is missing."),
        (PLAY_ON, "[]", "The body is wrong: expected an object, got a list."),
        (PLAY_ON, "", "The body is missing."),
        ("/api/me", '{"name": 7}', "`name` is wrong: expected a text, got a whole number."),
        ("/api/me", '{"name": "x", "avatar": 99}', "`avatar` is wrong: expected a whole number <= 31."),
        ("/api/me/claim", '{"ticket": null}', "`ticket` is wrong: expected a text, got null."),
    ],
)
def test_the_answer_names_the_field_that_is_wrong(server: Server, path: str, body: str, text: str):
    assert told(server, path, body) == (400, {"code": "bad_request", "text": text})


@pytest.mark.parametrize("body", ["{", '{"name":', "name=x", '"'])
def test_what_is_no_json_is_said_to_be_none(server: Server, body: str):
    status, problem = told(server, "/api/me", body)
    assert (status, problem["code"]) == (400, "bad_request")
    assert "truncated" in problem["text"] or "JSON" in problem["text"]


@pytest.mark.parametrize("path", ["/api/me", "/api/me/claim", PLAY_ON])
@pytest.mark.parametrize("deep", ["[", '{"name":'])
def test_what_is_nested_too_deep_is_not_read(server: Server, path: str, deep: str):
    problem = {"code": "bad_request", "text": "The body is nested too deep."}
    assert told(server, path, deep * 800) == (400, problem)
    assert told(server, path, deep * 5000 if deep == "[" else deep * 10) == (400, problem)


def test_a_field_may_have_several_kinds_or_lie_deeper():
    assert _wrong("seat", "Expected `int | null`, got `str`") == (
        "`seat` is wrong: expected a whole number or null, got a text"
    )
    assert _wrong("a.b", "Object missing required field `int`") == "`a.b` is wrong: `int` is missing"
    assert _wrong("names", "'names'") == "`names` is missing"
