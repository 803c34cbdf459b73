"""`diwaniya backup` and `restore`: everything comes back, and nothing is ever overwritten by something worse."""

from __future__ import annotations

import contextlib
import os
import pty
import resource
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from diwaniya.server.folder import DataFolder
from diwaniya.storage.base import Append, Finished
from keeping import busy, folder_with, logs, run, said
from serving import Server


@pytest.fixture
def data(tmp_path: Path) -> Path:
    appends = [Append(f"t{n}", 0, [b"%d" % n] * 20, 1.0, code=f"C{n}", players=["ali"]) for n in range(40)]
    appends.append(Append("t0", 20, [b"end"], 2.0, finished=Finished("m1", b"{}", 2.0), closed=True))
    return folder_with(tmp_path / "data", appends)


@pytest.fixture
def copy(data: Path, tmp_path: Path) -> Path:
    assert run("backup", tmp_path / "copy", "--data", data).exit_code == 0
    return tmp_path / "copy"


def test_everything_comes_back(data: Path, copy: Path, tmp_path: Path):
    assert copy.stat().st_mode & 0o777 == 0o600
    result = run("restore", copy, "--data", tmp_path / "other")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "40 tables and 1 finished match are back" in result.stdout
    tables = [f"t{n}" for n in range(40)]
    assert logs(tmp_path / "other", *tables) == logs(data, *tables)
    assert logs(data, "t0") == [[b"0"] * 20 + [b"end"]]
    assert (tmp_path / "other" / "secret.key").read_bytes() == (data / "secret.key").read_bytes()
    assert sorted(file.name for file in (tmp_path / "other").iterdir()) == [
        "diwaniya.db",
        "lock",
        "secret.key",
    ]
    assert {file.stat().st_mode & 0o777 for file in (tmp_path / "other").iterdir()} == {0o600}
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy", "data", "other"]


def test_what_it_says(data: Path, tmp_path: Path):
    result = run("backup", tmp_path / "copy", "--data", data)
    assert result.stderr == ""
    assert result.stdout.startswith(f"{tmp_path / 'copy'}: 40 tables and 1 finished match, ")
    assert result.stdout.endswith(" KB, checked and good.\n")


def test_a_bar_on_a_terminal(data: Path, tmp_path: Path):
    """It goes away when the work is done; standard output has the same as always."""
    terminal, end = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "diwaniya", "backup", str(tmp_path / "copy"), "--data", str(data)],
        stdout=subprocess.PIPE,
        stderr=end,
        env={**os.environ, "TERM": "xterm"},
        timeout=60,
    )
    os.close(end)
    assert b"copying" in os.read(terminal, 100_000)
    os.close(terminal)
    assert done.stdout.endswith(b"checked and good.\n")
    assert done.stdout.count(b"\n") == 1


def test_a_copy_of_a_copy(copy: Path, tmp_path: Path):
    """A folder that was restored can be copied and restored again."""
    assert run("restore", copy, "--data", tmp_path / "two").exit_code == 0
    assert run("backup", tmp_path / "again", "--data", tmp_path / "two").exit_code == 0
    assert run("restore", tmp_path / "again", "--data", tmp_path / "three").exit_code == 0
    assert logs(tmp_path / "three", "t7") == [[b"7"] * 20]


