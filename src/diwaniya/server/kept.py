"""What takes a while to make and is asked for by many: made once, and kept for a while."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, Generic, TypeVar

K = TypeVar("K")


class Kept(Generic[K]):
    """Keeps what was asked for lately, up to `most` bytes; with `newest` the newest one in any case."""

    def __init__(self, most: int, newest: bool = False) -> None:
        self._most, self._least = most, int(newest)
        self._made: OrderedDict[K, bytes] = OrderedDict()
        self._making: dict[K, asyncio.Task[bytes]] = {}

    def __contains__(self, key: K) -> bool:
        return key in self._made

    def __len__(self) -> int:
        return len(self._made)

    def __iter__(self) -> Iterator[K]:
        return iter(self._made)

    def get(self, key: K) -> bytes | None:
        """What is there of it."""
        made = self._made.get(key)
        if made is not None:
            self._made.move_to_end(key)
        return made

    def keep(self, key: K, made: bytes) -> None:
        """From now on it is there."""
        self._made[key] = made
        while len(self._made) > self._least and sum(map(len, self._made.values())) > self._most:
            self._made.popitem(last=False)

    async def made(self, key: K, make: Callable[[], Coroutine[Any, Any, bytes]]) -> bytes:
        """What is there of it, else what `make` makes: once for all who ask meanwhile, also if some of them go.

        Raises what `make` raises.
        """
        there = self.get(key)
        if there is not None:
            return there
        making = self._making.get(key)
        if making is None:
            making = self._making[key] = asyncio.create_task(self._make(key, make))
            making.add_done_callback(lambda _: self._making.pop(key, None))
        return await asyncio.shield(making)

    async def _make(self, key: K, make: Callable[[], Coroutine[Any, Any, bytes]]) -> bytes:
        made = await make()
        self.keep(key, made)
        return made
