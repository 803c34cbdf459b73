"""The checked door: what is legal goes through, anything else is refused with its reason and changes nothing."""

import random
import re
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from diwaniya.engine.errors import IllegalMove
from diwaniya.engine.game import Game
from diwaniya.engine.match import Match
from diwaniya.testing.effort import times
from diwaniya.testing.matches import advance, full, random_match
from diwaniya.testing.plain import assert_why_has_words
from diwaniya.testing.play import Taste

E = TypeVar("E", bound=Exception)

PLAIN_NONSENSE = """
? a 1S 11S AX as A\u0660 ASAS HIDDEN 255 -1 None null PASS :: ::: keep: stand\u2028beg \ud800 \u202e pay\x00
bid bid: bid:4 bid:10 bid:05 bid:-5 bid:\u0665 trump trump: trump:X trump:SS
take take: take:AS take:+ take:AS+AS take:AS+ take:2C+AS
expose:AS call:AS 0:expose: 0:expose:XX 0:expose:AS 1:call:AS 9:expose:AS 00:expose:AS -1:call:AS
0:play:AS 0:expose:AS:AS
"""
NONSENSE = [
    "",
    " ",
    "AS ",
    "pass ",
    "swap\n",
    "stand\u2028beg",
    "x" * 5000,
    "bid:" + "9" * 5000,
    "take:" + "+".join(["AS"] * 999),
]
NONSENSE += PLAIN_NONSENSE.split()
"""Tokens that are no moves, or hardly ever."""


def refusal(kind: type[E], act: Callable[[], object]) -> E:
    """The error with which this is refused."""
    try:
        act()
    except kind as error:
        return error
    raise AssertionError(f"was not refused with {kind.__name__}")


def assert_refused(match: Match, token: str, seat: int | None = None) -> None:
    """The move is refused: one line that names the rule and what is legal, and nothing has changed."""
    before, record, legal = full(match), match.record(), match.legal()
    error = refusal(IllegalMove, lambda: match.play(token, seat))
    assert full(match) == before, f"{token!r} was refused, but something has changed"
    assert match.record() == record
    assert error.token == token
    assert error.legal == legal
    assert error.why is not None, f"{token!r} was refused without a reason"
    assert error.why == match.why_not(token, seat)
    assert re.fullmatch(r"[A-Z]\d+[a-z]?", error.why.rule)
    line = str(error)
    assert line.isprintable(), f"not one printable line: {line!r}"
    assert f"({error.why.rule})" in line
    assert (" ".join(legal) or "nothing") in line
    assert_why_has_words(match.game, error.why)


def illegal_moves_are_refused(game: Game, seats: int, seed: int) -> None:
    """What is not legal is refused, also from the wrong seat, between hands and after the end."""
    rng = random.Random(seed)
    known = {*game.pack_tokens(), *game.calls}
    for _ in range(times(2)):
        match = random_match(game, seats, rng)
        taste = Taste(rng)
        for number in range(60):
            legal = match.legal()
            known |= set(legal)  # captures have tokens of their own
            open_tokens = {token for seat in range(seats) for token in match.out_of_turn(seat)}
            for token in legal:
                assert match.why_not(token) is None, f"{token} is legal and yet {match.why_not(token)}"
                assert match.why_not(token, match.to_move) is None
            for token in open_tokens:
                assert match.why_not(token) is None
                assert match.why_not(token, int(token[0])) is None
                assert_refused(match, token, (int(token[0]) + 1) % seats)
            if number % 6 == 0 or not legal:
                for token in sorted(known.difference(legal)):
                    assert_refused(match, token)
                    assert_refused(match, token, match.to_move)
                for token in NONSENSE:
                    if token not in legal and token not in open_tokens:
                        assert_refused(match, token)
                for seat in {*range(-1, seats + 1), 99}.difference([match.to_move]):
                    assert_refused(match, rng.choice(legal or sorted(known)), seat)
                if match.in_hand and not match.needs_deal:
                    deals_are_refused(match)
            if match.over:
                break
            advance(match, taste, rng)


def deals_are_refused(match: Match) -> None:
    """In the middle of a hand nothing can be dealt."""
    before = full(match)
    for pack in (None, " ".join(match.game.pack_tokens())):
        assert "not over" in str(refusal(ValueError, partial(match.deal, pack)))
    assert full(match) == before


def wrong_packs_are_refused(game: Game, seats: int, seed: int) -> None:
    """Only the whole pack can be dealt, each card as often as it is there."""
    rng = random.Random(seed)
    match = Match(game, seats=seats)
    right = game.pack_tokens()
    rng.shuffle(right)
    one, other = next((a, b) for a in right for b in right if a != b)
    twice = [one if token == other else token for token in right]
    wrong: list[str | list[str]] = [
        [],
        right[1:],
        [*right, one],
        twice,
        [*right[1:], "XX"],
        right + right,
        "",
        "?",
        [""],
        [*right[1:], ""],
    ]
    before = full(match)
    for pack in wrong:
        refusal(ValueError, partial(match.deal, pack))
        assert full(match) == before
        assert not match.hands
    match.deal(right)
    assert match.to_move is not None or match.needs_deal or match.over
    assert match.record()["hands"][0]["deck"] == " ".join(right)
