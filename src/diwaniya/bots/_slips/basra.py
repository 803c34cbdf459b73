"""A beginner at Basra overlooks a capture, or that he leaves one; but he does not waste a jack or the komi."""

from diwaniya.engine.kernel import NONE, Mask, State, kernel
from diwaniya.games.basra_captures import SWEEPERS

OFTEN = 260


@kernel
def slips(v: State) -> Mask:
    if v.choices > 0:
        return NONE
    cards: Mask = v.hand[v.viewer] & ~SWEEPERS
    return cards
