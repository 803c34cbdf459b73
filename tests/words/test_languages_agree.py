"""Every language says everything that English says, with the same arguments, in all its own plural forms."""

import re
from collections.abc import Callable

import pytest

from diwaniya.words import languages
from diwaniya.words.icu import parse, plural_form, plural_forms
from words.reading import arguments, choices, joined, messages, plain, shown

OTHERS = [language for language in languages() if language != "en"]

ONLY_ENGLISH = re.compile(r"game\.\w+\.(order|picture)")
"""Not words: where a game stands on the front page and which cards picture it. Read from English in every language."""

OWN_SUITS = re.compile(r"suit\.\w+\.[SHDC]")
"""The players of a family may have words of their own for the suits; not every language does."""

SAME = re.compile(r"app\.(name|other_name)|players\.names\.\d+|game\.\w+\.name|cucco\.\w+|rank\.\w+")
"""What may read as in English: names, and cards that are written with figures."""

SAME_BY_CHANCE: dict[str, set[str]] = {
    "tr": {"move.kout.bid", "phrase.bravo"},
    "vi": {"result.malzoom_bid"},
}
"""Words that happen to be the same in one language."""


def wanted(keys: set[str]) -> set[str]:
    return {key for key in keys if not ONLY_ENGLISH.fullmatch(key)}


def differing(language: str, what: Callable[[str, str], object]) -> list[str]:
    """Keys whose message in a language is not as it should be, compared with the one in English."""
    english, own = messages("en"), messages(language)
    return [key for key in sorted(english.keys() & own.keys()) if what(english[key], own[key])]


@pytest.mark.parametrize("language", OTHERS)
def test_the_keys_are_those_of_english(language: str) -> None:
    english, own = wanted(set(messages("en"))), set(messages(language))
    missing = sorted(english - own)
    superfluous = sorted(key for key in own - english if not OWN_SUITS.fullmatch(key))
    assert not missing, f"{language} lacks {len(missing)}: {', '.join(missing)}"
    assert not superfluous, f"{language} has what English has not: {', '.join(superfluous)}"


@pytest.mark.parametrize("language", OTHERS)
def test_the_arguments_are_those_of_english(language: str) -> None:
    """All that English shows; what it only counts with, to find a plural, another language may do without."""

    def other(english: str, own: str) -> bool:
        return not shown(english) <= arguments(own) <= arguments(english)

    wrong = differing(language, other)
    assert not wrong, f"{language}: other arguments than in English: {', '.join(wrong)}"


@pytest.mark.parametrize("language", languages())
def test_every_plural_has_all_forms_of_the_language_and_no_others(language: str) -> None:
    needed = plural_forms(language)
    # A form that stands for one number only may be given as that number.
    alone = {form: [n for n in range(201) if plural_form(language, n) == form] for form in needed}
    wrong = []
    for key, message in messages(language).items():
        for choice in choices(parse(message)):
            if not choice.plural:
                continue
            given = {form for form in choice.forms if not form.startswith("=")}
            given |= {
                form
                for form, numbers in alone.items()
                if len(numbers) < 3 and all(f"={n}" in choice.forms for n in numbers)
            }
            if given != needed:
                wrong.append(f"{key} ({', '.join(sorted(needed ^ given))})")
    assert not wrong, f"{language}: forms missing, or none of this language: {'; '.join(wrong)}"


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_was_left_in_english(language: str) -> None:
    def left(english: str, own: str) -> bool:
        return english == own and bool(re.search("[^\\W\\d_]{2}", plain(parse(english))))

    same = [key for key in differing(language, left) if not SAME.fullmatch(key)]
    wrong = sorted(set(same) - SAME_BY_CHANCE.get(language, set()))
    assert not wrong, f"{language}: as in English: {', '.join(wrong)}"
    needless = sorted(SAME_BY_CHANCE.get(language, set()) - set(same))
    assert not needless, f"{language}: excused for nothing: {', '.join(needless)}"


@pytest.mark.parametrize("language", languages())
def test_no_message_is_empty_or_has_stray_spaces(language: str) -> None:
    wrong = [
        key
        for key, message in messages(language).items()
        if not message.strip() or (message != message.strip() and key != "terminal.comma") or "  " in message
        # What can be typed is set in columns.
        if not key.startswith("terminal.help.")
    ]
    assert not wrong, f"{language}: {', '.join(wrong)}"


PERSIAN = {"ي": "ی", "ى": "ی", "ك": "ک", "ة": "ه", "٠": "۰", "١": "۱", "٤": "۴", "٥": "۵", "٦": "۶"}
"""Letters and digits of Arabic, and what Persian has in their place."""


def test_persian_is_written_in_persian_letters() -> None:
    wrong = [
        f"{key}: {sign}" for key, message in messages("fa").items() for sign in PERSIAN if sign in message
    ]
    assert not wrong, ", ".join(wrong)


def test_persian_joins_what_belongs_together_by_half_spaces() -> None:
    """Prefixes and endings that are never written apart by a whole space: می‌روم, کارت‌ها."""
    apart = re.compile(r"(?<!\w)(می|نمی) \w|\w (ها|های|هایی|ترین|تر)(?!\w)")
    wrong = [f"{key}: {message}" for key, message in messages("fa").items() if apart.search(message)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", ["ar", "fa"])
def test_nothing_is_joined_to_what_is_filled_in(language: str) -> None:
    """A name may begin with Abu, and be in Latin letters: «لـأبو فيصل» is read by nobody. Only "and" is written with
    the word after it, whatever that is.
    """
    wrong = [f"{key}: {text}" for key, text in messages(language).items() if any(joined(parse(text)))]
    assert not wrong, "\n".join(wrong)
    assert any(joined(parse("اللمّة لـ{seat}.")))
    assert not any(joined(parse("{from} و{to}")))


def test_numbers_in_the_words_have_the_digits_of_the_language() -> None:
    """An English figure among Arabic or Persian ones is a slip; the numbers of rules (K12) and codes are not."""
    for language in ("ar", "fa"):
        wrong = [
            key
            for key, message in messages(language).items()
            if re.search(r"(?<![A-Za-z0-9.\-:+])[0-9]+(?![A-Za-z0-9]|\.[0-9])", plain(parse(message)))
        ]
        assert not wrong, f"{language}: {', '.join(wrong)}"
