"""No key without a use, no use without a key."""

import re
from functools import cache

import pytest

from diwaniya.engine.game import games
from diwaniya.words import languages, words
from words.reading import messages
from words.using import KEY, Uses, page_files, program_files

FILES = re.compile(r".+\.(py|ts|txt|json|svelte)")
"""What only looks like a key."""

DECLARED = re.compile(r"fact\.\w+\.\w+_you|phrase\.\w+|why\.common\.no_(expose|call)")
"""Made where no pattern shows it: facts about the reader (see the test below), the phrases of the chat, which are
whatever the words have, and the reasons against a move out of turn."""


@cache
def uses() -> Uses:
    found = Uses()
    for path in page_files():
        found.add_page(path.read_text("utf-8"))
    for path in program_files():
        found.add_program(path.read_text("utf-8"))
    return found


def test_every_key_is_used() -> None:
    unused = [key for key in messages("en") if not DECLARED.fullmatch(key) and not uses().covers(key)]
    assert not unused, f"{len(unused)} keys that nothing uses: {', '.join(unused)}"


def _groups(keys: set[str]) -> set[str]:
    return {key[: at.start()] for key in keys for at in re.finditer(r"\.", key)}


def test_every_key_that_is_used_is_there() -> None:
    # Some languages have more: the suits as the players of one family call them.
    keys = {key for language in languages() for key in messages(language)}
    heads, there = set(words("en")), keys | _groups(keys)
    files = {path: Uses() for path in (*page_files(), *program_files())}
    missing = []
    for path, found in files.items():
        (found.add_program if path.suffix == ".py" else found.add_page)(path.read_text("utf-8"))
        wanted = {
            text
            for text in found.literals
            if "." in text and KEY.fullmatch(text) and text.partition(".")[0] in heads
        }
        missing += [f"{text} in {path.name}" for text in wanted - there if not FILES.fullmatch(text)]
        for pattern in found.made | found.groups:
            if pattern.partition(".")[0] not in heads or not re.fullmatch(r"[\w.*]+", pattern):
                continue
            shape = re.compile(re.escape(pattern).replace(r"\*", "[^.]*"))
            if not any(shape.fullmatch(text) for text in there):
                missing.append(f"{pattern} in {path.name}")
    assert not missing, f"used, but nowhere written: {', '.join(sorted(missing))}"


@pytest.mark.parametrize("kind", ["fact", "why"])
def test_every_fact_and_reason_is_one_that_its_game_tells(kind: str) -> None:
    families = {one.family for one in games().values()}
    unused = []
    for key in messages("en"):
        head, _, rest = key.partition(".")
        family, _, name = rest.partition(".")
        if head != kind or not name or family == "common":
            continue
        assert family in families, f"{key}: there is no family {family}"
        told = Uses()
        for path in program_files():
            if path.parent.name == "games" and path.stem.startswith(family):
                told.add_program(path.read_text("utf-8"))
        if name not in told.literals and name.removesuffix("_you") not in told.literals:
            unused.append(key)
    assert not unused, f"no game tells these: {', '.join(unused)}"


def test_a_fact_about_the_reader_tells_a_fact_that_there_is() -> None:
    facts = {key for key in messages("en") if key.startswith("fact.")}
    stray = [key for key in facts if key.endswith("_you") and key.removesuffix("_you") not in facts]
    assert not stray, ", ".join(stray)


def test_options_moves_and_games_are_those_that_there_are() -> None:
    all_games = games().values()
    options = {f"option.{one.family}.{option.name}" for one in all_games for option in one.options}
    moves = {
        f"move.{one.family}.{call.partition(':')[0]}"
        for one in all_games
        for call in (*one.calls, *one.heads, *one.out_of_turn)
    }
    named = {f"game.{one.id}" for one in all_games}
    for key in messages("en"):
        head = key.partition(".")[0]
        stem = ".".join(key.split(".")[: 2 if head == "game" else 3])
        if head in ("option", "move", "game"):
            assert stem in options | moves | named, f"{key}: there is no such thing"


def test_the_search_finds_what_it_should() -> None:
    found = Uses()
    found.add_page(
        """
        // tr.t("comment.only") is no use
        tr.t("chat.title"); tr.t(`level.${one}.name`); tr.t(on ? 'a.b' : "a.c"); tr.under(`game.${id}.how`);
        const LEVELS = { easy: 1, strong: 2 }; const other = ["expert"];
        """
    )
    found.add_program(
        "self.t('terminal.seat', n=1)\nself.t(f'rank.{card}')\nRANKS = 'A K'\nspeaker.under('names')\n"
    )
    found.add_program(
        "def say(key): return t(f'review.sheet.{key}')\nsay(f'column.{one}')\nsay('title')\nN = 'seat'\n"
    )
    used = ["chat.title", "level.easy.name", "level.expert.name", "a.b", "a.c", "game.x.how.3"]
    used += ["terminal.seat", "rank.A", "names.0", "review.sheet.column.seat", "review.sheet.title"]
    assert [key for key in used if not found.covers(key)] == []
    not_used = ["chat.other", "comment.only", "level.easy.help", "level.unknown.name", "rank.Z", "terminal.n"]
    not_used += ["review.sheet.column.other", "review.sheet.row.seat"]
    assert [key for key in not_used if found.covers(key)] == []
