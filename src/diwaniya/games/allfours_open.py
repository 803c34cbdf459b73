"""All Fours with all cards open: what the solver has to know of it (A10 to A18). It counts for side 0.

Goals are points of the hand, those of side 0 less those of side 1, when all four have been counted. High and Low are
settled by the deal. What is left is who takes the jack of trump and who has more in cards for Game. Whether a goal is
reached comes down to a difference in cards, with something added when the jack falls: nothing or all, or the
little that A17 may leave between the two. The end of the match in the middle of the count (A19) is left aside.
"""

from collections.abc import Mapping

from diwaniya.engine.cards import FRENCH, SUIT
from diwaniya.engine.kernel import (
    NONE,
    ONE,
    U64,
    Mask,
    State,
    bit,
    has,
    highest,
    kernel,
    lowest,
    mask,
    popcount,
)
from diwaniya.engine.seats import right_of
from diwaniya.engine.state import Field
from diwaniya.engine.suits import ACES, suit_mask, suit_of, upward
from diwaniya.engine.suits import extend as extend  # the solver asks this module for it
from diwaniya.games.allfours import HANG_JACK, JACK, STOOD, VOID_MAY_DISCARD, _game_value

PLIES = 56
COUNTS = "points of {ours} less those of {theirs}, with all four counted"
FIELDS: Mapping[str, Field] = {
    "base": "u8",  # what is the same in all positions of a hand, for one goal
    "valued": "u8",  # cards that are worth something
    "trump": "i8",
    "trumps": "u8",
    "discard": "i8",  # A12: may who cannot follow discard while he has trumps?
    "jack": "i8",  # the card
    "settled": "i8",  # points of the hand that are settled, as a difference
    "ahead": "i8",  # what side 0 is ahead in cards for Game
    "jack_open": "i8",  # 1 if the jack can still be taken
    "jack_won": "i8",  # points that it then makes, for side 0 if it takes it
    "jack_lost": "i8",  # and if it does not
    "bonus_won": "i8",  # the same on the scale of the cards
    "bonus_lost": "i8",
    "led": ("i8", PLIES),  # suit led
    "best": ("i8", PLIES),  # seat that is winning the trick
    "top": ("i8", PLIES),  # with this card
    "beat": ("u8", PLIES),  # cards that would beat that
    "pot": ("u8", PLIES),  # cards of the trick
}
FAR = 1 << 18
ALL = 1 << 10
"""More than all cards are worth together, 80."""

VALUED = U64(sum(0b11111 << 13 * suit + 8 for suit in range(4)))
"""Ten to ace of each suit (A18)."""
NAUGHT = U64(sum(0xFF << 13 * suit for suit in range(4)))
FIVE = U64(0b11111)
NO_MODE = U64(0xFF)
WORTH = (0, 0, 0, 0, 0, 0, 0, 0, 10, 1, 2, 3, 4)
"""A18, by rank."""

# What makes a card look promising, in no unit: found by counting positions over hundreds of hands.
LEAD_INTO_RUFF, LEAD_FOR_RUFF = 49, 33
LEAD_TRUMP, LEAD_TRUMP_ALONE, LEAD_JACK = 61, -62, 40
LEADER_WINS, PARTNER_WINS = 59, 190
PARTNER_HAS_SURE, PARTNER_HAS_SO_FAR = 72, -63
TAKES_SURE, TAKES_SO_FAR = 60, -67
PLAY_TRUMP, PLAY_LONG = -11, -8
# And for each point that a card is worth in Game.
LEADER_WINS_POINT, PARTNER_WINS_POINT = 13, 6
PARTNER_HAS_SURE_POINT, PARTNER_HAS_SO_FAR_POINT = 2, -6
TAKES_SURE_POINT, TAKES_SO_FAR_POINT = 3, -11
PLAY_POINT = -7
WORST = -100_000


@kernel
def ready(s: State) -> bool:
    """Not while somebody has to play a card that was called (A21)."""
    if s.said < STOOD or s.turn < 0:
        return False
    waiting: Mask = s.called
    held = NONE
    for seat in range(s.seats):
        held |= s.hand[seat]
    return waiting & held == NONE


@kernel
def contract(s: State) -> int:
    return -1


@kernel
def load(s: State, w: State) -> None:
    w.seats = s.seats
    w.trump = s.trump
    w.trumps = suit_mask(s.trump)
    w.discard = s.opt[VOID_MAY_DISCARD]
    w.ours = 0
    w.jack = 13 * s.trump + JACK
    w.valued = VALUED
    w.bonus_won = 0
    w.bonus_lost = 0
    w.ply = NONE
    first = s.leader
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
                hand |= bit(s.trick[s.half + place])
            for suit in range(4):
                w.shape[0] += mask(popcount(hand & SUIT[suit])) << mask(16 * (seat & 3) + 4 * suit)
        w.hand[mask(seat)] = hand
        live |= hand
    w.live = live
    _settle(s, w)
    for place in range(s.played):
        lay(w, s.trick[s.half + place])


