"""What a refusal is about, beside its code: the right thing, with words in every language and in the protocol."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import diwaniya
from diwaniya.cli._telling import refusal
from diwaniya.client.errors import Refused
from diwaniya.server import hints, refusals
from diwaniya.server.rooms import BAD_LEVEL
from diwaniya.table.commands import Refusal
from diwaniya.table.events import OptionValue
from diwaniya.table.refusals import known_game
from diwaniya.wire.encode import refused
from diwaniya.words import languages, phrase
from diwaniya.words.icu import parse
from diwaniya.words.speaker import Speaker
from serving import Client, Server

SOURCE = Path(diwaniya.__file__).parent
PROTOCOL = SOURCE.parents[1] / "docs" / "protocol.md"


def abouts() -> Iterator[tuple[str, str, set[str]]]:
    """Of every refusal in the source that says what it is about: its code, that, and the names of what fills it in."""
    for path in [*(SOURCE / "table").glob("*.py"), *(SOURCE / "server").glob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or getattr(node.func, "id", "") != "Refusal":
                continue
            more = {word.arg: word.value for word in node.keywords}
            about, args = more.get("about"), more.get("args")
            if isinstance(about, ast.Constant) and isinstance(node.args[0], ast.Constant):
                names = (
                    {str(key.value) for key in args.keys if isinstance(key, ast.Constant)}
                    if isinstance(args, ast.Dict)
                    else set()
                )
                yield str(node.args[0].value), str(about.value), names


ABOUTS = sorted({(code, about, tuple(sorted(names))) for code, about, names in abouts()})


def test_the_search_finds_them() -> None:
    assert len(ABOUTS) > 30
    assert ("bad_option", "mute", ()) in ABOUTS
    assert ("bad_option", "people", ("n", "seats")) in ABOUTS


@pytest.mark.parametrize("language", languages())
def test_there_are_words_for_all_of_them_and_for_nothing_else(language: str) -> None:
    for _, about, names in ABOUTS:
        message = phrase(f"refused.about.{about}", language=language)
        assert message is not None, about
        filled = {part.name for part in parse(message) if not isinstance(part, str)}
        assert filled <= set(names), f"{about}: nothing fills {filled - set(names)}"


def test_the_protocol_names_all_of_them() -> None:
    told = (
        PROTOCOL.read_text("utf-8").partition("Where a code of `refused` stands for")[2].partition("\n## ")[0]
    )
    missing = [about for _, about, _ in ABOUTS if f"`{about}`" not in told]
    assert not missing, missing


def test_an_old_client_reads_them_as_before() -> None:
    sent = refused(BAD_LEVEL, None, 7)
    assert (sent.code, sent.text) == ("bad_option", BAD_LEVEL.text)
    plain = json.loads(msgspec.json.encode(refused(Refusal("full", "Every seat is taken."), None, None)))
    assert not {"about", "args"} & set(plain), "what says nothing is not sent"


def test_an_old_server_says_only_its_code() -> None:
    old = Refused("not_now", "No match is being played.", None, None, None)
    assert refusal(Speaker("en"), old) == "No match is being played."
    assert refusal(Speaker("fa"), old) == Speaker("fa").t("refused.not_now")
    newer = Refused("not_now", "The moon is full.", None, None, None, "moon", {"n": 1})
    assert refusal(Speaker("en"), newer) == "The moon is full."


@pytest.mark.parametrize("language", languages())
def test_a_list_of_numbers_is_told_as_one(language: str) -> None:
    speaker = Speaker(language)
    told = Refused("bad_option", "", None, None, None, "players", {"numbers": [2, 4]})
    assert speaker.listing([speaker.number(2), speaker.number(4)]) in refusal(speaker, told)


WRONG_RULES: dict[str, tuple[str, dict[str, OptionValue], list[object]]] = {
    "no_option": ("kout4", {"target": 51, "moon": 1}, ["moon", "target"]),
    "option_flag": ("allfours", {"calls": 1}, ["calls"]),
    "option_choice": ("allfours", {"packet": 2}, ["packet", 1, 3]),
    "option_least": ("kout4", {"target": 0}, ["target", 1]),
    "option_between": ("allfours", {"hang_jack": 1 << 41}, ["hang_jack", 0]),
}
"""By what is told of it: a game, rules that its house cannot have, and what has to be said."""


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("about", sorted(WRONG_RULES))
def test_rules_that_cannot_be_are_told_in_every_language(about: str, language: str) -> None:
    game, options, said = WRONG_RULES[about]
    found = known_game(game, options)
    assert isinstance(found, Refusal)
    assert (found.code, found.about) == ("bad_option", about)
    told = refusal(
        Speaker(language), Refused(found.code, found.text, None, None, None, about, dict(found.args))
    )
    for word in said:
        assert (Speaker(language).number(word) if isinstance(word, int) else str(word)) in told
    assert found.text not in told, "not the words for logs"


def test_a_text_of_the_server_is_for_those_who_read_english() -> None:
    other = Refused("bad_option", "No.", None, None, None, "players", {"numbers": [2], "text": "No."})
    assert refusal(Speaker("vi"), other) == Speaker("vi").t("refused.bad_option")
    assert refusal(Speaker("en"), other) == "This game is for 2 players."


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("refusals")) as running:
        yield running


def test_what_a_host_gets_who_asks_for_what_cannot_be(server: Server) -> None:
    with Client(server) as page:
        table = page.open("kout4", level="normal", begin=False, settings={"hints": True})

        def about(kind: str, **more: object) -> object:
            return page.request(kind, table=table, **more).get("about")

        assert about("mute", seat=1, on=True) == "mute", "a computer player"
        assert about("mute", seat=0, on=True) == "mute", "oneself"
        assert about("give", seat=1) == "no_host"
        assert about("remove", seat=0) == "yourself"
        assert about("fill", level="divine") == "level"
        assert about("place", seat=0, to=7) == "seat"
        assert about("hint", seq=1) == "hint_before"
        assert about("next", seq=1) == "no_match"
        assert about("end") == "no_match"
        assert about("change", options={"moon": 1}) == "no_option"
        assert about("change", seats=5) == "players"
        assert about("admit", person=9) == "nobody_removed"
        assert about("begin") is None


def test_a_hint_before_a_match_is_not_one_of_later() -> None:
    texts = {one.text for one in (hints.BEFORE, hints.NOT_READY, hints.NEVER, refusals.NO_ADVICE)}
    assert len(texts) == 4
