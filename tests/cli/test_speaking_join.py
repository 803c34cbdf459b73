"""`diwaniya join` in the player's language where it is about more than the table, and terminals of every kind."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import records
from cli.test_join import DUEL, Terminal, url
from cli.test_speaking import complaint, every_language, every_other, filled, run
from diwaniya.client.sync import connect
from diwaniya.words.speaker import Speaker
from serving import PATIENCE, Server


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(records("kout4", seed=8)[0]))
    return path


# terminals


def on_a_terminal(*words: str, columns: int, term: str | None, typed: str = "", until: str = "") -> str:
    """What a terminal of this kind shows, with the command's own process at its other end."""
    pty, termios = pytest.importorskip("pty"), pytest.importorskip("termios")
    leader, follower = pty.openpty()
    termios.tcsetwinsize(follower, (24, columns))
    kept = {
        key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES", "TERM", "NO_COLOR")
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "diwaniya", *words],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env=kept | ({"TERM": term} if term else {}),
        start_new_session=True,
    )
    os.close(follower)
    shown, end = b"", time.monotonic() + PATIENCE
    try:
        while time.monotonic() < end:
            if not select.select([leader], [], [], 0.2)[0]:
                continue
            try:
                piece = os.read(leader, 1 << 16)
            except OSError:  # the other end is closed
                break
            if not piece:
                break
            shown += piece
            if typed and until in shown.decode(errors="replace"):
                os.write(leader, typed.encode())
                typed = ""
        assert process.wait(timeout=PATIENCE) == 0, shown.decode(errors="replace")
    finally:
        process.kill()
        process.wait()
        os.close(leader)
    return shown.decode().replace("\r", "")


@pytest.mark.parametrize("term", [None, "dumb"])
def test_a_terminal_that_can_do_nothing_gets_plain_lines(
    file: Path, server: Server, tmp_path: Path, term: str | None
) -> None:
    shown = on_a_terminal("replay", "--lang", "ar", str(file), columns=200, term=term)
    assert "\x1b" not in shown
    assert speaks(shown, "ar", "cli.sheet.column.trump")
    words = ("join", "--open", DUEL, "--server", url(server), "--session", str(tmp_path / "me.json"))
    here = on_a_terminal(*words, "--lang", "vi", columns=200, term=term, typed="/leave\n", until="/begin")
    assert "\x1b" not in here
    assert speaks(here, "vi", "terminal.left")


def test_a_narrow_terminal(file: Path, server: Server, tmp_path: Path) -> None:
    shown = on_a_terminal("replay", "--lang", "fa", str(file), columns=40, term="xterm")
    assert speaks(shown, "fa", "cli.sheet.column.scores")
    words = ("join", "--open", DUEL, "--server", url(server), "--session", str(tmp_path / "me.json"))
    here = on_a_terminal(*words, "--lang", "en", columns=40, term="xterm", typed="?\n/leave\n", until="> ")
    plain = re.sub("\x1b\\[[0-9;]*[mK]", "", here)
    lines = [line.removeprefix("> ") for line in plain.split("\n")]  # what stood there was wiped away
    assert any("/join/" in line for line in lines), "a link is never broken"
    assert max(len(line) for line in lines if "://" not in line) <= 40
    wanted = Speaker("en").t("terminal.hosts_turn", levels="easy, normal, strong, expert")
    assert set(wanted.split()) <= {word for line in lines for word in line.split()}, "broken between words"


def speaks(text: str, language: str, key: str) -> bool:
    return Speaker(language).t(key) in text


# join


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("speaking"), env={"DIWANIYA_GRACE": "3600"}) as running:
        yield running


def test_ctrl_c_is_answered_in_the_players_language(server: Server, tmp_path: Path) -> None:
    speaker = Speaker("ar")
    with connect(url(server), name="Hamad") as friend:
        room = friend.open(DUEL)
        with Terminal(tmp_path, str(room.code), "--server", url(server), "--lang", "ar") as terminal:
            terminal.expect("مقعدك: ٢")
            terminal.process.send_signal(signal.SIGINT)
            assert terminal.status() == 130
            assert terminal.seen[-1] == speaker.t("terminal.kept")
            assert terminal.errors() == f"diwaniya: {speaker.t('cli.stopped')}\n"
        room.until(lambda table: table.seats[1].kind == "person" and not table.seats[1].here)


@every_language
def test_why_there_is_no_way_in(server: Server, language: str, tmp_path: Path) -> None:
    speaker = Speaker(language)
    here = ("--server", url(server), "--session", tmp_path / "me.json")

    def refused(status: int, *words: Any) -> str:
        return complaint(run("join", *words, language=language), status)

    assert filled(speaker, "refused.about.code") in refused(1, "ZZZZ-ZZZZ", *here)
    assert filled(speaker, "cli.join.no_game", game="moon").partition("…")[0] in refused(
        1, "--open", "moon", *here
    )
    taken = refused(1, "--open", DUEL, "--name", "x" * 25, *here)
    assert filled(speaker, "refused.about.name", n=24) in taken
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{closed.getsockname()[1]}"
        line = refused(1, "ZZZZ-ZZZZ", "--server", nobody, "--session", tmp_path / "me.json")
    wanted = filled(speaker, "cli.join.unreachable", server=nobody)
    assert wanted in line or (language == "en" and f"no Diwaniya server answers at {nobody}" in line)
    for text, kind in (("hello", "code"), ("https://cards.example/match/x", "match"), ("http://", "server")):
        line = refused(2, text, "--session", tmp_path / "me.json")
        told = filled(speaker, f"cli.join.{kind}", text=text).partition(text)[0]
        assert told in line, kind
        assert "diwaniya join --help" in line


@every_other
def test_what_is_typed_wrongly_is_shown_as_the_help_shows_it(
    server: Server, language: str, tmp_path: Path
) -> None:
    speaker = Speaker(language)
    words = ("--open", DUEL, "--server", url(server), "--lang", language)
    with Terminal(tmp_path, *words) as terminal:
        for typed, key in (("/salt", "cli.typed.salt"), ("/fill", "cli.typed.fill")):
            terminal.type(typed)
            terminal.expect(re.escape(speaker.isolate(speaker.t(key))))
        for typed, key in (("/hint", "hint_before"), ("/mute 2", "mute"), ("/host 2", "no_host")):
            terminal.type(typed)
            terminal.expect(f"^{re.escape(speaker.t(f'refused.about.{key}'))}$")
        terminal.type("/seat 7")
        terminal.expect(r"/seat N.*\(1-2\)")
        terminal.type("/leave")
        assert terminal.status() == 0
        assert terminal.errors() == ""
