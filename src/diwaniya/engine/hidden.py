"""Dealing out the cards that a viewer cannot see, at random among the deals that fit what he knows."""

from diwaniya.engine.kernel import NONE, Mask, Rng, below, bit, has, kernel, lowest, pick, popcount

FIRST, NOT_REACHED = 255, 254
"""Marks of `_mend`: takes the new card itself; cannot be reached so far."""
TRIES = 24
"""Random deals that may run into a dead end before one is mended instead."""


@kernel
def _holder(rng: Rng, card: int, holders: int) -> int:
    """A random holder with room who may hold the card, by the room that each has left; -1 if there is none."""
    room = 0
    for h in range(holders):
        if not has(rng.ban[h], card):
            room += rng.need[h] - popcount(rng.hands[h])
    if room == 0:
        return -1
    k = below(rng, room)
    for h in range(holders):
        if not has(rng.ban[h], card):
            k -= rng.need[h] - popcount(rng.hands[h])
            if k < 0:
                return h
    return -1


@kernel
def _mend(rng: Rng, card: int, holders: int) -> None:
    """Place one more card by moving others along a shortest chain of holders (there is one whenever any deal fits)."""
    for h in range(holders):
        rng.came[h] = NOT_REACHED if has(rng.ban[h], card) else FIRST
    for _ in range(holders):
        for h in range(holders):
            if rng.came[h] != NOT_REACHED and popcount(rng.hands[h]) < rng.need[h]:
                to = h
                # Walk back: each holder hands on the card that the next one takes.
                while rng.came[to] != FIRST:
                    giver = rng.came[to]
                    rng.hands[giver] &= ~bit(rng.via[to])
                    rng.hands[to] |= bit(rng.via[to])
                    to = giver
                rng.hands[to] |= bit(card)
                return
        for h in range(holders):
            if rng.came[h] != NOT_REACHED:
                for other in range(holders):
                    movable = rng.hands[h] & ~rng.ban[other]
                    if rng.came[other] == NOT_REACHED and movable != NONE:
                        rng.came[other] = h
                        rng.via[other] = lowest(movable)


@kernel
def _deal_out(rng: Rng, cards: Mask, holders: int) -> None:
    """Fill up all hands with cards that everybody may have who has room."""
    left = popcount(cards)
    for h in range(holders):
        room = rng.need[h] - popcount(rng.hands[h])
        if room == left:
            rng.hands[h] |= cards
            return
        left -= room
        for _ in range(room):
            card = bit(pick(rng, cards))
            rng.hands[h] |= card
            cards &= ~card


@kernel
def scatter(rng: Rng, cards: Mask, holders: int) -> None:
    """Deal `cards` to the holders 0..holders-1, into `rng.hands[h]`: `rng.need[h]` cards, none of `rng.ban[h]`.

    `need` adds up to the number of cards, and a deal that fits exists. Cards that only one or two holders may have go
    first, and those that everybody may have last; a dead end begins anew, and after `TRIES` of them what is left is
    placed by moving cards.
    """
    one = NONE  # cards that at least one, two, three holders may have
    two = NONE
    three = NONE
    banned = NONE
    for h in range(holders):
        if rng.need[h] > 0:
            banned |= rng.ban[h]
            may = cards & ~rng.ban[h]
            three |= two & may
            two |= one & may
            one |= may
    for attempt in range(TRIES):
        for h in range(holders):
            rng.hands[h] = NONE
        dead_end = False
        for stage in range(3):
            if stage == 0:
                group = one & ~two & banned
            elif stage == 1:
                group = two & ~three & banned
            else:
                group = three & banned
            while group != NONE and not dead_end:
                card = pick(rng, group)
                group &= ~bit(card)
                to = _holder(rng, card, holders)
                if to >= 0:
                    rng.hands[to] |= bit(card)
                elif attempt == TRIES - 1:
                    _mend(rng, card, holders)
                else:
                    dead_end = True
        if not dead_end:
            _deal_out(rng, cards & ~banned, holders)
            return
