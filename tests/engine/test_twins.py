"""Every game against its twin: a second reading of the rules by another hand (tests/twins).

Whole matches are played at random, with all options and numbers of seats, and after every move both say the same.
"""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diwaniya.engine.errors import IllegalMove
from diwaniya.engine.game import Game, games
from diwaniya.engine.match import Match
from diwaniya.engine.record import replay
from diwaniya.testing.effort import times
from diwaniya.testing.play import Taste, random_options
from twins import replay as twin_replay
from twins.base import IllegalPlay, Twin

PAIRS = [game for game in games().values() if game.id in twin_replay.GAMES]
SHOWN_TO_ALL = 60
"""Views of every seat are compared so often a match; they are the same thing over and over."""

every_pair = pytest.mark.parametrize("game", PAIRS, ids=[game.id for game in PAIRS])


def test_every_twin_has_its_game() -> None:
    assert {game.id for game in PAIRS} == set(twin_replay.GAMES)


@st.composite
def tables(draw: st.DrawFn, game: Game) -> dict[str, Any]:
    """How a match begins, and how long it is watched."""
    seats = draw(st.sampled_from(game.seats))
    return {
        "seats": seats,
        "dealer": draw(st.integers(0, seats - 1)),
        "options": random_options(game, random.Random(draw(st.integers(0, 1 << 16)))),
        "seed": draw(st.integers(0, 1 << 32)),
        "length": draw(st.integers(1, 300)),
    }


class Both:
    """The same match twice."""

    def __init__(self, game: Game, table: dict[str, Any], dislikes: Sequence[str] = ()) -> None:
        self.rng = random.Random(table["seed"])
        self.taste = Taste(self.rng, dislikes)
        self.game = game
        self.match = Match(
            game, seats=table["seats"], dealer=table["dealer"], options=table["options"], mode="pure"
        )
        self.twin: Twin = twin_replay.new_twin(game.id, table["options"], table["seats"], table["dealer"])

    def compare(self) -> None:
        match, twin = self.match, self.twin
        assert match.to_move == twin.to_move
        assert match.needs_deal == twin.needs_deal
        assert match.over == twin.over
        assert match.in_hand == twin.in_hand
        assert match.legal() == twin.legal()
        assert match.scores == twin.scores
        assert match.winners == twin.winners
        assert match.dealer == twin.dealer
        if match.hands:
            assert match.hands[-1] == twin.report()
        if not match.over and not match.in_hand:
            assert match.next_to_move == twin.next_seat()
        for seat in range(match.seats):
            assert match.out_of_turn(seat) == twin.out_of_turn(seat)

    def compare_views(self) -> None:
        """What the twin shows to a seat, the match shows too, and exactly that."""
        if not self.match.hands:
            return
        for seat in range(self.match.seats):
            view, visible = self.match.view(seat), self.twin.visible(seat)
            for name in view.keys() & visible.keys():
                if name == "calls" and not self.match.in_hand:
                    continue  # the twin forgets them later
                assert view[name] == visible[name], f"seat {seat}: {name}"
            assert {"cards", "counts"} <= view.keys() & visible.keys()

    def shuffled(self) -> list[str]:
        pack = self.game.pack_tokens()
        self.rng.shuffle(pack)
        return pack

    def deal(self, pack: list[str]) -> None:
        self.match.deal(pack)
        self.twin.deal(pack)

    def choose(self) -> str:
        mover = self.rng.randrange(self.match.seats)
        open_tokens = self.match.out_of_turn(mover)
        if open_tokens and self.rng.random() < self.taste.open_moves:
            return self.rng.choice(open_tokens)
        return self.taste.choose(self.match.legal())

    def play(self, token: str) -> None:
        self.match.play(token)
        self.twin.play(token)

    def refuse(self) -> None:
        """A token out of the blue: both make it, or both refuse it."""
        game = self.game
        token = self.rng.choice([*game.pack_tokens(), *game.calls])
        if game.out_of_turn and self.rng.random() < 0.5:
            kind = self.rng.choice(game.out_of_turn)
            token = f"{self.rng.randrange(self.match.seats)}:{kind}:{self.rng.choice(game.pack_tokens())}"
        legal = self.twin.legal()
        try:
            self.twin.play(token)
        except IllegalPlay:
            with pytest.raises(IllegalMove) as caught:
                self.match.play(token)
            assert caught.value.legal == legal
        else:
            self.match.play(token)


