"""The HTML that the server writes itself: in the reader's language, with a way home, and nothing for programs in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from diwaniya.server.page import UNBUILT, Page
from diwaniya.server.shell import in_language
from diwaniya.words import languages
from diwaniya.words.speaker import Speaker
from serving import Client, Server

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
every_language = pytest.mark.parametrize("language", languages())


class Read(HTMLParser):
    """What matters of a page: its root, its title, its links, and all of its text."""

    def __init__(self, body: bytes) -> None:
        super().__init__()
        self.root: dict[str, str | None] = {}
        self.links: list[str | None] = []
        self.scripts = 0
        self.text = ""
        self.open: list[str] = []
        self.feed(body.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.open.append(tag)
        if tag == "html":
            self.root = found
        elif tag == "a":
            self.links.append(found["href"])
        elif tag == "script":
            self.scripts += 1

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("html")) as running:
        yield running


def seen(server: Server, path: str, language: str) -> tuple[int, dict[str, str], Read]:
    status, headers, body = server.get(path, {"Accept": BROWSER, "Accept-Language": language})
    assert headers["content-type"].startswith("text/html")
    return status, headers, Read(body)


def direction(speaker: Speaker) -> str:
    return "rtl" if speaker.rtl else "ltr"


@every_language
def test_an_address_that_leads_nowhere(server: Server, language: str) -> None:
    speaker = Speaker(language)
    status, headers, page = seen(server, "/nothing.html", f"xx, {language};q=0.9, en;q=0.5")
    assert status == 404
    assert page.root == {"lang": language, "dir": direction(speaker)}
    assert speaker.t("missing.page") in page.text
    assert speaker.t("app.name") in page.text
    assert page.links == ["/"]
    assert page.scripts == 0
    assert "Accept-Language" in headers["vary"]
    assert headers["cache-control"] == "no-store"
    assert "default-src 'self'" in headers["content-security-policy"]


def test_the_language_can_be_asked_for_by_name(server: Server) -> None:
    _, _, page = seen(server, "/nothing.html?lang=fa", "en")
    assert page.root["lang"] == "fa"
    _, _, page = seen(server, "/nothing.html?lang=klingon", "tr")
    assert page.root["lang"] == "tr"


@pytest.mark.parametrize("path", ["/nothing.html", "/api/nothing", "/api", "/api/rooms/AAAAAAAA"])
def test_programs_get_json_in_english(server: Server, path: str) -> None:
    accepts = ["application/json", "*/*"] if path == "/nothing.html" else ["application/json", BROWSER]
    for accept in accepts:
        status, headers, body = server.get(path, {"Accept": accept, "Accept-Language": "ar"})
        assert status == 404
        assert headers["content-type"].startswith("application/json")
        assert json.loads(body)["code"] == "not_found"
        assert body.isascii()


@every_language
@pytest.mark.parametrize(("path", "what"), [("/join/0000-0000", "room"), (f"/match/{'A' * 16}", "match")])
def test_a_link_to_what_is_not_there(server: Server, language: str, path: str, what: str) -> None:
    """The page says it; without a script the server does."""
    speaker = Speaker(language)
    status, _, page = seen(server, path, language)
    assert status == 200, "the page itself is there"
    assert (page.root["lang"], page.root["dir"]) == (language, direction(speaker))
    assert "noscript" in page.open
    assert speaker.t(f"missing.{what}") in page.text
    assert speaker.t("missing.script") in page.text
    assert "/" in page.links


def test_a_link_to_what_is_there_says_nothing_else(server: Server) -> None:
    with Client(server) as page:
        code = page.tables[page.open("basra", level="easy", begin=False)]["code"]
        _, _, read = seen(server, f"/join/{code}", "vi")
    speaker = Speaker("vi")
    assert read.root["lang"] == "vi"
    assert speaker.t("missing.room") not in read.text
    assert speaker.t("missing.script") in read.text


@every_language
def test_a_page_that_nobody_has_built(tmp_path: Path, language: str) -> None:
    file = Page(tmp_path).file("/")
    assert file == UNBUILT
    speaker = Speaker(language)
    page = Read(in_language(file, language, None).body)
    assert page.root == {"lang": language, "dir": direction(speaker)}
    assert speaker.t("missing.unbuilt.title") in page.text
    assert "make play" in page.text
    assert page.links == ["/api/docs"]
