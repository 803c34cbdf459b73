"""How the peers are spoken to: what their own clients send, and of the answers only what the load has to know."""

from __future__ import annotations

import http.client
import itertools
import json
from typing import Any

import msgspec

from bench.serving.load import SEATS, Client, Room
from bench.serving.wire import BINARY, PATIENCE, Broken, Wire, frame


class Boardgame:
    """boardgame.io over its socket.io transport: `update` brings every client the whole state as he may see it.

    The first card in hand may always be played, and seats play in turn, so nothing of a state has to be read.
    """

    SPACE = b"/tricks,"
    UPDATE = b'42/tricks,["update",'

    def __init__(self) -> None:
        self._numbers = itertools.count()

    def open(self, port: int) -> Room:
        room = Room(f"match{next(self._numbers)}")
        for number in range(SEATS):
            wire = Wire(port, "/socket.io/?EIO=4&transport=websocket")
            room.clients.append(Client(room, number, wire))
            wire.until(b"0{")
            wire.send(b"40" + self.SPACE)
            wire.until(b"40" + self.SPACE)
            wire.send(self._event("sync", room.name, str(number), None, SEATS))
            wire.until(b'42/tricks,["sync",')
        self._plan(room)
        return room

    def _event(self, *parts: Any) -> bytes:
        return b"42" + self.SPACE + msgspec.json.encode(parts)

    def _plan(self, room: Room) -> None:
        seat = room.moves % SEATS
        played = {"type": "play", "args": [0], "playerID": str(seat), "credentials": None}
        action = {"type": "MAKE_MOVE", "payload": played}
        said = self._event("update", action, room.moves, room.name, str(seat))
        room.next = room.clients[seat], frame(said), room.moves

    def hear(self, client: Client, message: bytes) -> bool:
        if message.startswith(self.UPDATE):
            client.moves += 1
            room = client.room
            if room.missing == 1:
                self._plan(room)
                room.last = message
            return True
        if message == b"2":  # are you there?
            client.wire.sock.send(frame(b"3"))
        return False

    def check(self, room: Room) -> None:
        _same_moves(room)
        if not room.last:
            return
        _, _, state, *_ = json.loads(room.last.removeprefix(b"42" + self.SPACE))
        if state["G"]["moves"] != room.moves or state["_stateID"] != room.moves:
            raise Broken("boardgame.io has counted other moves")
        if state["G"]["hands"].count(None) != SEATS - 1:
            raise Broken("boardgame.io shows hands that it should hide")


class Colyseus:
    """Colyseus, its state hidden by a StateView, or each seat's view sent to it as a message. Played like the other."""

    JOIN, DATA, PATCH = 10, 13, 15
    PLAY = frame(bytes((DATA,)) + b"\xa1p\x00", BINARY)
    """`room.send("p", 0)`: the type as a string, then the number in MessagePack."""
    MOVES = b"\x84"
    """Field 4 of the table in a patch of its schema; 32 bits follow, small end first."""

    def __init__(self, views: bool) -> None:
        self._views = views
        self._news = self.PATCH if views else self.DATA

    def open(self, port: int) -> Room:
        room = Room()
        seat = self._reserve(port, "create/tricks")
        for number in range(SEATS):
            if number:
                seat = self._reserve(port, f"joinById/{seat['roomId']}")
            wire = Wire(port, f"/{seat['processId']}/{seat['roomId']}?sessionId={seat['sessionId']}")
            room.clients.append(Client(room, number, wire))
            wire.until(bytes((self.JOIN,)))
            wire.send(bytes((self.JOIN,)), BINARY)
            wire.next()
        room.next = room.clients[0], self.PLAY, 0
        return room

    def _reserve(self, port: int, what: str) -> dict[str, str]:
        """A seat by its matchmaker."""
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        connection.request("POST", f"/matchmake/{what}", b"{}", {"Content-Type": "application/json"})
        answer: dict[str, str] = json.loads(connection.getresponse().read())
        connection.close()
        if "sessionId" not in answer:
            raise Broken(f"Colyseus gave no seat: {answer}")
        return answer

    def hear(self, client: Client, message: bytes) -> bool:
        room = client.room
        if message[0] != self._news or not room.missing:
            return False
        if self._views and self.MOVES + room.moves.to_bytes(4, "little") not in message:
            return False  # a patch of its housekeeping
        client.moves += 1
        if room.missing == 1:
            room.next = room.clients[room.moves % SEATS], self.PLAY, room.moves
            room.last = message
        return True

    def check(self, room: Room) -> None:
        _same_moves(room)
        if room.last and not self._views:
            seen: dict[str, Any] = msgspec.msgpack.decode(room.last[3:])  # behind the code and the type, "v"
            if seen["moves"] != room.moves:
                raise Broken("Colyseus has counted other moves")


def _same_moves(room: Room) -> None:
    for client in room.clients:
        if client.moves != room.moves:
            raise Broken(f"a client saw {client.moves} moves, but {room.moves} were made")
