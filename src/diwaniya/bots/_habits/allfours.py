"""A steady player at All Fours does not count the cards that are gone, is eager for tricks that others have still to
play to, and begs unless his hand is good.

What each habit costs is in docs/arena.md.
"""

from typing import Any

from diwaniya.bots.quick import allfours as quick
from diwaniya.engine.cards import FRENCH
from diwaniya.engine.drivers import rebind
from diwaniya.engine.kernel import Mask, State, kernel

EAGER = 5
"""What he thinks each player still to come adds to a trick, in points of A18."""
STAND_FROM = 12
"""The least strength with which he stands: a high trump, or three."""


@kernel
def not_in_sight(v: State) -> Mask:
    """All cards but those that he holds and those of the running trick: any of them may be in another hand."""
    unseen: Mask = FRENCH & ~v.hand[v.viewer] & ~v.lay
    return unseen


_said: dict[str, Any] = {"STAND_FROM": STAND_FROM}
_played: dict[str, Any] = {"YET_TO_COME": EAGER}

policy = rebind(
    quick.policy,
    _talk=rebind(quick._talk, **_said),
    _card=rebind(quick._card, _unseen=not_in_sight, _appeal=rebind(quick._appeal, **_played)),
)
