"""A client of this version reads a server of the next one, as long as the protocol has the same number."""

import json
from typing import Any

import msgspec
import pytest

from diwaniya.client.reading import read
from diwaniya.client.seen import LINES, Seen
from diwaniya.wire import messages as wire
from diwaniya.wire.view import Played
from scripted_server import TABLE, a_step, a_table, a_view


def told(message: dict[str, Any]) -> wire.ServerMessage | None:
    return read(json.dumps(message))


def test_what_is_not_known_is_passed_over() -> None:
    table = a_table(
        5, weather="fine", view=a_view(mood="good", trick=[{"seat": 1, "card": "AS", "how": "softly"}])
    )
    message = told(table)
    assert isinstance(message, wire.Table)
    assert message.view is not None
    assert message.view.trick == [Played(1, "AS")]
    assert told({"type": "fireworks", "colour": "green"}) is None


def test_codes_of_tomorrow_are_taken_as_they_come() -> None:
    message = told(
        {"type": "refused", "code": "too_late", "text": "The door is shut.", "ref": 3, "table": None}
    )
    assert isinstance(message, wire.Refused)
    assert (message.code, message.text, message.ref) == ("too_late", "The door is shut.", 3)
    gone = told({"type": "gone", "table": TABLE, "why": "moved"})
    assert isinstance(gone, wire.Gone)
    assert gone.why == "moved"


def test_a_refusal_keeps_its_reason() -> None:
    why = {"rule": "K11", "key": "follow", "args": {"suit": "S"}}
    message = told(
        {"type": "refused", "code": "illegal", "text": "no", "table": TABLE, "why": why, "legal": ["AS"]}
    )
    assert isinstance(message, wire.Refused)
    assert message.why.rule == "K11"  # type: ignore[union-attr]
    assert message.legal == ["AS"]


@pytest.mark.parametrize(
    "frame", ["", "[]", "{}", '{"type": 7}', '{"type": "refused"}', '{"type": "table", "seq": 1}', "{"]
)
def test_what_is_no_message_is_said_to_be_none(frame: str) -> None:
    with pytest.raises(msgspec.MsgspecError):
        read(frame)


def test_a_step_is_laid_over_the_table() -> None:
    seen = Seen()
    assert not seen.step(told(a_step(6, 5)))  # type: ignore[arg-type]  # nothing to lay it over
    seen.whole(told(a_table(5)))  # type: ignore[arg-type]
    line = {"seq": 6, "hand": 1, "seat": 0, "token": "AS", "facts": []}
    assert seen.step(told(a_step(6, 5, {"seat": 0, "to_move": 0, "legal": ["KS"]}, line=line)))  # type: ignore[arg-type]
    table = seen.table
    assert table is not None
    assert table.view is not None
    assert (table.seq, table.view.to_move, table.view.legal) == (6, 0, ["KS"])
    assert [one.token for one in table.lines] == ["AS"]
    # What the step no longer holds is gone: it is not our turn any more.
    assert seen.step(told(a_step(7, 6)))  # type: ignore[arg-type]
    assert seen.table is not None
    assert seen.table.view is not None
    assert seen.table.view.legal is msgspec.UNSET


def test_a_gap_is_noticed_and_an_echo_is_not_counted() -> None:
    seen = Seen()
    seen.whole(told(a_table(5)))  # type: ignore[arg-type]
    assert seen.step(told(a_step(5, 4)))  # type: ignore[arg-type]
    assert not seen.broken
    assert not seen.step(told(a_step(8, 7)))  # type: ignore[arg-type]
    assert seen.broken
    assert seen.table is not None
    assert seen.table.seq == 5
    seen.whole(told(a_table(8)))  # type: ignore[arg-type]
    assert not seen.broken


def test_old_lines_are_let_go() -> None:
    seen = Seen()
    seen.whole(told(a_table(0)))  # type: ignore[arg-type]
    for seq in range(1, LINES + 50):
        line = {"seq": seq, "hand": 1, "seat": 0, "token": "AS", "facts": []}
        seen.step(told(a_step(seq, seq - 1, line=line)))  # type: ignore[arg-type]
    assert seen.table is not None
    assert [line.seq for line in seen.table.lines] == list(range(50, LINES + 50))
