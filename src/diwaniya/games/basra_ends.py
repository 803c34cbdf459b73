"""The last batch of a hand of Basra, for whoever tries it out to its end: no more cards will come (B4, B12)."""

from diwaniya.engine.kernel import NONE, State, kernel
from diwaniya.engine.state import HIDDEN, Field
from diwaniya.games.basra import _score, _taken

CARDS = 48
"""Cards that are played in a hand (B2)."""
PLIES = 32
"""A card and a choice of captures (B10) for each of sixteen cards."""
KEPT: dict[str, Field] = {
    "hand": ("u8", PLIES),
    "floor": ("u8", PLIES),
    "counts": ("u8", PLIES),
    "sums": ("u8", PLIES),
    "pile": ("u8", PLIES),
    "last_taken": ("u8", PLIES),
    "played": ("u1", PLIES),
    "choices": ("u1", PLIES),
    "basras": ("u1", PLIES),
    "jacks": ("u1", PLIES),
    "last_seat": ("u1", PLIES),
    "last_card": ("u1", PLIES),
    "turn": ("i1", PLIES),
}
"""What a move changes before the hand is scored."""


@kernel
def ready(s: State) -> bool:
    """Is the last batch being played (B4)?"""
    return s.dealt == CARDS and s.turn >= 0


@kernel
def hold_score(s: State) -> None:
    """From here on no batch is ever out, so that the hand is not scored by itself."""
    s.dealt = HIDDEN


@kernel
def let_score(s: State) -> None:
    s.dealt = CARDS


@kernel
def all_played(s: State) -> bool:
    return s.played == CARDS and s.choices == 0


@kernel
def settle(s: State) -> None:
    """B12, B14 to B16."""
    _score(s)


@kernel
def keep(s: State, w: State, ply: int) -> None:
    """Write down all that the next move may change."""
    side = s.turn & 1
    w.hand[ply] = s.hand[s.turn]
    w.floor[ply] = s.floor
    w.counts[ply] = s.counts
    w.sums[ply] = s.sums
    w.pile[ply] = s.pile[side]
    w.last_taken[ply] = s.last_taken
    w.played[ply] = s.played
    w.choices[ply] = s.choices
    w.basras[ply] = s.basras[side]
    w.jacks[ply] = s.jacks[side]
    w.last_seat[ply] = s.last_seat
    w.last_card[ply] = s.last_card
    w.turn[ply] = s.turn


@kernel
def put_back(s: State, w: State, ply: int) -> None:
    """Make it again what was written down."""
    s.turn = w.turn[ply]
    side = s.turn & 1
    s.hand[s.turn] = w.hand[ply]
    s.floor = w.floor[ply]
    s.counts = w.counts[ply]
    s.sums = w.sums[ply]
    s.pile[side] = w.pile[ply]
    s.last_taken = w.last_taken[ply]
    if s.played > w.played[ply]:
        s.played = w.played[ply]
        s.line[s.played] = HIDDEN
    s.basras[side] = w.basras[ply]
    s.jacks[side] = w.jacks[ply]
    s.last_seat = w.last_seat[ply]
    s.last_card = w.last_card[ply]
    if w.choices[ply] != s.choices:
        for i in range(s.choices):
            s.choice[i] = NONE
        s.choices = 0
        if w.choices[ply] > 0:
            _taken(s, s.line[s.played - 1])  # finds the choice anew
