"""Pages that cheat, break things or try to look into other people's cards."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import os
import random
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from diwaniya.engine.cards import TOKENS
from diwaniya.wire.messages import PROTOCOL
from serving import PATIENCE, Client, Server


@pytest.fixture(scope="module", params=["picows", "asgi"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """All of this holds whatever carries the sockets."""
    with Server(tmp_path_factory.mktemp("data"), "--transport", request.param) as running:
        yield running


@pytest.fixture
def page(server: Server) -> Iterator[Client]:
    with Client(server) as client:
        yield client


def raw(server: Server, **options: Any) -> Any:
    return connect(f"ws://127.0.0.1:{server.port}/ws", open_timeout=PATIENCE, ping_interval=None, **options)


def ending(ws: Any) -> tuple[list[dict[str, Any]], int]:
    """What still comes, and the code with which the server closes."""
    messages: list[dict[str, Any]] = []
    with pytest.raises(ConnectionClosed) as closed:
        messages.extend(json.loads(ws.recv(PATIENCE)) for _ in range(10_000))
    assert closed.value.rcvd is not None
    return messages, closed.value.rcvd.code


# who may come in


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1"])
def test_a_page_from_elsewhere_is_turned_away(server: Server, origin: str):
    with pytest.raises(InvalidStatus) as refused:
        raw(server, origin=origin)
    assert refused.value.response.status_code == 403


def test_another_origin_can_be_allowed(tmp_path: Any):
    with Server(tmp_path, "--origin", "https://cards.example/") as server:
        with Client(server, origin="https://cards.example") as page:
            assert page.welcome["protocol"] == PROTOCOL
        with pytest.raises(InvalidStatus):
            raw(server, origin="https://other.example")


def test_the_cookie_is_for_the_browser_only(server: Server):
    _, headers, _ = server.get("/")
    cookie = headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "set-cookie" not in server.get("/", {"Cookie": cookie.split(";")[0]})[1]
    _, headers, _ = server.get("/", {"X-Forwarded-Proto": "https"})
    assert "Secure" in headers["set-cookie"]


@pytest.mark.parametrize("change", ["player", "name", "signature", "cut", "none", "rubbish"])
def test_nobody_can_be_somebody_else(server: Server, page: Client, change: str):
    table = page.open("kout4", level="easy")
    assert page.cookie is not None
    name, value = page.cookie.split("=", 1)
    head, _, signature = value.rpartition(".")
    player, avatar, called = head.split(".")
    other = player[:-2] + ("AA" if player[-2:] != "AA" else "BB")
    forged = {
        "player": f"{name}={other}.{avatar}.{called}.{signature}",
        "name": f"{name}={player}.{avatar}.QWxp.{signature}",
        "signature": f"{name}={head}.{signature[:-2]}{'AA' if signature[-2:] != 'AA' else 'BB'}",
        "cut": f"{name}={head}.",
        "none": f"{name}={player}",
        "rubbish": f"{name}=\u00e9\u00e9.{signature}; =;;",
    }[change]
    with Client(server, forged) as thief:
        assert thief.cookie != page.cookie
        assert thief.welcome["tables"] == []
        assert thief.request("sit", table=table)["code"] == "not_seated"


# what is no message


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "[]",
        '{"type":"nonsense"}',
        '{"type":"play"}',
        '{"type":"ping"}',
        '{"type":"say","table":"x","text":"before hello"}',
        "[" * 3000,
        '{"type":"hello","protocol":2,"more":' + "[" * 20 + "]" * 20 + "}",
    ],
)
def test_what_is_no_message_ends_the_connection(server: Server, frame: str):
    with raw(server) as ws:
        ws.send(frame)
        messages, code = ending(ws)
    assert [(message["type"], message["code"]) for message in messages] == [("error", "bad_message")]
    assert code == 1008


def test_a_binary_frame(server: Server):
    with raw(server) as ws:
        ws.send(b'{"type":"hello","protocol":2}')
        assert ending(ws) == ([], 1003)


def test_another_protocol(server: Server):
    with raw(server) as ws:
        ws.send('{"type":"hello","protocol":99}')
        messages, code = ending(ws)
    assert (messages[-1]["code"], code) == ("bad_protocol", 1008)


def test_too_large_a_message(server: Server):
    with raw(server) as ws:
        ws.send(json.dumps({"type": "open", "game": "basra", "name": "x" * 9_000}))
        assert ending(ws) == ([], 1009)


def test_a_message_in_endless_pieces(server: Server):
    with raw(server) as ws:
        with contextlib.suppress(ConnectionClosed):
            ws.send("x" * 1000 for _ in range(1000))
        with pytest.raises(ConnectionClosed):
            ws.recv(PATIENCE)
    assert server.get_json("/api/health")["ok"]


def test_broken_utf8(server: Server):
    """Written by hand: no client library sends it."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as wire:
        key = base64.b64encode(os.urandom(16)).decode()
        wire.sendall(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += wire.recv(4096)
        digest = hashlib.sha1(key.encode() + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest()
        assert base64.b64encode(digest) in answer
        body = b'{"type":"sit","table":"\xff\xfe"}'
        wire.sendall(bytes([0x81, 0x80 | len(body)]) + bytes(4) + body)
        end = b""
        while chunk := wire.recv(4096):
            end += chunk
    assert end[:1] == b"\x88"
    assert int.from_bytes(end[2:4], "big") == 1007
    assert server.get_json("/api/health")["ok"]


def test_too_many_messages(server: Server):
    with raw(server, max_queue=None) as ws:
        ws.send('{"type":"hello","protocol":2}')
        with contextlib.suppress(ConnectionClosed):
            for _ in range(2000):
                ws.send('{"type":"ping"}')
        messages, code = ending(ws)
    assert (messages[-1]["code"], code) == ("too_fast", 1008)
    assert sum(message["type"] == "pong" for message in messages) < 1000


def test_too_many_tables(server: Server, page: Client):
    answers = [page.request("open", game="basra", level="easy", settings={}) for _ in range(25)]
    assert {answer.get("code") for answer in answers[:20]} == {None}
    assert answers[-1]["code"] == "too_fast"


def test_too_many_pages_of_one_player(server: Server, page: Client):
    pages = [Client(server, page.cookie) for _ in range(19)]
    with raw(server, additional_headers={"Cookie": page.cookie}) as ws:
        messages, code = ending(ws)
        assert (messages[-1]["code"], code) == ("too_many", 1013)
    for other in pages:
        other.close()


# what is not allowed at a table


def test_moves_for_other_seats(server: Server, page: Client):
    table = page.open("kout4", level="easy")
    seen = page.my_turn(table)
    with Client(server) as other:
        move = {"table": table, "token": seen["view"]["legal"][0], "seq": seen["seq"]}
        assert other.request("play", **move)["code"] == "not_seated"
        other.request("watch", table=table)
        assert other.request("play", **move)["code"] == "not_seated"
        assert other.request("next", table=table, seq=seen["seq"])["code"] == "not_seated"
        assert other.request("rematch", table=table)["code"] == "not_seated"
    assert page.request("play", table=table, token="1:expose:AS", seq=seen["seq"])["code"] in (
        "not_seated",
        "illegal",
    )
    # That somebody looked on, and does no longer, is shown a moment later.
    assert page.wait_for(table, lambda now: now["watchers"] == 0) == seen


def test_a_move_sent_again_is_made_once(page: Client):
    table = page.open("kout4", level="easy")
    seen = page.my_turn(table)
    move = {"table": table, "token": seen["view"]["legal"][0], "seq": seen["seq"]}
    assert page.request("play", **move)["type"] == "done"
    answer = page.request("play", **move)
    assert answer["code"] == "stale"
    lines = page.my_turn(table)["lines"]
    assert sum(line["seat"] == 0 and line["seq"] <= seen["seq"] + 1 for line in lines) == (
        1 + sum(line["seat"] == 0 for line in seen["lines"])
    )


def test_the_same_move_from_two_pages_at_once(server: Server, page: Client):
    table = page.open("basra", level="easy")
    seen = page.my_turn(table)
    with Client(server, page.cookie) as second:
        move = {
            "type": "play",
            "table": table,
            "token": seen["view"]["legal"][0],
            "seq": seen["seq"],
            "ref": 1,
        }
        for socket_ in (page.socket, second.socket):
            socket_.send(json.dumps(move))
        answers = []
        for client in (page, second):
            while (answer := client.receive())["type"] not in ("done", "refused"):
                pass
            answers.append(answer["type"])
    assert sorted(answers) == ["done", "refused"]


@pytest.mark.parametrize("token", ["nonsense", "", ":", "0:", "take:", "AS AS", "\u0000", "x" * 4000, "RJ"])
def test_moves_that_are_none(page: Client, token: str):
    table = page.open("kout4", level="easy")
    seen = page.my_turn(table)
    if token in seen["view"]["legal"]:
        return
    answer = page.request("play", table=table, token=token, seq=seen["seq"])
    assert answer["code"] == "illegal"
    assert answer["legal"] == seen["view"]["legal"]
    assert answer["why"]["rule"]


def test_a_move_out_of_turn(page: Client):
    rng = random.Random(1)
    table = page.open("kout4", level="easy")
    seen = page.my_turn(table)
    page.socket.send(
        json.dumps({"type": "play", "table": table, "token": "pass", "seq": seen["seq"] - 1, "ref": 99})
    )
    while (answer := page.receive()).get("ref") != 99:
        pass
    assert answer["code"] == "stale"
    assert page.step(table, rng) is not None


@pytest.mark.parametrize("table", ["", "x", "../../etc/passwd", "A" * 16, "A" * 5000])
def test_tables_that_are_not_there(server: Server, page: Client, table: str):
    for kind, fields in (
        ("sit", {}),
        ("watch", {}),
        ("play", {"token": "AS", "seq": 1}),
        ("next", {"seq": 1}),
        ("rematch", {}),
        ("leave", {}),
        ("join", {}),
        ("quit", {}),
        ("place", {"seat": 0, "to": 1}),
        ("fill", {"level": "easy"}),
        ("remove", {"seat": 0}),
        ("give", {"seat": 0}),
        ("change", {}),
        ("salt", {"salt": "x"}),
        ("begin", {}),
        ("back", {}),
        ("end", {}),
        ("say", {"text": "x"}),
        ("mute", {"seat": 0}),
        ("report", {"said": 1}),
    ):
        assert page.request(kind, table=table, **fields)["code"] == "no_table"


# what is seen (R6)


def cards_in(value: Any) -> set[str]:
    """Every card named anywhere in a message."""
    if isinstance(value, dict):
        return set().union(*map(cards_in, value), *map(cards_in, value.values()))
    if isinstance(value, list):
        return set().union(*map(cards_in, value))
    if isinstance(value, str):
        return {part for part in value.replace("+", ":").split(":") if part in TOKENS}
    return set()


def seen_in(frames: list[str]) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Of each frame that shows a match: the view, and the lines that come with it."""
    for message in map(json.loads, frames):
        if message["type"] == "table" and message["view"] is not None:
            yield message["view"], message["lines"]
        elif message["type"] == "step":
            yield {**message["view"], **message["mine"]}, [message["line"]] if message["line"] else []


@pytest.mark.parametrize("game", ["kout4", "basra", "allfours"])
def test_hidden_cards_never_reach_the_wire(server: Server, game: str):
    """All frames of a player and of a spectator name no card that was hidden from them at that moment."""
    rng = random.Random(game)
    with Client(server) as page, Client(server) as spectator:
        table = page.open(game, level="easy", options={"target": 8})
        match = page.tables[table]["match"]
        spectator.request("watch", table=table)
        mine: dict[int, set[str]] = {}
        page.play_out(table, rng)
        last = page.tables[table]["seq"]
        spectator.wait_for(table, lambda seen: seen["seq"] >= last)
        record = server.get_json(f"/api/matches/{match}/record")
        for view, _ in seen_in(page.frames):
            mine.setdefault(view["hand"], set()).update(view["cards"])
        for frames, extra in ((page.frames, mine), (spectator.frames, {})):
            open_cards: set[str] = set()
            hand = 0
            for view, lines in seen_in(frames):
                if view["hand"] != hand:
                    hand, open_cards = view["hand"], set()
                for line in lines:
                    open_cards |= cards_in(line) if line["hand"] == hand else set()
                for place in ("floor", "turned_all", "buried"):
                    open_cards |= cards_in(view.get(place))
                hidden = cards_in(view) - open_cards - extra.get(hand, set())
                assert not hidden, (hidden, view)
                assert extra or not view.get("cards")
        assert len(record["hands"]) == page.tables[table]["view"]["hand"]


def test_no_frame_holds_a_secret(server: Server):
    rng = random.Random(3)
    with Client(server) as page:
        table = page.open("cucco", level="normal")
        match = page.tables[table]["match"]
        page.play_out(table, rng)
        secret = server.get_json(f"/api/matches/{match}/record")["meta"]["fair"]["secret"]
        assert page.cookie is not None
        player = page.cookie.split("=")[1].split(".")[0]
        for frame in page.frames:
            assert secret not in frame
            assert player not in frame


def test_a_second_account_that_looks_on_sees_nothing_more(server: Server, page: Client):
    table = page.open("kout4", level="easy")
    page.my_turn(table)
    with Client(server) as second:
        second.request("watch", table=table)
        view = second.tables[table]["view"]
    assert view["seat"] is None
    assert not view.get("cards")
    assert not {"legal", "blocked", "out_of_turn"} & {key for key, value in view.items() if value}


def test_somebody_with_a_seat_cannot_look_on_without_it(page: Client):
    table = page.open("kout4", level="easy")
    page.request("watch", table=table)
    assert page.tables[table]["seat"] == 0
