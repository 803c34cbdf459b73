"""A quick player for Kout: bids what the hand is worth, counts what is gone, leaves its partner's trick alone, and does
not keep a joker until it has to be led."""

from diwaniya.engine.cards import BJ, JOKERS, RJ, SUIT
from diwaniya.engine.kernel import (
    NONE,
    ONE,
    U64,
    Mask,
    Rng,
    State,
    bit,
    has,
    highest,
    index,
    kernel,
    lowest,
    mask,
    popcount,
)
from diwaniya.games.kout import (
    AUCTION,
    BID_5,
    FIRST_CARD,
    NAMING,
    PASS,
    TRUMP_S,
    UNSET,
    _open_jokers,
    _rank,
    legal,
)

# Hundredths of a trick that a card is worth, found by playing thousands of matches between variants.
RED_JOKER, BLACK_JOKER = 95, 85
TRUMP_TOP = (95, 75, 50, 30)
LONG_TRUMP = 55
SIDE_ACE = (85, 60)
SIDE_KING = (40, 20)
SHORT_SUIT = 35
MARGIN = 30

BELOW_ACE = U64(0xFFF)
SECOND, THIRD, FOURTH = U64(13), U64(26), U64(39)
DEUCES = U64(1 | 1 << 13 | 1 << 26 | 1 << 39)
BLACK_STEP, ACE_STEP, RED_STEP = 12, 13, 14
MUST_FOLLOW = U64(0x2FFF)
"""The steps that are no jokers: who has one of these has to follow to a trump (K12)."""


@kernel
def _ladder(cards: Mask, trump: int) -> Mask:
    """The trumps among these cards, a bit each, in their order (K4): the deuce lowest, the red joker highest."""
    steps = (cards >> mask(13 * trump)) & BELOW_ACE
    if has(cards, BJ):
        steps |= bit(BLACK_STEP)
    if has(cards, 13 * trump + 12):
        steps |= bit(ACE_STEP)
    if has(cards, RJ):
        steps |= bit(RED_STEP)
    return steps


@kernel
def sure_tricks(v: State, hand: Mask, trump: int) -> int:
    """Tricks that this hand takes with this trump even if one opponent holds all the other trumps.

    The trumps are led from the top; aces and what follows them count only if no trump is lost and none is left out.
    """
    tricks = 0
    lost = 0
    ours = _ladder(hand, trump)
    theirs = _ladder(v.whole & ~hand, trump)
    while ours != NONE:
        best = highest(ours)
        ours &= ~bit(best)
        if highest(theirs) > best:
            theirs &= ~bit(highest(theirs))
            lost += 1
        else:
            tricks += 1
            follow = theirs & MUST_FOLLOW
            if follow != NONE:
                theirs &= ~bit(lowest(follow))
    if lost > 0 or theirs != NONE:
        return tricks
    for suit in range(4):
        if suit != trump:
            card = 13 * suit + 12
            while has(hand, card):
                tricks += 1
                card -= 1
    return tricks


@kernel
def _side(hand: Mask, suit: int, six: int) -> int:
    """Tricks that a suit should take when another one is trump, in hundredths."""
    total = SIDE_ACE[six] if has(hand, 13 * suit + 12) else 0
    if has(hand, 13 * suit + 11) and popcount(hand & SUIT[suit]) > 1:
        total += SIDE_KING[six]
    return total


@kernel
def best_worth(v: State, hand: Mask) -> int:
    """The trump with which a hand is worth most (the first of several), and that worth: 4 * worth + trump."""
    six = 1 if v.seats == 6 else 0
    rest = 0  # what does not depend on the trump, all suits being side suits
    short = 0
    for suit in range(4):
        rest += _side(hand, suit, six)
        short += 1 if popcount(hand & SUIT[suit]) < 2 else 0
    if has(hand, RJ):
        rest += RED_JOKER
    if has(hand, BJ):
        rest += BLACK_JOKER
    best = -1
    for trump in range(4):
        total = rest - _side(hand, trump, six)
        for below_ace in range(4):
            total += TRUMP_TOP[below_ace] if has(hand, 13 * trump + 12 - below_ace) else 0
        length = popcount(hand & SUIT[trump])
        if length >= 3:
            total += SHORT_SUIT * short + LONG_TRUMP * (length - 3)
        if best < 0 or total > best // 4:
            best = 4 * total + trump
    return best


