"""Messages with plural forms, in Python as on the page."""

import pytest

from diwaniya.words import languages, words
from diwaniya.words.icu import MessageError, format_message, plural_form
from diwaniya.words.speaker import Speaker, prefer


@pytest.mark.parametrize(
    ("message", "args", "expected"),
    [
        ("plain", {}, "plain"),
        ("{seat} plays {card}.", {"seat": "Layla", "card": "the ace"}, "Layla plays the ace."),
        ("{ seat } waits", {"seat": 3}, "3 waits"),
        ("{n, plural, one {# card} other {# cards}}", {"n": 1}, "1 card"),
        ("{n, plural, one {# card} other {# cards}}", {"n": 0}, "0 cards"),
        ("{n, plural, =0 {no cards} one {# card} other {# cards}}.", {"n": 0}, "no cards."),
        ("{bid, select, 5 {Bab} 9 {Bawn} other {{bid}}}", {"bid": 9}, "Bawn"),
        ("{bid, select, 5 {Bab} 9 {Bawn} other {{bid}}}", {"bid": "7"}, "7"),
        ("{n, plural, other {{who, select, me {my #} other {{who}: #}}}}", {"n": 4, "who": "me"}, "my 4"),
        ("# is no number here", {}, "# is no number here"),
        ("it’s, isn't, '{'braces'}'", {}, "it’s, isn't, {braces}"),
        ("two ''signs''", {}, "two 'signs'"),
        ("{nobody} knows", {}, "… knows"),
        ("{n, plural, one {# card} other {# cards}}", {}, "… cards"),
    ],
)
def test_messages(message: str, args: dict[str, object], expected: str) -> None:
    assert format_message(message, args) == expected


@pytest.mark.parametrize(
    "message", ["{", "}", "{}", "{n", "{n, plural}", "{n, plural, one {x}}", "{n, plural, other {x}"]
)
def test_what_cannot_be_read(message: str) -> None:
    with pytest.raises(MessageError):
        format_message(message, {"n": 1})


@pytest.mark.parametrize(
    ("language", "numbers", "form"),
    [
        ("en", [1], "one"),
        ("en", [0, 2, 11, 101], "other"),
        ("ar", [0], "zero"),
        ("ar", [1], "one"),
        ("ar", [2], "two"),
        ("ar", [3, 10, 103, 110, 1003], "few"),
        ("ar", [11, 26, 99, 111], "many"),
        ("ar", [100, 101, 102, 200, 1000], "other"),
        ("fa", [0, 1], "one"),
        ("xx", [1], "one"),
    ],
)
def test_plural_forms_are_those_of_the_language(language: str, numbers: list[int], form: str) -> None:
    assert {plural_form(language, n) for n in numbers} == {form}


def every_message(tree: object, path: str = "") -> list[tuple[str, str]]:
    if isinstance(tree, str):
        return [(path, tree)]
    if isinstance(tree, dict):
        return [found for key, value in tree.items() for found in every_message(value, f"{path}.{key}")]
    assert isinstance(tree, list)
    return [found for place, value in enumerate(tree) for found in every_message(value, f"{path}.{place}")]


@pytest.mark.parametrize("language", languages())
def test_every_message_there_is_can_be_read(language: str) -> None:
    for key, message in every_message(words(language)):
        for n in (0, 1, 2, 3, 11, 100):
            args = dict.fromkeys(("n", "points", "count", "left", "lives", "least", "most", "seats"), n)
            assert "{" not in format_message(message, args, language), key


def test_a_language_speaks() -> None:
    arabic = Speaker("ar")
    assert arabic.rtl
    assert arabic.number(120) == "١٢٠"
    assert arabic.t("table.lives", n=2) == "روحان"
    assert arabic.t("table.hand_n", n=12) == "الجولة ١٢"
    assert arabic.t("prompt.wait", seat="Layla") == "الدور على \u2068Layla\u2069…"
    assert arabic.t("no.such_thing") == "such thing"
    english = Speaker()
    assert english.t("prompt.wait", seat="ليلى") == "\u2068ليلى\u2069 is thinking…"
    assert english.t("no.such", "prompt.over") == english.t("prompt.over")
    assert [english.listing(list(items)) for items in ("", "A", "AB", "ABC")] == [
        "",
        "A",
        "A and B",
        "A, B and C",
    ]
    assert len(arabic.under("players.names")) == len(english.under("players.names")) > 5


def test_a_language_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="there are ar, en"):
        Speaker("tlh")


def test_the_language_of_the_system() -> None:
    assert prefer(["ar_KW.UTF-8"]) == "ar"
    assert prefer(["", "C.UTF-8", "ar"]) == "ar"
    assert prefer(["de_CH", "fr"]) == "en"
