"""Which card of All Fours promises most: many small reasons, each with a weight that was learnt.

The weights are in the table beside this file, which `scripts/make_allfours_table.py` makes; it tells how. There is a
row for each number of cards in the hand and each place in the trick. Before play all is as the quick player says it.
"""

from importlib.resources import files
from typing import Any

from diwaniya.bots.quick.allfours import SURE, _above, _appeal, _takes, _talk, _unseen
from diwaniya.engine.cards import SUIT
from diwaniya.engine.kernel import NONE, Mask, Rng, State, bit, has, highest, kernel, lowest, popcount
from diwaniya.games.allfours import (
    ACE,
    BEGGED,
    GAVE,
    JACK,
    KING,
    QUEEN,
    STOOD,
    TEN,
    _game_value,
    legal,
)

FILE = "allfours.txt"
REASONS = 48
FEWEST, MOST = 2, 7
"""Cards in the hand: there is nothing to choose with one, and more than seven are as seven."""
ROWS = (MOST - FEWEST + 1) * (4 + 2)
"""For four players, then for two."""
FAR_AHEAD = 22
"""With so many points of A18 more than the others, Game is as good as settled."""


def read(text: str) -> tuple[int, ...]:
    """The weights of a table: a line for each row; lines with # are for people.

    Raises `ValueError` if there are not as many as there should be.
    """
    weights = [int(word) for line in text.splitlines() if not line.startswith("#") for word in line.split()]
    if len(weights) != ROWS * REASONS:
        raise ValueError(f"the table has {len(weights)} weights, not {ROWS * REASONS}")
    return tuple(weights)


WEIGHTS = read(files(__package__).joinpath(FILE).read_text(encoding="ascii"))


@kernel
def row(v: State) -> int:
    """The row of the table for the viewer, whose turn it is."""
    n = len(v.hand)
    held = min(max(popcount(v.hand[v.viewer]), FEWEST), MOST) - FEWEST
    first = 0 if n == 4 else 4 * (MOST - FEWEST + 1)
    place: int = first + n * held + v.played
    return place


@kernel
def weighed(into: Any, total: int, place: int, reason: int) -> int:
    """The sum with one more reason. In training something else stands here, that writes it down `into` a record."""
    return total + WEIGHTS[place] * reason


