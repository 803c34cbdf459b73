"""Whole matches: they go on, end, and can be written down and read again."""

import json
import random
from typing import Any

from diwaniya.engine.game import Game
from diwaniya.engine.match import Match
from diwaniya.engine.state import ALL
from diwaniya.testing.effort import times
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

LONGEST = 50_000
"""Moves after which a match should be long over."""


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
    assert len(legal) == int(game.legal(state)).bit_count(), "every move has a token of its own"


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
        assert not match.legal()
        assert not match.needs_deal


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