def test_the_data_folder_may_come_from_the_environment(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("DATA", str(data))
    assert run("backup", tmp_path / "copy").exit_code == 0
    monkeypatch.setenv("DATA", str(tmp_path / "other"))
    assert run("restore", tmp_path / "copy").exit_code == 0
    assert logs(tmp_path / "other", "t7") == [[b"7"] * 20]


def test_while_somebody_plays(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Each copy is one moment, however slowly it is made: what was answered before is in it, and no log has a hole."""
    monkeypatch.setattr("diwaniya.storage.copies.PAGES", 1)
    with busy(data) as playing:
        for round_ in range(3):
            playing.until(200)
            before = dict(playing.answered)
            assert run("backup", tmp_path / f"{round_}", "--data", data).exit_code == 0
            assert run("restore", tmp_path / f"{round_}", "--data", tmp_path / f"of{round_}").exit_code == 0
            for table, log in zip(before, logs(tmp_path / f"of{round_}", *before), strict=True):
                assert log == [b"%d" % n for n in range(len(log))]
                assert len(log) >= before[table]
        playing.until(100)


def test_a_copy_that_is_there_is_not_replaced_unasked(data: Path, copy: Path):
    copy.write_bytes(b"the last good copy")
    assert "--force" in said(run("backup", copy, "--data", data))
    assert copy.read_bytes() == b"the last good copy"
    assert run("backup", copy, "--data", data, "--force").exit_code == 0
    assert copy.read_bytes().startswith(b"SQLite format 3")


@pytest.mark.parametrize("name", ["diwaniya.db", "secret.key", "lock", "copy"])
def test_no_copy_into_the_data_folder(data: Path, name: str):
    """It would write over what it copies."""
    before = (data / "diwaniya.db").read_bytes()
    assert "data folder" in said(run("backup", data / name, "--data", data, "--force"))
    assert (data / "diwaniya.db").read_bytes() == before


def test_copies_that_cannot_be_made(data: Path, tmp_path: Path):
    assert "no database" in said(run("backup", tmp_path / "copy", "--data", tmp_path / "nowhere"))
    assert "is a folder" in said(run("backup", tmp_path, "--data", data))
    assert "there is no such folder" in said(run("backup", tmp_path / "nowhere" / "copy", "--data", data))
    assert "a part of its path is a file" in said(run("backup", data / "lock" / "copy", "--data", data))
    assert sorted(file.name for file in tmp_path.iterdir()) == ["data"]


def test_a_folder_without_a_key(data: Path, tmp_path: Path):
    (data / "secret.key").unlink()
    assert "no secret.key" in run("backup", tmp_path / "copy", "--data", data).stdout
    assert "no key" in run("restore", tmp_path / "copy", "--data", tmp_path / "other").stdout
    assert not (tmp_path / "other" / "secret.key").exists()


def test_a_damaged_database_gives_no_copy(data: Path, tmp_path: Path):
    harm(data / "diwaniya.db")
    (tmp_path / "copy").write_bytes(b"the last good copy")
    assert "damaged" in said(run("backup", tmp_path / "copy", "--data", data, "--force"))
    assert (tmp_path / "copy").read_bytes() == b"the last good copy"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy", "data"]


@pytest.mark.parametrize("space", [0, 5000, 30_000])
@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_full_disk(data: Path, copy: Path, tmp_path: Path, command: str, space: int):
    """A limit on the size of files stands for it. There is no half a copy, and what was there is there."""
    target = tmp_path / "new"
    words = ["backup", str(target)] if command == "backup" else ["restore", str(copy)]
    where = data if command == "backup" else target
    done = subprocess.run(
        [sys.executable, "-m", "diwaniya", *words, "--data", str(where)],
        capture_output=True,
        text=True,
        timeout=60,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (space, resource.RLIM_INFINITY)),
    )
    assert done.returncode == 1
    assert "full" in done.stderr or "too large" in done.stderr
    assert done.stderr.count("\n") == 1
    assert not target.is_file()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy", "data"]


# restoring


def test_not_while_a_server_uses_the_folder(data: Path, copy: Path):
    folder = DataFolder(data)
    try:
        assert "already uses the data folder" in said(run("restore", copy, "--data", data, "--force"))
    finally:
        folder.release()
    assert run("restore", copy, "--data", data, "--force").exit_code == 0


def test_a_database_that_is_there_is_moved_aside_with_its_key(data: Path, copy: Path):
    for file, content in (("diwaniya.db-wal", b"its log"), ("secret.key", b"k" * 32)):
        (data / file).write_bytes(content)
    before = (data / "diwaniya.db").read_bytes()
    assert "--force" in said(run("restore", copy, "--data", data))
    assert (data / "diwaniya.db").read_bytes() == before
    result = run("restore", copy, "--data", data, "--force")
    assert result.exit_code == 0
    [old] = [file for file in data.glob("diwaniya.db.*") if not file.name.endswith("-wal")]
    [key] = data.glob("secret.key.*")
    assert old.read_bytes() == before
    assert old.with_name(old.name + "-wal").read_bytes() == b"its log"
    assert key.read_bytes() == b"k" * 32
    assert all(file.name in result.stdout for file in (old, key))
    assert logs(data, "t7") == [[b"7"] * 20]


def test_a_log_that_was_left_over_is_in_the_way_too(copy: Path, tmp_path: Path):
    """Beside the restored database it would be taken for its own."""
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "diwaniya.db-wal").write_bytes(b"of another one")
    assert "--force" in said(run("restore", copy, "--data", tmp_path / "other"))
    assert run("restore", copy, "--data", tmp_path / "other", "--force").exit_code == 0
    assert logs(tmp_path / "other", "t7") == [[b"7"] * 20]
    assert [file.read_bytes() for file in (tmp_path / "other").glob("*.*-wal")] == [b"of another one"]


def test_a_real_server(tmp_path: Path):
    """Copied while it runs; not restored under its feet; and it starts on what was restored, with the same key."""
    data, copy = tmp_path / "data", tmp_path / "copy"
    with Server(data) as server:
        key = (data / "secret.key").read_bytes()
        assert run("backup", copy, "--data", data).exit_code == 0
        assert "Stop it" in said(run("restore", copy, "--data", data, "--force"))
        assert server.get("/api/health")[0] == 200
    shutil.rmtree(data)
    assert run("restore", copy, "--data", data).exit_code == 0
    with Server(data) as server:
        assert server.get("/api/health")[0] == 200
        assert (data / "secret.key").read_bytes() == key


def harm(path: Path) -> None:
    """Write over a page in the middle."""
    body = bytearray(path.read_bytes())
    middle = len(body) // 8192 * 4096
    body[middle : middle + 4096] = b"\xa5" * 4096
    path.write_bytes(body)


def change(statement: str, path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        db.execute(statement)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (harm, "damaged"),
        (lambda path: path.write_bytes(path.read_bytes()[:30_000]), "damaged"),
        (lambda path: path.write_bytes(path.read_bytes()[:-4096]), "damaged"),
        (lambda path: path.write_bytes(b""), "not a copy made by `diwaniya backup`.\n"),
        (lambda path: path.write_text("once upon a time"), "not a copy made by `diwaniya backup`.\n"),
        (lambda path: path.unlink(), "no such file"),
        (lambda path: (path.unlink(), path.mkdir()), "is a folder, not a file"),
        (lambda path: change("PRAGMA user_version = 99", path), "newer Diwaniya (format 99"),
        (
            lambda path: change("PRAGMA user_version = 1", path),
            "preview of Diwaniya (format 1, this one knows 2).\n",
        ),
        (lambda path: change("PRAGMA application_id = 7", path), "not a copy made by `diwaniya backup`.\n"),
        (lambda path: change("DROP TABLE players", path), "tables are different"),
        (
            lambda path: change("CREATE TRIGGER spy AFTER DELETE ON events BEGIN SELECT 1; END", path),
            "tables are different",
        ),
    ],
)
def test_a_bad_copy_changes_nothing(data: Path, copy: Path, spoil: object, words: str):
    before = {file.name: file.read_bytes() for file in data.iterdir()}
    assert callable(spoil)
    spoil(copy)
    assert words in said(run("restore", copy, "--data", data, "--force"))
    assert {file.name: file.read_bytes() for file in data.iterdir()} == before


def test_a_bad_copy_makes_no_folder(tmp_path: Path):
    (tmp_path / "copy").write_text("once upon a time")
    (tmp_path / "empty").mkdir()
    for folder in ("new", "new/deep", "empty", "empty/deep"):
        assert "not a copy" in said(run("restore", tmp_path / "copy", "--data", tmp_path / folder))
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy", "empty"]
    assert [file.name for file in (tmp_path / "empty").iterdir()] == ["lock"]


def test_the_files_of_a_folder_taken_with_cp_can_be_restored_too(data: Path, tmp_path: Path):
    """Whoever has copied the database by hand, with the log that belonged to it, gets that back."""
    with busy(data) as playing:
        playing.until(100)
        playing.kill()
        for end in ("", "-wal"):
            shutil.copy(data / f"diwaniya.db{end}", tmp_path / f"mine{end}")
        assert (tmp_path / "mine-wal").stat().st_size
        assert run("restore", tmp_path / "mine", "--data", tmp_path / "other").exit_code == 0
        log = logs(tmp_path / "other", "busy0")[0]
        assert len(log) in (playing.answered["busy0"], playing.answered["busy0"] + 1)


@pytest.mark.parametrize("command", ["backup", "restore"])
@pytest.mark.parametrize("name", ["", "-"])
def test_names_that_are_none(command: str, name: str):
    result = run(command, name)
    assert result.exit_code == 2
    assert "is not the name of a file" in result.stderr


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_ctrl_c_leaves_nothing_behind(data: Path, copy: Path, tmp_path: Path, command: str):
    words = ["backup", str(tmp_path / "new")] if command == "backup" else ["restore", str(copy)]
    where = data if command == "backup" else tmp_path / "new"
    script = (
        "import os, signal, sys\n"
        "import diwaniya.storage.copies as copies\n"
        "copies.is_sound = lambda db: os.kill(os.getpid(), signal.SIGINT) or True\n"
        f"sys.argv = ['diwaniya', *{words!r}, '--data', {str(where)!r}]\n"
        "from diwaniya.cli.main import main\nmain()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (130, b"diwaniya: stopped\n")
    assert sorted(file.name for file in tmp_path.iterdir() if file.is_file()) == ["copy"]
    assert where.exists() == (command == "backup")
    assert {file.name for file in data.iterdir()} == {"diwaniya.db", "secret.key", "lock"}


@pytest.mark.parametrize(
    ("name", "said_of_it"), [(".", "is a folder, not a file"), (os.devnull, "is no regular file")]
)
def test_what_can_be_no_copy_is_named_truly(name: str, said_of_it: str, tmp_path: Path):
    result = run("restore", "--data", tmp_path / "new", name)
    assert result.exit_code == 1
    assert said_of_it in result.stderr
    assert not (tmp_path / "new").exists()
