"""What is asked over HTTP: games, rooms, records."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any

import msgspec

from diwaniya.client.address import Address
from diwaniya.client.errors import Refused, Unreachable
from diwaniya.client.reading import read_view
from diwaniya.client.session import Session
from diwaniya.wire import messages as wire
from diwaniya.wire.http import Games, PlayedOn, PlayOn, Problem, Replay

PATIENCE = 15.0


class Http:
    """Plain requests, one after the other; they block, so the client runs them in a thread."""

    def __init__(self, address: Address, session: Session) -> None:
        self._server, self._session = address.server, session

    def get(self, path: str) -> Any:
        """The JSON at this path. Raises `Refused` for an error that the server explains, and `Unreachable`."""
        return self._ask(path, None)

    def post(self, path: str, body: msgspec.Struct) -> Any:
        """What is answered to this body. Raises the same."""
        return self._ask(path, msgspec.json.encode(body))

    def _ask(self, path: str, body: bytes | None) -> Any:
        headers = {"Accept": "application/json"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if self._session.cookie is not None:
            headers["Cookie"] = self._session.cookie
        request = urllib.request.Request(f"{self._server}{path}", data=body, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            raise _refused(error) from None
        except urllib.error.URLError as error:
            raise Unreachable(f"no Diwaniya server answers at {self._server} ({error.reason})") from None
        except (OSError, ValueError) as error:
            raise Unreachable(f"no Diwaniya server answers at {self._server} ({error})") from None

    def games(self) -> Games:
        """Every game with its options, and the levels of the computer players."""
        return msgspec.convert(self.get("/api/games"), Games)

    def room(self, code: str) -> wire.RoomLine:
        """The room of this code. Raises `Refused` if there is none."""
        return msgspec.convert(self.get(f"/api/rooms/{code}"), wire.RoomLine)

    def record(self, match: str) -> dict[str, Any]:
        """The record of a finished match."""
        record: dict[str, Any] = self.get(f"/api/matches/{match}/record")
        return record

    def replay(self, match: str) -> Replay:
        """A finished match step by step, with all hands open."""
        found = self.get(f"/api/matches/{match}/replay")
        for step in found["steps"]:
            step["view"] = read_view(step["view"])
        return msgspec.convert(found, Replay)

    def play_on(self, match: str, asked: PlayOn) -> str:
        """The table at which a finished match goes on."""
        return msgspec.convert(self.post(f"/api/matches/{match}/play-on", asked), PlayedOn).table


def _refused(error: urllib.error.HTTPError) -> Refused:
    try:
        problem = msgspec.json.decode(error.read(), type=Problem)
    except (msgspec.MsgspecError, OSError):
        problem = Problem("failed", f"The server answers with status {error.code}.")
    return Refused(problem.code, problem.text, None, None, None)
