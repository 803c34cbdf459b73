"""Nobody is told what he cannot know (R6): not by a frame, not by a refusal, not by a length, not over HTTP.

For positions of every game, in every state that a room can be in, all that a viewer cannot know is exchanged: where the
hidden cards lie, which cookies the others have, the room's code if he does not sit there, who does not want to hear
him. Two real servers go on from these two worlds, and the same happens in both. Every byte that the viewer gets, and
somebody who looks on, and a stranger in the lobby and over HTTP, must be the same.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from leaks.cases import WANTS, Case, Want, make
from leaks.meeting import compare, difference, differing
from leaks.sides import STRANGER, WATCHER, Side, two_sides


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return [make(want, number, seed=1) for number, want in enumerate(WANTS)]


@pytest.fixture(scope="module")
def sides(tmp_path_factory: pytest.TempPathFactory, cases: list[Case]) -> Iterator[tuple[Side, Side]]:
    with two_sides(tmp_path_factory.mktemp("sides"), cases) as both:
        yield both


def check(sides: tuple[Side, Side], case: Case) -> None:
    one, other = compare(sides, case)
    assert not differing(one, other), f"{case}: {difference(one, other)}"
    frames = one["watcher"] if case.viewer is None else one["viewer"]
    assert len(frames) > 10, "the viewer has seen nothing"


@pytest.mark.parametrize("number", range(len(WANTS)), ids=[f"{w.name}-{'-'.join(w.games)}" for w in WANTS])
def test_nobody_is_told_what_he_cannot_know(sides: tuple[Side, Side], cases: list[Case], number: int):
    check(sides, cases[number])


def test_all_kinds_of_viewers_and_rooms_are_among_them(cases: list[Case]):
    assert {None, 0, 1, 2} <= {case.viewer for case in cases}
    assert {case.story.state.game.id for case in cases} == {want.games[0] for want in WANTS[:7]}
    settings = [case.story.state.settings for case in cases]
    assert {True, False} == {each.public for each in settings}
    assert {0, 15} <= {each.delay for each in settings}
    assert {0, 15} <= {each.clock for each in settings}
    lived = sum(len(case.story.done) - case.cut for case in cases)
    assert lived > 3 * len(cases)


def test_the_page_is_the_same_file_for_everybody(sides: tuple[Side, Side], cases: list[Case]):
    """What lies hidden cannot be in the HTML, nor in its alt texts: the page knows nothing but its frames."""
    side, _ = sides
    persons = [STRANGER, WATCHER, *cases[0].story.people]
    for path in ("/", "/join/K7M29QXR", "/index.html"):
        assert len({side.get(path, person) for person in persons}) == 1


# whether these tests would notice

LEAKS = {
    "allfours": {"viewer", "second page"},
    "basra": {"viewer", "second page", "watcher"},
    "cucco": {"viewer"},
    "kout4": {"stranger", "GET /api/rooms", "GET /api/rooms/{code}"},
}
"""Whom the server with `in_server/leaky.py` tells something in each of these games."""
IN_A_VIEW = ("allfours", "basra")
"""Where it tells it in what is seen of a match: so in whole tables and in steps, which are made in their own way."""


def case_for(game: str) -> Case:
    """A case where a seat looks on, and strangers see the room in the lobby."""
    (want,) = (want for want in WANTS if want.name == "beginning" and game in want.games)
    for number in itertools.count():
        case = make(want, number, seed=number)
        settings = case.story.state.settings
        if (
            case.viewer is not None
            and settings.public
            and not settings.delay
            and case.cut < len(case.story.done)
        ):
            return case
    raise AssertionError


def differing_frames(one: list[bytes], other: list[bytes]) -> set[str]:
    """The kinds of the frames that are not the same."""
    return {json.loads(mine)["type"] for mine, theirs in zip(one, other, strict=True) if mine != theirs}


def test_a_leak_would_be_noticed_by_whom_it_reaches(tmp_path: Path):
    cases = [case_for(game) for game in LEAKS]
    with two_sides(tmp_path, cases, env={"DIWANIYA_TEST_LEAKY": "1"}) as sides:
        for case in cases:
            game = case.story.state.game.id
            wanted = {who.format(code=case.story.code) for who in LEAKS[game]}
            one, other = compare(sides, case)
            assert differing(one, other) == wanted, game
            if game in IN_A_VIEW:
                assert {"table", "step"} <= differing_frames(one["viewer"], other["viewer"]), game


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(20))
def test_hundreds_of_positions(tmp_path: Path, batch: int):
    transport = "asgi" if batch % 5 == 4 else "picows"
    wants: list[Want] = [*WANTS, *WANTS[:14]]
    cases = [make(want, number, seed=100 + batch) for number, want in enumerate(wants)]
    with two_sides(tmp_path, cases, "--transport", transport) as sides:
        for case in cases:
            check(sides, case)
