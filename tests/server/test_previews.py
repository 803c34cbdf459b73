"""What messengers are shown of a link, the pictures they fetch, and how the page is installed."""

from __future__ import annotations

import json
import random
import re
import struct
import zlib
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from diwaniya.server.manifest import language_of
from diwaniya.server.page import Page
from diwaniya.server.postcard_draw import drawn
from diwaniya.server.postcard_svg import Side, match_picture, room_picture
from diwaniya.server.postcards import shown_names, told
from diwaniya.server.previews import known_beforehand, wanted_words
from diwaniya.table.record import record
from diwaniya.words import languages
from diwaniya.words.speaker import Speaker
from serving import Client, Server
from table_play import GAMES, opened, play_out

PHRASES = re.compile(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)" />')


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("data")) as running:
        yield running


def tags(server: Server, path: str, **headers: str) -> dict[str, str]:
    status, _, body = server.get(path, {name.replace("_", "-"): value for name, value in headers.items()})
    assert status == 200
    return {name: unescape(value) for name, value in PHRASES.findall(body.decode())}


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def finished(server: Server, name: str = "Layla") -> tuple[str, dict[str, Any]]:
    with Client(server) as page:
        table = page.open("cucco", level="normal", name=name)
        return page.tables[table]["match"], page.play_out(table, random.Random(1))


def local(picture: str) -> str:
    """The path of a picture's address."""
    return "/" + picture.split("/", 3)[3]


def test_a_finished_match_has_a_title_a_line_and_a_picture(server: Server):
    match, _ = finished(server, 'Layla "<&>')
    english = tags(server, f"/match/{match}/1x2y", accept_language="en")
    assert english["og:title"].startswith("Cucco: ")
    assert english["og:description"].startswith("Won by: ")
    assert english["og:image"].endswith(f"/og/matches/{match}.png?lang=en&names=1x2y")
    assert english["twitter:card"] == "summary_large_image"
    arabic = tags(server, f"/match/{match}", accept_language="de, ar-KW;q=0.8, en;q=0.5")
    assert arabic["og:locale"] == "ar"
    assert arabic["og:title"] != english["og:title"]
    assert tags(server, f"/match/{match}/1x2y/review/step-12", accept_language="en") == english
    handed = tags(server, f"/match/{match}?preview=ar", accept_language="en")
    assert handed == arabic, "as whoever has handed the link on reads it"
    assert tags(server, f"/match/{match}?preview=ar&lang=fa")["og:locale"] == "ar"
    assert tags(server, f"/match/{match}/1x2y?preview=nonsense", accept_language="en") == english
    for found in (english, arabic):
        status, headers, png = server.get(local(found["og:image"]))
        assert (status, headers["content-type"], size_of(png)) == (200, "image/png", (1200, 630))
        assert "max-age" in headers["cache-control"]
        assert server.get(local(found["og:image"]))[2] == png


def test_of_a_match_that_runs_nothing_is_told(server: Server):
    with Client(server) as page:
        match = page.tables[page.open("kout4", level="normal", name="Zahra")]["match"]
        unknown = "A" * len(match)
        assert tags(server, f"/match/{match}") == tags(server, f"/match/{unknown}") == tags(server, "/")
        for name in (match, unknown, "..", "x"):
            assert server.get(f"/og/matches/{name}.png")[0] == 404
        assert b"Zahra" not in server.get(f"/match/{match}")[2]


def test_of_a_room_its_game_and_code_are_told_and_nobody_in_it(server: Server):
    with Client(server) as page:
        table = page.open("kout6", level="normal", name="Zahra", begin=False)
        code = page.tables[table]["code"]
        found = tags(server, f"/join/{code[:4].lower()}-{code[4:]}", accept_language="en")
        assert found["og:title"] == "Come and play Kout Bo Six"
        assert found["og:image"].endswith(f"/og/rooms/{code}.png?lang=en")
        assert "Zahra" not in json.dumps(found)
        status, _, png = server.get(local(found["og:image"]))
        assert (status, size_of(png)) == (200, (1200, 630))
    assert server.get("/og/rooms/00000000.png")[0] == 404
    assert server.get("/og/rooms/nonsense.gif")[0] == 404
    assert tags(server, "/join/00000000") == tags(server, "/")


def test_a_strange_host_gets_no_address_of_a_picture(server: Server):
    assert tags(server, "/", host="cards.example")["og:image"] == "http://cards.example/icons/512.png"
    assert "og:image" not in tags(server, "/", host="cards.example'x")
    status, _, body = server.get("/", {"Host": 'evil"><script>'})
    assert status == 400 or b"evil" not in body