@kernel
def _speak(v: State, hand: Mask, moves: Mask) -> int:
    """Own tricks, and a fair share of the rest for the partners, make the bid; or the tricks that are certain."""
    best = best_worth(v, hand)
    trump = best % 4
    own = best // 4
    partners = v.seats // 2 - 1
    rest = 900 - own
    team = own + rest * partners // (v.seats - 1) - MARGIN
    bid = min(9, max(team // 100, sure_tricks(v, hand, trump)))
    partner_leads = v.bid > 0 and v.declarer % 2 == v.turn % 2
    if bid > v.bid and bid >= 5 and not (partner_leads and bid == v.bid + 1):
        return BID_5 + bid - 5
    return PASS if has(moves, PASS) else lowest(moves)


@kernel
def _cheapest(v: State, cards: Mask) -> int:
    """The card that is least dear to its holder: side suits by rank, then trumps, then jokers."""
    plain = cards & ~SUIT[v.trump] & ~JOKERS
    if plain == NONE:
        return lowest(cards & ~JOKERS) if cards & ~JOKERS != NONE else lowest(cards)
    ranks = (plain | plain >> SECOND | plain >> THIRD | plain >> FOURTH) & SUIT[0]
    return lowest(plain & (DEUCES << mask(lowest(ranks))))


@kernel
def _unseen(v: State) -> Mask:
    """Cards that others still hold."""
    unseen = v.whole & ~v.hand[v.viewer]
    for seat in range(v.seats):
        unseen &= ~v.spent[seat]
    return unseen


@kernel
def _master(card: int, trump: int, unseen: Mask) -> bool:
    """Would nothing that others hold in its suit (and no joker, for a trump) beat this card?"""
    if card == RJ:
        return True
    if card == BJ:
        return not has(unseen, RJ) and not has(unseen, 13 * trump + 12)
    suit = card // 13
    higher = unseen & SUIT[suit] & ~(bit(card) - ONE)
    if suit == trump:
        if card % 13 == 12:
            return not has(unseen, RJ)
        return higher == NONE and unseen & JOKERS == NONE
    return higher == NONE


@kernel
def _masters(cards: Mask, trump: int, unseen: Mask) -> Mask:
    """The cards among these that are masters."""
    masters = NONE
    for suit in range(4):
        beaten = bit(highest(unseen & SUIT[suit]) + 1) - ONE
        masters |= cards & SUIT[suit] & ~beaten
    if unseen & JOKERS != NONE:
        masters &= ~SUIT[trump]
        if not has(unseen, RJ):
            masters |= cards & bit(13 * trump + 12)
    masters |= cards & bit(RJ)
    if not has(unseen, RJ) and not has(unseen, 13 * trump + 12):
        masters |= cards & bit(BJ)
    return masters


@kernel
def _winners(v: State, cards: Mask) -> Mask:
    """The cards among these that beat the best of the trick so far."""
    least = v.best_rank + 1
    winners = NONE
    if v.led != v.ruling and least <= 13:
        winners = cards & SUIT[v.led] & ~(bit(13 * v.led + least - 1) - ONE)
    first = 13 * v.ruling
    winners |= cards & SUIT[v.ruling] & ~(bit(first + min(max(least - 50, 0), 12)) - ONE)
    if least > 99:
        winners &= ~bit(first + 12)
    if least <= 98:
        winners |= cards & bit(BJ)
    if least <= 100:
        winners |= cards & bit(RJ)
    return winners


@kernel
def _lead(v: State, hand: Mask, moves: Mask) -> int:
    unseen = _unseen(v)
    trump = v.trump
    ours = v.declarer % 2 == v.turn % 2
    if hand & ~JOKERS == NONE and _open_jokers(v, v.turn) == NONE:
        return lowest(moves)  # it has no rank (K15): the red one takes the trick after it
    theirs = unseen & SUIT[trump]
    masters = _masters(moves, trump, unseen)
    if ours and theirs != NONE:
        # Draw trumps while ours are the best, or while there are many.
        if masters & SUIT[trump] != NONE:
            return _cheapest(v, masters & SUIT[trump])
        if masters & JOKERS != NONE:
            return _cheapest(v, masters & JOKERS)
        if v.turn == v.declarer and popcount(hand & SUIT[trump]) >= 4:
            return _cheapest(v, moves & SUIT[trump])
    side_masters = masters & ~SUIT[trump] & ~JOKERS
    if side_masters != NONE:
        return _cheapest(v, side_masters)
    plain = moves & ~SUIT[trump] & ~JOKERS
    if plain != NONE:
        return _cheapest(v, plain)
    if masters != NONE:
        return _cheapest(v, masters)
    return _cheapest(v, moves)


@kernel
def _last_chance(v: State) -> bool:
    """Is the hand lost if the other side takes this trick (K17)?"""
    declaring = v.declarer % 2
    if v.turn % 2 == declaring:
        return v.tricks[1 - declaring] + 1 == 10 - v.bid
    return v.tricks[declaring] + 1 == v.bid


@kernel
def _strongest(v: State, cards: Mask) -> int:
    best = lowest(cards)
    rest = cards
    while rest != NONE:
        card = lowest(rest)
        rest &= ~bit(card)
        if _rank(v, card) > _rank(v, best):
            best = card
    return best


@kernel
def _follow(v: State, moves: Mask) -> int:
    winners = _winners(v, moves)
    plain_winners = winners & ~JOKERS
    last = v.played + 1 == v.seats
    unseen = _unseen(v)
    if v.best % 2 == v.turn % 2:
        # The partner is winning: leave him the trick if nobody after us is likely to take it.
        at = (v.best + v.seats - v.leader) % v.seats
        top = index(v.trick >> mask(8 * at) & FIRST_CARD)
        if last or v.best_rank >= 98 or (top < BJ and _master(top, v.trump, unseen)):
            return _cheapest(v, moves & ~JOKERS) if moves & ~JOKERS != NONE else lowest(moves)
        if top < BJ and top % 13 >= 10:
            return _cheapest(v, moves)
    if winners == NONE:
        return _cheapest(v, moves)
    if winners & JOKERS != NONE and popcount(v.hand[v.viewer] & ~JOKERS) == 1:
        return lowest(winners & JOKERS)  # kept until one has the lead it is worth nothing (K15)
    if last:
        return _cheapest(v, winners)
    if _last_chance(v):
        return _strongest(v, winners)
    # With others still to play, win with a card that should hold, or with the cheapest trump on a plain suit.
    sure = _masters(winners, v.trump, unseen)
    if sure & ~JOKERS != NONE:
        return _cheapest(v, sure & ~JOKERS)
    ruffs = plain_winners & SUIT[v.trump]
    if ruffs != NONE and v.led != v.trump:
        return _cheapest(v, ruffs)
    few = popcount(v.hand[v.viewer]) <= 4
    if sure != NONE and (few or v.best_rank >= 50 or v.led == v.trump):
        return _cheapest(v, sure)  # a joker that waits for the last trick is worth nothing (K15)
    return _cheapest(v, moves)


@kernel
def policy(v: State, rng: Rng) -> int:
    """A move for the viewer, whose turn it is."""
    moves = legal(v)
    hand = v.hand[v.viewer]
    if v.phase == AUCTION:
        return _speak(v, hand, moves)
    if v.phase == NAMING:
        return TRUMP_S + best_worth(v, hand) % 4
    if popcount(moves) == 1:
        return lowest(moves)
    if v.played == 0:
        return _lead(v, hand, moves)
    if v.led == UNSET:
        return _cheapest(v, moves)
    return _follow(v, moves)
