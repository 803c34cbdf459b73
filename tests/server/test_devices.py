"""Who one is: the cookie, a name and a face in it, and the same guest on another device."""

from __future__ import annotations

import hmac
import json
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from diwaniya.server.limits import NAMES_AT_ONCE
from diwaniya.server.sessions import TICKET_SECONDS, Guest, Sessions, new_guest, renamed
from serving import Client, Server

KEY = b"k" * 32


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("data")) as running:
        yield running


def value(cookie: str) -> str:
    return cookie.partition(";")[0]


@pytest.mark.parametrize(
    "guest",
    [
        Guest("A" * 22),
        Guest("B" * 22, "Layla", 7),
        Guest("C" * 22, 'علي \u200c😀; =,"', 31),
    ],
)
def test_a_cookie_keeps_name_and_face(guest: Guest):
    sessions = Sessions(KEY)
    cookie = sessions.cookie(guest, secure=True)
    assert sessions.guest(value(cookie)) == guest
    assert sessions.guest(f"other=1; {value(cookie)}; more=2") == guest
    assert cookie.isascii()
    assert all(flag in cookie for flag in ("HttpOnly", "SameSite=Lax", "Secure"))
    assert Sessions(b"x" * 32).guest(value(cookie)) is None


def test_a_cookie_of_the_first_versions_is_still_good():
    player = "D" * 22
    signature = urlsafe_b64encode(hmac.digest(KEY, b"session/1:" + player.encode(), "sha256")[:24]).decode()
    assert Sessions(KEY).guest(f"diwaniya={player}.{signature}") == Guest(player)
    forged = ("B" if signature[0] == "A" else "A") + signature[1:]
    assert Sessions(KEY).guest(f"diwaniya={player}.{forged}") is None


def test_no_part_of_a_cookie_can_be_changed():
    sessions = Sessions(KEY)
    good = value(sessions.cookie(Guest("E" * 22, "Ali", 3), secure=False))
    for place in range(len("diwaniya="), len(good)):
        for other in "A.~":
            forged = good[:place] + other + good[place + 1 :]
            if forged != good:
                assert sessions.guest(forged) is None, forged
    for rubbish in ("", "diwaniya=", "diwaniya=....", "diwaniya=é.é", "diwaniya=" + "A" * 5000, '=;;"'):
        assert sessions.guest(rubbish) is None


def test_names_and_faces():
    guest = new_guest()
    assert renamed(guest, "  Ali \u202e", 40) == Guest(guest.player, "Ali", 40 % 32)
    assert renamed(guest, "x" * 25, 0) is None


def test_a_ticket_is_good_once_and_for_ten_minutes():
    now = 1000.0
    sessions = Sessions(KEY, lambda: now)
    guest = Guest("F" * 22, "Sami", 2)
    first, second = sessions.ticket(guest), sessions.ticket(guest)
    assert sessions.redeem(first) == guest
    assert sessions.redeem(first) is None
    now += TICKET_SECONDS + 1
    assert sessions.redeem(second) is None
    third = sessions.ticket(guest)
    assert Sessions(KEY, lambda: now).redeem(third) is None, "not by another server, nor after a restart"
    assert Sessions(KEY, lambda: now).guest(f"diwaniya={third}") is None, "a ticket is no cookie"
    assert sessions.redeem(value(sessions.cookie(guest, secure=False)).partition("=")[2]) is None
    for rubbish in ("", ".", "....", "é.é", "A" * 5000, third[:-2] + "AA"):
        assert sessions.redeem(rubbish) is None


def post(server: Server, path: str, body: Any = None, **headers: str) -> tuple[int, dict[str, str], Any]:
    status, answer, raw = server.post(path, body, headers)
    return status, answer, json.loads(raw)


def test_the_same_guest_on_another_device(server: Server):
    with Client(server) as phone:
        table = phone.open("kout4", level="easy", name="Noor")
        seen = phone.my_turn(table)
        assert phone.cookie is not None
        status, headers, link = post(server, "/api/me/link", Cookie=phone.cookie)
        assert (status, link["seconds"], headers["cache-control"]) == (200, TICKET_SECONDS, "no-store")
        with Client(server) as laptop:
            assert laptop.request("sit", table=table)["code"] == "not_seated"
        status, headers, _ = post(
            server, "/api/me/claim", {"ticket": link["ticket"]}, Cookie=laptop.cookie or ""
        )
        assert status == 200
        cookie = value(headers["set-cookie"])
        with Client(server, cookie) as laptop:
            assert [line["table"] for line in laptop.welcome["tables"]] == [table]
            laptop.request("sit", table=table)
            assert laptop.tables[table] == seen
            seq = seen["seq"]
            laptop.request("play", table=table, token=seen["view"]["legal"][0], seq=seq)
            phone.wait_for(table, lambda now: now["seq"] > seq)
        status, _, problem = post(server, "/api/me/claim", {"ticket": link["ticket"]})
        assert (status, problem["code"]) == (400, "bad_request")


