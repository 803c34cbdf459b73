"""Starting and stopping, and what is said if it cannot be."""

from __future__ import annotations

import os
import resource
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from diwaniya.cli import serve as command
from diwaniya.server import compiling
from diwaniya.words.speaker import Speaker
from serving import PATIENCE, Client, Server, steady_port


def attempt(*options: str) -> tuple[int, str]:
    """Start a server that cannot start: its exit status and the one line it says."""
    done = subprocess.run(
        [sys.executable, "-m", "diwaniya", "serve", "--host", "127.0.0.1", "--no-open", *options],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    return done.returncode, done.stderr


def test_it_answers_within_a_second(tmp_path: Path):
    """Counted as the work it does, since a busy machine may let any process wait."""
    for folder in ("a", "a"):
        began = worked()
        with Server(tmp_path / folder) as server:
            assert server.get_json("/api/health")["ok"]
        took = worked() - began
    assert took < 1.0


def worked() -> float:
    """Processor time of all processes started here that have ended, in seconds."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def test_numba_is_not_loaded_before_it_answers():
    code = "import sys, diwaniya.cli.serve, diwaniya.server.app; print({'numba', 'numpy'} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert done.stdout.strip() == "set()"


@pytest.mark.parametrize("transport", ["picows", "asgi"])
def test_ctrl_c_ends_it_at_once_and_cleanly(tmp_path: Path, transport: str):
    with Server(tmp_path, "--transport", transport) as server:
        pages = [Client(server) for _ in range(3)]
        for page in pages:
            page.open("kout4", level="easy")
        assert server.stop() < 2.0
        assert server.process.returncode == 0
        assert server.errors == ""
        for page in pages:
            page.close()
    leftovers = {path.name for path in tmp_path.iterdir()}
    assert leftovers == {"diwaniya.db", "lock", "secret.key"}, "the log is folded into one file"


@pytest.mark.parametrize("transport", ["picows", "asgi"])
def test_pages_are_told_that_it_restarts(tmp_path: Path, transport: str):
    from websockets.exceptions import ConnectionClosed

    with Server(tmp_path, "--transport", transport) as server:
        page = Client(server)
        server.stop()
        with pytest.raises(ConnectionClosed) as closed:
            page.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012


def test_a_port_that_is_taken(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        status, line = attempt("--port", str(other.getsockname()[1]), "--data", str(tmp_path))
    assert status == 1
    assert "--port" in line


@pytest.mark.parametrize("host", ["no.such.host.invalid", "203.0.113.7"])
def test_a_host_that_is_not_ours(tmp_path: Path, host: str):
    status, line = attempt("--host", host, "--port", "0", "--data", str(tmp_path))
    assert status == 1
    assert "--host" in line


def test_a_data_folder_that_cannot_be_written(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    for place in (tmp_path / "file", tmp_path / "file/below", Path("/proc/diwaniya")):
        status, line = attempt("--port", "0", "--data", str(place))
        assert status == 1
        assert "--data" in line


def test_a_data_folder_in_use(tmp_path: Path):
    with Server(tmp_path):
        status, line = attempt("--port", "0", "--data", str(tmp_path))
        assert status == 1
        assert "already uses" in line
    with Server(tmp_path) as again:
        assert again.get_json("/api/health")["ok"]


def test_a_killed_server_leaves_the_folder_free(tmp_path: Path):
    with Server(tmp_path) as server:
        server.kill()
        server.start()
        assert server.get_json("/api/health")["ok"]


@pytest.mark.parametrize(
    ("name", "body", "says"),
    [
        ("diwaniya.db", b"this is not a database, it is a letter", "damaged"),
        ("secret.key", b"short", "damaged"),
    ],
)
def test_damaged_files(tmp_path: Path, name: str, body: bytes, says: str):
    (tmp_path / name).write_bytes(body)
    status, line = attempt("--port", "0", "--data", str(tmp_path))
    assert status == 1
    assert says in line
    assert (tmp_path / name).read_bytes() == body, "nothing was overwritten"


def test_a_newer_database(tmp_path: Path):
    with Server(tmp_path):
        pass
    db = sqlite3.connect(tmp_path / "diwaniya.db")
    db.execute("PRAGMA user_version=7")
    db.close()
    status, line = attempt("--port", "0", "--data", str(tmp_path))
    assert status == 1
    assert "newer Diwaniya" in line


def test_the_key_is_private_and_stays(tmp_path: Path):
    with Server(tmp_path) as server, Client(server) as page:
        cookie = page.cookie
    key = tmp_path / "secret.key"
    assert key.stat().st_mode & 0o777 == 0o600
    with Server(tmp_path) as server, Client(server, cookie) as page:
        assert page.cookie == cookie


def test_a_damaged_table_harms_no_other(tmp_path: Path):
    with Server(tmp_path) as server:
        with Client(server) as page:
            broken, whole = page.open("basra", level="easy"), page.open("basra", level="easy")
            cookie = page.cookie
        server.stop()
        db = sqlite3.connect(tmp_path / "diwaniya.db")
        which = "n = (SELECT n FROM tables WHERE id = ?) AND prev != 0"
        db.execute(f"UPDATE events SET body = ? WHERE {which}", (b'{"type":"what"}', broken))
        db.commit()
        db.close()
        server.start()
        with Client(server, cookie) as page:
            assert page.request("sit", table=broken)["code"] == "damaged"
            assert page.request("watch", table=broken)["code"] == "damaged"
            assert page.request("sit", table=whole)["type"] == "done"


def test_settings_from_the_environment(tmp_path: Path):
    port = steady_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "diwaniya", "serve", "--no-open", "--host", "127.0.0.1"],
        env={
            "PORT": str(port),
            "DATA": str(tmp_path / "there"),
            "PATH": "",
            "PYTHONPATH": ":".join(sys.path),
        },
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == f"Diwaniya is at http://127.0.0.1:{port}/\n"
    process.terminate()
    process.communicate(timeout=PATIENCE)
    assert (tmp_path / "there/diwaniya.db").exists()


@pytest.mark.parametrize(
    "options",
    [
        ["--port", "70000"],
        ["--port", "x"],
        ["--pause", "-1"],
        ["--nonsense"],
        ["--transport", "pigeon"],
        ["--crowd", "0"],
    ],
)
def test_wrong_options(options: list[str]):
    result = CliRunner().invoke(command.serve, options)
    assert result.exit_code == 2


@pytest.mark.parametrize(
    ("env", "screen"),
    [
        ({"DISPLAY": ":0"}, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True),
        ({}, False),
        ({"DISPLAY": ":0", "CI": "true"}, False),
        ({"DISPLAY": ":0", "SSH_CONNECTION": "1 2 3 4"}, False),
    ],
)
def test_a_browser_is_opened_only_where_somebody_sees_it(
    monkeypatch: pytest.MonkeyPatch, env: dict[str, str], screen: bool
):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "CI", "SSH_CONNECTION", "SSH_TTY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", "linux")
    assert command.has_screen() is screen


def test_the_addresses_that_are_printed():
    with command.listen("127.0.0.1", 0, Speaker()) as here:
        assert command.where(here) == [f"http://127.0.0.1:{here.getsockname()[1]}/"]
    with command.listen("0.0.0.0", 0, Speaker()) as everywhere:
        assert command.where(everywhere)[0] == f"http://localhost:{everywhere.getsockname()[1]}/"


def test_kernels_are_compiled_at_a_low_priority(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(compiling, "CHILD", "this")
    monkeypatch.setenv("DIWANIYA_PURE", "0")
    work = compiling.Compiling()
    assert not work.done()
    work.start()
    assert work._process is not None
    assert os.getpriority(os.PRIO_PROCESS, work._process.pid) == 10
    assert work._process.wait(PATIENCE) == 0
    assert work.done()


@pytest.mark.parametrize(("module", "pure"), [("this", "1"), ("there_is_no_such_module", "0")])
def test_nothing_is_compiled_where_nobody_wants_it(monkeypatch: pytest.MonkeyPatch, module: str, pure: str):
    monkeypatch.setattr(compiling, "MODULE", module)
    monkeypatch.setenv("DIWANIYA_PURE", pure)
    work = compiling.Compiling()
    work.start()
    assert work._process is None
    assert not work.done()
    work.stop()


def test_compiling_ends_with_the_server(tmp_path: Path):
    with Server(tmp_path, env={"DIWANIYA_PURE": "0"}) as server:
        assert server.get_json("/api/health")["ok"]
        assert server.stop() < 2.0
