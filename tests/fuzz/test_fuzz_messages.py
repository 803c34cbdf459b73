"""Pages that say anything: messages made from their own definitions, right and wrong, in any order, over and over."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings

from fuzz.grammar import TALKS, Act
from fuzz.honest import Honest
from fuzz.pages import Crowd
from fuzz.watched import watched
from serving import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with watched(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(scope="module")
def honest(server: Server) -> Iterator[Honest]:
    players = Honest(server)
    yield players
    players.finish()


def talk(server: Server, honest: Honest, acts: list[Act]) -> None:
    crowd = Crowd(server, honest)
    for act in acts:
        crowd.do(act)
    crowd.part()


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(acts=TALKS)
def test_whatever_is_said_is_answered_and_harms_nobody(server: Server, honest: Honest, acts: list[Act]):
    talk(server, honest, acts)


@pytest.mark.soak
@settings(max_examples=5000, deadline=None, suppress_health_check=list(HealthCheck), derandomize=False)
@given(acts=TALKS)
def test_whatever_is_said_for_long(server: Server, honest: Honest, acts: list[Act]):
    talk(server, honest, acts)