def test_a_name_is_kept_in_the_cookie(server: Server):
    status, headers, me = post(server, "/api/me", {"name": " Zahra\u202e ", "avatar": 5})
    assert (status, me) == (200, {"name": "Zahra", "avatar": 5})
    cookie = value(headers["set-cookie"])
    status, answer, body = server.get("/api/me", {"Cookie": cookie})
    assert json.loads(body) == {"name": "Zahra", "avatar": 5}
    assert "set-cookie" not in answer
    with Client(server, cookie) as page:
        assert (page.welcome["name"], page.welcome["avatar"]) == ("Zahra", 5)
        table = page.open("basra", level="easy")
        seat = page.tables[table]["seats"][0]
        assert (seat["name"], seat["avatar"]) == ("Zahra", 5)
        other = page.open("basra", level="easy", name="Zee", avatar=6)
        seat = page.tables[other]["seats"][0]
        assert (seat["name"], seat["avatar"]) == ("Zee", 6)


def test_a_new_name_shows_at_the_table_and_survives_a_restart(tmp_path: Path):
    with Server(tmp_path) as server:
        with Client(server) as layla, Client(server) as hamad:
            table = layla.open("basra", begin=False, seats=2, name="Layla", avatar=3)
            hamad.request("join", code=layla.tables[table]["code"], name="Hamad")
            assert post(server, "/api/me", {"name": "Lulu", "avatar": 5}, Cookie=layla.cookie or "")[0] == 200
            seen = hamad.wait_for(table, lambda now: now["seats"][0]["name"] != "Layla")
            assert (seen["seats"][0]["name"], seen["seats"][0]["avatar"]) == ("Lulu", 5)
        server.kill()
        server.start()
        with Client(server, hamad.cookie) as hamad:
            hamad.request("sit", table=table)
            assert hamad.tables[table]["seats"][0]["name"] == "Lulu"


def test_names_cannot_be_changed_without_end(server: Server):
    _, headers, _ = server.get("/")
    cookie = value(headers["set-cookie"])
    found = [
        post(server, "/api/me", {"name": f"Name {n}"}, Cookie=cookie)[0] for n in range(NAMES_AT_ONCE + 20)
    ]
    assert found[:NAMES_AT_ONCE] == [200] * NAMES_AT_ONCE
    assert 429 in found[NAMES_AT_ONCE:]


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/me", {"name": "x" * 25}, 400),
        ("/api/me", {"name": 7}, 400),
        ("/api/me", {"avatar": 32}, 400),
        ("/api/me", {"avatar": -1}, 400),
        ("/api/me", [], 400),
        ("/api/me/claim", {}, 400),
        ("/api/me/claim", {"ticket": "nonsense"}, 400),
        ("/api/me/link", None, 403),
        ("/api/me", {"name": "x" * 20_000}, 413),
    ],
)
def test_what_is_refused(server: Server, path: str, body: Any, status: int):
    found, headers, problem = post(server, path, body)
    assert found == status
    assert problem.keys() == {"code", "text"}
    assert "set-cookie" not in headers


@pytest.mark.parametrize("path", ["/api/me", "/api/me/link", "/api/me/claim"])
def test_a_page_from_elsewhere_cannot_ask_in_our_name(server: Server, path: str):
    _, headers, _ = server.get("/")
    cookie = value(headers["set-cookie"])
    for origin in ("http://evil.example", "null"):
        status, answer, problem = post(
            server, path, {"name": "Evil", "ticket": "x"}, Cookie=cookie, Origin=origin
        )
        assert (status, problem["code"]) == (403, "forbidden")
        assert "set-cookie" not in answer
    mine = f"http://127.0.0.1:{server.port}"
    assert post(server, "/api/me", {"name": "Me"}, Cookie=cookie, Origin=mine)[0] == 200