def play_both(game: Game, table: dict[str, Any]) -> Both:
    both = Both(game, table)
    both.compare()
    for number in range(table["length"]):
        if both.match.over:
            break
        if both.match.needs_deal:
            both.deal(both.shuffled())
        elif both.rng.random() < 0.1:
            both.refuse()
        else:
            both.play(both.choose())
        both.compare()
        if number < SHOWN_TO_ALL:
            both.compare_views()
    return both


@every_pair
@settings(max_examples=times(40))
@given(data=st.data())
def test_match_and_twin_agree(game: Game, data: st.DataObject) -> None:
    play_both(game, data.draw(tables(game)))


@every_pair
def test_whole_matches_and_their_records(game: Game) -> None:
    """To the end of the match; the score sheets of the record are the same too."""
    rng = random.Random(7)
    for _ in range(times(4)):
        seats = rng.choice(game.seats)
        table = {
            "seats": seats,
            "dealer": rng.randrange(seats),
            "options": random_options(game, rng),
            "seed": rng.randrange(1 << 32),
            "length": 5000,
        }
        both = play_both(game, table)
        assert both.match.over
        record = both.match.record()
        assert replay(record, "pure").as_json() == twin_replay.replay(record)


RARE = {
    "kout": [
        "BJ",
        "RJ",
        "AS",
        "KS",
        "QS",
        "bid:6",
        "bid:7",
        "bid:8",
        "bid:9",
        "trump:H",
        "trump:D",
        "trump:C",
    ],
    "allfours": ["stand", "give"],
    "basra": ["JS", "JH", "JD", "JC", "7D"],
    "cucco": ["keep"],
}
"""What the players avoid, so that rare things happen: a joker is only led by force if it was kept to the end."""


def one_suit_turned(both: Both) -> list[str]:
    """A pack in which every card that All Fours can turn is of one suit, so that it runs out (A8)."""
    pack, seats = both.shuffled(), both.match.seats
    turned = list(range(6 * seats, len(pack), 3 * seats + 1))
    suit = both.rng.choice("SHDC")
    chosen = [token for token in pack if token[1] == suit][: len(turned)]
    others = iter([token for token in pack if token not in chosen])
    return [chosen.pop() if place in turned else next(others) for place in range(len(pack))]


@every_pair
def test_rare_things_agree_too(game: Game) -> None:
    """Forced joker leads (K15), reshuffled packs (A8), choices of captures (B10), the inn (C13)."""
    rng = random.Random(11)
    seen: Counter[str] = Counter()
    for _ in range(times(40)):
        seats = rng.choice(game.seats)
        options = random_options(game, rng) | ({"target": 100_000} if "target" in game.defaults else {})
        table = {
            "seats": seats,
            "dealer": rng.randrange(seats),
            "options": options,
            "seed": rng.randrange(1 << 32),
        }
        both = Both(game, table, RARE.get(game.family, ()))
        for _ in range(120):
            if both.match.over:
                break
            if both.match.needs_deal:
                seen["pack ran out"] += both.match.in_hand
                stacked = game.family == "allfours" and rng.random() < 0.3
                both.deal(one_suit_turned(both) if stacked else both.shuffled())
            else:
                token = both.choose()
                seen[token.partition(":")[0]] += 1
                both.play(token)
                seen["forced joker"] += getattr(both.twin, "forced_joker", False)
            both.compare()
    wanted = {
        "kout": ["forced joker"],
        "allfours": ["pack ran out", "run"],
        "basra": ["take"],
        "cucco": ["ask", "pay", "refuse", "swap"],
    }
    for what in wanted.get(game.family, []):
        assert seen[what] >= 5, f"{what} came up only {seen[what]} times"
