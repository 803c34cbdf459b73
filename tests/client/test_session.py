"""The file that keeps who we are."""

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from diwaniya import client as aio
from diwaniya.client import sync
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


@pytest.mark.parametrize("text", ["", "\n", "{}"])
def test_an_empty_file_holds_nobody(tmp_path: Path, text: str) -> None:
    file = tmp_path / "sessions.json"
    file.write_text(text)
    session = Session(A, file)
    assert session.cookie is None
    session.hear(["diwaniya=one; Path=/"])
    assert Session(A, file).cookie == "diwaniya=one"


OTHERS = ["{", "[]", '"x"', json.dumps({A: 7}), '{"colour": "red"}', "once upon a time", "\0\xff"]


@pytest.mark.parametrize("text", OTHERS)
@pytest.mark.parametrize("connect", [aio.connect, sync.connect], ids=["async", "sync"])
def test_what_is_no_session_is_never_written_over(tmp_path: Path, text: str, connect: Any) -> None:
    file = tmp_path / "notes.txt"
    file.write_text(text)
    with pytest.raises(ValueError, match=r"notes\.txt is something else, not a session; name another file$"):
        connect(A, session=file)
    assert file.read_text() == text


def test_a_folder_and_a_link_to_nowhere_are_no_sessions(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "nowhere")
    for name in (tmp_path, link):
        with pytest.raises(ValueError, match="something else, not a session"):
            aio.connect(A, session=name)
    assert link.is_symlink()


def test_a_file_that_becomes_something_else_meanwhile_stays_what_it_is(tmp_path: Path) -> None:
    file = tmp_path / "sessions.json"
    session = Session(A, file)
    file.write_text("dear diary")
    with pytest.raises(ValueError, match="something else"):
        session.hear(["diwaniya=one; Path=/"])
    assert session.cookie == "diwaniya=one"
    assert file.read_text() == "dear diary"
