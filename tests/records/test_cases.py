"""Records with what must come of them, made by an independent program (tests/cases)."""

import json
from pathlib import Path
from typing import Any

import pytest

from diwaniya.engine.errors import IllegalMove, RecordError
from diwaniya.engine.record import parse, replay

CASES = Path(__file__).parent.parent / "cases"
NAMES = sorted(path.name.removesuffix(".rec.json") for path in CASES.glob("*.rec.json"))


def outcome(raw: bytes) -> tuple[int, Any]:
    """The exit status of `diwaniya replay`, and what it says."""
    try:
        return 0, replay(parse(raw)).as_json()
    except RecordError as error:
        return 2, str(error)
    except IllegalMove as error:
        return 1, str(error)


def assert_holds(wanted: Any, got: Any, where: str) -> None:
    """Everything wanted is there, of the same type; objects may hold more."""
    assert type(got) is type(wanted), where
    if isinstance(wanted, dict):
        for key, value in wanted.items():
            assert key in got, f"{where}.{key} is missing"
            assert_holds(value, got[key], f"{where}.{key}")
    elif isinstance(wanted, list):
        assert len(got) == len(wanted), where
        for place, (one, other) in enumerate(zip(wanted, got, strict=True)):
            assert_holds(one, other, f"{where}[{place}]")
    else:
        assert got == wanted, where


def test_there_are_cases() -> None:
    assert len(NAMES) > 50


@pytest.mark.parametrize("name", NAMES)
def test_case(name: str) -> None:
    wanted = json.loads((CASES / f"{name}.want.json").read_text("utf-8"))
    status, got = outcome((CASES / f"{name}.rec.json").read_bytes())
    assert status in wanted["status"], (wanted, got)
    if status == 0:
        assert_holds(wanted["expect"], got, "sheet")
    else:
        assert got.isprintable()
        for word in wanted.get("says", []):
            assert word in got
