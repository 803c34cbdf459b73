"""Alpha-beta over the tricks of an open hand, one yes-or-no question at a time: can our side get this much?

Generic: what it must know of a family of games are the kernels below, which `games/<family>_open.py` brings along
under the same names. They work on a record of their own, the *position*: the fields of `POSITION`, and those that the
family adds. What changes from card to card is kept once for each card played (`ply`), so that taking a card back costs
next to nothing.

Every answer comes with what it rests on, `rel`: the cards that mattered for it, as bits, and facts (`solver_table`).
"""

from collections.abc import Mapping

from diwaniya.engine.kernel import NONE, ONE, Mask, State, bit, kernel, lowest, mask
from diwaniya.engine.state import Field
from diwaniya.search.solver_table import Position, Table, begin_run, find, look, store

PLIES = 56
"""A hand has at most 54 cards."""
FAR = 1 << 19
"""More than anything is worth."""

POSITION: Mapping[str, Field] = {
    "hand": ("u8", 8),  # cards held
    "shape": ("u8", 2),  # how many of each suit each seat holds, four bits each, four seats in a word
    "key": ("u8", 2),
    "plane": ("u8", 3),
    "live": "u8",  # all cards held
    "rel": "u8",  # what the latest answer rests on
    "facts": "u8",
    "ply": "u8",
    "seats": "i8",
    "ours": "i8",  # the side for which we count
    "low": "i8",  # the least and the most that it can have in the end
    "high": "i8",
    "seat": ("i8", PLIES),  # who is to play
    "played": ("i8", PLIES),  # cards in the running trick
    "card": ("i8", PLIES),  # the card played next
    "gain": ("i8", PLIES),  # what the last card brought our side
    "grounds": ("u8", PLIES),  # what that rests on
    "choice": ("u8", PLIES),  # what it rests on which cards may be played
}


# The kernels of a family.


@kernel
def ready(s: State) -> bool:
    """Are cards being played, so that the rest of the hand can be solved?"""
    return False


@kernel
def load(s: State, w: Position) -> None:
    """Make a position of a state, its running trick included."""


@kernel
def aim(w: Position, goal: int) -> int:
    """How much our side still needs to have `goal` at the end of the hand. May set up the position for this goal."""
    return 0


@kernel
def contract(s: State) -> int:
    """The goal that is this hand's question of yes or no; -1 if it has none."""
    return -1


@kernel
def choices(w: Position) -> Mask:
    """The cards that may be played, of equal ones one. Sets `choice`."""
    return NONE


@kernel
def pick(w: Position, left: Mask) -> int:
    """The most promising of these cards."""
    return 0


@kernel
def lay(w: Position, card: int) -> None:
    """Play a card: one ply more."""


@kernel
def decided(w: Position, need: int) -> int:
    """Between tricks: 1 if `need` can plainly be had, 0 if plainly not, -1 if that is not plain. Sets `rel`.

    This one only knows when the hand is over; those of the families must not change any result.
    """
    w.rel = NONE
    if w.live != NONE:
        return -1
    return 1 if need <= 0 else 0


@kernel
def key(w: Position) -> None:
    """Between tricks: set `key`, all in which positions must be the same, and `facts`."""


@kernel
def widen(w: Position, rel: Mask) -> Mask:
    """Between tricks: whatever else must lie the same if these cards mattered."""
    return rel


@kernel
def extend(w: Position, rel: Mask) -> Mask:
    """All choices failed: what that rests on, if each of them alone rests on `rel`."""
    return rel


# The search.


@kernel
def suit_of(card: int) -> int:
    """The suit of a card, 4 for a joker: a division by 13 in half the time."""
    return card * 79 >> 10


@kernel
def unlay(w: Position) -> None:
    """Take the last card back."""
    w.ply -= ONE
    card = w.card[w.ply]
    seat = w.seat[w.ply]
    w.hand[mask(seat)] |= bit(card)
    w.live |= bit(card)
    if card < 52:
        w.shape[mask(seat >> 2)] += ONE << mask(16 * (seat & 3) + 4 * suit_of(card))


@kernel
def wins(w: Position, t: Table, need: int) -> bool:
    """Can our side still get at least `need`? Without meaning if the run was stopped."""
    p = w.ply
    fresh = w.played[p] == 0
    bucket = NONE
    first, second, odd, twos, fours = NONE, NONE, NONE, NONE, NONE
    if fresh:
        verdict = decided(w, need)
        if verdict < 0:
            key(w)
            bucket = look(w, t)
            verdict = find(w, t, bucket, need)
        if verdict >= 0:
            return verdict == 1
        first, second = w.key[0], w.key[1]
        odd, twos, fours = w.plane[0], w.plane[1], w.plane[2]
    t.nodes += 1
    if t.nodes > t.budget:
        t.stopped = 1
        return False
    ours = (w.seat[p] & 1) == w.ours
    got = not ours
    rel = NONE
    left = choices(w)
    tried = 0
    while left != NONE and got != ours:
        # Who has not found it with the two most promising ones will most likely not find it.
        card = pick(w, left) if tried < 2 else lowest(left)
        tried += 1
        left &= ~bit(card)
        lay(w, card)
        got = wins(w, t, need - w.gain[p + ONE])
        reason = w.rel | w.grounds[p + ONE]
        unlay(w)
        if t.stopped == 1:
            return False
        rel = reason if got == ours else rel | reason
    if got != ours:
        rel = extend(w, rel | w.choice[p])
    if fresh:
        rel = widen(w, rel)
        w.rel = rel
        w.key[0], w.key[1] = first, second
        w.plane[0], w.plane[1], w.plane[2] = odd, twos, fours
        if got:
            store(w, t, bucket, need, FAR)
        else:
            store(w, t, bucket, -FAR, need - 1)
    w.rel = rel
    return got


@kernel
def reaches(s: State, w: Position, t: Table, move: int, goal: int) -> int:
    """Does our side get `goal` after this move (-1: as it stands)? 1 yes, 0 no, -1 stopped."""
    load(s, w)
    need = aim(w, goal)
    if move >= 0:
        lay(w, move)
        need -= w.gain[w.ply]
    got = wins(w, t, need)
    if t.stopped == 1:
        return -1
    return 1 if got else 0


@kernel
def value(s: State, w: Position, t: Table, move: int, guess: int) -> int:
    """What our side gets after this move (-1: as it stands); `FAR` if stopped. Begins to look at `guess`."""
    load(s, w)
    low: int = w.low
    high: int = w.high
    goal = guess
    while low < high:
        goal = min(max(goal, low + 1), high)
        answer = reaches(s, w, t, move, goal)
        if answer < 0:
            return FAR
        if answer == 1:
            low = goal
            goal += 1
        else:
            high = goal - 1
            goal -= 1
    return low


READY, CONTRACT, SIDE, REACHES, VALUE, BEGIN = range(6)


@kernel
def ask(s: State, w: Position, t: Table, what: int, move: int, goal: int) -> int:
    """All of it through one door, so that it is compiled once."""
    answer = 0
    if what == READY:
        answer = 1 if ready(s) else 0
    elif what == CONTRACT:
        answer = contract(s)
    elif what == SIDE:
        load(s, w)
        answer = w.ours
    elif what == REACHES:
        answer = reaches(s, w, t, move, goal)
    elif what == VALUE:
        answer = value(s, w, t, move, goal)
    else:
        begin_run(t, goal)
    return answer
