"""A quick player for All Fours: weighs what a trick holds against how likely its side is to keep it.

The worth of a card is counted in points of A18; the numbers below were found by playing thousands of matches between
variants. It never exposes or calls a card.
"""

from diwaniya.engine.cards import FRENCH, SUIT
from diwaniya.engine.kernel import (
    NONE,
    ONE,
    Mask,
    Rng,
    State,
    bit,
    has,
    highest,
    kernel,
    lowest,
    popcount,
)
from diwaniya.games.allfours import (
    ACE,
    BEG,
    BEGGED,
    GIVE,
    JACK,
    KING,
    OPEN,
    RUN,
    STAND,
    TARGET,
    TEN,
    _game_value,
    legal,
)

SURE = 1000

# What a trump is worth to the hand before play, and what makes it good enough to keep.
TRUMP, TOP_TRUMPS, TRUMP_JACK = 4, (8, 6, 4), 5
SIDE_ACE = 1
STAND_FROM, GIVE_FROM = 3, 9

# Points of A18 that other things are worth in a trick.
JACK_WORTH = 60
YET_TO_COME = 1
"""What each player still to come adds to a trick."""
CATCH = 12
"""Leading a trump that may catch the jack."""
RISK = 50
"""What it costs to lead the jack while a higher trump may be in another hand."""

# What it costs to part with a card.
KEEP_TRUMP, KEEP_RANK = 5, 2
KEEP_ACE, KEEP_KING, KEEP_TEN = 3, 1, -1


@kernel
def strength(hand: Mask, trump: int) -> int:
    """What a hand is worth with this trump."""
    total = TRUMP * popcount(hand & SUIT[trump])
    for below_ace in range(3):
        if has(hand, 13 * trump + ACE - below_ace):
            total += TOP_TRUMPS[below_ace]
    if has(hand, 13 * trump + JACK):
        total += TRUMP_JACK
    for suit in range(4):
        if suit != trump and has(hand, 13 * suit + ACE):
            total += SIDE_ACE
    return total


@kernel
def _talk(v: State) -> int:
    """A5, A6: a gift that wins the match for the other side is not given, one that wins it is asked for."""
    hand = v.hand[v.viewer]
    beggar = v.leader & 1
    wins = v.score[beggar] + 1 >= v.opt[TARGET]
    if v.said == OPEN:
        return STAND if strength(hand, v.trump) >= STAND_FROM else BEG
    return RUN if wins or strength(hand, v.trump) < GIVE_FROM else GIVE


@kernel
def _above(card: int) -> Mask:
    """Higher cards of the same suit."""
    return SUIT[card // 13] & ~(bit(card) - ONE) & ~bit(card)


@kernel
def _worth(v: State, cards: Mask) -> int:
    """What these cards are worth to whoever takes them."""
    points = _game_value(cards)
    return points + JACK_WORTH if has(cards, 13 * v.trump + JACK) else points


@kernel
def _keep(v: State, card: int) -> int:
    """What this card is worth in the hand."""
    rank = card % 13
    if card // 13 == v.trump:
        return KEEP_TRUMP + (KEEP_RANK * (rank - 7) if rank > 7 else 0)
    if rank == ACE:
        return KEEP_ACE
    if rank == KING:
        return KEEP_KING
    return KEEP_TEN if rank == TEN else 0


@kernel
def _unseen(v: State) -> Mask:
    """Cards that may be in another hand. Looks at nothing that the viewer does not know, even in a whole state."""
    unseen: Mask = FRENCH & ~v.dealt[v.viewer] & ~v.won[0] & ~v.won[1] & ~v.lay
    for i in range(v.turns):
        unseen &= ~bit(v.turned[i])
    return unseen


@kernel
def _takes(v: State, card: int, unseen: Mask) -> int:
    """How likely, in thousandths, the viewer's side is to take the trick if the viewer plays this card."""
    n = len(v.hand)
    lay = v.lay | bit(card)
    trumps = lay & SUIT[v.trump]
    led = SUIT[card // 13] if v.played == 0 else SUIT[v.trick[v.half] // 13]
    best = highest(trumps if trumps != NONE else lay & led)
    beaters = _above(best)
    if best // 13 != v.trump:
        beaters |= SUIT[v.trump]
    mine = best == card
    for i in range(v.played):
        if v.trick[v.half + i] == best:
            mine = (v.played - i) & 1 == 0
    chance = SURE if mine else 0
    for later in range(1, n - v.played):
        seat = (v.viewer + later) & (n - 1)
        may = unseen & ~v.lacks[seat]
        pool = popcount(may)
        if pool > 0:
            harmless = pool - popcount(may & beaters)
            cannot = SURE  # that the seat has nothing higher
            for _ in range(popcount(v.hand[v.viewer])):
                cannot = cannot * harmless // pool
            if later & 1 == 0:
                chance += (SURE - chance) * (SURE - cannot) // SURE
            else:
                chance = chance * cannot // SURE
    return chance


@kernel
def _appeal(v: State, card: int, unseen: Mask, takes: int) -> int:
    """What is to be said for a card that takes the trick so likely, in thousandths of a point of A18."""
    prize = _worth(v, v.lay | bit(card)) + YET_TO_COME * (len(v.hand) - v.played - 1)
    score = (2 * takes - SURE) * prize - SURE * _keep(v, card)
    trump_led = v.played == 0 and card // 13 == v.trump
    if trump_led and card % 13 > JACK and has(unseen, 13 * v.trump + JACK):
        score += SURE * CATCH
    if trump_led and card % 13 == JACK and _above(card) & unseen != NONE:
        score -= SURE * RISK
    return score


@kernel
def _card(v: State, moves: Mask) -> int:
    unseen = _unseen(v)
    choice = lowest(moves)
    best = 0
    rest = moves
    while rest != NONE:
        card = lowest(rest)
        rest &= ~bit(card)
        score = _appeal(v, card, unseen, _takes(v, card, unseen))
        if card == choice or score > best:
            best = score
            choice = card
    return choice


@kernel
def policy(v: State, rng: Rng) -> int:
    """A move for the viewer, whose turn it is."""
    moves = legal(v)
    if v.said <= BEGGED:
        return _talk(v)
    if popcount(moves) == 1:
        return lowest(moves)
    return _card(v, moves)