@kernel
def _settle(s: State, w: State) -> None:
    """What is known already of A15 to A18."""
    every = NONE
    mine = NONE
    for seat in range(s.seats):
        every |= s.dealt[seat]
        if (seat & 1) == 0:
            mine |= s.dealt[seat]
    trumps = every & w.trumps
    w.settled = 0
    if trumps != NONE:
        w.settled += 1 if has(mine, highest(trumps)) else -1
        w.settled += 1 if has(mine, lowest(trumps)) else -1
    w.ahead = _game_value(s.won[0]) - _game_value(s.won[1])
    w.jack_open = 1 if has(w.live, w.jack) else 0
    w.jack_won = 1 if has(mine, w.jack) else s.opt[HANG_JACK]
    w.jack_lost = -s.opt[HANG_JACK] if has(mine, w.jack) else -1
    if w.jack_open == 0 and has(trumps, w.jack):
        w.settled += w.jack_won if has(s.won[0], w.jack) else w.jack_lost
    w.low = w.settled - 1
    w.high = w.settled + 1
    if w.jack_open == 1:
        w.low += w.jack_lost
        w.high += w.jack_won


@kernel
def aim(w: State, goal: int) -> int:
    """How much is needed in cards; how much the jack is worth on that scale."""
    more = goal - w.settled
    if w.jack_open == 1:
        return aim_both(w, game_need(w, more - w.jack_won), game_need(w, more - w.jack_lost))
    return aim_both(w, game_need(w, more), game_need(w, more))


@kernel
def aim_both(w: State, if_won: int, if_lost: int) -> int:
    """How much is needed in cards, if that depends on the jack: no less without it than with it."""
    mode = 0
    need = if_won
    w.bonus_won = 0
    w.bonus_lost = 0
    if if_won == -FAR and if_lost == FAR:  # all hangs on the jack
        mode = 1
        need = 0
        w.bonus_won = ALL
        w.bonus_lost = -ALL
        w.valued = bit(w.jack)
    elif if_won == -FAR and if_lost != -FAR:
        mode = 2
        need = if_lost
        w.bonus_won = ALL
    elif if_won != FAR and if_won != if_lost:
        mode = 3 if if_lost == FAR else 4
        w.bonus_lost = -ALL if if_lost == FAR else if_won - if_lost
    w.base = mask(w.trump | w.discard << 2 | w.seats << 3 | mode << 8)
    return need


@kernel
def game_need(w: State, points: int) -> int:
    """What side 0 still needs in cards so that Game makes so many points for it; `FAR` if no cards will do."""
    if points > 1:
        return FAR
    need: int = points - w.ahead
    return -FAR if points < 0 else need


@kernel
def _worth(w: State, cards: Mask) -> int:
    """A18, unless nobody asks."""
    return _game_value(cards) if w.valued == VALUED else 0


@kernel
def _beaters(card: int, trump: int) -> Mask:
    """The cards that would beat this one, which is a trump or of the suit led (A13)."""
    suit = suit_of(card)
    above = SUIT[suit] & ~((bit(card) << ONE) - ONE)
    return above if suit == trump else above | suit_mask(trump)


@kernel
def lay(w: State, card: int) -> None:
    p = w.ply
    q = p + ONE
    seat = w.seat[p]
    played = w.played[p]
    led, best, top = w.led[p], w.best[p], w.top[p]
    beat, pot = w.beat[p], w.pot[p]
    if played == 0:
        pot = NONE
        led = suit_of(card)
    if played == 0 or has(beat, card):
        best = seat
        top = card
        beat = _beaters(card, w.trump)
    w.card[p] = card
    w.hand[mask(seat)] &= ~bit(card)
    w.live &= ~bit(card)
    w.shape[0] -= ONE << mask(16 * (seat & 3) + 4 * suit_of(card))
    pot |= bit(card)
    w.gain[q] = 0
    w.grounds[q] = NONE
    w.ply = q
    if played + 1 < w.seats:
        w.seat[q] = right_of(w, seat)
        w.played[q] = played + 1
        w.led[q], w.best[q], w.top[q] = led, best, top
        w.beat[q], w.pot[q] = beat, pot
    else:
        w.seat[q] = best
        w.played[q] = 0
        gain = _worth(w, pot)
        bonus = w.bonus_won
        if (best & 1) == 1:
            gain = -gain
            bonus = w.bonus_lost
        w.gain[q] = gain + bonus if has(pot, w.jack) else gain
        if popcount(pot & suit_mask(suit_of(top))) > 1:
            w.grounds[q] = bit(top)


@kernel
def _answers(w: State, hand: Mask, led: int) -> Mask:
    """What a hand may play to this suit (A11, A12)."""
    follow: Mask = hand & (suit_mask(led) | w.trumps)
    if hand & suit_mask(led) == NONE and w.discard == 1:
        follow = NONE
    return hand if follow == NONE else follow


