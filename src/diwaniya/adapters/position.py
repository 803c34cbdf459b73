"""A deal (or a whole match) as a position that can be copied, sent and searched: what adapters put their clothes on."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from diwaniya.engine import kernel as K
from diwaniya.engine.compiled import Record, compiled
from diwaniya.engine.drivers import apply, legal, rebind
from diwaniya.engine.game import Game, find
from diwaniya.engine.kernel import Rng, State, copy, kernel, pick
from diwaniya.engine.names import bits
from diwaniya.engine.state import DEAL, OVER, pure_rng


@kernel
def finish(root: State, s: State, rng: Rng) -> None:
    """Play the rest of the hand at random."""
    copy(root, s)
    while s.turn >= 0:
        apply(s, pick(rng, legal(s)))


class Rules:
    """A game with its seats and options, compiled; all positions of one table share it.

    Raises `ValueError` for seats and options that do not exist.
    """

    def __init__(
        self, game: str | Game, seats: int | None = None, options: Mapping[str, Any] | None = None
    ) -> None:
        self.game = find(game) if isinstance(game, str) else game
        self.seats = self.game.seats[0] if seats is None else seats
        if self.seats not in self.game.seats:
            allowed = " or ".join(map(str, sorted(self.game.seats)))
            raise ValueError(f"{self.game.id} is played by {allowed}, not {self.seats}")
        self.options = dict(options or {})
        self.values = self.game.check_options(self.options)
        self.sides = self.game.sides(self.seats)
        self.k = compiled(self.game)
        self.scratch: Record = self.k.state()
        """Room for whoever needs a record for a moment."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Rules, (self.game.id, self.seats, self.options)

    def begin(self, seed: int, whole: bool = False) -> "Position":
        """The first deal of `Match(game, seed=seed)`; with `whole` all deals of that match, one after the other."""
        chance = pure_rng(seed)
        state = self.k.state()
        self.k.set_up(state, self.seats, K.below(chance, self.seats), self.values)
        self.k.begin(state.addr)
        position = Position(self, state, chance.s, whole)
        position.deal()
        return position

    def seen(self, view: Any, seed: int) -> "Position":
        """A position that fits everything that a view (of this game, compiled) knows."""
        state, rng = self.k.state(), self.k.rng(seed)
        self.k.sample(view.addr, rng.addr, state.addr)
        return Position(self, state, int(rng["s"]))

    @cached_property
    def finish(self) -> Callable[[int, int, int], None]:
        """`finish` above, compiled for this game: addresses of a position, of room for it, of a generator."""
        from numba import types

        entry: Callable[[int, int, int], None] = self.k.link(
            rebind(finish, apply=self.game.apply, legal=self.game.legal), "ssr", types.void
        )
        return entry


class Position:
    """Where a deal stands. `chance` is what later packs of it follow from, if it needs any (A8) or is a whole match."""

    __slots__ = ("before", "chance", "rules", "state", "whole")

    def __init__(
        self,
        rules: Rules,
        state: Record,
        chance: int,
        whole: bool = False,
        before: Sequence[int] | None = None,
    ) -> None:
        self.rules, self.state, self.chance, self.whole = rules, state, chance, whole
        self.before = tuple(state["score"].tolist()) if before is None else tuple(before)
        """The scores when the deal began."""

    def copy(self) -> "Position":
        state = self.rules.k.state()
        state.array[:] = self.state.array
        return Position(self.rules, state, self.chance, self.whole, self.before)

    def __deepcopy__(self, memo: Any) -> "Position":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.rules, self.state.tobytes(), self.chance, self.whole, self.before)

    @property
    def turn(self) -> int:
        """The seat to move; negative when it is over."""
        return int(self.state.array["turn"].item())

    @property
    def ended(self) -> bool:
        return self.turn < 0

    def legal(self) -> list[int]:
        return bits(self.rules.k.legal(self.state.addr))

    def apply(self, move: int) -> None:
        """Make a legal move; if the deal goes on with another pack, that is dealt."""
        self.rules.k.apply(self.state.addr, move)
        if self.turn == DEAL and (self.whole or self._wants_pack()):
            self.deal()

    def deal(self) -> None:
        """Shuffle and deal as a match does, until somebody can move."""
        rng = pure_rng(self.chance)
        game = self.rules.game
        while self.turn == DEAL:
            pack = list(game.pack)
            K.shuffle(rng, pack, 0, len(pack))
            self.state["pack"] = pack
            self.rules.k.deal(self.state.addr)
            if not self.whole and not self._wants_pack():
                break
        self.chance = rng.s

    def _wants_pack(self) -> bool:
        redeals = self.rules.game.redeals
        return redeals is not None and self.turn == DEAL and redeals(self.rules.k.pure(self.state))

    def view(self, seat: int) -> Record:
        """What a seat knows; the record is the same one each time."""
        view = self.rules.scratch
        self.rules.k.view(self.state.addr, seat, view.addr)
        return view

    def resampled(self, seat: int, seed: int) -> "Position":
        """Another position that this seat cannot tell from this one."""
        other = self.rules.seen(self.view(seat), seed)
        return Position(self.rules, other.state, other.chance, self.whole, self.before)

    def worth(self) -> list[float]:
        """What came of it for each seat, zero together: points of its side less those of the others (their mean).

        Of a whole match: its part of the win, less what is fair.
        """
        rules, game = self.rules, self.rules.game
        sides = rules.sides
        gained: Sequence[float]
        if self.whole:
            won = {game.side(seat) for seat in bits(int(self.state["winners"]))} if self.turn == OVER else ()
            gained = [1 / len(won) if side in won else 0.0 for side in range(sides)]
        elif game.points is not None:
            gained = game.points(rules.k.pure(self.state))
        else:
            scores = self.state.array["score"][0].tolist()
            gained = [score - before for score, before in zip(scores[:sides], self.before, strict=False)]
        total = sum(gained)
        values = [own - (total - own) / (sides - 1) for own in gained]
        return [float(values[game.side(seat)]) for seat in range(rules.seats)]

    def finish(self, rng: Record, end: "Position") -> None:
        """Play the rest at random, in another position of these rules. It ends where another pack would be needed."""
        self.rules.finish(self.state.addr, end.state.addr, rng.addr)
        end.before = self.before

    def token(self, move: int) -> str:
        game = self.rules.game
        return game.fixed_token(move) or game.token(self.rules.k.pure(self.state), move)


def _restored(rules: Rules, raw: bytes, chance: int, whole: bool, before: tuple[int, ...]) -> Position:
    import numpy as np

    state = rules.k.state()
    state.array[:] = np.frombuffer(raw, dtype=state.array.dtype)
    return Position(rules, state, chance, whole, before)
