"""Cucco with three lives, told a second time.

Every card is a thing of its own here (its place in the pack, 0..39), because the two copies of a card share a
token but not their travels, nor who has seen them. Rule numbers are those of the Cucco page.
"""

from __future__ import annotations

from typing import Any

from .base import Twin

# C1, lowest first. The fool's rank depends on the other cards (C18).
RANKS = ["Li", "Ma", "Bu", *(str(n) for n in range(11)), "In", "Ca", "Ho", "Hu", "Cu"]
RANK = {name: number - 3 for number, name in enumerate(RANKS)}
SPECIAL = {"Cu", "Ho", "Hu", "Ca", "In"}  # C14: these act when their holder is asked
LIVES = 3


def losing_seats(faces: dict[int, str]) -> list[int]:
    """C17 to C19: of the live cards, one per seat, those that lose."""
    fools = [seat for seat, face in faces.items() if face == "Fo"]
    ranks = {seat: float(RANK[face]) for seat, face in faces.items() if face not in ("Fo", "Cu")}
    if len(fools) == 2:
        ranks.update(dict.fromkeys(fools, 14.5))
    lowest = [seat for seat, rank in ranks.items() if rank == min(ranks.values())]
    if len(fools) == 1:  # equal to the lowest of the others, and alone if these are all cuckoos (or none)
        lowest += fools
    return sorted(lowest)


