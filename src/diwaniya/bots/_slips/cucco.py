"""A beginner at Cucco does not know when a middling card is good enough; of the lowest and the highest he is sure."""

from diwaniya.engine.kernel import NONE, U64, Mask, State, bit, kernel
from diwaniya.games.cucco import KEEP, SWAP, TURN

MIDDLING = U64(0b11_1111_1111 << 4)
"""The numbers from 1 to 10."""

OFTEN = 900


@kernel
def slips(v: State) -> Mask:
    card = v.kind[v.at[v.turn]] + 0
    if v.phase == TURN and MIDDLING & bit(card) != NONE:
        return bit(KEEP) | bit(SWAP)
    return NONE
