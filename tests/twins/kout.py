"""The twin of Kout Bo Four and Kout Bo Six, rule by rule (K1 .. K20)."""

from __future__ import annotations

from typing import Any, ClassVar

from .base import FRENCH, RANKS, SUITS, Twin, in_order

JOKERS = ["BJ", "RJ"]
# K1: what kout4 leaves out of the pack.
OUT_OF_FOUR = [rank + suit for rank in "2345" for suit in SUITS] + ["6H", "6D"]
BIDS = ["bid:5", "bid:6", "bid:7", "bid:8", "bid:9"]
TRUMPS = ["trump:S", "trump:H", "trump:D", "trump:C"]


def suit_of(card: str) -> str | None:
    """The suit of a card; a joker belongs to none (K12)."""
    return None if card in JOKERS else card[1]


class Kout(Twin):
    """Bidding, naming trump, nine tricks or fewer, and the score."""

    DEFAULTS: ClassVar[dict[str, Any]] = {"target": 101, "shutout": 51}

    def __init__(self, game: str, options: dict[str, Any], seats: int, dealer: int) -> None:
        super().__init__(game, options, seats, dealer)
        self._begin_hand()  # so that there is an empty table to look at before the first deal

    def pack(self) -> list[str]:
        """K1: 54 cards for six players, 36 for four."""
        left_out = OUT_OF_FOUR if self.game == "kout4" else []
        return sorted(card for card in [*FRENCH, *JOKERS] if card not in left_out)

    def _begin_hand(self) -> None:
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.calls: list[tuple[int, str]] = []
        self.best_bid: int | None = None  # the highest bid so far, and who made it
        self.best_bidder: int | None = None
        self.declarer: int | None = None  # known when the auction is over
        self.bid: int | None = None
        self.malzoom = False
        self.trump: str | None = None
        self.tricks = [0, 0]
        self.trick: list[tuple[int, str]] = []
        self.last_trick: tuple[list[tuple[int, str]], int] | None = None
        self.earlier: list[str] = []  # every card of the finished tricks of this hand
        self.forced_joker = False  # the trick was begun with a joker that K13 forbids (K15)

    def _deal(self, deck: list[str]) -> None:
        """K2: one at a time, dealer+1 first, until everybody has nine."""
        while deck:
            for seat in self.round_from(self.right_of(self.dealer)):
                self.hands[seat].append(deck.pop(0))
        self.to_move = self.right_of(self.dealer)  # K5

    # --- what may be played --------------------------------------------------------------------------------

    def legal(self) -> list[str]:
        if self.to_move is None:
            return []
        if self.declarer is None:
            return self._legal_calls()
        if self.trump is None:
            return list(TRUMPS)  # K10
        hand = self.hands[self.to_move]
        if not self.trick:
            return in_order(self._may_lead(self.to_move))
        suit = self._suit_to_follow()
        if suit is None:
            return in_order(hand)  # K15(b), K15(d): no suit is set yet, any card goes
        followers = [card for card in hand if suit_of(card) == suit]
        if not followers:
            return in_order(hand)  # K11
        return in_order(followers + [card for card in hand if card in JOKERS])  # K11, K12

    def _legal_calls(self) -> list[str]:
        """K6: pass, or more than every earlier bid. K8: the last of all may not pass if nobody has bid."""
        higher = [bid for bid in BIDS if self.best_bid is None or int(bid[-1]) > self.best_bid]
        if self._is_forced():
            return higher
        return ["pass", *higher]

    def _is_forced(self) -> bool:
        """K8: all others have passed, and the dealer is to speak."""
        return len(self.calls) == self.seats - 1 and self.best_bid is None

    def _free_jokers(self, leader: int) -> list[str]:
        """K13: the jokers that this leader may lead by right."""
        assert self.trump is not None and self.declarer is not None
        honours_gone = all(rank + self.trump in self.earlier for rank in "JQKA")
        declaring = self.team(leader) == self.team(self.declarer)
        if honours_gone or (declaring and self.bid == 9):
            return ["BJ", "RJ"]
        if declaring and self.bid == 8:
            return ["RJ"]
        return []

    def _may_lead(self, leader: int) -> list[str]:
        """Any plain card and the jokers of K13; K15: one joker all the same if there is nothing else."""
        hand = self.hands[leader]
        free = [card for card in hand if card not in JOKERS or card in self._free_jokers(leader)]
        return free or list(hand)

    def _suit_to_follow(self) -> str | None:
        """The suit that rules this trick for those who follow, or None while nothing has set it."""
        if self.trick[0][1] not in JOKERS:
            return suit_of(self.trick[0][1])
        if not self.forced_joker:
            return self.trump  # K14
        return self._suit_set()

    def _suit_set(self) -> str | None:
        """K15(c): in a trick begun with a forced joker, the suit of the first card that is not a joker."""
        plain = [card for _, card in self.trick if card not in JOKERS]
        return suit_of(plain[0]) if plain else None

    # --- what happens --------------------------------------------------------------------------------------

    def _move(self, seat: int, token: str) -> None:
        if self.declarer is None:
            self._call(seat, token)
        elif self.trump is None:
            self.trump = token[-1]  # K10: the declarer named it and now leads
        else:
            self._card(seat, token)

    def _call(self, seat: int, token: str) -> None:
        if token != "pass":
            if self._is_forced() and token == "bid:5":
                self.malzoom = True  # K8
            self.best_bid = int(token[-1])
            self.best_bidder = seat
        self.calls.append((seat, token))
        if self.best_bid == 9 or len(self.calls) == self.seats:  # K5, K7
            self.declarer = self.best_bidder  # K9
            self.bid = self.best_bid
            self.to_move = self.declarer
        else:
            self.to_move = self.right_of(seat)

    def _card(self, seat: int, card: str) -> None:
        if not self.trick:
            self.forced_joker = card in JOKERS and card not in self._free_jokers(seat)
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.to_move = self.right_of(seat)
        if len(self.trick) == self.seats:
            self._finish_trick()

    def _winner(self) -> int:
        """K16, with K15 for a trick that was begun with a forced joker: the seat of the strongest card."""
        ranked = list(self.trick)
        trump, led = self.trump, self._suit_to_follow()
        if self.forced_joker:
            ranked = ranked[1:]  # K15(a): the first joker has no rank
            if ranked[0][1] in JOKERS:
                ranked = ranked[1:]  # K15(b): nor has a joker of the second player
            trump = led = self._suit_set()  # K15(c)
        # K4, strongest first: jeeker, ace of trump, meeker, the other trumps; then the suit led (K3, K16).
        order = ["RJ", f"A{trump}", "BJ"]
        order += [f"{rank}{trump}" for rank in reversed(RANKS) if rank != "A"]
        order += [f"{rank}{led}" for rank in reversed(RANKS)]
        for strongest in order:
            for seat, card in ranked:
                if card == strongest:
                    return seat
        raise AssertionError("the card that set the suit is always in the order")

    def _finish_trick(self) -> None:
        winner = self._winner()
        self.tricks[self.team(winner)] += 1
        self.earlier += [card for _, card in self.trick]
        self.last_trick = (self.trick, winner)
        self.trick = []
        self.forced_joker = False
        self.to_move = winner
        assert self.declarer is not None and self.bid is not None
        declaring = self.team(self.declarer)
        other = 1 - declaring
        if self.tricks[declaring] == self.bid:  # K17
            self._score(declaring, 36 if self.bid == 9 else self.bid)  # K18
            self._end_hand(self._match_winners(made=True))
        elif self.tricks[other] == 10 - self.bid:  # K17
            self._score(other, 5 if self.malzoom else 2 * self.bid)  # K19
            self._end_hand(self._match_winners(made=False))

    def _match_winners(self, made: bool) -> list[int]:
        """K20: the seats of the team that has won the match, if one has."""
        assert self.declarer is not None
        target, shutout = self.options["target"], self.options["shutout"]
        for team in (0, 1):
            if self.scores[team] >= target:
                return self.seats_of(team)  # K20(a)
            if shutout != 0 and self.scores[team] >= shutout and self.scores[1 - team] == 0:
                return self.seats_of(team)  # K20(b)
        if made and self.bid == 9 and self.hands_dealt == 1:
            return self.seats_of(self.team(self.declarer))  # K20(c)
        return []

    # --- what is told --------------------------------------------------------------------------------------

    def fields(self) -> dict[str, Any]:
        return {
            "malzoom": self.malzoom,
            "declarer": self.declarer,
            "bid": self.bid,
            "trump": self.trump,
            "tricks": list(self.tricks),
        }

    def own_cards(self, seat: int) -> list[str]:
        return in_order(self.hands[seat])

    def open_things(self) -> dict[str, Any]:
        last = None
        if self.last_trick is not None:
            last = {
                "cards": [{"seat": seat, "card": card} for seat, card in self.last_trick[0]],
                "winner": self.last_trick[1],
            }
        return {
            **self.fields(),
            "calls": [{"seat": seat, "token": token} for seat, token in self.calls],
            "trick": [{"seat": seat, "card": card} for seat, card in self.trick],
            "last_trick": last,
        }
