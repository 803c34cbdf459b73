"""How a hand of Basra looked a few cards ago.

A state holds all cards of the hand in the order of play, so it is gone over once more.
"""

from diwaniya.engine.kernel import NONE, State, bit, copy, has, kernel
from diwaniya.engine.seats import right_of
from diwaniya.games.basra import _taken
from diwaniya.games.basra_captures import SWEEPERS, put_floor
from diwaniya.search.hindsight import NOT_KNOWN


@kernel
def before(world: State, back: int, out: State) -> int:
    """`search.hindsight.before`, within the running batch: before it, hands were others."""
    n = 0 + world.seats
    place = world.played - 1 - back
    if place < world.dealt - 4 * n or world.choices > 0 or world.turn < 0:
        return NOT_KNOWN
    copy(world, out)
    first = right_of(world, world.dealer)
    floor = NONE
    for i in range(world.turned_up):
        if not has(SWEEPERS, world.turned[i]):
            floor |= bit(world.turned[i])
    put_floor(out, floor)
    out.pile[0] = NONE
    out.pile[1] = NONE
    for i in range(place):
        _over_again(world, out, (first + i) % n & 1, 0 + world.line[i])
    for i in range(place, world.played):
        out.hand[(first + i) % n] |= bit(world.line[i])
    out.played = place
    out.turn = (first + place) % n
    move: int = 0 + world.line[place]
    return move


@kernel
def _over_again(world: State, out: State, side: int, card: int) -> None:
    """Play a card once more. Of several captures it was one whose cards this side has."""
    taken = _taken(out, card)
    if out.choices > 0:
        for i in range(out.choices):
            if taken == NONE and out.choice[i] & ~world.pile[side] == NONE:
                taken = out.choice[i]
            out.choice[i] = NONE
        out.choices = 0
    if taken == NONE:
        put_floor(out, out.floor | bit(card))
    else:
        out.pile[side] |= taken | bit(card)
        put_floor(out, out.floor & ~taken)
