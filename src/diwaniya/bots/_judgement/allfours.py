"""What All Fours players make of each other's begging and cards."""

from diwaniya.bots._judgement._allfours_cards import policy as policy  # found here by its name
from diwaniya.bots._judgement._allfours_past import before as before  # and so is this
from diwaniya.bots.quick.allfours import GIVE_FROM, STAND_FROM, strength
from diwaniya.engine.kernel import State, kernel
from diwaniya.engine.seats import right_of
from diwaniya.games.allfours import GAVE, OPEN, STOOD
from diwaniya.search.sampling import WHOLLY

SPREAD = 130
OWN_EYES = True
DEAL = 40
"""Found by counting who won a hundred thousand matches between quick players, by score and dealer."""
SURPRISE = 100
"""In thousandths: how likely somebody plays what was not to be expected of his hand (`search.hindsight`)."""
STRONG = {"allfours": 300, "allfours2": 100}
"""More brings little, and for two next to nothing: that is left to the expert."""
EXPERT_CARDS = 8
"""Solved worlds take everybody to see all cards: with one trick more an expert misses a lead that draws trumps."""
LEAST = 100
"""In thousandths: how likely it is at least that somebody says this with this hand."""
SOFT = 4
"""Strength within which it may be said either way."""


@kernel
def _above(strength: int, bar: int) -> int:
    """How likely a hand of this strength is held to be good enough."""
    return min(max(500 + 500 * (strength - bar) // SOFT, LEAST), WHOLLY)


@kernel
def explains(v: State, world: State) -> int:
    """Who begs has no trumps to speak of, who stands has some, and who gives has more. Once the pack was run it was
    another trump, and another hand."""
    likely = WHOLLY
    speaker = right_of(v, v.dealer)
    if v.said == OPEN or v.said > GAVE:
        return likely
    if speaker != v.viewer:
        good = _above(strength(world.dealt[speaker], v.trump), STAND_FROM)
        likely = good if v.said == STOOD else WHOLLY + LEAST - good
    if v.said == GAVE and v.dealer != v.viewer:
        likely = likely * _above(strength(world.dealt[v.dealer], v.trump), GIVE_FROM) // WHOLLY
    return likely
