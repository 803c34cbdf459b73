"""Compiled rules driven from Python, a move at a time: for research that wants every position and no checks.

`engine.match` is the door for people: it looks at every move, keeps the record, tells what happened. A `Stepper` does
none of this. It trusts its caller: a move that is not legal is made all the same, with whatever comes of it.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random
from typing import Any

from numba import types

from diwaniya.engine import kernel as K
from diwaniya.engine.compiled import Record, compiled
from diwaniya.engine.game import Game, find
from diwaniya.engine.given import seed64
from diwaniya.engine.state import OVER


def moves_of(mask: int) -> Iterator[int]:
    """The numbers of the moves in a mask, from below."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


class Stepper:
    """Matches of one game, move by move; whenever a hand ends the next one is shuffled and dealt.

    >>> game = Stepper("kout4", seed=7)
    >>> moves = game.begin()                      # a mask: bit n is set if move n is legal
    >>> [game.token(move) for move in moves_of(moves)]
    ['pass', 'bid:5', 'bid:6', 'bid:7', 'bid:8', 'bid:9']
    >>> while moves:                              # 0 when the match is over
    ...     moves = game.step(game.pick(moves))   # pick: one of them at random
    >>> game.over
    True

    `step(move)` makes a move and returns the mask of what is legal next; `turn` is the seat to move, `view(seat)` what
    a seat knows and `state` everything, as records with the fields of the game's layout. Moves have the numbers that
    the game gives them (`token` says what they mean). `seats` and `options` as in a record; the same seed gives the
    same packs, whatever is played.
    """

    step: Callable[[int], int]
    pick: Callable[[int], int]

    def __init__(
        self,
        game: str | Game,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
    ) -> None:
        self.game = find(game) if isinstance(game, str) else game
        self.seats = self.game.seats[0] if seats is None else seats
        if self.seats not in self.game.seats:
            raise ValueError(f"{self.game.id} is not played by {self.seats}")
        self._options = self.game.check_options(dict(options or {}))
        self._k = k = compiled(self.game)
        self.state: Record = k.state()
        chance = Random(seed64(seed))
        self._cards, self._choices = k.rng(chance.getrandbits(64)), k.rng(chance.getrandbits(64))
        self._dealer = chance.randrange
        self._bytes = self.state.array.view("i1").data
        fields = self.state.array.dtype.fields
        assert fields is not None
        self._turn: int = fields["turn"][1]
        self.step = partial(k.advance, self.state.addr, self._cards.addr)
        self.pick = partial(k.link(K.pick, "rm", types.int64), self._choices.addr)

    def begin(self, dealer: int | None = None) -> int:
        """Begin a match, with this dealer or one that is drawn, and deal; the mask of what is legal."""
        dealer = self._dealer(self.seats) if dealer is None else dealer
        self._k.set_up(self.state, self.seats, dealer, self._options)
        self._k.begin(self.state.addr)
        return int(self._k.ready(self.state.addr, self._cards.addr))

    @property
    def turn(self) -> int:
        """The seat to move; negative when the match is over."""
        return self._bytes[self._turn]

    @property
    def over(self) -> bool:
        return self.turn == OVER

    @property
    def scores(self) -> list[int]:
        """Points of each side, or of each seat."""
        scores: list[int] = self.state["score"][: self.game.sides(self.seats)].tolist()
        return scores

    @property
    def winners(self) -> list[int]:
        """The winning seats, once the match is over."""
        return list(moves_of(int(self.state["winners"])))

    def view(self, seat: int, out: Record | None = None) -> Record:
        """What this seat knows, in a new record or in `out`."""
        out = self._k.state() if out is None else out
        self._k.view(self.state.addr, seat, out.addr)
        return out

    def token(self, move: int) -> str:
        """A legal move as people write it."""
        return self.game.token(self._k.pure(self.state), move)
