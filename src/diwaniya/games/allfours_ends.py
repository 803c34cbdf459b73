"""How a hand of All Fours may end, for whoever solves it in the middle of a match (`search.endings`).

High and Low are settled by the deal. There are six ends: who takes the jack of trump, and who has more in cards for
Game. Points are scored one after the other, and the match may end at any of them (A19).
"""

from diwaniya.engine.kernel import NONE, U64, Mask, State, has, highest, kernel, lowest
from diwaniya.engine.seats import right_of
from diwaniya.engine.state import DEAL
from diwaniya.engine.suits import suit_mask
from diwaniya.games.allfours import HANG_JACK, JACK, _award
from diwaniya.games.allfours_open import FAR, aim_both, game_need

LOST, EVEN, WON = range(3)
"""Game, for side 0. These three are the ends in which side 1 takes the jack, three more those in which side 0 does."""
JACK_TO_SIDE_0 = U64(3)


@kernel
def ends(s: State) -> int:
    return 6


@kernel
def finish(s: State, end: int) -> None:
    """A15 to A19. A jack that was taken stays where it is, whatever the end says."""
    mine = s.dealt[0]
    every = NONE
    playing: Mask = s.lay
    for seat in range(s.seats):
        every |= s.dealt[seat]
        playing |= s.hand[seat]
        if seat == 2:
            mine |= s.dealt[seat]
    trumps = every & suit_mask(s.trump)
    jack = 13 * s.trump + JACK
    over = False
    if trumps != NONE:
        over = _award(s, 0 if has(mine, highest(trumps)) else 1, 1)
        if not over:
            over = _award(s, 0 if has(mine, lowest(trumps)) else 1, 1)
    if not over and has(trumps, jack):
        side = 1 - end // 3
        if not has(playing, jack):
            side = 0 if has(s.won[0], jack) else 1
        held = 0 if has(mine, jack) else 1
        points = 1 if side == held else s.opt[HANG_JACK]
        if points > 0:
            over = _award(s, side, points)
    if not over and end % 3 != EVEN:
        over = _award(s, 0 if end % 3 == WON else 1, 1)
    if not over:
        s.turn = DEAL
        s.dealer = right_of(s, s.dealer)


@kernel
def aim_at(s: State, w: State, wanted: Mask) -> int:
    """How much side 0 still needs in cards so that the hand ends in one of these ends."""
    if_won = _least(w, wanted >> JACK_TO_SIDE_0)
    return aim_both(w, if_won, _least(w, wanted) if w.jack_open == 1 else if_won)


@kernel
def _least(w: State, wanted: Mask) -> int:
    """The same for three ends."""
    if has(wanted, LOST):
        return -FAR
    if has(wanted, EVEN):
        return game_need(w, 0)
    return game_need(w, 1) if has(wanted, WON) else FAR