def test_the_page_is_cached_by_language(server: Server):
    _, english, _ = server.get("/", {"Accept-Language": "en"})
    _, arabic, _ = server.get("/", {"Accept-Language": "ar"})
    assert english["etag"] != arabic["etag"]
    assert "Accept-Language" in english["vary"]
    assert server.get("/", {"Accept-Language": "ar", "If-None-Match": arabic["etag"]})[0] == 304
    packed = server.get("/", {"Accept-Language": "ar", "Accept-Encoding": "gzip"})[2]
    assert zlib.decompress(packed, 31) == server.get("/", {"Accept-Language": "ar"})[2]


@pytest.mark.parametrize("language", languages())
def test_the_app_has_its_name_in_every_language(server: Server, language: str):
    by_name = server.get_json(f"/manifest.webmanifest?lang={language}")
    status, headers, body = server.get("/manifest.webmanifest", {"Accept-Language": f"xx, {language};q=0.9"})
    assert (status, headers["content-type"]) == (200, "application/manifest+json")
    assert json.loads(body) == by_name
    speaker = Speaker(language)
    assert (by_name["name"], by_name["lang"]) == (speaker.t("app.name"), language)
    assert by_name["dir"] == ("rtl" if speaker.rtl else "ltr")


@pytest.mark.parametrize(
    ("asked", "accepted", "language"),
    [
        ("tr", "en", "tr"),
        ("../..", "fa-IR, en", "fa"),
        (None, "en;q=0.2, vi;q=0.9", "vi"),
        (None, "ar;q=much, tr", "tr"),
        (None, ",;;,", "en"),
    ],
)
def test_the_language_of_an_answer(asked: str | None, accepted: str, language: str):
    assert language_of(asked, accepted) == language


@pytest.mark.parametrize("game", GAMES)
def test_what_is_told_of_a_match_of_every_game(game: str):
    kept = record(play_out(opened(game, seed=5, short=True), seed=5).state)
    found = told(kept)
    names = [name for side in found.sides for name in side.names]
    assert sorted(names) == sorted(kept["meta"]["names"])
    won = {name for side in found.sides if side.won for name in side.names}
    assert won == {kept["meta"]["names"][seat] for seat in found.winners}
    assert [side.score for side in found.sides] == found.scores


@pytest.mark.parametrize("language", languages())
def test_pictures_are_drawn_whatever_people_are_called(language: str):
    speaker = Speaker(language)
    names = ['<b>&"', "\u202eevil\u0007", "😀", "لیلی Łukasz", "W" * 200, ""]
    two = match_picture(speaker, "kout6", [Side(names[:3], 12, True), Side(names[3:], 7, False)], "…", "…")
    many = [Side([f"{name}{n}"], n, n == 3) for n, name in enumerate(names * 4)]
    for svg in (
        two,
        match_picture(speaker, "cucco", many, "…", None),
        room_picture(speaker, "basra", "K7M29QXR"),
    ):
        texts = [
            "".join(node.itertext())
            for node in ElementTree.fromstring(svg).iter()
            if node.tag.endswith("text")
        ]
        assert not re.search("[\u0007\u202e😀]", "".join(texts))
        assert size_of(drawn(svg)) == (1200, 630)


def test_computer_players_are_called_as_on_the_page():
    """The same names as in web/src/lib/share/picture.test.ts."""
    names = ["Mansour", *["computer (easy)"] * 3, ""]
    speaker = Speaker("en")
    assert shown_names("1x2y", names, speaker) == ["Mansour", "Hamad", "Jasim", "Abu Karim", "Player 5"]
    assert shown_names("zz", names, speaker) != shown_names("1x2y", names, speaker)


def test_the_words_of_the_reader_are_fetched_with_the_script(tmp_path: Path):
    (tmp_path / "assets").mkdir()
    names = {language: f"words-{language}-AbCd1234.js" for language in languages()}
    for name in names.values():
        (tmp_path / "assets" / name).write_text("")
    page = Page(tmp_path)
    assert wanted_words(page, "en") == [f"/assets/{names['en']}"]
    assert wanted_words(page, "ar") == [f"/assets/{names['ar']}", f"/assets/{names['en']}"], "it has gaps"
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "ar.json").write_text("[]")
    assert wanted_words(Page(tmp_path), "ar") == [f"/assets/{names['ar']}"], "it has words for everything"
    assert wanted_words(Page(tmp_path / "assets"), "ar") == []


def test_the_words_of_the_reader_stand_in_the_page(tmp_path: Path):
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "fa.json").write_text('[{"a": "</script><b>"}]')
    page = Page(tmp_path)
    assert known_beforehand(page, "en") is None, "the page was built without"
    (spoken,) = known_beforehand(page, "fa") or []
    kept = re.fullmatch(r'<script type="application/json" id="words" lang="fa">([^<]*)</script>', spoken)
    assert kept is not None
    assert json.loads(kept[1]) == [{"a": "</script><b>"}]
