"""What games are taught with: examples that the rules themselves play, and every rule that a refusal may name."""

from __future__ import annotations

import ast
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import diwaniya
from diwaniya.engine.cards import TOKENS
from diwaniya.engine.game import find, games
from diwaniya.engine.match import Match
from diwaniya.server.learn import Shipped, played, shipped
from diwaniya.wire.http import GameExamples
from diwaniya.words import languages, words
from serving import Server
from table_play import GAMES

FAMILIES = sorted({game.family for game in games().values()})
EXAMPLES = [(family, example) for family in FAMILIES for example in shipped(family).examples]
SOURCE = Path(diwaniya.__file__).parent


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("data")) as running:
        yield running


def rules(family: str, language: str = "en") -> list[str]:
    """The numbers of all rules on a family's page, those of every table too."""
    told = words(language)["learn"]["rules"]
    return [
        number for part in (family, "every") for section in told[part].values() for number in section["rule"]
    ]


def counted(family: str) -> list[str]:
    """The numbers of a family's own rules: from the first to the last of those that its code says it keeps."""
    letter = family[0].upper()
    named = {
        int(number)
        for path in SOURCE.glob(f"games/{family}*.py")
        for number in re.findall(rf"\b{letter}(\d+)\b", path.read_text("utf-8"))
    }
    return [f"{letter}{number}" for number in range(min(named), max(named) + 1)]


def holds(seen: Any, wanted: Any) -> bool:
    """Is what is wanted in what is seen, at any depth?"""
    if isinstance(wanted, dict):
        return all(holds(seen[key], value) for key, value in wanted.items())
    return bool(seen == wanted)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_has_examples(family: str):
    assert 2 <= len(shipped(family).examples) <= 6


@pytest.mark.parametrize(("family", "example"), EXAMPLES, ids=[one.id for _, one in EXAMPLES])
def test_an_example_comes_to_what_it_says(family: str, example: Shipped):
    assert find(example.record["game"]).family == family
    assert Match.replay(example.record).hands
    steps = played(family, example).replay.steps
    assert len(steps) == len(example.steps) >= 2
    assert example.steps == sorted(set(example.steps))
    view = msgspec.to_builtins(steps[-1].view)
    assert example.want
    for key, value in example.want.items():
        assert holds(view[key], value), f"{key}: {view[key]}"


@pytest.mark.parametrize(("family", "example"), EXAMPLES, ids=[one.id for _, one in EXAMPLES])
def test_something_is_said_at_every_step_of_an_example(family: str, example: Shipped):
    for language in languages():
        told = words(language).get("learn", words("en")["learn"])["example"][family][example.id]
        assert told["title"]
        assert len(told["say"]) == len(example.steps)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_rule_is_on_the_page(family: str):
    found = rules(family)
    assert len(found) == len(set(found))
    assert sorted(found) == sorted([*counted(family), *(f"G{number}" for number in range(1, 6))])


@pytest.mark.parametrize("family", FAMILIES)
def test_every_rule_that_a_refusal_names_is_on_the_page(family: str):
    named = set()
    for path in [*SOURCE.glob(f"games/{family}*.py"), SOURCE / "engine" / "match.py"]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Why":
                named |= {
                    part.value
                    for part in ast.walk(node.args[0])
                    if isinstance(part, ast.Constant) and isinstance(part.value, str)
                }
    numbers = {name for name in named if re.fullmatch(r"[A-Z]\d+", name)}
    assert len(numbers) > 3
    assert numbers <= set(rules(family))


@pytest.mark.parametrize("family", FAMILIES)
def test_pictures_tables_and_examples_go_with_rules_that_there_are(family: str):
    file = shipped(family)
    there = set(rules(family))
    pack = {card for game in games().values() if game.family == family for card in game.pack_tokens()}
    named = {*file.pictures, *file.tables} | {rule for one in file.examples for rule in one.rules}
    assert named <= there
    for pictures in file.pictures.values():
        for part in " ".join(pictures).split():
            assert part in pack or part in "><+=|", part
    cells = words()["learn"]["cell"]
    for table in file.tables.values():
        assert len({len(row) for row in table}) == 1
        for cell in (cell for row in table for cell in row if isinstance(cell, str)):
            assert cell in cells or cell in TOKENS


def test_the_order_of_a_suit_is_shown_down_to_the_lowest_card_of_the_smaller_pack():
    """K3, for in its text there is no end."""
    pack = set(find("kout4").pack_tokens())
    order = [f"{rank}H" for rank in "AKQJT98765432"]
    assert shipped("kout").pictures["K3"] == [" > ".join(card for card in order if card in pack)]


def told_of_positions(family: str) -> set[str]:
    """The keys of all tips that come in a hundred matches of the family in which anything may be played."""
    keys = set()
    for game in (game for game in games().values() if game.family == family):
        for seed in range(50):
            rng = random.Random(seed)
            match = Match(game, seed=seed, mode="pure")
            for _ in range(60):
                if match.needs_deal:
                    match.deal()
                seat = match.to_move
                if seat is None:
                    break
                keys |= {fact["key"] for fact in match.tips(seat)}
                match.play(rng.choice(match.legal()))
    return keys


def test_every_lesson_is_about_something_that_its_game_has():
    lessons = words()["learn"]["lesson"]
    assert sorted(lessons) == FAMILIES
    general = {"welcome", "scored", "choose", "lead", "must_follow", "follow"}
    for family, moments in lessons.items():
        mine = [game for game in games().values() if game.family == family]
        said = {f"say_{call.partition(':')[0]}" for game in mine for call in (*game.calls, *game.heads)}
        facts = {f"fact_{key}" for key in words()["fact"][family]}
        tips = {name for name in moments if name.startswith("tip_")}
        assert set(moments) - tips <= general | said | facts
        assert tips == {f"tip_{key}" for key in told_of_positions(family)}
        assert "welcome" in moments


@pytest.mark.parametrize("game", GAMES)
def test_examples_are_served(server: Server, game: str):
    status, headers, body = server.get(f"/api/games/{game}/examples")
    assert status == 200
    assert headers["content-type"].startswith("application/json")
    answer = msgspec.json.decode(body, type=GameExamples)
    assert [one.id for one in answer.examples] == [one.id for one in shipped(find(game).family).examples]
    assert len(body) < 150_000


def test_there_are_none_of_a_game_that_is_not_there(server: Server):
    status, _, body = server.get("/api/games/../examples")
    assert status == 404
    status, _, body = server.get("/api/games/chess/examples")
    assert status == 404
    assert json.loads(body)["code"] == "not_found"