@kernel
def choices(w: State) -> Mask:
    p = w.ply
    hand = w.hand[mask(w.seat[p])]
    live = w.live
    may: Mask = hand
    w.choice[p] = NONE
    if w.played[p] > 0:
        may = _answers(w, hand, w.led[p])
        live |= bit(w.top[p])
    # Those with one of ours right below them: adding carries each card's bit over the gap above it.
    gaps = FRENCH & ~live & ~ACES
    twins = ((may & ~ACES) << ONE) + gaps & may
    if w.valued == VALUED:
        twins &= NAUGHT
    elif twins != NONE:
        above = live & w.trumps & ~((bit(w.jack) << ONE) - ONE)
        twins &= ~bit(w.jack)
        if above != NONE:
            twins &= ~bit(lowest(above))
    return may & ~twins


@kernel
def key(w: State) -> None:
    """The second word, from below: what is the same in the hand; 12 leader; 32 which valued cards are still held."""
    second = w.base if has(w.live, w.jack) else w.base & NO_MODE
    for suit in range(4):
        if suit == w.trump or w.valued == VALUED:
            second |= (w.live >> mask(13 * suit + 8) & FIVE) << mask(32 + 5 * suit)
    w.key[0] = w.shape[0]
    w.key[1] = second | mask(w.seat[w.ply] << 12)
    w.facts = NONE


@kernel
def widen(w: State, rel: Mask) -> Mask:
    """All cards above those that mattered, and those that are worth something."""
    rel |= w.valued & w.live
    return upward(rel) & w.live


@kernel
def decided(w: State, need: int) -> int:
    w.rel = NONE
    rest = _worth(w, w.live)
    most, least = rest, -rest
    if has(w.live, w.jack):
        most += w.bonus_won
        least += w.bonus_lost
    if need <= least:
        return 1
    return 0 if need > most else -1


@kernel
def pick(w: State, left: Mask) -> int:
    """The most promising of these cards."""
    if left & (left - ONE) == NONE:
        return lowest(left)
    return _lead(w, left) if w.played[w.ply] == 0 else _follow(w, left)


@kernel
def _lead(w: State, left: Mask) -> int:
    p = w.ply
    seat = w.seat[p]
    best, best_score = -1, WORST
    for suit in range(4):
        rest = left & SUIT[suit]
        if rest != NONE:
            threat, help = NONE, NONE
            base = 0
            who = seat
            for place in range(1, w.seats):
                who = right_of(w, who)
                other = w.hand[mask(who)]
                ruffs = suit != w.trump and other & SUIT[suit] == NONE and other & w.trumps != NONE
                if place & 1 == 1:
                    threat |= _answers(w, other, suit)
                    base += LEAD_INTO_RUFF if ruffs else 0
                else:
                    help |= _answers(w, other, suit)
                    base += LEAD_FOR_RUFF if ruffs else 0
            if suit == w.trump:
                base += LEAD_TRUMP
                base += LEAD_TRUMP_ALONE if threat & w.trumps == NONE else 0
            partner = 0
            reach = help & w.trumps if help & w.trumps != NONE else help & SUIT[suit]
            if reach != NONE and threat & _beaters(highest(reach), w.trump) == NONE:
                partner = 1
            while rest != NONE:
                card = lowest(rest)
                rest &= ~bit(card)
                points = WORTH[card - 13 * suit]
                score = base
                if threat & _beaters(card, w.trump) == NONE:
                    score += LEADER_WINS + LEADER_WINS_POINT * points
                elif partner == 1:
                    score += PARTNER_WINS + PARTNER_WINS_POINT * points
                else:
                    score += points
                if card == w.jack:
                    score += LEAD_JACK
                if score > best_score:
                    best_score = score
                    best = card
    return best


@kernel
def _follow(w: State, left: Mask) -> int:
    p = w.ply
    seat = w.seat[p]
    hand = w.hand[mask(seat)]
    led = w.led[p]
    threat = NONE
    who = seat
    for _ in range(w.played[p] + 1, w.seats):
        who = right_of(w, who)
        if who & 1 != seat & 1:
            threat |= _answers(w, w.hand[mask(who)], led)
    beat = w.beat[p]
    below, each = 0, PLAY_POINT
    if w.best[p] & 1 == seat & 1:
        if threat & beat == NONE:
            below, each = PARTNER_HAS_SURE, PARTNER_HAS_SURE_POINT
        else:
            below, each = PARTNER_HAS_SO_FAR, PARTNER_HAS_SO_FAR_POINT
    best, best_score = -1, WORST
    while left != NONE:
        card = lowest(left)
        left &= ~bit(card)
        suit = suit_of(card)
        points = WORTH[card - 13 * suit]
        score = 0
        if suit == w.trump:
            score += PLAY_TRUMP
        if suit != led:
            score += PLAY_LONG * popcount(hand & suit_mask(suit))
        if has(beat, card):
            if threat & _beaters(card, w.trump) == NONE:
                score += TAKES_SURE + TAKES_SURE_POINT * points
            else:
                score += TAKES_SO_FAR + TAKES_SO_FAR_POINT * points
        else:
            score += below + each * points
        if score > best_score:
            best_score = score
            best = card
    return best
