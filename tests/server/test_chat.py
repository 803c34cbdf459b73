"""What is said at a table (R2): who hears it, who need not, and what the host is shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from diwaniya.server import chat
from diwaniya.server.saying import MOST_LETTERS, is_phrase, read_text
from diwaniya.words import words
from inside import Page, inside

PHRASE = next(iter(words()["phrase"]))


def heard(page: Page) -> list[tuple[str, str]]:
    """Who said what, as this page heard it."""
    return [(said["name"], said["text"] or said["phrase"]) for said in page.of("said")]


async def test_those_at_the_table_hear_it_and_nobody_else(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, (ali, badr, dana) = await server.room("cucco", ["Ali", "Badr", "Dana"], seats=4)
        onlooker, second = await server.page("Nosy"), await server.page(guest=badr.guest)
        await onlooker.ok("watch", table=table)
        await second.ok("sit", table=table)
        await ali.ok("say", table=table, text="Salam!")
        await badr.ok("say", table=table, phrase=PHRASE)
        for page in (ali, badr, dana, second):
            assert heard(page) == [("Ali", "Salam!"), ("Badr", PHRASE)]
        said = dana.of("said")[0]
        assert said == {
            "type": "said",
            "table": table,
            "id": said["id"],
            "seat": 0,
            "name": "Ali",
            "text": "Salam!",
            "phrase": "",
        }
        assert heard(onlooker) == []


async def test_who_comes_later_hears_nothing_of_it(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, (ali, _) = await server.room("cucco", ["Ali", "Badr"], seats=4)
        await ali.ok("say", table=table, text="before")
        late = await server.page("Late")
        await late.ok("join", table=table)
        assert heard(late) == []
        assert not any("before" in str(message) for message in late.messages)
        assert (await late.ask("report", table=table, said=ali.of("said")[0]["id"]))["code"] == "bad_text"


async def test_a_muted_person_is_not_heard(tmp_path: Path):
    """The server filters: nothing of it is sent."""
    async with inside(tmp_path) as server:
        table, (ali, badr, dana) = await server.room("cucco", ["Ali", "Badr", "Dana"], seats=4)
        seat = ali.tables[table]["seat"]
        await badr.ok("mute", table=table, seat=seat)
        assert badr.tables[table]["muted"] == [seat]
        assert dana.tables[table]["muted"] == []
        await ali.ok("say", table=table, text="hey")
        assert (heard(badr), heard(dana)) == ([], [("Ali", "hey")])
        await ali.ok("place", table=table, seat=seat, to=3)
        assert badr.tables[table]["muted"] == [3], "the person is muted, wherever he sits"
        again = await server.page(guest=badr.guest)
        await again.ok("sit", table=table)
        assert again.tables[table]["muted"] == [3]
        await badr.ok("mute", table=table, seat=3, on=False)
        await ali.ok("say", table=table, text="hey again")
        assert heard(badr) == [("Ali", "hey again")]
        assert (await badr.ask("mute", table=table, seat=badr.tables[table]["seat"]))["code"] == "bad_option"
        assert (await badr.ask("mute", table=table, seat=0))["code"] == "bad_option", "nobody sits there"


async def test_the_host_is_shown_what_was_said(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, (ali, badr, dana) = await server.room("cucco", ["Ali", "Badr", "Dana"], seats=4)
        await ali.ok("mute", table=table, seat=1)
        await badr.ok("say", table=table, text='you "know"')
        assert heard(ali) == []
        await dana.ok("report", table=table, said=dana.of("said")[0]["id"])
        assert ali.of("reported") == [
            {
                "type": "reported",
                "table": table,
                "by": 2,
                "seat": 1,
                "name": "Badr",
                "text": 'you "know"',
                "phrase": "",
            }
        ]
        assert not badr.of("reported") and not dana.of("reported")
        assert (await dana.ask("report", table=table, said=12345))["code"] == "bad_text"


async def test_only_the_last_sayings_can_be_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(chat, "KEPT", 3)
    async with inside(tmp_path) as server:
        table, (ali, badr) = await server.room("cucco", ["Ali", "Badr"], seats=4)
        for n in range(5):
            await ali.ok("say", table=table, text=f"number {n}")
        ids = [said["id"] for said in badr.of("said")]
        assert (await badr.ask("report", table=table, said=ids[1]))["code"] == "bad_text"
        await badr.ok("report", table=table, said=ids[2])


async def test_it_is_forgotten_when_the_last_one_has_left(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, (ali, badr) = await server.room("cucco", ["Ali", "Badr"], seats=4)
        await ali.ok("say", table=table, text="forget me")
        said = badr.of("said")[0]["id"]
        hot = server.hub.peek(table)
        assert hot is not None
        kept = [saying.text for saying in hot.chat._said or ()]
        assert kept == [b"forget me"]
        ali.close()
        assert hot.chat._said
        badr.close()
        assert hot.chat._said is None
        assert kept == [bytes(9)]
        again = await server.page(guest=badr.guest)
        await again.ok("sit", table=table)
        assert (await again.ask("report", table=table, said=said))["code"] == "bad_text"


async def test_who_says_too_much(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, (ali, badr) = await server.room("cucco", ["Ali", "Badr"], seats=4)
        answers = [await ali.ask("say", table=table, text="again") for _ in range(30)]
        assert answers[0]["type"] == "done"
        assert answers[-1]["code"] == "too_fast"
        assert len(heard(badr)) < 30
        await badr.ok("say", table=table, text="calm down")


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"text": ""},
        {"text": " \t\n "},
        {"text": "x" * (MOST_LETTERS + 1)},
        {"text": "\u202e\u200b"},
        {"phrase": "no_such_phrase"},
        {"phrase": "Not A Key"},
        {"text": "both", "phrase": PHRASE},
    ],
)
async def test_what_cannot_be_said(tmp_path: Path, fields: dict[str, str]):
    async with inside(tmp_path) as server:
        table, (ali, badr) = await server.room("cucco", ["Ali", "Badr"], seats=4)
        assert (await ali.ask("say", table=table, **fields))["code"] == "bad_text"
        assert heard(badr) == []


@pytest.mark.parametrize(
    ("json_string", "text"),
    [
        (b'"Salam!"', "Salam!"),
        ('"السلام عليكم"'.encode(), "السلام عليكم"),
        (b'"  a \\n\\t b  "', "a b"),
        (b'"\\u0627\\u0644"', "ال"),
        (b'"\\ud83d\\ude00 x"', "\U0001f600 x"),
        (
            '"\U0001f468\u200d\U0001f469\u200d\U0001f467"'.encode(),
            "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        ),
        (b'"a\\"b\\\\c\\/d"', 'a\\"b\\\\c/d'),
        ('"a\u202eb\u2066c\x7f"'.encode(), "abc"),
        (b'"' + b"x" * 300 + b'"', "x" * 300),
        (b'"' + b"x" * 301 + b'"', None),
        (b'"\\ud83d"', None),
        (b'"\\uZZZZ"', None),
        (b'"\\x"', None),
        (b'"\xff\xfe"', None),
        (b'""', None),
        (b"17", None),
        (b'["a"]', None),
        (b"null", None),
    ],
)
def test_texts_are_read_and_tidied(json_string: bytes, text: str | None):
    found = read_text(memoryview(json_string))
    assert found == (None if text is None else text.encode())


def test_every_phrase_of_the_words_can_be_said():
    for key in words()["phrase"]:
        assert is_phrase(key)
    assert not is_phrase("hello world")
    assert not is_phrase("x" * 31)


def test_nothing_else_in_a_message_is_a_text(tmp_path: Path):
    """The two ways to say something have room for nothing but a text and a key."""
    from diwaniya.server.dispatch import Say

    names: Any = Say.__struct_fields__
    assert names == ("table", "text", "phrase", "ref")
