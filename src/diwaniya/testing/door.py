"""The checked door: what is legal goes through, anything else is refused with its reason and changes nothing."""

import json
import random
import re
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from diwaniya.engine.errors import IllegalMove
from diwaniya.engine.game import Game
from diwaniya.engine.match import Match
from diwaniya.engine.state import ALL
from diwaniya.testing.effort import times
from diwaniya.testing.plain import assert_why_has_words
from diwaniya.testing.play import (
    State,
    Taste,
    legal_moves,
    open_moves,
    option_combinations,
    random_options,
    some_positions,
    viewed,
)

E = TypeVar("E", bound=Exception)

LONGEST = 50_000
"""Moves after which a match should be long over."""

NONSENSE = (
    *(
        "",
        " ",
        "?",
        "a",
        "1S",
        "11S",
        "AX",
        "as",
        "AS ",
        "A\u0660",
        "ASAS",
        "HIDDEN",
        "255",
        "-1",
        "None",
        "null",
        "pass ",
        "PASS",
    ),
    *(
        "bid",
        "bid:",
        "bid:4",
        "bid:10",
        "bid:05",
        "bid:-5",
        "bid:\u0665",
        "trump",
        "trump:",
        "trump:X",
        "trump:SS",
        "take",
        "take:",
    ),
    *(
        "take:AS",
        "take:+",
        "take:AS+AS",
        "take:AS+",
        "take:2C+AS",
        "keep:",
        "swap\n",
        "pay\x00",
        "stand\u2028beg",
        "\ud800",
        "\u202e",
    ),
    *(
        "expose:AS",
        "call:AS",
        "0:expose:",
        "0:expose:XX",
        "0:expose:AS",
        "1:call:AS",
        "9:expose:AS",
        "00:expose:AS",
        "-1:call:AS",
    ),
    *(
        "0:play:AS",
        "0:expose:AS:AS",
        "::",
        ":::",
        "x" * 5000,
        "bid:" + "9" * 5000,
        "take:" + "+".join(["AS"] * 999),
    ),
)
"""Tokens that are no moves, or hardly ever."""


def refusal(kind: type[E], act: Callable[[], object]) -> E:
    """The error with which this is refused."""
    try:
        act()
    except kind as error:
        return error
    raise AssertionError(f"was not refused with {kind.__name__}")


def full(match: Match) -> State:
    """The whole state of a match, all hidden cards included."""
    return match._pure.copy()


def random_match(game: Game, seats: int, rng: random.Random, mode: str = "pure", **more: Any) -> Match:
    """A match before its first move, with random options."""
    options = more.pop("options", None) or random_options(game, rng)
    return Match(game, seats=seats, options=options, seed=rng.randrange(1 << 32), mode=mode, **more)


def advance(match: Match, taste: Taste, rng: random.Random) -> None:
    """One random step: a deal, a move, or a move out of turn."""
    if match.needs_deal:
        match.deal()
        return
    open_tokens = match.out_of_turn(rng.randrange(match.seats))
    if open_tokens and rng.random() < taste.open_moves:
        match.move(rng.choice(open_tokens))
    else:
        match.move(taste.choose(match.legal()))


def check_standing(match: Match) -> None:
    """What must hold at every moment."""
    game, state = match.game, full(match)
    assert state.viewer == ALL
    assert 0 <= match.dealer < match.seats
    assert len(match.scores) == game.sides(match.seats)
    assert [match.over, match.needs_deal, match.to_move is not None].count(True) == 1
    assert match.over == bool(match.winners), "winners are named when the match is over, and not before"
    if game.teams and match.over:
        side = match.winners[0] % 2
        assert match.winners == list(range(side, match.seats, 2)), "G2: partners win together"
    legal = match.legal()
    if match.to_move is None:
        assert not legal
        assert not any(match.out_of_turn(seat) for seat in range(match.seats))
        return
    assert match.to_move < match.seats
    assert match.in_hand
    assert legal, "the seat to move has a move"
    assert len(legal) == state_moves(game, state), "every move has a token of its own"


def state_moves(game: Game, state: State) -> int:
    return int(game.legal(state)).bit_count()


def matches_end(game: Game, seats: int, seed: int) -> None:
    """Random matches come to an end, and at every moment somebody can go on."""
    rng = random.Random(seed)
    for number in range(times(3)):
        match = random_match(game, seats, rng, options=game.defaults if number == 0 else None)
        taste = Taste(rng)
        for _ in range(LONGEST):
            check_standing(match)
            if match.over:
                break
            advance(match, taste, rng)
        assert match.over, f"{match.game.id} with {match.options} does not end: {match.scores}"
        assert "over" in str(refusal(ValueError, match.deal))


def every_option_plays(game: Game, seats: int, seed: int) -> None:
    """Every combination of options plays, keeps its record and reads it back."""
    rng = random.Random(seed)
    for options in option_combinations(game):
        match = random_match(game, seats, rng, options=options)
        taste = Taste(rng)
        for _ in range(60):
            check_standing(match)
            if match.over:
                break
            advance(match, taste, rng)
        assert full(Match.replay(match.record())) == full(match)
        assert match.options == {k: v for k, v in options.items() if v != game.defaults[k]}


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


def records_round_trip(game: Game, seats: int, seed: int) -> None:
    """G5: a record, written and read again, gives the same match, wherever it is cut off; in either mode."""
    rng = random.Random(seed)
    for _ in range(times(6)):
        match = random_match(game, seats, rng)
        taste = Taste(rng)
        for _ in range(rng.randrange(200)):
            if match.over:
                break
            advance(match, taste, rng)
        if match.needs_deal and match.in_hand:
            match.deal()  # a record cannot stop between a pack that ran out (A8) and the next one
        record = match.record()
        text = json.dumps(record)
        again = Match.replay(json.loads(text), mode="pure")
        assert full(again) == full(match)
        assert again.record() == record
        assert again.hands == match.hands
        assert again.next_to_move == match.next_to_move
        for viewer in [None, *range(seats)]:
            assert again.view(viewer) == match.view(viewer)
        spelled = {
            **record,
            "options": {**game.defaults, **record["options"]},
            "meta": {"names": ["A", None], "proof": 1.5},
        }
        if seats == game.seats[0]:
            del spelled["seats"]
        assert Match.replay(spelled, mode="pure").record() == record, (
            "defaults written out and meta change nothing"
        )


def legal_moves_of_views(game: Game, seats: int, seed: int) -> None:
    """A player can tell his own moves from his view alone."""
    rng = random.Random(seed)
    for at in some_positions(game, seats, rng, times(30)):
        turn = at.state.turn
        assert legal_moves(game, viewed(game, at.state, turn)) == legal_moves(game, at.state), at.told()
        for seat in range(seats):
            assert open_moves(game, viewed(game, at.state, seat), seat) == open_moves(game, at.state, seat), (
                at.told()
            )
