"""What a seat knows in Cucco, as a place in a table: the row is the situation, the bit in it the seat's own card.

Of each other live seat it counts what its turn has told about its card:

* *ahead*: its turn is still to come, so its card is any;
* *kept*: it kept the card that it was dealt, so that one is high;
* *middling*: it has a card that another gave up or the pack gave, of which nothing is known;
* *low*: it wanted to give its card away and could not, or whoever got the card was glad of the bargain;
* a card that the seat has seen is lower than its own, equal, or higher. A lower one makes it safe.

A row also tells whether the seat's own card was given to it, and the lives: its own and the least of the others.
"""

from diwaniya.bots.quick.cucco import hopeless
from diwaniya.engine.kernel import NONE, ONE, Mask, State, bit, has, kernel, lowest, mask
from diwaniya.engine.state import HIDDEN
from diwaniya.games.cucco import (
    ANSWER,
    ASK,
    AT_INN,
    CUCKOO,
    FOOL,
    HORSE,
    KEEP,
    LIVES,
    NOBODY,
    ONLOOKER,
    PAY,
    REFUSE,
    SWAP,
    TURN,
    _next,
)

FIRST = (KEEP, KEEP, PAY)
SECOND = (SWAP, ASK, REFUSE)
"""The two moves of each phase; a set bit in the table means the second."""

SEATS = 8
MOST = 2
"""More middling cards than this, or low ones, are counted as so many."""


def _open_rows() -> tuple[tuple[int, ...], tuple[tuple[int, int, int, int], ...]]:
    """A number for each possible (ahead, kept, middling, low), and the other way round."""
    numbers: list[int] = []
    rows: list[tuple[int, int, int, int]] = []
    for ahead in range(SEATS):
        for kept in range(SEATS):
            for middling in range(MOST + 1):
                for low in range(MOST + 1):
                    there = ahead + kept + middling + low < SEATS
                    numbers.append(len(rows) if there else 0)
                    if there:
                        rows.append((ahead, kept, middling, low))
    return tuple(numbers), tuple(rows)


NUMBER, OPEN = _open_rows()
GIVEN_ROWS = len(OPEN)
"""From here on the same rows for a seat whose card was given to it by a swap."""
TIE_ROWS = 2 * GIVEN_ROWS
"""A seen card equals its own: by ahead, whether a low card is about, how many kept or middling ones (0, 1, more)."""
SAFE_ROWS = TIE_ROWS + SEATS * 6
"""By ahead: a seen card is lower."""
INN_ROWS = SAFE_ROWS + SEATS
"""By ahead: an inn stopped the swap."""
ANSWER_ROWS = INN_ROWS + SEATS
"""By ahead: asked to pay. The asker's card is never known, so one bit would do."""
SITUATIONS = ANSWER_ROWS + SEATS
LIVES_ROWS = LIVES * LIVES
"""Each situation has so many rows, for the seat's own lives and the least of the others."""


@kernel
def decided(v: State) -> bool:
    """Needs the turn no table, as asking is known to bring nothing or worse?"""
    return v.phase == TURN and hopeless(v, v.turn)


@kernel
def row(v: State) -> int:
    """The row of the table for the seat to move."""
    seat = v.turn + 0
    return _situation(v, seat) * LIVES_ROWS + _lives(v, seat)


@kernel
def _lives(v: State, seat: int) -> int:
    own: int = v.score[seat] + 0
    least = LIVES
    for other in range(SEATS):
        if other != seat and v.score[other] > 0:
            least = min(least, v.score[other] + 0)
    return (own - 1) * LIVES + least - 1


@kernel
def _situation(v: State, seat: int) -> int:
    later = NONE
    ahead = 0
    other = seat
    while other != v.dealer:
        other = _next(v, other)
        later |= bit(other)
        ahead += 1
    if v.phase == ANSWER:
        return ANSWER_ROWS + ahead
    if v.phase == AT_INN:
        return INN_ROWS + ahead
    card = v.kind[v.at[seat]] + 0
    gave = _givers(v)
    kept = 0
    middling = 0
    low = 0
    tie = False
    others = mask(v.live) & ~later & ~bit(seat)
    while others != NONE:
        other = lowest(others)
        others &= others - ONE
        kind = _seen(v, seat, other)
        if kind != HIDDEN:
            if card == FOOL:
                if kind == FOOL:  # C18: two of them rank high
                    return SAFE_ROWS + ahead
            elif kind < CUCKOO:
                if kind < card:
                    return SAFE_ROWS + ahead
                tie = tie or kind == card
        elif _stuck(v, other) or _bargain(v, seat, other, gave):
            low += 1
        elif has(gave, other) or (v.at[other] != other and v.via[other] == NOBODY):
            middling += 1
        elif v.at[other] == other:
            kept += 1
    if tie:
        return TIE_ROWS + ahead * 6 + (3 if low > 0 else 0) + min(kept + middling, 2)
    number = NUMBER[((ahead * SEATS + kept) * (MOST + 1) + min(middling, MOST)) * (MOST + 1) + min(low, MOST)]
    return number + (GIVEN_ROWS if v.via[seat] != NOBODY else 0)


@kernel
def _givers(v: State) -> Mask:
    """The seats whose card went to another by a swap of theirs."""
    gave = NONE
    for other in range(SEATS):
        if v.via[other] != NOBODY:
            gave |= bit(v.via[other] + 0)
    return gave


@kernel
def _seen(v: State, seat: int, other: int) -> int:
    """The other's card if this seat knows it. What went through the pack is known to its holder alone (C16)."""
    kind: int = v.kind[v.at[other]] + 0
    return HIDDEN if v.washed == other else kind


@kernel
def _stuck(v: State, seat: int) -> bool:
    """Did this seat ask for a swap and get none? A cat or hunter cost it a life, an inn pays for it, or the card that
    it met lies open where it was dealt, perhaps behind a horse."""
    if v.lost[seat] > 0 or v.payer[seat] != NOBODY:
        return True
    other = seat
    while other != v.dealer:
        other = _next(v, other)
        if v.at[other] != other or v.saw[other] >> ONLOOKER & 1 == 0:
            return False
        if v.kind[other] != HORSE:
            return True
    return False


@kernel
def _bargain(v: State, seat: int, other: int, gave: Mask) -> bool:
    """Did the other give its card to somebody who kept it, knowing what he gave for it? Or did a cat bring it back?"""
    if not has(gave, other):
        return False
    if v.at[other] == other:
        return True
    for taker in range(SEATS):
        if v.via[taker] == other and taker != seat and not has(gave, taker):
            return not _stuck(v, taker)
    return False
