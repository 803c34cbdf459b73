"""Plain minimax over open hands, from the rules pages and without a look at the engine: no table, nothing merged.

A position is hands (lists of tokens, one a seat), the seat on lead, and the cards of the running trick.
"""

from __future__ import annotations

from typing import ClassVar

RANKS = "23456789TJQKA"
JOKERS = ("BJ", "RJ")


class Kout:
    """K10 to K16; counts the tricks of the declaring team, to the last card."""

    def __init__(self, trump: str, bid: int, declaring: int) -> None:
        self.trump, self.bid, self.declaring = trump, bid, declaring

    def free_jokers(self, seat: int, held: set[str]) -> set[str]:
        """K13."""
        if not any(rank + self.trump in held for rank in "JQKA"):
            return set(JOKERS)
        if seat % 2 == self.declaring and self.bid >= 8:
            return set(JOKERS) if self.bid == 9 else {"RJ"}
        return set()

    def legal(self, hands: list[list[str]], seat: int, trick: list[str], forced: bool) -> list[str]:
        hand = hands[seat]
        if not trick:
            free = self.free_jokers(seat, {card for cards in hands for card in cards})
            return [card for card in hand if card not in JOKERS or card in free] or hand
        suit = self.suit_to_follow(trick, forced)
        following = [card for card in hand if card not in JOKERS and card[1] == suit]
        if suit is None or not following:
            return hand
        return following + [card for card in hand if card in JOKERS]

    def suit_to_follow(self, trick: list[str], forced: bool) -> str | None:
        if trick[0] not in JOKERS:
            return trick[0][1]
        if not forced:
            return self.trump
        return next((card[1] for card in trick if card not in JOKERS), None)

    def winner(self, trick: list[str], forced: bool) -> int:
        """The place of the strongest card."""
        suit = self.suit_to_follow(trick, forced)
        trump = suit if forced else self.trump
        order = ["RJ", f"A{trump}", "BJ"] + [f"{rank}{trump}" for rank in reversed(RANKS[:-1])]
        order += [f"{rank}{suit}" for rank in reversed(RANKS)]
        rankless = {0, 1} if forced and trick[1] in JOKERS else {0} if forced else set()
        places = [place for place, card in enumerate(trick) if card in order and place not in rankless]
        return min(places, key=lambda place: order.index(trick[place]))

    def forced(self, hands: list[list[str]], seat: int, card: str) -> bool:
        return card in JOKERS and card not in self.free_jokers(seat, {c for cards in hands for c in cards})

    def best(self, hands: list[list[str]], leader: int, trick: list[str], forced: bool) -> int:
        """Tricks that the declaring team still takes with best play."""
        seats = len(hands)
        seat = (leader + len(trick)) % seats
        if not hands[seat]:
            return 0
        found = []
        for card in self.legal(hands, seat, trick, forced):
            was_forced = self.forced(hands, seat, card) if not trick else forced
            left = [[c for c in cards if c != card] if i == seat else cards for i, cards in enumerate(hands)]
            after = [*trick, card]
            if len(after) < seats:
                found.append(self.best(left, leader, after, was_forced))
            else:
                winner = (leader + self.winner(after, was_forced)) % seats
                found.append(int(winner % 2 == self.declaring) + self.best(left, winner, [], False))
        return max(found) if seat % 2 == self.declaring else min(found)


class AllFours:
    """A10 to A18; counts the points of the hand, side 0 less side 1, from the cards each side has won so far."""

    WORTH: ClassVar[dict[str, int]] = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}

    def __init__(self, trump: str, dealt: list[list[str]], hang_jack: int, discard: bool) -> None:
        self.trump, self.dealt, self.hang_jack, self.discard = trump, dealt, hang_jack, discard

    def legal(self, hand: list[str], trick: list[str]) -> list[str]:
        if not trick:
            return hand
        led = trick[0][1]
        if led == self.trump:
            return [card for card in hand if card[1] == led] or hand
        following = [card for card in hand if card[1] == led]
        trumps = [card for card in hand if card[1] == self.trump]
        if following:
            return following + trumps
        return hand if self.discard or not trumps else trumps

    def winner(self, trick: list[str]) -> int:
        suit = self.trump if any(card[1] == self.trump for card in trick) else trick[0][1]
        return max(
            (place for place in range(len(trick)) if trick[place][1] == suit),
            key=lambda place: RANKS.index(trick[place][0]),
        )

    def count(self, won: list[list[str]]) -> int:
        points = [0, 0]
        holder = {card: seat % 2 for seat, cards in enumerate(self.dealt) for card in cards}
        trumps = sorted((card for card in holder if card[1] == self.trump), key=lambda c: RANKS.index(c[0]))
        if trumps:
            points[holder[trumps[-1]]] += 1
            points[holder[trumps[0]]] += 1
        jack = f"J{self.trump}"
        if jack in holder:
            taker = 0 if jack in won[0] else 1
            points[taker] += 1 if taker == holder[jack] else self.hang_jack
        game = [sum(self.WORTH.get(card[0], 0) for card in cards) for cards in won]
        if game[0] != game[1]:
            points[0 if game[0] > game[1] else 1] += 1
        return points[0] - points[1]

    def best(self, hands: list[list[str]], leader: int, trick: list[str], won: list[list[str]]) -> int:
        """Points of the hand with best play."""
        seats = len(hands)
        seat = (leader + len(trick)) % seats
        if not hands[seat]:
            return self.count(won)
        found = []
        for card in self.legal(hands[seat], trick):
            left = [[c for c in cards if c != card] if i == seat else cards for i, cards in enumerate(hands)]
            after = [*trick, card]
            if len(after) < seats:
                found.append(self.best(left, leader, after, won))
            else:
                winner = (leader + self.winner(after)) % seats
                taken = [cards + after if side == winner % 2 else cards for side, cards in enumerate(won)]
                found.append(self.best(left, winner, [], taken))
        return max(found) if seat % 2 == 0 else min(found)
