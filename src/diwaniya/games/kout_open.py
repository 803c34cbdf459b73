"""Kout with all cards open: what the solver has to know of it (K10 to K17). It counts the declaring team's tricks.

The jokers make it more than a game of suits. A joker that may not be led (K13) is no sure trick for the player on
lead; whether it may hangs on the bid and on the honours of trump that are still held; and after a forced lead (K15)
another suit rules, in which the ace alone beats a black joker. So the ten of trump is not worth the same as the jack,
nor an ace the same as a king, while these jokers are out.
"""

from collections.abc import Mapping

from diwaniya.engine.cards import BJ, FRENCH, JOKERS, RJ, SUIT
from diwaniya.engine.kernel import (
    NONE,
    ONE,
    U64,
    Mask,
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
from diwaniya.engine.seats import right_of
from diwaniya.engine.state import Field
from diwaniya.engine.suits import ACES, suit_mask, suit_of, upward
from diwaniya.engine.suits import extend as extend  # the solver asks this module for it
from diwaniya.games.kout import FIRST_CARD, HONOURS, PLAY, RED

PLIES = 56
COUNTS = "tricks of {ours}"
FIELDS: Mapping[str, Field] = {
    "law": ("u8", 2),  # jokers that each team may lead because of the bid (K13 b, c)
    "base": "u8",  # what is the same in all positions of a hand
    "trump": "i8",
    "trumps": "u8",
    "honours": "u8",
    "led": ("i8", PLIES),  # suit to follow, OPEN while a forced joker waits for one (K15)
    "ruling": ("i8", PLIES),  # trump in the running trick
    "best": ("i8", PLIES),  # seat that is winning it
    "top": ("i8", PLIES),  # with this card
    "beat": ("u8", PLIES),  # cards that would beat that
    "pot": ("u8", PLIES),  # cards of the trick
}
OPEN = -1

HELD_HONOURS = U64(0b111 << 52)
"""A fact: how many honours of trump are still held."""
HELD_ACE = tuple(U64(1 << 55 + suit) for suit in range(4))
"""A fact: is the ace of this suit still held?"""
S32, S52 = U64(32), U64(52)
ACE_OF_TRUMP = U64(1 << 7)

# What makes a card look promising, in no unit: found by counting positions over hundreds of hands.
LEAD_INTO_RUFF, LEAD_FOR_RUFF = -331, 78
DECLARER_LEADS_TRUMP, DEFENDER_LEADS_TRUMP = -192, -140
LEAD_TRUMP_ALONE, LEAD_TRUMP_WITHOUT_PARTNER = -40, -34
LEAD_TO_THEIR_MASTER, LEAD_JOKER = -29, -202
PARTNER_WINS, PARTNER_WINS_BUT_JOKER, PARTNER_RUFFS = -23, 76, 81
LEADER_WINS, LEADER_WINS_BUT_JOKER, TOP_TRUMP = 92, 37, -59
PARTNER_HAS_SURE, PARTNER_HAS_BUT_JOKER, PARTNER_CAN_TAKE = 210, 151, 15
TAKES_SURE, TAKES_BUT_JOKER, TAKES_SO_FAR, RUFFS = 72, 68, 19, 102
PLAY_JOKER, PLAY_TRUMP, PLAY_MASTER = -63, -30, -75
WORST = -100_000


@kernel
def ready(s: State) -> bool:
    return s.phase == PLAY and s.turn >= 0


@kernel
def contract(s: State) -> int:
    bid: int = s.bid
    return bid


@kernel
def load(s: State, w: State) -> None:
    w.seats = s.seats
    w.trump = s.trump
    w.trumps = suit_mask(s.trump)
    w.honours = HONOURS[s.trump]
    w.ours = s.declarer % 2
    w.law[0] = NONE
    w.law[1] = NONE
    if s.bid >= 8:
        w.law[w.ours] = JOKERS if s.bid == 9 else RED
    law = s.bid - 7 if s.bid >= 8 else 0
    w.base = mask(law | w.ours << 2 | w.trump << 3)
    w.ply = NONE
    first = s.leader if s.played > 0 else s.turn
    w.seat[0] = first
    w.played[0] = 0
    w.shape[0] = NONE
    w.shape[1] = NONE
    live = NONE
    for seat in range(8):
        hand = NONE
        if seat < s.seats:
            hand = s.hand[seat]
            place = (seat + s.seats - first) % s.seats
            if place < s.played:
                hand |= bit(_laid(s, place))
            for suit in range(4):
                w.shape[mask(seat >> 2)] += mask(popcount(hand & SUIT[suit])) << mask(
                    16 * (seat & 3) + 4 * suit
                )
        w.hand[mask(seat)] = hand
        live |= hand
    w.live = live
    w.low = s.tricks[w.ours]
    w.high = w.low + popcount(w.hand[first])
    for place in range(s.played):
        lay(w, _laid(s, place))


@kernel
def _laid(s: State, place: int) -> int:
    """A card of the running trick of a state."""
    return index(s.trick >> mask(8 * place) & FIRST_CARD)


@kernel
def aim(w: State, goal: int) -> int:
    need: int = goal - w.low
    return need


@kernel
def _beaters(card: int, ruling: int) -> Mask:
    """The cards that would beat this one (K4, K16)."""
    if card == RJ:
        return NONE
    if card == BJ:
        return RED | bit(13 * ruling + 12)
    suit = suit_of(card)
    above = suit_mask(suit) & ~((bit(card) << ONE) - ONE)
    if suit != ruling:
        return above | suit_mask(ruling) | JOKERS
    return RED if above == NONE else above | JOKERS


@kernel
def lay(w: State, card: int) -> None:
    p = w.ply
    q = p + ONE
    seat = w.seat[p]
    played = w.played[p]
    led, ruling, best, top = w.led[p], w.ruling[p], w.best[p], w.top[p]
    beat, pot = w.beat[p], w.pot[p]
    grounds = NONE
    if played == 0:
        pot = NONE
        ruling = w.trump
        best = seat
        top = card
        led = w.trump  # K14
        if card < BJ:
            led = suit_of(card)
        elif not has(w.law[seat & 1], card):
            grounds = HELD_HONOURS
            if w.live & w.honours != NONE:
                led = OPEN
        beat = FRENCH if led == OPEN else _beaters(card, ruling)
    elif led == OPEN:
        if card < BJ:  # K15 c
            led = suit_of(card)
            ruling = led
            best = seat
            top = card
            beat = _beaters(card, ruling)
    elif has(beat, card):
        best = seat
        top = card
        beat = _beaters(card, ruling)
    w.card[p] = card
    w.hand[mask(seat)] &= ~bit(card)
    w.live &= ~bit(card)
    if card < BJ:
        w.shape[mask(seat >> 2)] -= ONE << mask(16 * (seat & 3) + 4 * suit_of(card))
    pot |= bit(card)
    w.gain[q] = 0
    w.ply = q
    if played + 1 < w.seats:
        w.seat[q] = right_of(w, seat)
        w.played[q] = played + 1
        w.led[q], w.ruling[q], w.best[q], w.top[q] = led, ruling, best, top
        w.beat[q], w.pot[q] = beat, pot
    else:
        w.seat[q] = best
        w.played[q] = 0
        if (best & 1) == w.ours:
            w.gain[q] = 1
        if top < BJ and popcount(pot & suit_mask(suit_of(top))) > 1:
            grounds |= bit(top)
        if ruling != w.trump:
            grounds |= (suit_mask(ruling) & (w.live | pot)) | HELD_ACE[ruling]
    w.grounds[q] = grounds


@kernel
def choices(w: State) -> Mask:
    p = w.ply
    seat = w.seat[p]
    hand = w.hand[mask(seat)]
    live = w.live
    pot = NONE
    may: Mask = hand
    w.choice[p] = NONE
    if w.played[p] == 0:
        law: Mask = w.law[seat & 1]
        if hand & JOKERS & ~law != NONE:
            w.choice[p] = HELD_HONOURS
        if live & w.honours == NONE:
            law = JOKERS
        if hand & (FRENCH | law) != NONE:
            may = hand & (FRENCH | law)
    else:
        led = w.led[p]
        if led != OPEN and hand & suit_mask(led) != NONE:
            may = hand & (suit_mask(led) | JOKERS)
        pot = w.pot[p]
        live |= bit(w.top[p])
    plain = may & FRENCH
    if plain & (plain - ONE) == NONE:
        return may
    # Those with one of ours right below them: adding carries each card's bit over the gap above it.
    gaps = FRENCH & ~live & ~ACES
    twins = ((plain & ~ACES) << ONE) + gaps & plain
    jokers = (w.live | pot) & JOKERS
    if twins != NONE and jokers != NONE:
        honours = w.live & w.honours
        if honours != NONE:
            twins &= ~bit(lowest(honours))
        if has(jokers, BJ):
            twins &= ~bit(13 * w.trump + 12)
        if jokers == JOKERS:
            twins &= ~ACES
    return may & ~twins


@kernel
def key(w: State) -> None:
    """The second word, from below: bid, team and trump; the ace of trump; 11 leader, 14 jokers; 32 shape."""
    red, black = 7, 7
    second = w.base | w.shape[1] << S32
    facts = NONE
    if w.live & JOKERS != NONE:
        for seat in range(w.seats):
            if has(w.hand[mask(seat)], RJ):
                red = seat
            if has(w.hand[mask(seat)], BJ):
                black = seat
        facts = mask(popcount(w.live & w.honours)) << S52
        for suit in range(4):
            if has(w.live, 13 * suit + 12):
                facts |= HELD_ACE[suit]
        if black < 7:
            second |= ACE_OF_TRUMP if has(w.live, 13 * w.trump + 12) else NONE
    w.key[0] = w.shape[0]
    w.key[1] = second | mask(w.seat[w.ply] << 11 | red << 14 | black << 17)
    w.facts = facts


@kernel
def widen(w: State, rel: Mask) -> Mask:
    """All cards above those that mattered, and those on which the facts rest."""
    if rel & HELD_HONOURS != NONE:
        rel |= w.honours
    if has(w.live, BJ):
        rel |= bit(13 * w.trump + 12)
    for suit in range(4):
        if rel & HELD_ACE[suit] != NONE:
            rel |= bit(13 * suit + 12)
    rel &= w.live | ~FRENCH
    return upward(rel) & (w.live | ~FRENCH)


@kernel
def decided(w: State, need: int) -> int:
    w.rel = NONE
    if need <= 0:
        return 1
    leader = w.seat[w.ply]
    left = popcount(w.hand[mask(leader)])
    if need > left:
        return 0
    if left < 2:
        return -1
    leading = leader & 1
    if _holds(w, leading, need, left, _quick(w, leader)):
        return 1 if leading == w.ours else 0
    if _holds(w, leading, need, left, _sure(w, leading, left)):
        return 1 if leading == w.ours else 0
    if _holds(w, 1 - leading, need, left, _sure(w, 1 - leading, left)):
        return 0 if leading == w.ours else 1
    trumps = w.live & w.trumps
    for seat in range(leading, w.seats, 2):
        reached = seat != leader and _can_reach(w, leader, seat, trumps)
        if reached and _holds(w, leading, need, left, _quick(w, seat)):
            return 1 if leading == w.ours else 0
    w.rel = NONE
    return -1


@kernel
def _holds(w: State, side: int, need: int, left: int, tricks: int) -> bool:
    """Do so many tricks for this side answer the question?"""
    return tricks >= need if side == w.ours else need > left - tricks


@kernel
def _can_reach(w: State, leader: int, partner: int, trumps: Mask) -> bool:
    """Has the player on lead a card of a suit in which this partner has the highest one, that nobody can take?"""
    for suit in range(4):
        here = w.live & SUIT[suit]
        if w.hand[mask(leader)] & here != NONE and has(w.hand[mask(partner)], highest(here)):
            safe = True
            for seat in range(1 - (leader & 1), w.seats, 2):
                ruffs = w.hand[mask(seat)] & here == NONE and w.hand[mask(seat)] & trumps != NONE
                if ruffs or w.hand[mask(seat)] & JOKERS != NONE:
                    safe = False
            if safe:
                return True
    return False


@kernel
def _top_run(mine: Mask, others: Mask) -> Mask:
    """Those of some cards of a suit that are higher than all others of it."""
    return mine if others == NONE else mine & ~((bit(highest(others)) << ONE) - ONE)


@kernel
def _sure(w: State, side: int, left: int) -> int:
    """How many tricks the strongest cards of all are worth to the side that has them, whoever leads.

    Of trumps no more than the longer hand holds, since two may fall together. A joker is nothing on the last tricks
    if its holder is on lead, nor is anything else if a joker is led then (K15); with cards to spare that is avoided.
    """
    ours = NONE
    longest = 0
    trumps = w.live & w.trumps
    for seat in range(side, w.seats, 2):
        ours |= w.hand[mask(seat)]
        longest = max(longest, popcount(w.hand[mask(seat)] & trumps))
    run = _top_run(trumps & ours, trumps & ~ours)
    sure = min(popcount(run), longest)
    if w.seats == 6:  # of three hands two may have to give up theirs at once while the third holds low ones
        sure = 0
        for seat in range(side, w.seats, 2):
            sure = max(sure, popcount(run & w.hand[mask(seat)]))
    jokers = w.live & JOKERS
    if jokers != NONE:
        if not has(ours, highest(jokers)):
            return 0
        own = jokers & ours
        ace = bit(13 * w.trump + 12)
        holder = _holder(w, highest(jokers))
        if own != jokers:
            # The black one, which they have, comes between the ace and the others. The ace is safe only with him who
            # can come on lead with the red one.
            run &= ace & w.hand[mask(holder)]
            sure = popcount(run)
            sure += 1
        elif trumps & ~ours & ace == NONE:
            sure += popcount(own)
        else:
            sure = 1 if has(own, RJ) else 0
        if left - sure < popcount(own) + 1:
            run = NONE
            sure = 0
            if has(own, RJ) and (holder != w.seat[w.ply] or has(w.law[side], RJ)):
                sure = 1  # he can play it now
    w.rel = bit(lowest(run)) if run != NONE else NONE
    return sure


@kernel
def _holder(w: State, card: int) -> int:
    holder = 0
    for seat in range(w.seats):
        if has(w.hand[mask(seat)], card):
            holder = seat
    return holder


@kernel
def _quick(w: State, leader: int) -> int:
    """How many tricks a player on lead can take at once, one after the other, with the highest cards of suits."""
    hand = w.hand[mask(leader)]
    theirs = NONE
    for seat in range(1 - (leader & 1), w.seats, 2):
        theirs |= w.hand[mask(seat)]
    trump = w.trump
    ace = bit(13 * trump + 12)
    w.rel = NONE
    if theirs & JOKERS != NONE:
        if has(theirs, RJ) or hand & ace == NONE:
            return 0
        w.rel = ace
        return 1
    rel = NONE
    total = 0
    against = theirs & suit_mask(trump)  # trumps that could ruff
    mine = hand & suit_mask(trump)
    if mine != NONE:
        others = w.live & suit_mask(trump) & ~hand
        run = _top_run(mine, others)
        total = popcount(run)
        if run != NONE and total >= _longest(w, others, leader):
            total = popcount(mine)
            against = NONE
        if run != NONE and others != NONE:
            rel |= bit(lowest(run))
    for suit in range(4):
        mine = hand & SUIT[suit]
        if suit != trump and mine != NONE:
            others = w.live & SUIT[suit] & ~hand
            run = _top_run(mine, others)
            if run != NONE:
                count = popcount(run)
                if against == NONE:
                    if count >= _longest(w, others, leader):
                        count = popcount(mine)
                else:
                    for seat in range(1 - (leader & 1), w.seats, 2):
                        if w.hand[mask(seat)] & against != NONE:
                            count = min(count, popcount(others & w.hand[mask(seat)]))
                total += count
                if count > 0 and others != NONE:
                    rel |= bit(lowest(run))
    w.rel = rel
    return min(total, _until_forced(w, leader, theirs & w.trumps))


@kernel
def _until_forced(w: State, leader: int, against: Mask) -> int:
    """How many tricks pass until a partner may have to take one and so comes on lead, this one included.

    That is when he has nothing left but trumps and jokers. If they have neither, he goes on winning with trumps.
    """
    tricks = 13
    for seat in range(leader & 1, w.seats, 2):
        hand = w.hand[mask(seat)]
        if seat != leader and (hand & JOKERS != NONE or (against != NONE and hand & w.trumps != NONE)):
            tricks = min(tricks, popcount(hand & ~w.trumps & ~JOKERS) + 1)
    return tricks


@kernel
def _longest(w: State, cards: Mask, leader: int) -> int:
    """How many of these cards the other hand has that has most."""
    most = 0
    for seat in range(w.seats):
        if seat != leader:
            most = max(most, popcount(cards & w.hand[mask(seat)]))
    return most


@kernel
def _answers(hand: Mask, led: int) -> Mask:
    """What a hand may play to this suit."""
    follow: Mask = hand & suit_mask(led)
    return hand if follow == NONE else follow | (hand & JOKERS)


@kernel
def _graded(over: Mask, sure: int, but_joker: int, so_far: int) -> int:
    """How good a card is, given what the opponents can still play over it."""
    if over == NONE:
        return sure
    return but_joker if over & ~JOKERS == NONE else so_far


@kernel
def pick(w: State, left: Mask) -> int:
    """The most promising of these cards."""
    if left & (left - ONE) == NONE:
        return lowest(left)
    p = w.ply
    if w.played[p] == 0:
        return _lead(w, left)
    if w.led[p] == OPEN:
        return lowest(left)
    return _follow(w, left)


@kernel
def _follow(w: State, left: Mask) -> int:
    p = w.ply
    seat = w.seat[p]
    led, ruling = w.led[p], w.ruling[p]
    beat: Mask = w.beat[p]
    threat, help = NONE, NONE  # what the opponents, and the partners, after us may play
    who = seat
    for _ in range(w.played[p] + 1, w.seats):
        who = right_of(w, who)
        if who & 1 != seat & 1:
            threat |= _answers(w.hand[mask(who)], led)
        else:
            help |= _answers(w.hand[mask(who)], led)
    below = PARTNER_CAN_TAKE if help & beat != NONE else 0
    if w.best[p] & 1 == seat & 1:
        below = _graded(threat & beat, PARTNER_HAS_SURE, PARTNER_HAS_BUT_JOKER, 0)
    hand = w.hand[mask(seat)]
    best, best_score = -1, WORST
    while left != NONE:
        card = lowest(left)
        left &= ~bit(card)
        suit = suit_of(card)
        score = PLAY_JOKER
        if card < BJ:
            score = 13 * suit - card
            if suit == w.trump:
                score += PLAY_TRUMP
            if suit != led:
                score += popcount(hand & suit_mask(suit))
                if w.live & suit_mask(suit) & ~((bit(card) << ONE) - ONE) == NONE:
                    score += PLAY_MASTER
        if has(beat, card):
            over = threat & _beaters(card, ruling)
            if suit == w.trump and suit != led:
                score += RUFFS
            score += _graded(over, TAKES_SURE, TAKES_BUT_JOKER, TAKES_SO_FAR)
        else:
            score += below
        if score > best_score:
            best_score = score
            best = card
    return best


@kernel
def _lead(w: State, left: Mask) -> int:
    p = w.ply
    seat = w.seat[p]
    trump = w.trump
    trumps = suit_mask(trump)
    best, best_score = -1, WORST
    if left & JOKERS != NONE:
        best, best_score = highest(left), LEAD_JOKER
    for suit in range(4):
        rest = left & SUIT[suit]
        if rest != NONE:
            threat = NONE
            help = NONE
            worth = 0
            who = seat
            for place in range(1, w.seats):
                who = right_of(w, who)
                hand = w.hand[mask(who)]
                ruffs = suit != trump and hand & SUIT[suit] == NONE and hand & trumps != NONE
                if (place & 1) == 1:
                    threat |= _answers(hand, suit)
                    worth += LEAD_INTO_RUFF if ruffs else 0
                else:
                    help |= _answers(hand, suit)
                    worth += LEAD_FOR_RUFF if ruffs else 0
            if suit == trump:
                worth += DECLARER_LEADS_TRUMP if (seat & 1) == w.ours else DEFENDER_LEADS_TRUMP
                worth += LEAD_TRUMP_ALONE if threat & trumps == NONE else 0
                worth += LEAD_TRUMP_WITHOUT_PARTNER if help & trumps == NONE else 0
            if has(threat, highest(w.live & SUIT[suit])):
                worth += LEAD_TO_THEIR_MASTER
            follow = help & SUIT[suit]
            ruff = help & trumps
            if follow != NONE:
                over = threat & _beaters(highest(follow), trump)
                worth += _graded(over, PARTNER_WINS, PARTNER_WINS_BUT_JOKER, 0)
            elif ruff != NONE:
                over = threat & _beaters(highest(ruff), trump)
                worth += _graded(over, PARTNER_RUFFS, 0, 0)
            while rest != NONE:
                card = lowest(rest)
                rest &= ~bit(card)
                over = threat & _beaters(card, trump)
                leads = LEADER_WINS + TOP_TRUMP if suit == trump else LEADER_WINS
                score = worth + _graded(over, leads, LEADER_WINS_BUT_JOKER, 0)
                if score > best_score:
                    best_score = score
                    best = card
    return best
