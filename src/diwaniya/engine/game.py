"""What a game is to the rest of the program, and how games are found.

A game is one file in `diwaniya/games/` that holds `Game` records under any names. Nothing lists them: this module looks
into the folder.
"""

import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from diwaniya.engine import cards
from diwaniya.engine.families import file_of
from diwaniya.engine.kernel import ALL64, Mask, Rng, State
from diwaniya.engine.names import Names, bits
from diwaniya.engine.seats import right_of
from diwaniya.engine.state import HIDDEN, OVER, Layout, PureState

THRESHOLD_CAP = 1 << 62
"""A target beyond this is never reached either; larger numbers are read as this one."""
AMOUNT_CAP = 1 << 40
"""The most points an option may award at once, so that sums stay exact in 64 bits."""


@dataclass(frozen=True)
class Option:
    """A choice of the table: a whole number, or yes/no when the default is a `bool`.

    `least` is the smallest value allowed, `choices` the only ones if given. A `threshold` is only compared with scores.
    """

    name: str
    default: int | bool
    least: int = 0
    choices: tuple[int, ...] = ()
    threshold: bool = False
    common: tuple[int, ...] = ()
    """Values that a page offers first; any other allowed value may be written too."""

    @property
    def is_flag(self) -> bool:
        return isinstance(self.default, bool)

    def check(self, value: object) -> int:
        """The value as the number that the kernels read. Raises `ValueError` with what would have been right."""
        if self.is_flag:
            if not isinstance(value, bool):
                raise ValueError(f"{self.name} must be true or false")
            return int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise ValueError(f"{self.name} must be a whole number")
        if self.choices and value not in self.choices:
            raise ValueError(f"{self.name} must be {' or '.join(map(str, self.choices))}")
        if value < self.least:
            raise ValueError(f"{self.name} must be at least {self.least}")
        if self.threshold:
            return min(value, THRESHOLD_CAP)
        if value > AMOUNT_CAP:
            raise ValueError(f"{self.name} must be at most {AMOUNT_CAP}")
        return value


@dataclass(frozen=True)
class Why:
    """Why a move is not allowed: the rule's number, a key for the words (`why.<family>.<key>`), what fills them in."""

    rule: str
    key: str
    args: Mapping[str, Any] = field(default_factory=dict)


Fact = dict[str, Any]
"""Something that a move brought about and that everybody saw: `{"key": "trick", "seat": 2}`; the words are at
`fact.<family>.<key>`."""


def next_seat(state: PureState) -> int:
    """The seat right of the dealer (G1)."""
    s: Any = state
    return right_of(s, s.dealer)


