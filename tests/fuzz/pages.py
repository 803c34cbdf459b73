"""Pages that say anything, and listen closely to what they are told."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import jsonschema_rs
import msgspec

from diwaniya.engine.game import games
from diwaniya.server.computers import LEVELS
from diwaniya.server.limits import MESSAGE_BYTES, too_deep
from diwaniya.wire.messages import PROTOCOL, ClientMessage, Hello, Ping
from diwaniya.wire.schema import schema
from fuzz.grammar import Act, text_of
from fuzz.honest import Honest
from leaks.wire import Ended, Wire
from serving import Server

SERVER_MESSAGE = jsonschema_rs.validator_for({**schema(), "$ref": "#/$defs/ServerMessage"})
MATCH_VIEW = jsonschema_rs.validator_for({**schema(), "$ref": "#/$defs/MatchView"})
decode = msgspec.json.Decoder(ClientMessage).decode


def check_schema(message: dict[str, Any]) -> None:
    """Is it what the description says, and, if it is a step, do its two parts make a view?"""
    SERVER_MESSAGE.validate(message)
    if message["type"] == "step":
        MATCH_VIEW.validate({**message["view"], **message["mine"]})


class Page:
    """One connection at a time of one guest. Whatever it asks must be answered once, or be the end."""

    def __init__(self, port: int, cookie: str, known: dict[str, list[Any]]) -> None:
        self._port, self._cookie, self._known = port, cookie, known
        self._wire: Wire | None = None
        self._open: Counter[int | None] = Counter()
        """Questions that have not been answered yet."""
        self._may_end = False

    @property
    def wire(self) -> Wire:
        if self._wire is None:
            self._wire = Wire(self._port, f"Cookie: {self._cookie}")
            self._wire.hello()
            self._open.clear()
            self._may_end = False
        return self._wire

    def ask(self, **message: Any) -> dict[str, Any]:
        """Ask for something that must be granted."""
        answer = self.wire.ask(message)
        assert answer["type"] == "done", answer
        for content in self.wire.kept[1:]:
            self._note(json.loads(content))
        return answer

    def close(self) -> None:
        if self._wire is not None:
            self._wire.close()
            self._wire = None

    def say(self, text: str, times: int, wait: bool) -> None:
        """Send this; and wait for what comes of it."""
        wire = self.wire
        for _ in range(times):
            self._expect(text)
            try:
                wire.send(text.encode())
            except ConnectionError:
                if not self._may_end:
                    raise
        if wait or self._may_end:
            self.listen()

    def listen(self) -> None:
        """Hear all answers that are due. When all is well the connection is still there."""
        if self._wire is None:
            return
        try:
            self._wire.tell({"type": "ping", "ref": -77})
            self._open[-77] += 1
            while +self._open:
                self._hear(self._wire.message())
        except (Ended, ConnectionError):
            if not self._may_end:
                raise
            self._wire = None

    def _expect(self, text: str) -> None:
        if len(text.encode()) > MESSAGE_BYTES or too_deep(text.encode()):
            self._may_end = True
            return
        try:
            message = decode(text)
        except msgspec.MsgspecError:
            self._may_end = True
            return
        if isinstance(message, Hello):
            self._may_end |= message.protocol != PROTOCOL
        elif message.ref is not None or isinstance(message, Ping):
            self._open[message.ref] += 1

    def _hear(self, message: dict[str, Any]) -> None:
        check_schema(message)
        kind = message["type"]
        if kind in ("done", "refused", "pong") and (kind, message["ref"]) != ("refused", None):
            self._open[message["ref"]] -= 1
            assert self._open[message["ref"]] >= 0 or self._may_end, f"nobody has asked for {message}"
        elif kind == "error":
            assert self._may_end, message
            assert message["code"] in ("bad_message", "bad_protocol"), message
        self._note(message)

    def _note(self, message: dict[str, Any]) -> None:
        """What there is to play with."""
        known = self._known
        if message["type"] in ("table", "step"):
            view = {**(message["view"] or {}), **message.get("mine", {})}
            known["token"] = [*view.get("legal", []), *view.get("out_of_turn", []), *known["token"]][:20]
            known["seq"] = [message["seq"], *known["seq"]][:3]
        if message.get("code") and message["type"] == "table":
            known["code"] = [message["code"], *known["code"]][:4]
        if message["type"] == "done" and message["table"] is not None:
            known["table"] = list(dict.fromkeys([*known["table"], message["table"]]))[:6]
        if message["type"] == "said":
            known["said"] = [message["id"], *known["said"]][:3]


class Crowd:
    """Four pages of three people. Two of these sit at a table; all of them know of the honest players' room."""

    def __init__(self, server: Server, honest: Honest) -> None:
        self._known: dict[str, list[Any]] = {
            "game": list(games()),
            "level": list(LEVELS),
            "seat": [0, 1],
            "to": [1, 0],
            "protocol": [PROTOCOL],
            "code": [honest.code],
            "table": [honest.table],
            "token": ["AS", "pass", "0:expose:AS"],
            "seq": [1],
            "said": [1],
        }
        cookies = [server.get("/api/me")[1]["set-cookie"].partition(";")[0] for _ in range(3)]
        self._pages = [Page(server.port, cookies[number % 3], self._known) for number in range(4)]
        host, guest, *_ = self._pages
        table = host.ask(type="open", game="allfours2", begin=False)["table"]
        self._known["table"] += [table, table]
        guest.ask(type="join", table=table)
        host.ask(type="begin", table=table)

    def do(self, act: Act) -> None:
        """One of them does something."""
        page = self._pages[act.page]
        if act.kind == "anew":
            page.close()
        else:
            text = text_of(act, self._known)
            page.say(text, times=2 if act.kind == "again" else 1, wait=act.kind != "blind")

    def part(self) -> None:
        """Hear what is left to hear, and go."""
        for page in self._pages:
            page.listen()
            page.close()
