"""Basra for two and Morabaa for four, told a second time: captures by trying out every set of floor cards.

Rule numbers (B3, B10, ...) are those of the Basra page. Nothing here is clever: a capture is a set of floor
cards, all of them are looked at, and the rules are then asked about each.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any, ClassVar

from .base import FRENCH, SUITS, Twin, in_order

VALUES = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "T": 10}  # B1
KOMI = "7D"
RANKS_UP = "A23456789TJQK"
CHOICES = 12  # B10: only the first twelve are offered

Cards = frozenset[str]


def value(card: str) -> int:
    """B1: the value of a numeral."""
    return VALUES[card[0]]


def numeral(card: str) -> bool:
    """J, Q and K have no value."""
    return card[0] in VALUES


def values(cards: Cards) -> list[int]:
    """The sorted list of values by which B10 tells captures apart (they hold numerals only)."""
    return sorted(value(card) for card in cards)


def for_token(card: str) -> tuple[int, int]:
    """Within a `take:` token: rank A..T, and S<H<D<C within a rank."""
    return RANKS_UP.index(card[0]), SUITS.index(card[1])


def preference(card: str) -> tuple[int, int]:
    """B10: of one rank 7D is taken first, otherwise the lower suit."""
    return RANKS_UP.index(card[0]), -1 if card == KOMI else SUITS.index(card[1])


def take_token(cards: Cards) -> str:
    """`take:AS+AH+2C`."""
    return "take:" + "+".join(sorted(cards, key=for_token))


def groups(floor: Cards, total: int) -> list[Cards]:
    """B6 (b): every set of two or more numerals whose values add up to `total`."""
    loose = sorted(card for card in floor if numeral(card) and value(card) < total)
    # No value is below 1, so a group holds no more cards than its sum says.
    sizes = range(2, min(len(loose), total) + 1)
    return [
        frozenset(cards)
        for size in sizes
        for cards in combinations(loose, size)
        if sum(value(card) for card in cards) == total
    ]


def maximal_captures(floor: Cards, card: str) -> set[Cards]:
    """B6 with B10: everything that a numeral may take so that no further group is left on the floor."""
    like = frozenset(other for other in floor if other[0] == card[0])
    every = groups(floor - like, value(card))
    found: set[Cards] = set()
    seen: set[Cards] = set()
    waiting = [like]
    while waiting:
        taken = waiting.pop()
        if taken in seen:
            continue
        seen.add(taken)
        further = [group for group in every if not group & taken]
        if not further:
            found.add(taken)
        waiting += [taken | group for group in further]
    return found


def captures(floor: Cards, card: str) -> list[Cards]:
    """All that this card may take from this floor, in the order of B10: one entry is no choice; it may be empty."""
    if card[0] == "J" or card == KOMI:  # B8, B9
        return [floor]
    if not numeral(card):  # B7
        return [frozenset(other for other in floor if other[0] == card[0])]
    by_ranks: dict[tuple[int, ...], list[Cards]] = {}
    for taken in maximal_captures(floor, card):
        by_ranks.setdefault(tuple(values(taken)), []).append(taken)
    # Captures of the same ranks differ only in suits, and the rules choose among these.
    chosen = [min(alike, key=lambda cards: sorted(map(preference, cards))) for alike in by_ranks.values()]
    chosen.sort(key=lambda cards: (-len(cards), values(cards)))
    return chosen[:CHOICES]


def splits(cards: Cards, total: int) -> bool:
    """Whether all of these numerals can be put into groups that each add up to `total`, singles included."""
    if not cards:
        return True
    first = min(cards)
    rest = sorted(cards - {first})
    return any(
        splits(cards - {first} - set(others), total)
        for size in range(len(rest) + 1)
        for others in combinations(rest, size)
        if value(first) + sum(value(card) for card in others) == total
    )


def komi_basra(floor: Cards) -> bool:
    """B13 (b): could some ordinary card have cleared this floor?"""
    if all(numeral(card) for card in floor):
        return any(splits(floor, total) for total in range(1, 11))
    ranks = {card[0] for card in floor}
    return ranks in ({"Q"}, {"K"}) or (ranks == {"J"} and len(floor) == 1)


def basra(floor: Cards, card: str, taken: Cards) -> bool:
    """B13: does this play make a basra? `floor` is the floor before it."""
    if not floor or taken != floor:
        return False
    if card[0] == "J":
        return all(other[0] == "J" for other in floor)
    if card == KOMI:
        return komi_basra(floor)
    return True


def banned_from_floor(card: str) -> bool:
    """B3: no jack and no komi in the floor that is dealt."""
    return card[0] == "J" or card == KOMI


def deal_floor(pack: list[str]) -> tuple[list[str], list[str]]:
    """B3: four cards from the top of the undealt pack; returns the floor and what is then left of the pack."""
    dealt, pack = pack[:4], pack[4:]
    pack = pack + [card for card in dealt if banned_from_floor(card)]
    floor = []
    for card in dealt:
        while banned_from_floor(card):
            card = pack.pop(0)
            if banned_from_floor(card):
                pack.append(card)
        floor.append(card)
    return floor, pack


class Basra(Twin):
    """`basra` with two seats, `morabaa` with four; a side is a seat or a pair of partners."""

    DEFAULTS: ClassVar[dict[str, Any]] = {"target": 101, "tie_carries": False, "jack_basra": 10}

    def __init__(self, game: str, options: dict[str, Any], seats: int, dealer: int) -> None:
        super().__init__(game, options, seats, dealer)
        self.carried = 0  # B14: what ties have left for the next hand
        self._begin_hand()

    def _begin_hand(self) -> None:
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.floor: list[str] = []
        self.stock: list[str] = []
        self.piles: list[list[str]] = [[], []]
        self.basras = [0, 0]
        self.basra_points = [0, 0]
        self.took_last: int | None = None
        self.played: str | None = None  # a card on its way, while its player chooses what it takes

    def pack(self) -> list[str]:
        """B1."""
        return sorted(FRENCH)

    def _deal(self, deck: list[str]) -> None:
        self.stock = deck
        self._deal_batch()
        self.floor, self.stock = deal_floor(self.stock)
        self.to_move = self.right_of(self.hand_dealer)  # B5

    def _deal_batch(self) -> None:
        """B2, B4: a packet of four to each, the dealer last."""
        for seat in self.round_from(self.right_of(self.hand_dealer)):
            self.hands[seat], self.stock = self.stock[:4], self.stock[4:]

    def legal(self) -> list[str]:
        """Any card of the hand (B5), or after it the captures among which there is a choice (B10)."""
        if self.to_move is None:
            return []
        if self.played is not None:
            return [take_token(taken) for taken in captures(frozenset(self.floor), self.played)]
        return in_order(self.hands[self.to_move])

    def _move(self, seat: int, token: str) -> None:
        floor = frozenset(self.floor)
        if self.played is not None:
            offered = captures(floor, self.played)
            self._lay(seat, self.played, next(taken for taken in offered if take_token(taken) == token))
            return
        self.hands[seat].remove(token)
        offered = captures(floor, token)
        if len(offered) > 1:
            self.played = token
            return
        self._lay(seat, token, offered[0])

    def _lay(self, seat: int, card: str, taken: Cards) -> None:
        """The card lies, and what it takes goes to the pile of its side (B11)."""
        self.played = None
        side = self.team(seat)
        if basra(frozenset(self.floor), card, taken):
            self.basras[side] += 1
            self.basra_points[side] += self.options["jack_basra"] if card[0] == "J" else 10  # B15
        if taken:
            self.piles[side] += [*sorted(taken), card]
            self.floor = [other for other in self.floor if other not in taken]
            self.took_last = side
        else:  # B9
            self.floor.append(card)
        self._go_on(seat)

    def _go_on(self, seat: int) -> None:
        """The turn passes to the right; empty hands want a new batch, or the hand is over (B4)."""
        self.to_move = self.right_of(seat)
        if any(self.hands):
            return
        if self.stock:
            self._deal_batch()
            return
        if self.took_last is not None:  # B12
            self.piles[self.took_last] += self.floor
            self.floor = []
        self._count()

    def _count(self) -> None:
        """B14 to B16."""
        ours, theirs = len(self.piles[0]), len(self.piles[1])
        if ours == theirs:
            if self.options["tie_carries"]:
                self.carried += 30
        else:
            self._score(0 if ours > theirs else 1, 30 + self.carried)
            self.carried = 0
        for side in (0, 1):
            self._score(side, self.basra_points[side])
        best = max(self.scores)
        decided = best >= self.options["target"] and self.scores[0] != self.scores[1]
        self._end_hand(self.seats_of(self.scores.index(best)) if decided else [])

    def fields(self) -> dict[str, Any]:
        """Cards in the piles and basras, per side."""
        return {"cards": [len(pile) for pile in self.piles], "basras": list(self.basras)}

    def own_cards(self, seat: int) -> list[str]:
        """The hand of a seat; a card that was played and waits for its capture is no longer in it."""
        return in_order(self.hands[seat])

    def open_things(self) -> dict[str, Any]:
        """The floor, in numbering order, and the card that lies above it while its player chooses (or None)."""
        return {"floor": in_order(self.floor), "played": self.played, "pack_left": len(self.stock)}
