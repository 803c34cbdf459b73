"""Names that would turn the line they stand in."""

import pytest

from diwaniya.words import languages
from diwaniya.words.bidi import calm, isolate
from diwaniya.words.speaker import Speaker

NAMES = ["Ali علی 7", "\u202eevil", "abc", "ليلى", "x\u2069\u202e", "\u2067open", "Łukasz", "Юля", "7"]


def balanced(text: str) -> bool:
    """Every isolate is closed, none is left by what stands in it, and nothing overrides the direction."""
    depth = 0
    for sign in text:
        depth += (sign in "\u2066\u2067\u2068") - (sign == "\u2069")
        if depth < 0:
            return False
    return depth == 0 and not any(sign in text for sign in "\u202a\u202b\u202c\u202d\u202e")


@pytest.mark.parametrize(
    ("text", "rtl", "expected"),
    [
        ("abc", True, "\u2068abc\u2069"),
        ("abc", False, "abc"),
        ("علی", False, "\u2068علی\u2069"),
        ("علی", True, "علی"),
        ("Ali علی 7", True, "\u2068Ali علی 7\u2069"),
        ("Ali علی 7", False, "\u2068Ali علی 7\u2069"),
        ("Юля", True, "\u2068Юля\u2069"),
        ("12 ♠", True, "12 ♠"),
        ("\u2068abc\u2069 و علی", True, "\u2068abc\u2069 و علی"),
        ("\u202eevil", False, "evil"),
        ("\u202eevil", True, "\u2068evil\u2069"),
    ],
)
def test_what_is_foreign_is_set_apart(text: str, rtl: bool, expected: str) -> None:
    assert isolate(text, rtl) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\u202eevil", "evil"),
        ("x\u2069\u202ey", "xy"),
        ("\u2067open", "\u2067open\u2069"),
        ("a \u2068b\u2069 c", "a \u2068b\u2069 c"),
    ],
)
def test_nothing_turns_what_follows(text: str, expected: str) -> None:
    assert calm(text) == expected


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", NAMES)
def test_names_stay_within_their_place_in_every_language(language: str, name: str) -> None:
    speaker = Speaker(language)
    for text in (
        speaker.t("prompt.wait", seat=name),
        speaker.t("terminal.said", name=name, text=name),
        speaker.t("terminal.won", names=speaker.listing([name, "abc", "ليلى"])),
        speaker.listing([name, name, name]),
        speaker.t("terminal.unknown", text=name),
    ):
        assert balanced(text), ascii(text)
        assert calm(name) in text


def test_each_of_a_list_is_set_apart_by_itself() -> None:
    persian = Speaker("fa")
    assert persian.listing(["abc", "علی", "def"]) == "\u2068abc\u2069، علی و \u2068def\u2069"
    assert persian.listing([]) == ""
    assert persian.listing(["abc"]) == "\u2068abc\u2069"


def test_nothing_steers_the_terminal() -> None:
    assert calm("\x1b[A\x1b[31mred\x07\r\x7f\x9b2J") == "[A[31mred2J"
    assert isolate("\x1b[2Jslam", rtl=False) == "[2Jslam"
    assert calm("two\nlines\tand") == "two\nlines\tand"
