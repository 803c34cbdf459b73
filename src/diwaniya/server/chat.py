"""What is said at a table (R2): passed on to those who sit there, and forgotten.

The last few sayings are kept, with those who heard them, for as long as anybody sits at the table with a page
open, so that they can be shown to the host (`report`). Then they are wiped. Nothing of it is logged, stored,
or put into an exception.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from diwaniya.server.refusals import NOTHING_SAID
from diwaniya.server.transport import ROOM
from diwaniya.server.wipe import wipe
from diwaniya.table.commands import Refusal

if TYPE_CHECKING:
    from diwaniya.server.hot import HotTable

KEPT = 50


@dataclass(slots=True)
class Saying:
    """Something that was said, and who heard it."""

    id: int
    seat: int
    name: str
    text: bytearray
    phrase: str
    heard: frozenset[str]


class Chat:
    """The chat of one table."""

    __slots__ = ("_hot", "_last", "_muted", "_said")

    def __init__(self, hot: HotTable) -> None:
        self._hot = hot
        self._last = 0
        self._said: deque[Saying] | None = None
        self._muted: dict[str, set[str]] | None = None

    def say(self, seat: int, text: bytearray, phrase: str) -> None:
        """Pass it on to all who sit here, the sayer included, but not to those who have muted him. `text` is
        ours now.
        """
        hot = self._hot
        chair = hot.state.chairs[seat]
        assert chair is not None
        assert chair.player is not None
        heard = [viewer for viewer in hot.viewers.seated if not self._mutes(viewer.player, chair.player)]
        self._last += 1
        saying = Saying(
            self._last, seat, chair.name, text, phrase, frozenset(viewer.player for viewer in heard)
        )
        if self._said is None:
            self._said = deque()
        self._said.append(saying)
        if len(self._said) > KEPT:
            wipe(self._said.popleft().text)
        made = _frame("said", hot.id, f'"id":{saying.id}', saying)
        for viewer in heard:
            viewer.say(made)
        wipe(made)

    def report(self, by: int, said: int) -> Refusal | None:
        """Show the host something that the person at seat `by` has heard."""
        hot = self._hot
        player = hot.state.player_at(by)
        saying = next((one for one in self._said or () if one.id == said and player in one.heard), None)
        if saying is None:
            return NOTHING_SAID
        made = _frame("reported", hot.id, f'"by":{by}', saying)
        for viewer in hot.viewers.seated:
            if viewer.player == hot.state.host:
                viewer.say(made)
        wipe(made)
        return None

    def mute(self, player: str, other: str, on: bool) -> None:
        """`player` wants to hear nothing of `other`, or hear him again."""
        if self._muted is None:
            self._muted = {}
        muted = self._muted.setdefault(player, set())
        if on:
            muted.add(other)
        else:
            muted.discard(other)

    def _mutes(self, player: str, other: str) -> bool:
        return self._muted is not None and other in self._muted.get(player, ())

    def muted_by(self, seat: int | None) -> list[int]:
        """The seats that the person at this seat does not want to hear."""
        if seat is None or self._muted is None:
            return []
        state = self._hot.state
        muted = self._muted.get(state.player_at(seat) or "", set())
        return [other for other in range(len(state.chairs)) if state.player_at(other) in muted]

    def wipe(self) -> None:
        """Nobody is there any more: forget what was said, and leave nothing of it."""
        if self._said is not None:
            for saying in self._said:
                wipe(saying.text)
            self._said = None


def _frame(kind: str, table: str, own: str, saying: Saying) -> bytearray:
    """A message with a text in it, made in one piece, so that there is one thing to wipe."""
    name = msgspec.json.encode(saying.name).decode()
    head = f'{{"type":"{kind}","table":"{table}",{own},"seat":{saying.seat},"name":{name},"text":"'.encode()
    tail = f'","phrase":"{saying.phrase}"}}'.encode()
    begin, end = ROOM + len(head), ROOM + len(head) + len(saying.text)
    made = bytearray(end + len(tail))
    made[ROOM:begin] = head
    made[begin:end] = saying.text
    made[end:] = tail
    return made
