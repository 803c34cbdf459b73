"""A table as text: drawn for every game there is, in every language, from views of random matches."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from rich.text import Text

from diwaniya import Match
from diwaniya.cli._choices import Asks, Choice, Enter, Move, Order, Unclear, choices, understand
from diwaniya.cli._names import replay_link
from diwaniya.cli._screen import Screen
from diwaniya.cli._telling import Teller, sorted_hand
from diwaniya.engine.game import Game, games
from diwaniya.wire import messages as wire
from diwaniya.wire.http import GameInfo
from diwaniya.wire.view import MatchView
from diwaniya.words import languages, phrase
from diwaniya.words.speaker import Speaker

TRICKS = next(game for game in games().values() if game.seats[0] == 4)

GAP = re.compile(r"…|[{}]|None|UNSET|_")
"""What a sentence must not have: a place that was not filled, a key that has no words."""


class Strict(Speaker):
    """Speaks only what its language has words for."""

    def t(self, *keys: str, **args: Any) -> str:
        assert phrase(*keys, language=self.language) is not None, keys
        return super().t(*keys, **args)


def test_one_card_goes_and_several_go() -> None:
    def said(*cards: str) -> str:
        match = Match("basra", seed=1)
        teller = Teller(Speaker(), info(games()["basra"]), table(match, 0))
        return teller.fact({"key": "buried", "seat": 0, "cards": list(cards)})

    assert said("JC") == "Not for the floor: jack of clubs goes to the bottom of the pack."
    assert said("JC", "7D").endswith(" and 7 of diamonds go to the bottom of the pack.")


def info(game: Game) -> GameInfo:
    return msgspec.convert({"pack": game.pack_tokens(), **game.manifest()}, GameInfo)


def seat(name: str, **more: Any) -> wire.Seat:
    return wire.Seat(
        **{"kind": "person", "name": name, "avatar": 0, "level": None, "here": True, "away": False, **more}
    )


def table(match: Match, viewer: int | None, lines: list[wire.Line] | None = None) -> wire.Table:
    """What a server would show of this match."""
    shown = msgspec.convert(match.view(viewer), MatchView, from_attributes=True)
    people = [
        seat("Layla"),
        seat("حمد", here=False),
        seat("", kind="computer", level="normal"),
        seat("", away=True),
    ]
    return wire.Table(
        table="AAAABBBBCCCCDDDD",
        seq=1,
        phase="playing",
        game=match.game.id,
        options={},
        settings=wire.RoomSettings(),
        code="K7M29QXR",
        host=0,
        seat=viewer,
        seats=[people[i % 4] for i in range(match.seats)],
        watchers=2,
        match="MMMMMMMMMMMMMMMM",
        view=shown,
        lines=lines or [],
        question=None,
        clock=wire.Clock(viewer, 14.6, 60.0),
        commitment="00",
        salts=[],
        first_dealer=0,
        cut=[],
        matches=[],
        muted=[],
    )


def plain(lines: list[Text]) -> list[str]:
    return [line.plain for line in lines]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_every_moment_of_every_game_can_be_told(game: Game, language: str) -> None:
    """Without a gap, and without a word that is missing; and what is numbered is what may be played."""
    speaker, rng = Strict(language), random.Random(9)
    options = {"calls": True} if game.out_of_turn else {}
    match = Match(game.id, seed=4, options=options)
    for seq in range(160):
        if match.over:
            break
        if match.needs_deal:
            seat_, token, facts = None, None, match.deal()
        else:
            seat_ = match.to_move
            assert seat_ is not None
            openly = match.out_of_turn(seat_) if rng.random() < 0.2 else []
            token = rng.choice(openly or match.legal())
            facts = match.play(token)
        line = wire.Line(seq, 1, seat_, token, facts)
        for viewer in (None, 0, match.to_move):
            shown = table(match, viewer)
            assert shown.view is not None
            teller = Teller(speaker, info(game), shown)
            screen = Screen(teller, shown)
            said = [*teller.line(line), *plain(screen.seats()), *plain(screen.turn(shown.view))]
            assert all(said)
            for text in said:
                without_waiting = text.replace(speaker.t("prompt.wait", seat="").strip(), "")
                assert not GAP.search(re.sub(r"\d:\w+:\w+", "", without_waiting.rstrip("…"))), text
            listed = choices(shown.view)
            legal = match.legal(viewer) if viewer is not None and viewer == match.to_move else []
            assert sorted(choice.token for choice in listed if choice.legal) == sorted(legal)
            assert all(choice.why is not None for choice in listed if not choice.legal)


def test_a_turn_reads_like_this() -> None:
    game = games()["kout4"]
    match = Match(game.id, seed=7)
    while len(match.view(match.to_move)["trick"] or []) < 2:
        match.play(match.legal()[-1])
    shown = table(match, match.to_move)
    assert shown.view is not None
    teller = Teller(Speaker(), info(game), shown)
    lines = plain(Screen(teller, shown).turn(shown.view))
    assert lines[0].startswith("Hand 1   Score: Us 0 : Them 0")
    assert any(line.startswith("  In the middle: ") for line in lines)
    mine = next(line for line in lines if line.startswith("  Your cards: "))
    assert len(re.findall(r"\d+ [\dAKQJ]+[♠♥♦♣]\*?|\d+ \w+ \(\w+ joker\)\*?", mine)) == len(shown.view.cards)
    assert mine.count("*") == len(match.legal())
    assert lines[-1] == "Your turn: play a card."
    assert "15 seconds for this move, then 60 seconds of your own." in lines


HAND = [Choice("AS", True, True), Choice("KS", True, False), Choice("take:AS+2C", False, True)]
VIEW = MatchView(
    game="snap",
    seat=0,
    to_move=0,
    needs_deal=False,
    over=False,
    winners=[],
    dealer=1,
    hand=1,
    scores=[0, 0],
    cards=["AS", "KS"],
    legal=["AS", "take:AS+2C", "bid:6", "bid:7", "pass"],
    out_of_turn=["0:expose:KS"],
)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("", Enter()),
        ("  ", Enter()),
        ("1", Move("AS")),
        ("3", Move("take:AS+2C")),
        ("as", Move("AS")),
        ("KS", Move("KS")),
        ("take", Move("take:AS+2C")),
        ("p", Move("pass")),
        ("0:e", Move("0:expose:KS")),
        ("exp", Move("0:expose:KS")),
        ("expose:ks", Move("0:expose:KS")),
        ("0", Unclear("0", [])),
        ("9" * 5000, Unclear("9" * 5000, [])),
        ("bid", Unclear("bid", ["bid:6", "bid:7"])),
        ("4", Unclear("4", [])),
        ("bid:6", Move("bid:6")),
        ("xyz", Unclear("xyz", [])),
        ("?", Asks(None)),
        ("? ks", Asks("KS")),
        ("?2", Asks("KS")),
        ("? xyz", Unclear("xyz", [])),
        ("say hello there", Order("say", "hello there")),
        ("Say hello", Order("say", "hello")),
        ("say", Order("say", "")),
        ("SAY ", Order("say", "")),
        ("/Leave", Order("leave", "")),
        ("/fill easy 2", Order("fill", "easy 2")),
        ("/", Order("", "")),
    ],
)
def test_what_is_typed_is_understood(typed: str, meant: object) -> None:
    assert understand(typed, VIEW, HAND) == meant


def test_before_a_match_only_commands_mean_something() -> None:
    assert understand("AS", None, []) == Unclear("AS", [])
    assert understand("/begin", None, []) == Order("begin", "")


def test_hands_are_laid_out_as_on_the_page() -> None:
    assert sorted_hand(["2C", "AH", "RJ", "KS", "AC", "BJ"], None) == ["RJ", "BJ", "KS", "AH", "AC", "2C"]
    assert sorted_hand(["2C", "AH", "KS"], "C") == ["2C", "KS", "AH"]


NAMED = [
    ("t1", ["Salem", None, None, None], ["Salem", 0, 11, 9]),
    ("AAAABBBBCCCCDDDD", ["Salem", None, None, None], ["Salem", 12, 5, 11]),
    ("qQ2mh5TImFXbMWZd", ["Salem", None, None, None], ["Salem", 9, 11, 0]),
    # People who bear a name of the list: the computer player who would have it takes another one.
    ("t1", [11, None, None, None], [11, 0, 7, 9]),
    ("AAAABBBBCCCCDDDD", [11, 0, None, None], [11, 0, 5, 4]),
    ("qQ2mh5TImFXbMWZd", [11, 0, None, None], [11, 0, 2, 4]),
    # Nobody has a name to spare at so large a table.
    (
        "AAAABBBBCCCCDDDD",
        ["Salem", 9, None, None, 0, 12, *[None] * 7],
        ["Salem", 9, 5, 11, 0, 12, 3, 9, 2, 8, 1, 7, 0],
    ),
]


@pytest.mark.parametrize(("table_id", "people", "expected"), NAMED)
@pytest.mark.parametrize("language", languages())
def test_computer_players_have_the_names_that_the_page_gives_them(
    language: str, table_id: str, people: list[str | int | None], expected: list[str | int]
) -> None:
    """The places are those that web/src/lib/table/names.ts finds in a list of thirteen."""
    speaker = Speaker(language)
    pool = speaker.under("players.names")
    assert len(pool) == 13

    def named(one: str | int) -> str:
        return pool[one] if isinstance(one, int) else one

    seats = [seat("", kind="computer") if one is None else seat(named(one)) for one in people]
    match = Match(TRICKS.id, seed=1)
    shown = msgspec.structs.replace(table(match, 0), table=table_id, seats=seats)
    assert Teller(speaker, info(TRICKS), shown).names == list(map(named, expected))


def test_those_without_a_name_are_not_alike_and_an_onlooker_hears_who_the_sides_are() -> None:
    match = Match("kout4", seed=1)
    seats = [seat("Layla"), seat(""), seat(""), seat("Hamad")]
    shown = msgspec.structs.replace(table(match, None), seats=seats)
    teller = Teller(Speaker("en"), info(match.game), shown)
    assert teller.names == ["Layla", "Player 2", "Player 3", "Hamad"]
    assert [teller.side(0), teller.side(1)] == ["Layla + Player 3", "Player 2 + Hamad"]


@pytest.mark.parametrize(
    ("table_id", "seed"), [("t1", "2alkgm"), ("AAAABBBBCCCCDDDD", "tase7h"), ("qQ2mh5TImFXbMWZd", "g2rj4d")]
)
def test_the_replay_has_the_link_that_the_page_gives_it(table_id: str, seed: str) -> None:
    """As `replayLink` of the same file does; with the seed the replay shows the names of the table."""
    found = replay_link("http://localhost:8484", "MMMMMMMMMMMMMMMM", table_id)
    assert found == f"http://localhost:8484/match/MMMMMMMMMMMMMMMM/{seed}"


@pytest.mark.parametrize("language", languages())
def test_seats_are_counted_from_one(language: str) -> None:
    speaker, match = Speaker(language), Match(TRICKS.id, seed=1)
    lines = plain(Screen(Teller(speaker, info(TRICKS), shown := table(match, 0)), shown).seats())
    numbers = [line.strip().split(".")[0] for line in lines[1 : 1 + match.seats]]
    assert numbers == [speaker.number(n) for n in range(1, match.seats + 1)]


def showdowns(game: Game) -> Iterator[tuple[Match, dict[str, Any]]]:
    """Facts in which everybody shows a card, from a few random matches of a game."""
    rng = random.Random(5)
    for seed in range(5):
        match = Match(game.id, seed=seed)
        while not match.over and len(match.hands) < 6:
            facts = match.deal() if match.needs_deal else match.play(rng.choice(match.legal()))
            yield from ((match, fact) for fact in facts if {"seats", "cards"} <= fact.keys())


@pytest.mark.parametrize("language", languages())
def test_whose_card_it_is_is_said_where_all_are_shown(language: str) -> None:
    speaker, found = Speaker(language), 0
    for game in games().values():
        for match, fact in showdowns(game):
            found += 1
            assert len(fact["seats"]) == len(fact["cards"])
            for viewer in (None, 0, match.seats - 1):
                shown = table(match, viewer)
                teller = Teller(speaker, info(game), shown)
                said = teller.fact(fact)
                for one, card in zip(fact["seats"], fact["cards"], strict=True):
                    name = speaker.isolate(teller.inside(one))
                    assert f"{name} – {speaker.isolate(teller.card(card))}" in said
    assert found, "no game shows all cards"


def test_a_move_out_of_turn_is_written_without_the_seat() -> None:
    """It is always ours, and the record counts seats from 0."""
    openly = [game for game in games().values() if game.out_of_turn]
    for game in openly:
        match = Match(game.id, seed=4, options={"calls": True})
        if match.needs_deal:
            match.deal()
        while not (moves := match.out_of_turn(1)):
            match.play(match.legal()[-1])
        shown = table(match, 1)
        assert shown.view is not None
        told = plain(Screen(Teller(Speaker(), info(game), shown), shown).hand(shown.view, []))
        line = next(line for line in told if "Out of turn" in line)
        assert not re.search(r"\d:", line)
        for token in moves:
            assert f" {token.removeprefix('1:')} (" in line
            assert understand(token.removeprefix("1:"), shown.view, []) == Move(token)
    assert openly