@dataclass(frozen=True)
class Game:
    """One game id. The first block is data, the second kernels, the third plain Python on pure states, for people.

    Kernels may assume that what they are asked makes sense: `engine.match` is the checked door.
    """

    id: str
    family: str
    seats: tuple[int, ...]
    """Numbers of seats allowed, the usual one first."""
    teams: bool
    """Seat s belongs to side s mod 2 (G2); otherwise every seat is a side."""
    pack: tuple[int, ...]
    options: tuple[Option, ...]
    layout: Layout
    zones: tuple[str, ...]
    """What lies on the table, for a page to lay out: `trick`, `floor` or `faces`."""

    start: Callable[[State], None]
    """Begin a match: seats, dealer, options and pack are set, all else is zero. Leaves `turn` at `DEAL`."""
    deal: Callable[[State], None]
    """Deal from `pack`, in its order."""
    legal: Callable[[State], Mask]
    """The moves open to the seat to move; in a view, to the viewer."""
    apply: Callable[[State, int], None]
    """Make a legal move."""
    view: Callable[[State, int, State], None]
    """What a seat (or `SPECTATOR`) knows, into another record, whose every field is written (begin with `copy`): `pack`
    and all that is hidden is overwritten."""
    sample: Callable[[State, Rng, State], None]
    """A full state, pack included, that fits everything a view knows."""

    token: Callable[[PureState, int], str]
    """A move number as a token; the state tells what a number of 52 and up means."""
    why_not: Callable[[PureState, str, int], Why | None]
    """Why this seat may not make this move; `None` if it may. Only asked for the seat to move, in play."""
    show: Callable[[PureState], dict[str, Any]]
    """What lies open to the viewer of a *view*, as a new dict of plain data (docs/protocol.md): at least `cards`, those
    of the viewer, and `counts`, how many each seat holds."""
    report: Callable[[PureState], dict[str, Any]]
    """The game's own fields of a hand in `replay --json`, from a full state, at any moment of the hand."""
    story: Callable[[PureState, int, str, PureState], list[Fact]]
    """Facts that a move (seat, token) brought about, from the spectator's views before and after it. A deal is
    told with seat -1 and the token ""."""

    calls: tuple[str, ...] = ()
    """Tokens of the moves that are not cards, in numbering order, for a page's buttons."""
    heads: tuple[str, ...] = ()
    """Heads of tokens that are neither a card nor one of `calls`: `take` for `take:AS+4H`."""
    fixed: tuple[str, ...] = ()
    """Tokens of the moves from number 0 on that mean the same in every state, "" for one that does not. What is named
    here needs no call of `token`, so it is found at once."""
    holding: Callable[[PureState, int], Mask] | None = None
    """The cards that a seat holds, as a mask, where these are all that `show` tells a seat besides what it tells a
    spectator. Then no view has to be made for the seats that only look on while others move."""
    own: Callable[[PureState], dict[str, Any]] | None = None
    """The part of `show` that may be otherwise for a seat than for a spectator: its `cards` at least. Without this and
    without `holding` the two are compared, which takes longer."""
    one_reason: bool = False
    """Are all cards that a player holds and may not play now forbidden for the same reason, as in a game of tricks?
    Then `why_not` is asked once for all of them."""
    points: Callable[[PureState], list[int]] | None = None
    """What the running hand has brought each side so far; by how much the scores have changed if not given."""
    first: Callable[[PureState], int] = next_seat
    """The seat that begins the next hand."""
    shuffle: Callable[[State, Rng], None] | None = None
    """Shuffle as much of `pack` as the next deal can need; the whole pack if not given."""
    out_of_turn: tuple[str, ...] = ()
    """Kinds of moves that a seat may make out of turn with a card: `2:expose:AS`."""
    out_of_turn_rules: tuple[str, ...] = ()
    """The rule behind each of these kinds."""
    open_legal: Callable[[State, int, int], Mask] | None = None
    """Cards with which a seat may make the out-of-turn move of this kind (its place in `out_of_turn`)."""
    open_apply: Callable[[State, int, int, int], None] | None = None
    """Make a legal out-of-turn move: seat, kind, card."""
    redeals: Callable[[PureState], bool] | None = None
    """Is the pack asked for now (`DEAL`) another one for the same hand (A8)?"""
    card_tokens: tuple[str, ...] = cards.TOKENS
    deck: str = "french"
    cut: bool = False
    """Is the first dealer cut for (A2)?"""

    @cached_property
    def certain(self) -> Callable[[PureState], list[int] | None] | None:
        """`certain` of `games/<family>_rest.py`: the moves, in the order of play, with which the viewer of a view wins
        every trick to the end of the hand, whatever he cannot see; None where that is not certain. A family without
        such a file, as one without tricks, has None in place of it."""
        found: Callable[[PureState], list[int] | None] | None
        found = getattr(file_of("diwaniya.games", f"{self.family}_rest"), "certain", None)
        return found

    @cached_property
    def tips(self) -> Callable[[PureState], list[Fact]] | None:
        """`tips` of `games/<family>_tips.py`: what a lesson may tell the viewer of a view who is to move, the most
        telling first. The words are at `learn.lesson.<family>.tip_<key>`. A family without such a file has None."""
        found: Callable[[PureState], list[Fact]] | None
        found = getattr(file_of("diwaniya.games", f"{self.family}_tips"), "tips", None)
        return found

    def sides(self, seats: int) -> int:
        """How many sides keep a score."""
        return 2 if self.teams else seats

    def side(self, seat: int) -> int:
        """The side of a seat (G2)."""
        return seat % 2 if self.teams else seat

    @property
    def defaults(self) -> dict[str, int | bool]:
        return {option.name: option.default for option in self.options}

    def check_options(self, given: Mapping[str, object]) -> list[int]:
        """Option values in order, as the kernels read them. Raises `ValueError` saying what would be right."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                right = f"{self.id} knows {', '.join(known)}" if known else f"{self.id} has no options"
                raise ValueError(f"unknown option {name!r}: {right}")
        return [option.check(given.get(name, option.default)) for name, option in known.items()]

    def pack_tokens(self) -> list[str]:
        return [self.card_tokens[card] for card in self.pack]

    @cached_property
    def _fixed_names(self) -> Names:
        return Names(self.fixed)

    @cached_property
    def _card_names(self) -> Names:
        return Names(self.card_tokens)

    def cards(self, held: int) -> list[str]:
        """The tokens of a mask of cards, in numbering order."""
        return self._card_names(held)

    @cached_property
    def fixed_numbers(self) -> dict[str, int]:
        return {token: number for number, token in enumerate(self.fixed) if token}

    @cached_property
    def _varying(self) -> int:
        """The moves whose tokens the state tells, as a mask."""
        return ALL64 & ~sum(1 << number for number in self.fixed_numbers.values())

    @cached_property
    def card_moves(self) -> int:
        """The moves that are cards and have their numbers, whatever the state, as a mask."""
        pairs = zip(self.fixed, self.card_tokens, strict=False)
        return sum(1 << number for number, (move, card) in enumerate(pairs) if move == card)

    def tokens(self, state: PureState, moves: int) -> list[str]:
        """The tokens of a mask of moves, in numbering order."""
        if moves & self._varying:
            return [self.token(state, number) for number in bits(moves)]
        return self._fixed_names(moves)

    def fixed_token(self, move: int) -> str:
        """The token of a move that means the same in every state; "" if the state tells what it means."""
        return self.fixed[move] if move < len(self.fixed) else ""

    def number(self, state: PureState, moves: int, token: str) -> int:
        """The number of a token among these moves; -1 if it is none of them."""
        fixed = self.fixed_numbers.get(token)
        if fixed is not None:
            return fixed if moves >> fixed & 1 else -1
        for number in bits(moves & self._varying):
            if self.token(state, number) == token:
                return number
        return -1

    @cached_property
    def card_numbers(self) -> dict[str, int]:
        """The numbers of the cards of the pack, by token."""
        return {self.card_tokens[card]: card for card in self.pack}

    @cached_property
    def words(self) -> frozenset[str]:
        """Every token that can be told to be one of this game without looking at a state."""
        return frozenset(self.card_numbers) | frozenset(self.calls)

    def manifest(self) -> dict[str, Any]:
        """What a page has to know of the game before a match."""
        return {
            "id": self.id,
            "family": self.family,
            "seats": list(self.seats),
            "teams": self.teams,
            "deck": self.deck,
            "zones": list(self.zones),
            "calls": list(self.calls),
            "out_of_turn": list(self.out_of_turn),
            "cut": self.cut,
            "pack": self.pack_tokens(),
            "options": [
                {
                    "name": option.name,
                    "kind": "flag" if option.is_flag else "number",
                    "default": option.default,
                    "least": option.least,
                    "choices": list(option.choices),
                    "common": list(option.common),
                }
                for option in self.options
            ],
        }


def is_over(state: PureState) -> bool:
    turn: int = state.turn  # type: ignore[attr-defined]
    return turn == OVER


def shown(numbers: Sequence[int], names: tuple[str, ...] = cards.TOKENS) -> list[str]:
    """Card numbers as tokens, without those that are hidden or not there."""
    return [names[number] for number in numbers if number != HIDDEN]


@cache
def games() -> dict[str, Game]:
    """Every game by id, found in `diwaniya/games/`."""
    package = importlib.import_module("diwaniya.games")
    found: dict[str, Game] = {}
    for module in sorted(pkgutil.iter_modules(package.__path__), key=lambda m: m.name):
        for value in vars(importlib.import_module(f"diwaniya.games.{module.name}")).values():
            if isinstance(value, Game):
                found[value.id] = value
    return found


def find(game_id: str) -> Game:
    """The game of this id. Raises `ValueError` with the ids that there are."""
    try:
        return games()[game_id]
    except KeyError:
        raise ValueError(f"unknown game {game_id!r}: there are {', '.join(games())}") from None
