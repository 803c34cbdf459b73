"""The twin of All Fours, for four and for two, rule by rule (A1 .. A21)."""

from __future__ import annotations

from typing import Any, ClassVar

from .base import FRENCH, RANKS, Twin, in_order

# A4: what a turned card pays; A18: what a card in a side's tricks counts.
TURN_PAYS = {"A": 1, "6": 2, "J": 3}
GAME_COUNT = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}


class AllFours(Twin):
    """The turned card, begging, all the tricks, and high, low, jack and game."""

    DEFAULTS: ClassVar[dict[str, Any]] = {
        "target": 14,
        "packet": 3,
        "hang_jack": 3,
        "void_may_discard": False,
        "calls": False,
    }

    def __init__(self, game: str, options: dict[str, Any], seats: int, dealer: int) -> None:
        super().__init__(game, options, seats, dealer)
        self._begin_hand()  # so that there is an empty table to look at before the first deal

    def pack(self) -> list[str]:
        """A1: the French pack."""
        return sorted(FRENCH)

    def _begin_hand(self) -> None:
        # A8 keeps the points of the deal it breaks off, so these are wiped only for a new hand.
        self.awards: list[str] = []
        self._wipe()

    # --- the deal ------------------------------------------------------------------------------------------

    def _wipe(self) -> None:
        """Everything that a deal begins with, also one that A8 begins anew."""
        self.stock: list[str] = []
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.turned: list[str] = []  # the cards turned in this deal; the last one makes trump
        self.said: list[tuple[int, str]] = []
        self.playing = False
        self.dealt: list[list[str]] = []  # the hands as they were when play began
        self.trick: list[tuple[int, str]] = []
        self.last_trick: tuple[list[tuple[int, str]], int] | None = None
        self.tricks = [0, 0]
        self.won: list[list[str]] = [[], []]  # the cards of each side's tricks
        self.jack_won_by: int | None = None
        self.exposed: list[str] = []
        self.called: list[str] = []

    def _deal(self, deck: list[str]) -> None:
        """A3: six each, then a card is turned. Also A8: everything begins anew, begging and all."""
        self._wipe()
        self.stock = deck
        self._give(6)
        self._turn()
        if self.in_hand:
            self.to_move = self.right_of(self.dealer)  # A5

    def _give(self, each: int) -> None:
        """`each` cards to everybody, in packets of three or one at a time (A3)."""
        packet = self.options["packet"]
        for _ in range(each // packet):
            for seat in self.round_from(self.right_of(self.dealer)):
                for _ in range(packet):
                    self.hands[seat].append(self.stock.pop(0))

    def _turn(self) -> None:
        """Turn the next card; it may pay the dealer's side (A4), and that may end the match (A19)."""
        card = self.stock.pop(0)
        self.turned.append(card)
        self._award("turn", self.team(self.dealer), TURN_PAYS.get(card[0], 0))

    def trump(self) -> str | None:
        """The suit of the card turned last; none before the first deal."""
        return self.turned[-1][1] if self.turned else None

    def _award(self, what: str, side: int, amount: int) -> None:
        """A19: points count at once; the side that first has the target wins and all stops there."""
        if amount == 0 or self.over:
            return
        self.awards.append(f"{what}:{side}:{amount}")
        self._score(side, amount)
        if self.scores[side] >= self.options["target"]:
            self._end_hand(self.seats_of(side))

    # --- what may be played --------------------------------------------------------------------------------

    def legal(self) -> list[str]:
        if self.to_move is None:
            return []
        if not self.playing:
            return ["give", "run"] if self.said else ["stand", "beg"]  # A6, A5
        allowed = self._legal_cards(self.hands[self.to_move])
        must = [card for card in allowed if card in self.called]
        return in_order(must or allowed)  # A21

    def _legal_cards(self, hand: list[str]) -> list[str]:
        """A10, A11, A12: what the rules of the trick allow from this hand."""
        if not self.trick:
            return hand
        led = self.trick[0][1][1]
        of_suit = [card for card in hand if card[1] == led]
        trumps = [card for card in hand if card[1] == self.trump()]
        if led == self.trump():
            return trumps or hand  # A11
        if self.options["void_may_discard"] and not of_suit:
            return hand  # A12, the option
        return of_suit + trumps or hand  # A12

    def out_of_turn(self, seat: int) -> list[str]:
        """A20: lay open a card of one's own out of turn. A21: call a card that another has laid open."""
        if not self.options["calls"] or self.to_move is None:
            return []
        mine = self.hands[seat]
        lay = [card for card in in_order(mine) if card not in self.exposed and seat != self.to_move]
        call = [card for card in in_order(self.exposed) if card not in mine and card not in self.called]
        return [f"{seat}:expose:{card}" for card in lay] + [f"{seat}:call:{card}" for card in call]

    # --- what happens --------------------------------------------------------------------------------------

    def _open_move(self, seat: int, token: str) -> None:
        _, kind, card = token.split(":")
        (self.exposed if kind == "expose" else self.called).append(card)

    def _move(self, seat: int, token: str) -> None:
        if self.playing:
            self._card(seat, token)
            return
        self.said.append((seat, token))
        if token == "stand":
            self._begin_play()  # A5
        elif token == "beg":
            self.to_move = self.dealer  # A6
        elif token == "give":
            self._award("gift", self.team(self.right_of(self.dealer)), 1)  # A6
            if self.in_hand:
                self._begin_play()
        else:
            self._run()

    def _run(self) -> None:
        """A6, A7, A8: three more each and another card turned, until its suit is not the one begged against."""
        begged_against = self.turned[0][1]
        while self.in_hand and self.trump() == begged_against:
            if len(self.stock) < 3 * self.seats + 1:
                self.to_move = None  # A8: the pack cannot go on, a new one is wanted
                self.needs_deal = True
                return
            self._give(3)
            self._turn()
        if self.in_hand:
            self._begin_play()  # A7

    def _begin_play(self) -> None:
        """A10: dealer+1 leads to the first trick."""
        self.playing = True
        self.dealt = [list(hand) for hand in self.hands]
        self.to_move = self.right_of(self.dealer)

    def _card(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.exposed = [other for other in self.exposed if other != card]
        self.called = [other for other in self.called if other != card]
        self.trick.append((seat, card))
        self.to_move = self.right_of(seat)
        if len(self.trick) == self.seats:
            self._finish_trick()

    def _finish_trick(self) -> None:
        """A13: the highest trump, or else the highest card of the suit led."""
        cards = [card for _, card in self.trick]
        trumps = [card for card in cards if card[1] == self.trump()]
        in_question = trumps or [card for card in cards if card[1] == cards[0][1]]
        best = max(in_question, key=lambda card: RANKS.index(card[0]))
        winner = next(seat for seat, card in self.trick if card == best)
        side = self.team(winner)
        self.tricks[side] += 1
        self.won[side] += cards
        self.last_trick = (self.trick, winner)
        self.trick = []
        self.to_move = winner
        if not any(self.hands):  # A14
            self._score_hand()

    def _score_hand(self) -> None:
        """A15, A16, A17, A18 in this order; A19 may stop it anywhere."""
        trump = self.trump()
        holder = {card: self.team(seat) for seat, hand in enumerate(self.dealt) for card in hand}
        in_play = [f"{rank}{trump}" for rank in RANKS if f"{rank}{trump}" in holder]  # lowest first
        if in_play:
            self._award("high", holder[in_play[-1]], 1)
            self._award("low", holder[in_play[0]], 1)
        jack = f"J{trump}"
        if jack in in_play:
            taker = 0 if jack in self.won[0] else 1
            self._award("jack", taker, 1 if holder[jack] == taker else self.options["hang_jack"])
        counts = [sum(GAME_COUNT.get(card[0], 0) for card in self.won[side]) for side in (0, 1)]
        if counts[0] != counts[1]:
            self._award("game", 0 if counts[0] > counts[1] else 1, 1)
        if self.in_hand:
            self._end_hand([])

    # --- what is told --------------------------------------------------------------------------------------

    def fields(self) -> dict[str, Any]:
        return {"trump": self.trump(), "tricks": list(self.tricks), "awards": list(self.awards)}

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
            "calls": [{"seat": seat, "token": token} for seat, token in self.said],
            "turned": self.turned[-1] if self.turned else None,
            "turned_all": list(self.turned),
            "exposed": [[card for card in in_order(self.exposed) if card in hand] for hand in self.hands],
            "called": [[card for card in in_order(self.called) if card in hand] for hand in self.hands],
            "pack_left": len(self.stock),
            "trick": [{"seat": seat, "card": card} for seat, card in self.trick],
            "last_trick": last,
        }
