"""The gallery in docs/ shows every stored picture of the page, and none that is not there."""

import re

import pytest

from gallery import COLUMNS, GALLERY, LANGUAGES, SCREENS, gallery, stored
from steps import ROOT


def test_it_shows_every_picture_there_is_and_no_other() -> None:
    text = GALLERY.read_text(encoding="utf-8")
    for attribute in ("src", "href"):
        assert sorted(re.findall(rf'{attribute}="pictures/([^"]*)"', text)) == stored()
    assert text == gallery(stored()), "make gallery"


def test_every_screen_is_there_in_every_language_size_and_theme() -> None:
    there = stored()
    screens = [screen for screen in SCREENS if not screen.startswith("table-")]
    games = [f"table-{path.stem}" for path in (ROOT / "tests" / "golden").glob("*.json")]
    assert len(games) > 6
    wanted = [(screen, language) for screen in screens + games for language in LANGUAGES]
    assert there == sorted(f"{screen}/{lang}-{look}.webp" for screen, lang in wanted for look in COLUMNS)


def test_a_picture_without_a_place_is_said() -> None:
    with pytest.raises(ValueError, match=r"no place in the gallery for moon/en-phone-light\.webp"):
        gallery(["moon/en-phone-light.webp"])


def test_the_pictures_are_small() -> None:
    assert sum((ROOT / "docs" / "pictures" / name).stat().st_size for name in stored()) < 12_000_000
