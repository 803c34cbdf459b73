"""What the page teaches a game with: pictures, tables, and examples that are played by the rules themselves.

They lie in `diwaniya/examples`, a file a family, without a word in it: the words are in `words/<language>/learn.json`.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from litestar import Response, get
from litestar.exceptions import HTTPException

from diwaniya.engine.game import games
from diwaniya.server.docs import answers
from diwaniya.server.replays import replay
from diwaniya.table.record import computer_name
from diwaniya.wire.http import Example, GameExamples, Problem


class Shipped(msgspec.Struct, frozen=True):
    """An example as it lies in the file. `want` is a part of the last view, which its test looks for."""

    id: str
    rules: list[str]
    steps: list[int]
    want: dict[str, Any]
    record: dict[str, Any]


class Family(msgspec.Struct, frozen=True):
    """A whole file."""

    pictures: dict[str, list[str]] = {}
    tables: dict[str, list[list[int | str]]] = {}
    examples: list[Shipped] = []


@cache
def shipped(family: str) -> Family:
    """What there is to teach a family of games with; nothing, if it has no file."""
    path = files("diwaniya").joinpath("examples", f"{family}.json")
    return msgspec.json.decode(path.read_bytes(), type=Family) if path.is_file() else Family()


def played(family: str, example: Shipped) -> Example:
    """An example, played: only those steps of its replay that are worth a look."""
    seats = example.record["seats"]
    record = {**example.record, "meta": {"names": [computer_name("easy")] * seats, "finished": 0.0}}
    whole = replay(f"{family}-{example.id}", record)
    few = msgspec.structs.replace(whole, steps=[whole.steps[at] for at in example.steps])
    return Example(example.id, example.rules, few)


@cache
def taught(family: str) -> bytes:
    """All of a family, as JSON."""
    file = shipped(family)
    examples = [played(family, one) for one in file.examples]
    return msgspec.json.encode(GameExamples(file.pictures, file.tables, examples))


@get(
    "/api/games/{game:str}/examples",
    summary="What a game is taught with",
    responses={
        200: answers(GameExamples, description="Pictures, tables and examples."),
        404: answers(Problem, description="There is no such game."),
    },
    sync_to_thread=True,
)
def game_examples(game: str) -> Response[bytes]:
    """Cards and figures that go with rules, by the numbers of these, and short pieces of play to be stepped through."""
    found = games().get(game)
    if found is None:
        raise HTTPException(detail="There is no such game.", status_code=404)
    return Response(
        taught(found.family),
        media_type="application/json",
        headers={"Cache-Control": "public, max-age=3600"},
    )
