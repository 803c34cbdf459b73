"""The client without `async` has all that the other one has."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from diwaniya import client as aio
from diwaniya.client import sync
from diwaniya.wire.messages import RoomSettings
from serving import Server

INSIDE = {"hear", "ask_anew", "ready", "wait_ready", "tell", "close", "fail"}
"""Of a room: what the client itself calls."""


def public(kind: type) -> dict[str, object]:
    return {name: member for name, member in vars(kind).items() if not name.startswith("_")}


@pytest.mark.parametrize(
    ("there", "here", "inside"), [(aio.Client, sync.Client, set()), (aio.Room, sync.Room, INSIDE)]
)
def test_the_same_names_with_the_same_arguments(there: type, here: type, inside: set[str]) -> None:
    wanted = {name: member for name, member in public(there).items() if name not in inside}
    mine = public(here)
    assert wanted.keys() - mine.keys() == set()
    for name, member in wanted.items():
        if inspect.isfunction(member):
            theirs, ours = inspect.signature(member), inspect.signature(mine[name])  # type: ignore[arg-type]
            assert list(ours.parameters.values()) == list(theirs.parameters.values()), name
        else:
            assert isinstance(mine[name], property), name


def test_the_lobby_and_the_host(tmp_path: Path) -> None:
    with Server(tmp_path) as server, sync.connect(f"http://127.0.0.1:{server.port}", name="Layla") as client:
        lobby = client.lobby()
        assert next(lobby) == []
        room = client.open("basra")
        room.change(settings=RoomSettings(public=True))
        assert room.table.settings.public
        assert next(rooms for rooms in lobby if rooms)[0].table == room.id
        lobby.close()
        with pytest.raises(aio.Refused) as refused:
            room.give(1)
        assert refused.value.code == "bad_option"
        left = client.lobby()
        next(left)
    left.close()  # the client is gone already
    with pytest.raises(RuntimeError, match="inside `with"):
        room.next()