@kernel
def promise(v: State, card: int, unseen: Mask, into: Any, at: int) -> int:
    """How much a card promises, in sixteenths of a millionth of a match; `at` is where the weights begin."""
    n = len(v.hand)
    hand = v.hand[v.viewer]
    rank = card % 13
    suit = card // 13
    takes = _takes(v, card, unseen)
    likely = 2 * takes - SURE
    percent = likely // 10
    pot = _game_value(v.lay)
    own = _game_value(bit(card))
    jack = 13 * v.trump + JACK
    unseen_jack = 1 if has(unseen, jack) else 0
    trumps = popcount(hand & SUIT[v.trump])
    length = popcount(hand & SUIT[suit])
    higher = popcount(_above(card) & unseen)
    side = v.viewer & 1
    ahead = _game_value(v.won[side]) - _game_value(v.won[1 - side])
    settled = 1 if ahead > FAR_AHEAD or ahead < -FAR_AHEAD else 0
    trump = 1 if suit == v.trump else 0
    plain = 1 - trump
    is_jack = 1 if card == jack else 0

    # What was said: +1 if it was ours, -1 if theirs.
    gave, stood = 0, 0
    dealt_by_us = ((v.dealer ^ v.viewer) & 1) == 0
    if v.said == GAVE:
        gave = 1 if dealt_by_us else -1
    if v.said == STOOD:
        stood = -1 if dealt_by_us else 1

    # Who is known to lack trumps, or, when we lead, this suit.
    foes_without, partner_without = 0, 0
    foes_lacking, partner_lacking = 0, 0
    for other in range(1, n):
        seat = (v.viewer + other) & (n - 1)
        if v.lacks[seat] & SUIT[v.trump] != NONE:
            foes_without += other & 1
            partner_without += 1 - (other & 1)
        if v.played == 0 and v.lacks[seat] & SUIT[suit] != NONE:
            foes_lacking += other & 1
            partner_lacking += 1 - (other & 1)

    partner_has, beats = 0, 0
    if v.played > 0:
        laid = v.lay & SUIT[v.trump]
        best = highest(laid if laid != NONE else v.lay & SUIT[v.trick[v.half] // 13])
        for i in range(v.played):
            if v.trick[v.half + i] == best:
                partner_has = 1 - (v.played - i & 1)
        beats = trump
        if suit == best // 13:
            beats = 1 if card > best else 0

    total = 0
    # The trick.
    total = weighed(into, total, at, likely * pot // 100)
    total = weighed(into, total, at + 1, likely * own // 100)
    total = weighed(into, total, at + 2, percent)
    total = weighed(into, total, at + 3, percent if has(v.lay | bit(card), jack) else 0)
    total = weighed(into, total, at + 4, settled * percent)
    total = weighed(into, total, at + 5, settled * own)
    total = weighed(into, total, at + 6, percent * trump)
    total = weighed(into, total, at + 7, percent * trump * trumps)
    total = weighed(into, total, at + 8, partner_has * own)
    total = weighed(into, total, at + 9, partner_has * beats)
    total = weighed(into, total, at + 10, partner_has * trump)
    total = weighed(into, total, at + 11, beats)
    total = weighed(into, total, at + 12, beats * trump)
    # A trump.
    total = weighed(into, total, at + 13, trump)
    total = weighed(into, total, at + 14, trump * rank)
    total = weighed(into, total, at + 15, trump if rank > JACK else 0)
    total = weighed(into, total, at + 16, is_jack)
    total = weighed(into, total, at + 17, is_jack * higher)
    total = weighed(into, total, at + 18, trump if rank == TEN else 0)
    total = weighed(into, total, at + 19, trump if rank == QUEEN else 0)
    total = weighed(into, total, at + 20, trump if rank == KING else 0)
    total = weighed(into, total, at + 21, trump if rank == ACE else 0)
    total = weighed(into, total, at + 22, trump if higher == 0 else 0)
    total = weighed(into, total, at + 23, trump * trumps)
    total = weighed(into, total, at + 24, trump * popcount(unseen & SUIT[v.trump]))
    total = weighed(into, total, at + 25, trump * unseen_jack)
    total = weighed(into, total, at + 26, trump * unseen_jack if rank > JACK else 0)
    total = weighed(into, total, at + 27, trump - is_jack if has(hand, jack) else 0)
    total = weighed(into, total, at + 28, trump * gave)
    total = weighed(into, total, at + 29, trump * stood)
    total = weighed(into, total, at + 30, trump * foes_without)
    total = weighed(into, total, at + 31, trump * partner_without)
    # A plain card.
    total = weighed(into, total, at + 32, plain * rank)
    total = weighed(into, total, at + 33, plain if rank == ACE else 0)
    total = weighed(into, total, at + 34, plain if rank == KING else 0)
    total = weighed(into, total, at + 35, plain * length)
    total = weighed(into, total, at + 36, plain if length == 1 and trumps > 0 else 0)
    total = weighed(into, total, at + 37, plain * length * trumps)
    total = weighed(into, total, at + 38, plain * higher)
    total = weighed(into, total, at + 39, plain if higher == 0 else 0)
    total = weighed(into, total, at + 40, plain if has(unseen, 13 * suit + TEN) else 0)
    total = weighed(into, total, at + 41, plain if has(unseen, 13 * suit + ACE) else 0)
    total = weighed(into, total, at + 42, plain * own * foes_without)
    # Any card.
    total = weighed(into, total, at + 43, own)
    total = weighed(into, total, at + 44, 1 if rank == TEN else 0)
    total = weighed(into, total, at + 45, foes_lacking)
    total = weighed(into, total, at + 46, partner_lacking)
    return weighed(into, total, at + 47, _appeal(v, card, unseen, takes) // 100)


@kernel
def policy(v: State, rng: Rng) -> int:
    """A move for the viewer, whose turn it is."""
    if v.said <= BEGGED:
        return _talk(v)
    rest: Mask = legal(v)
    choice = lowest(rest)
    if popcount(rest) == 1:
        return choice
    at = REASONS * row(v)
    unseen = _unseen(v)
    best = 0
    while rest != NONE:
        card = lowest(rest)
        rest &= ~bit(card)
        score = promise(v, card, unseen, rng, at)
        if card == choice or score > best:
            best = score
            choice = card
    return choice
