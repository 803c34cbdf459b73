"""A quick player for Basra and Morabaa: takes much, takes basras, keeps jacks and the komi for a full floor, and does
not leave a floor from which the next player is likely to gain.

Every card of the hand is given a worth, in hundredths of a point: what it takes, less what the next player can be
expected to gain from what is left, plus a little for what the rest of the hand could take of it. The next player is
thought to make his best capture; which cards he may hold is counted.
"""

from diwaniya.engine.cards import FRENCH
from diwaniya.engine.kernel import (
    NONE,
    ONE,
    Mask,
    Rng,
    State,
    bit,
    has,
    index,
    kernel,
    lowest,
    mask,
    popcount,
)
from diwaniya.games.basra import TAKE, basra_of, held, would_take
from diwaniya.games.basra_captures import JACKS, KOMI, KOMI_BIT, LIKE, put_floor

# In hundredths of a point, found by playing thousands of matches between variants.
CARD = 120
BASRA = 1000
KEEP_JACK, KEEP_KOMI = 500, 500
THREAT = 90
"""In hundredths: how much of the next player's gain counts against a move."""
FOLLOW = 20
"""In hundredths: how much of what another card of the hand would then take counts for it."""
SURE = 1000
KINDS = 14
"""What a card can take depends on its rank alone, but the komi is a kind of its own, the last."""


@kernel
def _unseen(v: State) -> Mask:
    """Cards that others may hold: not those that were buried (B3) while the last batch is still to come."""
    unseen = FRENCH & ~(v.hand[v.viewer] | v.floor | v.pile[0] | v.pile[1])
    if v.dealt < 48:
        for i in range(v.turned_up):
            unseen &= ~bit(v.turned[i])
    return unseen


@kernel
def _none(cards: int, hand: int, unseen: int) -> int:
    """How likely it is, in thousandths, that a hand of unseen cards has none of these."""
    without = SURE
    for i in range(min(hand, unseen)):
        without = without * max(0, unseen - cards - i) // (unseen - i)
    return without


@kernel
def _hand_after(v: State, seat: int) -> int:
    """Cards that this seat will hold when it moves next: a new batch if none are left now."""
    left = held(v, seat)
    return 4 if left == 0 and v.dealt < 48 else left


@kernel
def _gain(v: State, card: int, taken: Mask) -> int:
    """What it is worth to play this card, which takes this from the floor of `v`."""
    gain = 0
    if taken != NONE:
        gain = CARD * (popcount(taken) + 1)
        if basra_of(v, card, taken):
            gain += 100 * v.opt[2] if has(JACKS, card) else BASRA
    if has(JACKS, card):
        gain -= KEEP_JACK
    elif card == KOMI:
        gain -= KEEP_KOMI
    return gain


@kernel
def _threat(v: State, rng: Rng, unseen: Mask, hand: int) -> int:
    """What a player with so many of the unseen cards should gain by his best capture from the floor of `v`."""
    for kind in range(KINDS):
        cards = unseen & KOMI_BIT if kind == 13 else unseen & LIKE[kind] & ~KOMI_BIT
        rng.need[kind] = popcount(cards)
        rng.ban[kind] = NONE
        if cards != NONE:
            card = lowest(cards)
            rng.ban[kind] = mask(max(0, _gain(v, card, would_take(v, card))))
    better = 0  # cards that are more use to him
    threat = 0
    none = SURE
    while True:
        best = 0
        for kind in range(1, KINDS):
            if rng.ban[kind] > rng.ban[best]:
                best = kind
        if rng.ban[best] == NONE:
            return threat // SURE
        better += rng.need[best]
        still = _none(better, hand, popcount(unseen))
        threat += (none - still) * index(rng.ban[best])
        none = still
        rng.ban[best] = NONE


@kernel
def _worth(v: State, rng: Rng, card: int, unseen: Mask, hand: int) -> int:
    taken = would_take(v, card)
    worth = _gain(v, card, taken)
    floor = v.floor
    put_floor(v, floor | bit(card) if taken == NONE else floor & ~taken)
    worth -= _threat(v, rng, unseen, hand) * THREAT // 100
    rest = v.hand[v.viewer] & ~bit(card)
    follow = 0
    while rest != NONE:
        other = lowest(rest)
        rest &= rest - ONE
        follow = max(follow, _gain(v, other, would_take(v, other)))
    put_floor(v, floor)
    return worth + follow * FOLLOW // 100


@kernel
def policy(v: State, rng: Rng) -> int:
    """A move for the viewer, whose turn it is. Tries things out on the floor of the view and puts it back."""
    if v.choices > 0:
        return TAKE  # the capture of most cards
    unseen = _unseen(v)
    hand = _hand_after(v, (v.turn + 1) % v.seats)
    best = -1
    most = 0
    cards = v.hand[v.viewer]
    while cards != NONE:
        card = lowest(cards)
        cards &= cards - ONE
        worth = _worth(v, rng, card, unseen, hand)
        if best < 0 or worth > most:
            best = card
            most = worth
    return best
