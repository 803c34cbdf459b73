"""`diwaniya join` in the player's language: which one it is, with which digits, and names of the other direction."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from cli.test_join_telling import TRICKS, info, plain, seat, table
from diwaniya import Match
from diwaniya.cli._choices import choices
from diwaniya.cli._screen import Screen
from diwaniya.cli._telling import Teller
from diwaniya.engine.game import Game, games
from diwaniya.words import languages
from diwaniya.words.speaker import Speaker, of_the_system
from serving import Server
from words.test_bidi import NAMES, balanced

ROOM = "\u2068[A-Z0-9]{4}-[A-Z0-9]{4}\u2069"
"""A code, set apart."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("languages")) as running:
        yield running


def joined(server: Server, tmp: Path, *words: str, env: dict[str, str] | None = None) -> str:
    """What somebody sees who opens a room, asks for help and leaves."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG"))}
    done = subprocess.run(
        [
            *(sys.executable, "-m", "diwaniya", "join", "--open", TRICKS.id, "--name", "Layla"),
            *("--server", f"http://127.0.0.1:{server.port}", "--session", str(tmp / "me.json"), *words),
        ],
        input="?\n/leave\n",
        capture_output=True,
        encoding="utf-8",
        env={**kept, "PYTHONIOENCODING": "utf-8", "COLUMNS": "300", **(env or {})},
        timeout=100,
        check=True,
    )
    return done.stdout


@pytest.mark.parametrize(
    ("words", "env", "language"),
    [
        ([], {"LANG": "fa_IR.UTF-8"}, "fa"),
        ([], {"LANG": "en_US.UTF-8", "LANGUAGE": "fa:en"}, "fa"),
        (["--language", "fa"], {"LANG": "C"}, "fa"),
        (["--lang", "ar"], {"LANG": "fa_IR.UTF-8"}, "ar"),
        ([], {"LC_ALL": "C.UTF-8", "LANG": "fa_IR.UTF-8"}, "en"),
    ],
    ids=["locale", "list", "option", "option first", "none"],
)
def test_the_language_is_that_of_the_option_or_of_the_system(
    server: Server, tmp_path: Path, words: list[str], env: dict[str, str], language: str
) -> None:
    speaker = Speaker(language)
    told = joined(server, tmp_path, *words, env=env)
    assert speaker.t("terminal.seats") in told
    assert speaker.under("terminal.help")[0] in told
    assert speaker.t("terminal.left") in told
    if speaker.rtl:
        opened = re.escape(speaker.t("terminal.opened", code="CODE")).replace("\u2068CODE\u2069", ROOM)
        assert re.search(opened, told), told


def test_the_digits_can_be_chosen(server: Server, tmp_path: Path) -> None:
    assert "صندلی شما: ۱." in joined(server, tmp_path, "--lang", "fa")
    assert "صندلی شما: 1." in joined(server, tmp_path, "--lang", "fa", "--digits", "latin")
    assert "Your seat: ١." in joined(server, tmp_path, "--lang", "en", "--digits", "arabic")


@pytest.mark.parametrize(
    ("env", "language"),
    [
        ({"LANG": "fa_IR.UTF-8"}, "fa"),
        ({"LC_MESSAGES": "ar_KW.UTF-8", "LANG": "fa_IR.UTF-8"}, "ar"),
        ({"LC_ALL": "fa", "LC_MESSAGES": "ar_KW.UTF-8"}, "fa"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:ar:fa"}, "ar"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C", "LANGUAGE": "fa"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_of_the_system(
    monkeypatch: pytest.MonkeyPatch, env: dict[str, str], language: str
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    assert of_the_system() == language


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_no_name_turns_a_line(game: Game, language: str) -> None:
    """Everything that stands at a table, with the worst names that there are."""
    match = Match(game.id, seed=7)
    for _ in range(60):
        if match.over:
            break
        if match.needs_deal:
            match.deal()
        assert match.to_move is not None
        names = [NAMES[(one + match.to_move) % len(NAMES)] for one in range(match.seats)]
        shown = table(match, match.to_move)
        shown = msgspec.structs.replace(shown, seats=[seat(name) for name in names])
        assert shown.view is not None
        screen = Screen(Teller(Speaker(language), info(match.game), shown), shown)
        lines = plain(
            [*screen.seats(), *screen.turn(shown.view), *screen.hand(shown.view, choices(shown.view))]
        )
        for line in lines:
            assert balanced(line), ascii(line)
        match.play(match.legal()[0])


def test_foreign_names_beside_each_other_keep_their_order() -> None:
    """Without marks two Latin names in an Arabic line would be read as one piece, the second one first."""
    match = Match(TRICKS.id, seed=1)
    shown = table(match, 0)
    shown = msgspec.structs.replace(shown, seats=[seat(name) for name in ("abc", "def", "ghi", "jkl")])
    for language in ("ar", "fa"):
        screen = Screen(Teller(Speaker(language), info(TRICKS), shown), shown)
        line = next(line for line in plain(screen.board(shown.view)) if "def" in line)
        assert all(f"\u2068{name}\u2069" in line for name in ("abc", "def", "ghi", "jkl"))
