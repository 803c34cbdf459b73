"""How a hand of All Fours looked a few cards ago.

A state holds the running trick and the one before. When two tricks are over, the first is all the rest that was played.
"""

from diwaniya.engine.cards import FRENCH, SUIT
from diwaniya.engine.kernel import NONE, State, bit, copy, kernel, lowest, popcount
from diwaniya.engine.seats import right_of
from diwaniya.games.allfours import STOOD, VOID_MAY_DISCARD
from diwaniya.search.hindsight import NOT_KNOWN


@kernel
def before(world: State, back: int, out: State) -> int:
    """`search.hindsight.before`."""
    copy(world, out)
    n = len(world.hand)
    if world.said < STOOD:
        return NOT_KNOWN
    place = world.played - 1 - back
    for at in range(max(place, 0), world.played):
        _take_back(out, (world.leader + at) % n, 0 + world.trick[world.half + at], world.trick[world.half])
    if place >= 0:
        _set(out, 0 + world.leader, place, 0 + world.half)
        latest: int = 0 + world.trick[world.half + place]
        return latest
    if world.last_leader >= n:
        return NOT_KNOWN
    half = n - world.half
    place += n
    for at in range(max(place, 0), n):
        _take_back(out, (world.last_leader + at) % n, 0 + world.trick[half + at], world.trick[half])
    last = NONE
    for at in range(n):
        last |= bit(world.trick[half + at])
    out.won[0] &= ~last
    out.won[1] &= ~last
    if place >= 0:
        _set(out, 0 + world.last_leader, place, half)
        earlier: int = 0 + world.trick[half + place]
        return earlier
    place += n
    first = out.won[0] | out.won[1]
    if place < 0 or popcount(first) != n:
        return NOT_KNOWN
    leader = right_of(world, world.dealer)
    led = lowest(first & out.dealt[leader] & ~out.hand[leader])
    for at in range(n):
        seat = (leader + at) % n
        card = lowest(first & out.dealt[seat] & ~out.hand[seat])
        out.trick[half + at] = card
        if at >= place:
            _take_back(out, seat, card, led)
    out.won[0] = NONE
    out.won[1] = NONE
    _set(out, leader, place, half)
    first_of_all: int = 0 + out.trick[half + place]
    return first_of_all


@kernel
def _take_back(s: State, seat: int, card: int, led: int) -> None:
    """Give a card back to its player; what it showed is forgotten."""
    s.hand[seat] |= bit(card)
    if card // 13 != led // 13:
        s.lacks[seat] &= ~(SUIT[led // 13] | SUIT[s.trump] if card // 13 != s.trump else SUIT[led // 13])


@kernel
def _set(s: State, leader: int, played: int, half: int) -> None:
    """Put the running trick together of the first cards in this half."""
    s.leader = leader
    s.half = half
    s.played = played
    s.turn = (leader + played) % len(s.hand)
    s.follow = FRENCH
    s.must = FRENCH
    s.lay = NONE
    for at in range(played):
        s.lay |= bit(s.trick[half + at])
    if played > 0:
        led = SUIT[s.trick[half] // 13]
        s.follow = led | SUIT[s.trump]
        s.must = led if s.opt[VOID_MAY_DISCARD] == 1 else s.follow
