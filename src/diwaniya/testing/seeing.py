"""What everybody sees and what one seat sees besides: together they are its view, nothing is lost, stale or leaked."""

import random
from collections.abc import Iterator

from diwaniya.engine.game import Game
from diwaniya.engine.match import Match
from diwaniya.engine.state import SPECTATOR
from diwaniya.testing.effort import times
from diwaniya.testing.matches import advance, random_match
from diwaniya.testing.naive_view import naive_view
from diwaniya.testing.play import Taste, legal_moves, open_moves, viewed

ONLY_PRIVATE = {"seat", "legal", "blocked", "out_of_turn"}
"""What the public part never has."""


def standings(game: Game, seats: int, rng: random.Random, count: int, mode: str = "pure") -> Iterator[Match]:
    """Random matches, stopped after every step: before the first deal, in play, between hands, at the end."""
    while count > 0:
        match = random_match(game, seats, rng, mode)
        taste = Taste(rng)
        # A match with a seed is dealt at once: this one stands before its first deal, as a new table does.
        yield Match(game, seats=seats, options=match.options, mode=mode)
        for _ in range(200):
            yield match
            count -= 1
            if match.over or count <= 0:
                break
            advance(match, taste, rng)


def assert_written(match: Match, seat: int | None) -> None:
    """A view is a whole record: the kernel has written every field of it."""
    seen = match._mode.read(match.observation(seat))
    missing = [name for name in match.game.layout.fields if not hasattr(seen, name)]
    assert not missing, f"{match.game.id}: the view kernel leaves {missing} unwritten"
    assert seen == viewed(match.game, match._pure, SPECTATOR if seat is None else seat)


def assert_parts(match: Match, where: str) -> None:
    """Both parts together are what every viewer sees, told the straight way."""
    public = match.public()
    assert not ONLY_PRIVATE & public.keys(), where
    for seat in (None, *range(match.seats)):
        straight = naive_view(match, seat)
        private = match.private(seat)
        assert {**public, **private} == straight, f"{where}: {seat} sees otherwise"
        assert match.view(seat) == straight, f"{where}: the view of {seat}"
        assert private["seat"] == seat
        if seat is None:
            assert private == {"seat": None}
            assert public["cards"] == []
        else:
            assert private["cards"] == straight["cards"]
            assert len(private["cards"]) == public["counts"][seat], f"{where}: cards of {seat}"
    assert match.public() is public, f"{where}: nothing has changed"


def views_have_two_parts(game: Game, seats: int, seed: int) -> None:
    """`{**public(), **private(seat)}` is the view of every viewer in every standing, and so in the compiled mode."""
    rng = random.Random(seed)
    each = max(400, 2000 // len(game.seats))
    for mode, count in (("pure", times(each)), ("compiled", times(each // 8))):
        for match in standings(game, seats, rng, count, mode):
            assert_written(match, rng.choice([None, *range(seats)]))
            assert_parts(match, f"{game.id}, {seats} seats, {mode}: {match.record()}")


def assert_allows(match: Match, known: set[str]) -> None:
    """`allows` says of these tokens and of all that are legal what the whole lists say, and the lists are right."""
    game, state = match.game, match._pure
    moves = legal_moves(game, state)
    assert match.legal() == list(moves)
    open_tokens = [list(open_moves(game, state, seat)) for seat in range(match.seats)]
    known |= set(moves).union(*open_tokens)
    for seat in range(match.seats):
        assert match.legal(seat) == (list(moves) if seat == state.turn else [])
        assert match.out_of_turn(seat) == open_tokens[seat]
        may = {*match.legal(seat), *open_tokens[seat]}
        for token in known:
            assert match.allows(token, seat) == (token in may), (token, seat, match.record())


def moves_are_allowed_when_legal(game: Game, seats: int, seed: int) -> None:
    """A move may be made when it is in the list, asked for by itself or not, and no other."""
    rng = random.Random(seed)
    known = {*game.pack_tokens(), *game.calls, "", "take:", "0:expose:AS", "9:call:AS", "x" * 99}
    for match in standings(game, seats, rng, times(max(60, 300 // len(game.seats)))):
        assert_allows(match, known)
