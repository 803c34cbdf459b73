"""The interface over HTTP keeps to its own description, whatever it is asked."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from http.client import HTTPConnection
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import positive_data_acceptance

from fuzz.watched import watched
from serving import PATIENCE, Client, Server

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with watched(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
def api(server: Server) -> Any:
    return schemathesis.openapi.from_url(f"http://127.0.0.1:{server.port}/api/docs/openapi.json")


def ask_everything(api: Any, examples: int) -> None:
    """Requests of every kind that the description knows; wrong ones where there is something to fill in."""
    for found in api.get_all_operations():
        operation = found.ok()
        for mode in GenerationMode if operation.body else [GenerationMode.POSITIVE]:

            @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
            @given(case=operation.as_strategy(generation_mode=mode))
            def ask(case: schemathesis.Case) -> None:
                # What has the shape of a ticket need not be one: not all that the description allows is good.
                case.call_and_validate(excluded_checks=[positive_data_acceptance])

            ask()


def test_it_does_what_its_description_says(api: Any):
    ask_everything(api, 30)


@pytest.mark.soak
def test_it_does_what_its_description_says_for_long(api: Any):
    ask_everything(api, 5000)


def test_answers_about_what_there_is_are_as_described(server: Server, api: Any):
    """A chance request never finds a room or a match: these do."""
    with Client(server) as page:
        table = page.open("cucco", level="easy", settings={"public": True})
        page.play_out(table, random.Random(1))
        seen = page.tables[table]
        headers = {"Cookie": page.cookie or ""}
        match = {"path_parameters": {"match": seen["match"]}}
        ticket = api["/api/me/link"]["POST"].Case(headers=headers).call_and_validate().json()["ticket"]
        asked = {
            "GET /api/health": {},
            "GET /api/games": {},
            "GET /api/messages": {},
            "GET /api/rooms": {},
            "GET /api/rooms/{code}": {"path_parameters": {"code": seen["code"]}},
            "GET /api/games/{game}/examples": {"path_parameters": {"game": "cucco"}},
            "GET /api/matches/{match}/record": match,
            "GET /api/matches/{match}/replay": match,
            "GET /api/matches/{match}/review": match,
            "POST /api/matches/{match}/review": match | {"headers": headers},
            "POST /api/matches/{match}/play-on": match
            | {"headers": headers, "body": {"steps": 1, "level": "easy"}},
            "GET /api/me": {"headers": headers},
            "POST /api/me": {"headers": headers, "body": {"name": "Noor", "avatar": 3}},
            "POST /api/me/link": {"headers": headers},
            "POST /api/me/claim": {"body": {"ticket": ticket}},
        }
        operations = [found.ok() for found in api.get_all_operations()]
        assert {operation.label for operation in operations} == set(asked)
        for operation in operations:
            answer = operation.Case(**asked[operation.label]).call_and_validate()
            assert answer.status_code == 200, operation.label


def test_other_methods_are_refused(server: Server, api: Any):
    operations = [found.ok() for found in api.get_all_operations()]
    known = {(operation.path, operation.method.upper()) for operation in operations}
    for path in {operation.path for operation in operations} | {"/"}:
        for method in METHODS:
            if (path, method) in known or (path == "/" and method == "GET"):
                continue
            line = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
            line.request(method, path.format(code="AAAAAAAA", match="x" * 16, game="none"))
            answer = line.getresponse()
            assert answer.status == 405, (method, path)
            assert json.loads(answer.read())["code"] == "not_allowed"
            line.close()
