"""Whatever a server refuses, the page and the terminal have words of their own for it: its English text is for logs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from diwaniya.wire.messages import RefusalCode
from diwaniya.words.speaker import Speaker

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "diwaniya"
CODES = sorted(get_args(RefusalCode))
LANGUAGES = sorted(path.parent.name for path in (SOURCE / "words").glob("*/meta.json"))


def documented() -> set[str]:
    text = (ROOT / "docs" / "protocol.md").read_text()
    table = text.split("Codes of `refused`:")[1].split("Codes of `error`")[0]
    return set(re.findall(r"^\| `(\w+)` \|", table, flags=re.MULTILINE))


def test_the_protocol_names_every_code() -> None:
    assert documented() == set(CODES)


def test_the_server_has_no_other_codes() -> None:
    made = {
        code
        for path in SOURCE.rglob("*.py")
        for code in re.findall(r'\bRefus(?:al|ed)\(\s*"(\w+)"', path.read_text())
    }
    assert made == set(CODES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_words_in_every_language(language: str) -> None:
    speaker, english = Speaker(language), Speaker("en")
    said = {code: speaker.t(f"refused.{code}") for code in CODES}
    missing = [code for code, text in said.items() if not text.strip() or text == code]
    assert not missing
    assert len(set(said.values())) == len(CODES), "one can tell them apart"
    if language != "en":
        assert not [code for code, text in said.items() if text == english.t(f"refused.{code}")]
