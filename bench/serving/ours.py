"""How our own server is spoken to: as the page does it, by docs/protocol.md."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from bench.serving.load import SEATS, Client, Room
from bench.serving.wire import Broken, Wire, frame

PROTOCOL = 2
WELCOME, TABLE = b'{"type":"welcome"', b'{"type":"table"'
NEWS = (b'{"type":"step"', TABLE)
SEQ, LEGAL, QUESTION = b'"seq":', b'"legal":["', b'"question":{"kind":"'
TROUBLE = (b'{"type":"refused"', b'{"type":"error"', b'{"type":"trouble"', b'{"type":"gone"')
ANSWERS = (b'{"type":"done"', *TROUBLE)


class Diwaniya:
    """Four guests at a table of their own. They make any legal move, want the next hand, and another match."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._random = random.Random(7)
        self.rooms: list[Room] = []

    def open(self, port: int) -> Room:
        wires = [self._arrive(port) for _ in range(SEATS)]
        host, *guests = wires
        opened, _ = self._ask(host, type="open", game=self._game, seats=SEATS, begin=False, name="Host")
        room = Room(str(opened["table"]))
        for number, wire in enumerate(guests, start=1):
            self._ask(wire, type="join", table=room.name, name=f"Guest {number}")
        self._ask(host, type="begin", table=room.name)
        for wire in wires:
            _, table = self._ask(wire, type="sit", table=room.name)
            client = Client(room, msgspec.json.decode(table)["seat"], wire)
            room.clients.append(client)
            self.hear(client, table)
        self.rooms.append(room)
        return room

    def _arrive(self, port: int) -> Wire:
        wire = Wire(port, "/ws")
        wire.send(msgspec.json.encode({"type": "hello", "protocol": PROTOCOL}))
        wire.until(WELCOME)
        return wire

    def _ask(self, wire: Wire, **message: Any) -> tuple[dict[str, Any], bytes]:
        """Ask, and wait for the answer; also gives the table that was shown meanwhile."""
        wire.send(msgspec.json.encode({**message, "ref": 1}))
        table = b""
        while not (said := wire.next()).startswith(ANSWERS):
            if said.startswith(TABLE):
                table = said
        answer: dict[str, Any] = msgspec.json.decode(said)
        if answer["type"] != "done":
            raise Broken(f"our server did not {message['type']}: {answer}")
        return answer, table

    def _plan(self, client: Client, token: bytes, seq: int) -> None:
        room = client.room
        move = b'{"type":"play","table":"%b","token":"%b","seq":%d}' % (room.name.encode(), token, seq)
        room.next = client, frame(move), seq

    def hear(self, client: Client, message: bytes) -> bool:
        """Only what matters is looked for: to decode every message would cost more than all the rest."""
        if not message.startswith(NEWS):
            if message.startswith(TROUBLE):
                raise Broken(f"our server says {message[:300].decode()}")
            return False
        at = message.index(SEQ) + len(SEQ)
        seq = int(message[at : message.index(b",", at)])
        room, known = client.room, client.seen
        client.seen = max(known, seq)
        if (at := message.find(LEGAL)) >= 0:
            if seq > room.number:  # else it is shown again
                at += len(LEGAL)
                legal = message[at : message.index(b'"]', at)].split(b'","')
                self._plan(client, self._random.choice(legal), seq)
        elif (at := message.find(QUESTION)) >= 0:
            self._answer(client, message[at + len(QUESTION) : message.index(b"}", at)], seq)
        else:
            client.asked = False
        return bool(room.missing) and known <= room.number < seq

    def _answer(self, client: Client, question: bytes, seq: int) -> None:
        """Everybody wants the next hand, and another match. It is said once; the others are still asked for a while."""
        if client.asked or not question.endswith(b'"you":true'):
            return
        client.asked = True
        table = client.room.name.encode()
        if question.startswith(b"rematch"):
            said = b'{"type":"rematch","table":"%b"}' % table
        else:
            said = b'{"type":"next","table":"%b","seq":%d}' % (table, seq)
        client.wire.sock.send(frame(said))

    def check(self, room: Room) -> None:
        if len({client.seen for client in room.clients}) != 1:
            raise Broken("the four at a table of ours have not seen the same")
        if room.clients[0].seen < room.moves:
            raise Broken("our server has counted other moves")
