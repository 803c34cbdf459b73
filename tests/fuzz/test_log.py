"""What is told to the log: mistakes and nuisances, but nothing that somebody could use or that somebody has said."""

from __future__ import annotations

import json
import signal
import sqlite3
import threading
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from diwaniya.server.folder import DATABASE, KEY
from leaks.wire import Ended, Wire
from serving import PATIENCE, Client, Server

CHAT, SALT, NAME, RUBBISH = "murmured", "peppered", "Zenobia", "hogwash"


def test_the_log_holds_no_secrets(tmp_path: Path):
    with Server(tmp_path) as server:
        log = Log(server)
        with Client(server) as page, Client(server) as friend:
            table = page.open("basra", begin=False, name=NAME)
            assert friend.request("join", table=table, name=NAME)["type"] == "done"
            assert page.request("salt", table=table, salt=SALT)["type"] == "done"
            assert page.request("begin", table=table)["type"] == "done"
            assert page.request("say", table=table, text=CHAT)["type"] == "done"
            annoy(server, page.cookie or "", table)
            log.wait_for("refused: ")
            secrets = [cookie or "" for cookie in (page.cookie, friend.cookie)]
        said = log.end()
        secrets += damage(tmp_path / DATABASE)
        server.start()
        log = Log(server)
        with Client(server, secrets[0]) as page:
            assert page.request("sit", table=table)["code"] == "damaged"
        said += log.end()
    key = (tmp_path / KEY).read_bytes()
    secrets += [cookie.partition("=")[2].split(".")[0] for cookie in secrets[:2]]
    secrets += [key.hex(), b64encode(key).decode(), urlsafe_b64encode(key).decode(), repr(key)[2:-1]]
    assert f"table {table}" in said, "nothing was damaged"
    assert "Traceback" not in said
    for secret in (*secrets, CHAT, SALT, NAME, RUBBISH):
        assert len(secret) > 5
        assert secret not in said


class Log:
    """What a server writes, listened to from now until it is stopped."""

    def __init__(self, server: Server) -> None:
        self._process = server.process
        self._lines: list[str] = []
        self._news = threading.Condition()
        self._threads = [
            threading.Thread(target=self._listen, args=(pipe,))
            for pipe in (server.process.stdout, server.process.stderr)
        ]
        for thread in self._threads:
            thread.start()

    def _listen(self, pipe: Iterable[str]) -> None:
        for line in pipe:
            with self._news:
                self._lines.append(line)
                self._news.notify_all()

    def wait_for(self, words: str) -> None:
        with self._news:
            assert self._news.wait_for(lambda: any(words in line for line in self._lines), PATIENCE), (
                self._lines
            )

    def end(self) -> str:
        """Stop the server; all that it has written."""
        self._process.send_signal(signal.SIGINT)
        assert self._process.wait(PATIENCE) == 0
        for thread in self._threads:
            thread.join(PATIENCE)
        return "".join(self._lines)


def annoy(server: Server, cookie: str, table: str) -> None:
    """All sorts of nonsense, with words in it that would be found in the log."""
    frames = [
        RUBBISH,
        json.dumps({"type": RUBBISH}),
        json.dumps({"type": "say", "table": table, "text": CHAT, "ref": RUBBISH}),
        json.dumps({"type": "play", "table": table, "token": RUBBISH, "seq": RUBBISH}),
        "[" * 100 + RUBBISH,
        RUBBISH * 2000,
    ]
    for frame in frames:
        with Wire(server.port, f"Cookie: {cookie}") as wire:
            wire.hello()
            with suppress(Ended, ConnectionError):
                wire.send(frame.encode())
                wire.fence()
    for header in (
        f"Cookie: diwaniya={RUBBISH}.0.x.{RUBBISH}",
        f"Origin: http://{RUBBISH}.example",
        f"{RUBBISH}: x",
    ):
        Wire(server.port, f"Cookie: {cookie}", header).close()
    server.get(f"/{RUBBISH}?{RUBBISH}", {"Cookie": cookie})
    server.get(f"/api/rooms/{RUBBISH}", {"Cookie": cookie})
    server.post("/api/me", {"name": RUBBISH * 9}, {"Cookie": cookie})
    server.post("/api/me/claim", {"ticket": RUBBISH}, {"Cookie": cookie})
    server.post("/api/me/link", RUBBISH, {"Cookie": cookie, "Origin": f"http://{RUBBISH}.example"})


def damage(database: Path) -> list[str]:
    """Spoil one event of the table. Returns what its log knows and nobody else may."""
    db = sqlite3.connect(database)
    bodies: list[tuple[int, bytes]] = db.execute("SELECT id, body FROM events ORDER BY id").fetchall()
    (place, joined), *_ = [(place, body) for place, body in bodies if b'"joined"' in body]
    db.execute("UPDATE events SET body = ? WHERE id = ?", (joined.replace(b'"seat":1', b'"seat":"1"'), place))
    db.commit()
    db.close()
    created = json.loads(bodies[0][1])
    return [created["secret"], created["host"]]


def test_the_folder_is_for_its_owner_only(tmp_path: Path):
    folder = tmp_path / "data"
    with Server(folder), Server(tmp_path / "elsewhere"):
        assert folder.stat().st_mode & 0o777 == 0o700
        modes = {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}
    assert modes
    assert set(modes.values()) == {0o600}, modes