class Cucco(Twin):
    """Two to eight seats, each for himself; the scores are the lives."""

    def __init__(self, game: str, options: dict[str, Any], seats: int, dealer: int) -> None:
        super().__init__(game, options, seats, dealer)
        self._begin_hand()

    def start_scores(self) -> list[int]:
        """C0."""
        return [LIVES] * self.seats

    def team(self, seat: int) -> int:
        """Everyone for himself."""
        return seat

    def pack(self) -> list[str]:
        """C1: two of each."""
        return sorted([*RANKS, "Fo"] * 2)

    def next_seat(self) -> int:
        """Right of the dealer among those with lives."""
        return self._next_alive(self.dealer)

    def next_dealer(self) -> int:
        """C4: the next seat with lives. (After C22 everyone has lives again, so it is dealer+1.)"""
        return self._next_alive(self.hand_dealer)

    def _next_alive(self, seat: int) -> int:
        return next(s for s in self.round_from(self.right_of(seat)) if self.scores[s] > 0)

    def _begin_hand(self) -> None:
        self.deck: list[str] = []
        self.order: list[int] = []  # who is in this hand, the dealer last
        self.turns: list[int] = []  # whose turn is still to come
        self.card: dict[int, int] = {}  # seat -> the card he holds, also a dead one
        self.rest: list[int] = []  # the pack: its first is the bottom, its last the top
        self.reached: set[int] = set()  # seats that have seen their card (C3)
        self.travels: dict[int, list[tuple[int, int]]] = {}  # card -> its swaps: from whom, to whom (C12)
        self.shown: set[int] = set()  # cards that all know (C16)
        self.seen_by: dict[int, set[int]] = {}  # card -> seats that know it
        self.inn: tuple[int, int] | None = None  # who met the inn, and who holds it (C13)
        self.asked = False  # whether the inn's holder has been asked to pay
        self.promises: list[tuple[int, int]] = []  # (who pays, for whom)
        self.lost: list[int] = []  # a seat for every life lost

    def _deal(self, deck: list[str]) -> None:
        """C3: from the bottom of the pack, which is the first token of the deck."""
        self.deck = deck
        self.order = [s for s in self.round_from(self.right_of(self.hand_dealer)) if self.scores[s] > 0]
        self.card = dict(zip(self.order, range(len(self.order)), strict=True))
        self.rest = list(range(len(self.order), len(deck)))
        self.travels = {card: [] for card in range(len(deck))}
        self.seen_by = {card: set() for card in range(len(deck))}
        self.turns = list(self.order)
        self._next_turn()

    # --- turns ---------------------------------------------------------------------------------------------

    def _next_turn(self) -> None:
        """C6: every seat once, in order; after the dealer the hand is scored."""
        self.inn = None
        self.asked = False
        while self.turns:
            seat = self.turns.pop(0)
            if self.scores[seat] > 0:
                self.to_move = seat
                self._reach(seat)
                return
        self._score_hand()

    def _following(self, seat: int) -> int:
        """C5: the next seat of this hand with lives and a live card."""
        later = self.order[self.order.index(seat) + 1 :]
        return next(s for s in later if self.scores[s] > 0)

    def legal(self) -> list[str]:
        """Two moves at every place: the turn, the meeting with the inn, the inn's answer."""
        if self.to_move is None:
            return []
        if self.inn is None:
            return ["keep", "swap"]
        return ["pay", "refuse"] if self.asked else ["keep", "ask"]

    def _move(self, seat: int, token: str) -> None:
        if token == "ask":
            assert self.inn is not None
            self.asked = True
            self.to_move = self.inn[1]
            return
        if token == "swap" and seat != self.hand_dealer:
            self._request(seat)
            return
        if token == "swap":  # C5, C15: with the bottom of the pack
            self._swap_with_pack(seat, 0)
        if token == "pay":
            assert self.inn is not None
            self.promises.append((seat, self.inn[0]))
        if token == "refuse":
            assert self.inn is not None
            self._swap(*self.inn)
        self._next_turn()

    def _request(self, seat: int) -> None:
        """C7 to C13: ask one player after another, as long as they show horses."""
        target = self._following(seat)
        while True:
            self._reach(target)
            face = self._face(target)
            if face in SPECIAL:
                self._show(self.card[target])
            if face == "In":  # C13
                self.inn = (seat, target)
                return
            if face == "Ho" and target != self.hand_dealer:  # C9
                target = self._following(target)
                continue
            break
        if face == "Ho":
            self._swap_with_pack(seat, -1)
        elif face == "Hu":  # C10
            self._lose(seat)
        elif face == "Ca":  # C11
            self._lose(seat)
            self._undo(seat)
        elif face != "Cu":  # C7; the cuckoo of C8 does nothing
            self._swap(seat, target)
        self._next_turn()

    # --- cards ---------------------------------------------------------------------------------------------

    def _face(self, seat: int) -> str:
        return self.deck[self.card[seat]]

    def _reach(self, seat: int) -> None:
        """C3: his card reaches this player, and he sees it."""
        self.reached.add(seat)
        self.seen_by[self.card[seat]].add(seat)

    def _show(self, card: int) -> None:
        """C16."""
        self.shown.add(card)
        self.seen_by[card] = set(range(self.seats))

    def _exchange(self, one: int, other: int) -> None:
        """Two players give each other their cards; each knows what the other received (C16)."""
        for card in (self.card[one], self.card[other]):
            self.seen_by[card] |= {one, other}
        self.card[one], self.card[other] = self.card[other], self.card[one]

    def _swap(self, requester: int, target: int) -> None:
        """A swap that was asked for: the requester's card travels on (C12)."""
        self.travels[self.card[requester]].append((requester, target))
        self._exchange(requester, target)

    def _undo(self, seat: int) -> None:
        """C11: his card goes back the way it came, last swap first, to its first owner."""
        card = self.card[seat]
        while self.travels[card]:
            giver, taker = self.travels[card].pop()
            assert self.card[taker] == card
            self._exchange(giver, taker)

    def _swap_with_pack(self, seat: int, place: int) -> None:
        """With the bottom (0) or the top (-1) of the pack: his card lies there now, and nobody knows it any more."""
        given = self.card[seat]
        self.shown.discard(given)
        self.seen_by[given] = set()
        self.travels[given] = []
        self.card[seat], self.rest[place] = self.rest[place], given
        self._reach(seat)

    def _lose(self, seat: int) -> None:
        """One life."""
        self.lost.append(seat)
        self._score(seat, -1)

    # --- the end of a hand ---------------------------------------------------------------------------------

    def _score_hand(self) -> None:
        """C17 to C22."""
        live = {seat: self._face(seat) for seat in self.order if self.scores[seat] > 0}
        losers = losing_seats(live)
        for seat in live:
            self.seen_by[self.card[seat]] = set(range(self.seats))
        # C13: a promise counts only for a loser who holds a zero; payments come after all own losses.
        paid = [(payer, seat) for payer, seat in self.promises if seat in losers and live[seat] == "0"]
        for seat in losers:
            if all(seat != saved for _, saved in paid):
                self._lose(seat)
        for payer, seat in paid:
            self._lose(payer if self.scores[payer] > 0 else seat)

        alive = [seat for seat in range(self.seats) if self.scores[seat] > 0]
        if not alive:  # C22
            self.scores = self.start_scores()
        self._end_hand(alive if len(alive) == 1 else [])

    # --- what is told --------------------------------------------------------------------------------------

    def fields(self) -> dict[str, Any]:
        """The cards as they lie now, those that all know by C16, and the lives lost."""
        return {
            "cards": [self._face(seat) if seat in self.card else None for seat in range(self.seats)],
            "shown": self._shown_seats(),
            "losers": sorted(self.lost),
        }

    def _shown_seats(self) -> list[int]:
        return sorted(seat for seat, card in self.card.items() if card in self.shown)

    def own_cards(self, seat: int) -> list[str]:
        """One card once it has reached him (C3), dead or not; none before that or if he sits out."""
        return [self._face(seat)] if seat in self.reached else []

    def open_things(self) -> dict[str, Any]:
        """What all can see."""
        asking = None if self.inn is None else {"from": self.inn[0], "to": self.inn[1]}
        return {
            "shown": self._shown_seats(),
            "lives": list(self.scores),
            "asking": asking,
            "promises": [{"from": payer, "to": seat} for payer, seat in self.promises],
        }

    def visible(self, seat: int) -> dict[str, Any]:
        """Besides, which cards this seat knows (C16), its own and at the end of a hand all live ones included."""
        faces = [
            self._face(other) if other in self.reached and seat in self.seen_by[self.card[other]] else None
            for other in range(self.seats)
        ]
        return {**super().visible(seat), "faces": faces}
