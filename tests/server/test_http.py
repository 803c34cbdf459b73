"""The page and the interfaces for programs."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import os
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from diwaniya.server.page import Page
from diwaniya.server.shell import in_language
from diwaniya.wire.schema import schema
from serving import PATIENCE, Server
from table_play import GAMES


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("data")) as running:
        yield running


def test_games(server: Server):
    answer = server.get_json("/api/games")
    assert sorted(game["id"] for game in answer["games"]) == GAMES
    assert answer["levels"] == ["easy", "normal", "strong", "expert"]


def test_messages(server: Server):
    assert server.get_json("/api/messages") == json.loads(json.dumps(schema()))


def test_the_documentation_of_the_interface(server: Server):
    status, headers, body = server.get("/api/docs")
    assert status == 200
    assert headers["content-type"].startswith("text/html")
    assert b"<script" not in body
    assert b"/api/matches/{match}/record" in body
    description = server.get_json("/api/docs/openapi.json")
    assert description["info"]["title"] == "Diwaniya"
    assert '"examples": [' not in json.dumps(description["components"])  # made up ones, that is


def test_the_documentation_names_every_field_that_is_taken_and_answered(server: Server):
    page = server.get("/api/docs")[2].decode()
    for name, shape in server.get_json("/api/docs/openapi.json")["components"]["schemas"].items():
        assert f'<h3 id="{name}">' in page
        assert all(f"<li><code>{field}</code> " in page for field in shape["properties"])
    claim = page.partition("POST /api/me/claim")[2].partition("<h2>")[0]
    assert '<li>takes <a href="#Claim">Claim</a></li>' in claim
    assert '<li><code>200</code> <a href="#Me">Me</a></li>' in claim
    assert "Request fulfilled" not in page


def hash_of(text: bytes) -> str:
    """As a policy names what may stand in a page."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text).digest()).decode()}'"


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/nothing", "/nothing.js", "/api/docs"])
def test_every_answer_is_strict(server: Server, path: str):
    _, headers, body = server.get(path)
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'self'"
    assert policy["script-src"] == "'self'"
    inside = re.findall(rb"<style>(.*?)</style>", body, re.DOTALL) if path == "/" else []
    assert policy["style-src"].split() == ["'self'", *(hash_of(text) for text in inside)]
    # No script stands in a page; data may, which nothing runs.
    scripts = re.findall(rb"<script([^>]*)>", body)
    assert all(b" src=" in one or b' type="application/json"' in one for one in scripts)
    assert policy["frame-ancestors"] == "'none'"
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path", ["/api/nothing", "/api", "/nothing.js", "/.git/config.x", "/..%2f..%2fetc%2fpasswd.x"]
)
def test_what_is_not_there(server: Server, path: str):
    status, _, body = server.get(path)
    assert status == 404
    assert json.loads(body)["code"] == "not_found"


@pytest.mark.parametrize("what", ["record", "replay"])
@pytest.mark.parametrize("match", ["A" * 16, "x", "..", "%00"])
def test_matches_that_are_not_there(server: Server, match: str, what: str):
    status, _, body = server.get(f"/api/matches/{match}/{what}")
    assert status == 404
    assert json.loads(body)["code"] == "not_found"


@pytest.fixture
def built(tmp_path: Path) -> Page:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><p>page</p>")
    (tmp_path / "assets/index-DXhqE_dL.js").write_text("let x = 1;\n" * 500)
    (tmp_path / "favicon.svg").write_text("<svg/>")
    (tmp_path / ".secret.txt").write_text("no")
    (tmp_path.parent / "outside.txt").write_text("no")
    return Page(tmp_path)


@pytest.mark.parametrize("path", ["/", "", "/t/abcdef", "/index.html", "/some/where"])
def test_views_of_the_page_are_the_page(built: Page, path: str):
    file = built.file(path)
    assert file is not None
    assert (file.body, file.media, file.cache) == (b"<!doctype html><p>page</p>", "text/html", "no-cache")


def test_style_in_the_page_is_named_by_its_policy_and_its_scripts_by_a_header(tmp_path: Path):
    (tmp_path / "index.html").write_text(
        '<head><script async src="/assets/early-c.js"></script><style>p{}</style>'
        '<script type="module" crossorigin src="/assets/index-a.js"></script>'
        '<link rel="modulepreload" crossorigin href="/assets/page-b.js"></head>'
    )
    file = Page(tmp_path).file("/")
    assert file is not None
    assert "script-src 'self';" in file.policy
    assert f"style-src 'self' {hash_of(b'p{}')};" in file.policy
    assert file.link == (
        "</assets/early-c.js>; rel=preload; as=script, "
        "</assets/index-a.js>; rel=modulepreload; crossorigin, "
        "</assets/page-b.js>; rel=modulepreload; crossorigin"
    )


