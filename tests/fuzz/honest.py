"""Two people who play on while others try to break the server: nothing of it may reach them."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from typing import Any

from diwaniya.engine.match import Match
from diwaniya.table.state import MATCHES_KEPT
from leaks.wire import Wire
from serving import Server

Seen = dict[str, Any]


class Player(Wire):
    """A page at one table, with the latest picture of it."""

    seen: Seen | None = None

    def message(self) -> dict[str, Any]:
        message = super().message()
        if message["type"] == "table":
            self.seen = message
        elif message["type"] == "step":
            assert self.seen is not None
            assert message["after"] == self.seen["seq"], "a step that does not follow what was shown before"
            view = {**message["view"], **message["mine"]}
            self.seen = {**self.seen, "seq": message["seq"], "view": view, "question": message["question"]}
        return message

    def until_seen(self, what: Callable[[Seen], Any]) -> Seen:
        """The first picture of which this is true, the present one included."""
        while self.seen is None or not what(self.seen):
            self.message()
        return self.seen

    def ok(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Ask for something that must be granted."""
        answer = self.ask({"type": kind, **fields})
        assert answer["type"] == "done", answer
        return answer


class Honest:
    """A room of two who play one match after the other, in a thread of its own, until `finish`."""

    def __init__(self, server: Server, pace: float = 0.01) -> None:
        self._server, self._pace = server, pace
        self._rng = random.Random(5)
        self._stop = threading.Event()
        self._error: BaseException | None = None
        self._moves: list[list[str]] = [[]]
        """What they have played, match by match, as the server has confirmed it."""
        self._pages = host, guest = Player(server.port), Player(server.port)
        for page in self._pages:
            page.hello()
        options, settings = {"target": 30}, {"public": True}
        opened = host.ok("open", game="basra", begin=False, options=options, settings=settings)
        self.table = opened["table"]
        self.code = host.until_seen(bool)["code"]
        guest.ok("join", code=self.code)
        host.ok("begin", table=self.table)
        self._thread = threading.Thread(target=self._play_on, daemon=True)
        self._thread.start()

    @property
    def moves(self) -> int:
        """How many moves they have made so far."""
        return sum(len(match) for match in self._moves)

    def finish(self) -> None:
        """Play the match to its end; then all was as the two have seen it, and nobody else has made a move."""
        self._stop.set()
        self._thread.join(100)
        assert not self._thread.is_alive()
        if self._error is not None:
            raise AssertionError("the honest players were disturbed") from self._error
        seen = [page.until_seen(bool) for page in self._pages]
        matches = [line["match"] for line in seen[0]["matches"]]
        assert len(matches) == min(len(self._moves), MATCHES_KEPT)
        for name, moves in zip(matches, self._moves[-len(matches) :], strict=True):
            record = self._server.get_json(f"/api/matches/{name}/record")
            made = [move for hand in record["hands"] for move in hand["moves"].split()]
            assert made == moves
        last = Match.replay(record)
        assert last.over
        for seat, view in enumerate(seen):
            assert view["seat"] == seat
            assert view["view"]["scores"] == last.scores
            assert view["view"]["cards"] == last.view(seat)["cards"]
        for page in self._pages:
            page.close()

    def _play_on(self) -> None:
        try:
            while self._step():
                self._stop.wait(self._pace)
        except BaseException as error:
            self._error = error

    def _step(self) -> bool:
        """Whatever comes next; False when it is time to stop and a match has ended."""
        seen = self._seen_by_both()
        if seen["phase"] == "over":
            if self._stop.is_set():
                return False
            self._moves.append([])
            for page in self._pages:
                page.ok("rematch", table=self.table)
        elif seen["question"] is not None:
            for page in self._pages:
                page.ok("next", table=self.table, seq=seen["seq"])
        else:
            page = self._pages[seen["view"]["to_move"]]
            assert page.seen is not None
            token = self._rng.choice(page.seen["view"]["legal"])
            page.ok("play", table=self.table, token=token, seq=seen["seq"])
            self._moves[-1].append(token)
        return True

    def _seen_by_both(self) -> Seen:
        """The table when both have seen the same of it, and there is something for them to do."""

        def ready(seen: Seen) -> bool:
            if seen["phase"] != "playing":
                return bool(seen["phase"] == "over")
            return bool(seen["question"] or seen["view"]["to_move"] is not None)

        while True:
            host, guest = (page.until_seen(ready) for page in self._pages)
            if host["seq"] == guest["seq"]:
                return host
            latest = max(host["seq"], guest["seq"])
            for page in self._pages:
                page.catch_up(self.table, latest)
