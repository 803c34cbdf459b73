"""Playing at many tables while the server is killed again and again, and checking afterwards that nothing was
lost.
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from diwaniya.storage.sqlite import SqliteStorage
from diwaniya.table.events import Dealt, Moved, decode
from diwaniya.table.evolve import rebuild
from diwaniya.wire.messages import PROTOCOL
from serving import Server

PATIENCE = 60.0
LEAST_MOVES = 10
"""In each life of the server; a slow machine makes few in the time that it is given."""
GAMES = (("basra", 2), ("kout4", 4), ("cucco", 4), ("allfours2", 2))


class Guest:
    """Somebody who plays at one table, whatever happens, and remembers all that he was shown."""

    def __init__(self, crowd: Crowd, cookie: str | None = None) -> None:
        self.crowd, self.cookie = crowd, cookie
        self.table = ""
        self.seen: dict[str, Any] | None = None
        self.shown: dict[int, Any] = {}
        """The moves as they were shown: by their number, who and what."""
        self.refused: list[str] = []
        self._socket: ClientConnection | None = None

    async def arrive(self) -> None:
        """Connect and say hello."""
        headers = {"Cookie": self.cookie} if self.cookie else None
        self._socket = await connect(
            f"ws://127.0.0.1:{self.crowd.server.port}/ws", additional_headers=headers, max_size=None
        )
        assert self._socket.response is not None
        fresh = self._socket.response.headers.get("Set-Cookie")
        self.cookie = fresh.split(";")[0] if fresh else self.cookie
        await self.ask("welcome", type="hello", protocol=PROTOCOL)

    async def ask(self, *kinds: str, **message: Any) -> dict[str, Any]:
        """Ask, and hear until the answer comes."""
        assert self._socket is not None
        await self._socket.send(json.dumps({"ref": 1, **message}))
        async with asyncio.timeout(PATIENCE):
            while (answer := await self.hear())["type"] not in kinds:
                pass
        return answer

    async def hear(self) -> dict[str, Any]:
        assert self._socket is not None
        message: dict[str, Any] = json.loads(await self._socket.recv())
        if message["type"] == "table" and message["table"] == self.table:
            self.seen = message
            self._note(message["lines"])
        elif message["type"] == "step":
            assert self.seen is not None
            assert message["after"] == self.seen["seq"]
            view = {**message["view"], **message["mine"]}
            self.seen = {**self.seen, "seq": message["seq"], "view": view, "question": message["question"]}
            self._note([message["line"]] if message["line"] else [])
        return message

    def _note(self, lines: list[dict[str, Any]]) -> None:
        for line in lines:
            told = (line["seat"], line["token"])
            assert self.shown.setdefault(line["seq"], told) == told, "shown once so, once otherwise"

    async def play_on(self, rng: random.Random, until: asyncio.Event) -> None:
        """Do whatever is asked for, until the server dies or the time is over."""
        assert self._socket is not None
        try:
            while not until.is_set():
                seen = self.seen
                assert seen is not None
                if seen["phase"] == "over" and (seen["question"] or {}).get("you"):
                    await self._socket.send(json.dumps({"type": "rematch", "table": self.table}))
                elif (seen["question"] or {}).get("you"):
                    await self._send("next", seen)
                elif seen["view"].get("legal"):
                    await self._send("play", seen, token=rng.choice(seen["view"]["legal"]))
                async with asyncio.timeout(PATIENCE / 2):
                    while (message := await self.hear())["type"] not in ("step", "table"):
                        if message["type"] == "refused":
                            self.refused.append(message["code"])
        except (ConnectionClosed, TimeoutError, OSError):
            return

    async def _send(self, kind: str, seen: dict[str, Any], **fields: Any) -> None:
        assert self._socket is not None
        await self._socket.send(json.dumps({"type": kind, "table": self.table, "seq": seen["seq"], **fields}))

    async def leave(self) -> None:
        if self._socket is not None:
            await self._socket.close()


class Crowd:
    """All guests of a server that is about to be killed."""

    def __init__(self, server: Server, tables: int, rng: random.Random) -> None:
        self.server, self.rng = server, rng
        self.guests: list[Guest] = []
        self._tables = tables

    async def open(self) -> None:
        """Half of the tables are of one person and computer players, half of two people or more."""
        for number in range(self._tables):
            game, seats = GAMES[number % len(GAMES)]
            people = 1 if number // len(GAMES) % 2 else 2
            host, *others = [Guest(self) for _ in range(people)]
            await host.arrive()
            done = await host.ask("done", type="open", game=game, seats=seats, begin=False)
            host.table = done["table"]
            for other in others:
                await other.arrive()
                other.table = host.table
                await other.ask("done", type="join", table=host.table)
            await host.ask("done", type="begin", table=host.table, level="easy")
            self.guests += [host, *others]
        await self._sit()

    async def _sit(self) -> None:
        for guest in self.guests:
            before = guest.seen["seq"] if guest.seen else 0
            await guest.ask("done", type="sit", table=guest.table)
            assert guest.seen is not None
            assert guest.seen["seq"] >= before, "what was shown is not there any more"

    async def play_and_die(self, seconds: float) -> int:
        """Everybody plays; at a moment that nobody expects the lights go out. How many moves were shown
        meanwhile?
        """
        before = self._moves()
        over = asyncio.Event()
        playing = [asyncio.create_task(guest.play_on(self.rng, over)) for guest in self.guests]
        await asyncio.sleep(seconds)
        async with asyncio.timeout(PATIENCE):
            while self._moves() - before < LEAST_MOVES:  # noqa: ASYNC110 - any of many tasks may make one
                await asyncio.sleep(0.01)
        self.server.process.kill()
        await asyncio.gather(*playing)
        self.server._reap()
        return self._moves() - before

    def _moves(self) -> int:
        return sum(len(guest.shown) for guest in self.guests)

    async def come_back(self) -> None:
        """The server starts again on the same data, and everybody finds his seat."""
        await asyncio.to_thread(self.server.start)
        for guest in self.guests:
            await guest.arrive()
        await self._sit()

    async def go_on(self) -> None:
        """No table is stuck: at each of them something happens that had not been seen before."""
        before = [guest.seen["seq"] if guest.seen else 0 for guest in self.guests]
        over = asyncio.Event()
        playing = [asyncio.create_task(guest.play_on(self.rng, over)) for guest in self.guests]
        async with asyncio.timeout(PATIENCE):
            while not all(  # noqa: ASYNC110 - any of many tasks may have changed it
                guest.seen and guest.seen["seq"] > seq for guest, seq in zip(self.guests, before, strict=True)
            ):
                await asyncio.sleep(0.01)
        over.set()
        for guest in self.guests:
            await guest.leave()
        await asyncio.gather(*playing)

    async def check(self, folder: Path) -> int:
        """With the server down: the logs hold all that was ever shown, once, and each is a table. How many
        moves?
        """
        storage = SqliteStorage(folder / "diwaniya.db")
        moves = 0
        try:
            for table in {guest.table for guest in self.guests}:
                events = [decode(body) for body in await storage.read(table)]
                assert rebuild(events).seq == len(events)
                moves += sum(isinstance(event, Moved) for event in events)
                for guest in self.guests:
                    if guest.table != table:
                        continue
                    for seq, (seat, token) in guest.shown.items():
                        event = events[seq - 1]
                        if token is None:
                            assert isinstance(event, Dealt), (table, seq)
                        else:
                            assert isinstance(event, Moved), (table, seq)
                            assert (event.seat, event.token) == (seat, token), (table, seq)
        finally:
            await storage.close()
        db = sqlite3.connect(folder / "diwaniya.db")
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        db.close()
        return moves


async def kill_again_and_again(folder: Path, tables: int, kills: int, seed: int) -> tuple[int, int]:
    """The whole test. How many moves were shown while the server was alive, and how many are in the logs?"""
    rng = random.Random(seed)
    shown = 0
    with Server(folder, "--crowd", "1000", env={"DIWANIYA_GRACE": "100000"}) as server:
        crowd = Crowd(server, tables, rng)
        await crowd.open()
        for number in range(kills):
            shown += await crowd.play_and_die(rng.uniform(0.05, 0.8))
            await crowd.come_back()
            if number % 20 == 19 or number == kills - 1:
                await crowd.go_on()
                if number < kills - 1:
                    for guest in crowd.guests:
                        await guest.arrive()
                    await crowd._sit()
        server.kill()
        return shown, await crowd.check(folder)