def test_files_with_a_fingerprint_are_kept_for_ever(built: Page):
    file = built.file("/assets/index-DXhqE_dL.js")
    assert file is not None
    assert "immutable" in file.cache
    assert file.media == "text/javascript"
    assert file.packed is not None
    assert gzip.decompress(file.packed) == file.body


def test_other_files_are_asked_for_again(built: Page):
    file = built.file("/favicon.svg")
    assert file is not None
    assert (file.cache, file.media) == ("no-cache", "image/svg+xml")


@pytest.mark.parametrize(
    "path", ["/nothing.js", "/../outside.txt", "/.secret.txt", "/assets/../../outside.txt", "/a\0.js"]
)
def test_nothing_else_is_given_away(built: Page, path: str):
    assert built.file(path) is None


def test_a_new_build_is_seen(built: Page, tmp_path: Path):
    old = built.file("/")
    (tmp_path / "index.html").write_text("<!doctype html><p>newer</p>")
    os.utime(tmp_path / "index.html", (time.time() + 5, time.time() + 5))
    new = built.file("/")
    assert old is not None
    assert new is not None
    assert b"newer" in new.body
    assert new.etag != old.etag


def test_without_a_built_page_there_is_a_hint(tmp_path: Path):
    file = Page(tmp_path / "nowhere").file("/")
    assert file is not None
    assert b"<code>make play</code>" in in_language(file, "en", None).body
    assert file.cache == "no-store"


def test_an_unchanged_page_is_not_sent_again(server: Server):
    status, headers, _ = server.get("/")
    assert status == 200
    again, _, body = server.get("/", {"If-None-Match": headers["etag"]})
    assert (again, body) == (304, b"")


def ask(server: Server, method: str, path: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers (lower case), and all that comes after them."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as wire:
        wire.sendall(f"{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while chunk := wire.recv(65536):
            answer += chunk
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    return int(first.split(" ")[1]), {k.lower(): v for k, v in (line.split(": ", 1) for line in lines)}, body


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/assets/nothing-12345678.js", "/api/health", "/api/games", "/api/messages", "/api/rooms"),
        *("/api/rooms/AAAAAAAA", "/api/matches/x/record", "/api/me", "/api/docs", "/api/docs/openapi.json"),
        "/api/nothing",
    ],
)
def test_only_the_head(server: Server, path: str):
    """As uptime monitors and link previews ask."""
    status, headers, body = ask(server, "HEAD", path)
    wanted, told, _ = server.get(path, {"Host": "x"})  # which the page's preview names
    assert (status, body) == (wanted, b"")
    assert headers["content-length"] == told["content-length"]


@pytest.mark.parametrize("path", ["/", "/style.css", "/api/health", "/api/rooms/AAAAAAAA", "/api/docs"])
def test_a_method_that_is_not_allowed_says_which_are(server: Server, path: str):
    status, headers, _ = ask(server, "DELETE", path)
    assert status == 405
    assert headers["allow"] == "GET, HEAD, OPTIONS"


def test_a_path_tells_all_its_methods(server: Server):
    for method, status in ("OPTIONS", 204), ("DELETE", 405):
        told = {path: ask(server, method, path) for path in ("/api/me", "/api/me/link", "/api/rooms")}
        assert {answer[0] for answer in told.values()} == {status}
        assert {path: answer[1]["allow"] for path, answer in told.items()} == {
            "/api/me": "GET, HEAD, OPTIONS, POST",
            "/api/me/link": "OPTIONS, POST",
            "/api/rooms": "GET, HEAD, OPTIONS",
        }


def test_several_requests_at_once_and_nobody_waits_for_the_answers(tmp_path: Path):
    """The log says nothing of it."""
    with Server(tmp_path) as quiet:
        for _ in range(20):
            with socket.create_connection(("127.0.0.1", quiet.port), timeout=PATIENCE) as wire:
                wire.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 3)
        assert quiet.get_json("/api/health")["ok"]
        quiet.stop()
        assert quiet.errors == ""


def test_what_the_build_packed_is_sent_to_browsers_that_can_unpack_it(tmp_path: Path):
    (tmp_path / "assets").mkdir()
    for name in ("assets/index-AbCd1234.js", "plain.js"):
        (tmp_path / name).write_text("x" * 2000)
        (tmp_path / f"{name}.br").write_bytes(b"packed")
    page = Page(tmp_path)
    hashed, plain = page.file("/assets/index-AbCd1234.js"), page.file("/plain.js")
    assert hashed is not None
    assert plain is not None
    assert hashed.dense == b"packed"
    assert plain.dense is None, "it may be of another build"
