"""What is made for many is made once, and what is kept is bounded."""

from __future__ import annotations

import asyncio

import pytest

from diwaniya.server.kept import Kept


class Works:
    """Something that takes until `done` to make."""

    def __init__(self, made: bytes) -> None:
        self.made, self.begun, self.done = made, 0, asyncio.Event()

    async def __call__(self) -> bytes:
        self.begun += 1
        await self.done.wait()
        return self.made


async def at_once(made: bytes) -> bytes:
    return made


async def test_it_is_made_once_for_all_who_ask_even_if_the_first_goes() -> None:
    kept: Kept[str] = Kept(100)
    works = Works(b"picture")
    first, *others = [asyncio.create_task(kept.made("a", works)) for _ in range(3)]
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.sleep(0)
    works.done.set()
    assert await asyncio.gather(*others) == [b"picture"] * 2
    assert await kept.made("a", works) == kept.get("a") == b"picture"
    assert works.begun == 1


async def test_what_failed_may_be_asked_for_again() -> None:
    kept: Kept[str] = Kept(100)

    async def fails() -> bytes:
        raise OSError("no")

    with pytest.raises(OSError, match="no"):
        await kept.made("a", fails)
    assert await kept.made("a", lambda: at_once(b"yes")) == b"yes"


async def test_what_was_asked_for_lately_stays() -> None:
    kept: Kept[str] = Kept(10)
    for key in "ab":
        kept.keep(key, b"1234")
    assert kept.get("a") == b"1234"
    kept.keep("c", b"1234")
    assert list(kept) == ["a", "c"]
    assert "b" not in kept
    assert kept.get("b") is None


@pytest.mark.parametrize(("newest", "there"), [(False, []), (True, ["b"])])
async def test_what_is_too_large_is_kept_only_where_it_must_be(newest: bool, there: list[str]) -> None:
    kept: Kept[str] = Kept(3, newest)
    kept.keep("a", b"12")
    kept.keep("b", b"1234")
    assert list(kept) == there
