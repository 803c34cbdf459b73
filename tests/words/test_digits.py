"""Digits by choice, in Python as on the page."""

import pytest

from diwaniya.words.digits import in_digits, number
from diwaniya.words.speaker import Speaker


@pytest.mark.parametrize(
    ("text", "digits", "expected"),
    [
        ("36 cards, nine each", "arab", "٣٦ cards, nine each"),
        ("نفری ۳۶ کارت", "latn", "نفری 36 کارت"),
        ("٣٦ ورقة", "arabext", "۳۶ ورقة"),
        ("101 points (K20)", "arabext", "۱۰۱ points (K20)"),
        ("like K7M2-9QXR, CC BY 3.0, bid:6, AS+2C", "arab", "like K7M2-9QXR, CC BY 3.0, bid:6, AS+2C"),
    ],
)
def test_figures_in_a_text(text: str, digits: str, expected: str) -> None:
    assert in_digits(text, digits) == expected


def test_numbers() -> None:
    assert [number(-107, digits) for digits in (None, "latn", "arab", "arabext")] == [
        "-107",
        "-107",
        "-١٠٧",
        "-۱۰۷",
    ]


def test_a_speaker_has_the_digits_of_its_language_or_those_that_were_chosen() -> None:
    assert Speaker("fa").t("table.hand_n", n=12) == "دور ۱۲"
    assert Speaker("fa", "latn").t("table.hand_n", n=12) == "دور 12"
    assert Speaker("ar", "arabext").number(12) == "۱۲"
    assert Speaker("en", "arab").t("table.cards", n=3) == "٣ cards"
    assert "5" in Speaker("fa", "latn").t("why.kout.must_bid")
    assert "۵" in Speaker("fa").t("why.kout.must_bid")
    with pytest.raises(ValueError, match="there are latn, arab, arabext"):
        Speaker("fa", "roman")
