"""A beginner at Kout bids one too high, names the wrong one of two suits, and forgets what is gone; but he knows what
jokers and aces are worth."""

from diwaniya.engine.cards import JOKERS, SUIT
from diwaniya.engine.kernel import NONE, U64, Mask, State, bit, kernel, popcount
from diwaniya.games.kout import AUCTION, BID_5, NAMING, PASS, TRUMP_S

ACES = U64(1 << 12 | 1 << 25 | 1 << 38 | 1 << 51)

OFTEN = 110


@kernel
def slips(v: State) -> Mask:
    hand: Mask = v.hand[v.viewer]
    if v.phase == AUCTION:
        return bit(PASS) | bit(BID_5 + max(v.bid - 4, 0))
    if v.phase == NAMING:
        suits = NONE
        for suit in range(4):
            if popcount(hand & SUIT[suit]) > 1:
                suits |= bit(TRUMP_S + suit)
        return suits
    return hand & ~JOKERS & ~ACES
