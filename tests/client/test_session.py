"""The file that keeps who we are."""

import json
import os
import stat
from pathlib import Path

import pytest

from diwaniya.client.session import Session

A, B = "http://a.example", "http://b.example"


def test_it_is_kept_for_each_server_in_a_file_that_only_its_owner_reads(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "sessions.json"
    old = os.umask(0)  # even where new files could be read by everybody
    try:
        Session(A, file).hear(["diwaniya=one; Path=/; HttpOnly"])
    finally:
        os.umask(old)
    Session(B, file).hear(["diwaniya=two; Path=/"])
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert Session(A, file).cookie == "diwaniya=one"
    assert Session(B, file).cookie == "diwaniya=two"
    assert [path.name for path in file.parent.iterdir()] == ["sessions.json"]


def test_without_a_file_it_is_forgotten() -> None:
    session = Session(A)
    session.hear(["diwaniya=one; Path=/"])
    assert session.cookie == "diwaniya=one"
    assert Session(A).cookie is None


@pytest.mark.parametrize("text", ["", "{", "[]", '"x"', json.dumps({A: 7})])
def test_a_file_that_cannot_be_read_holds_nobody(tmp_path: Path, text: str) -> None:
    file = tmp_path / "sessions.json"
    file.write_text(text)
    assert Session(A, file).cookie is None
