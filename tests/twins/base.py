"""What the twins share: seats, sides, scores, the deal that goes round, and the check before a move.

A twin is a second, slow reading of the rules pages, made of plain lists and strings. It is written without
looking at the fast engine and imports nothing of it, so that where both agree they agree because of the rules.

A game fills in six things: `DEFAULTS`, `pack`, `_deal`, `legal`, `_move` and `fields` (and, if it has them,
`out_of_turn` with `_open_move`, and `open_things`). It says that a hand is over with `_end_hand`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

RANKS = "23456789TJQKA"
SUITS = "SHDC"
FRENCH = [rank + suit for suit in SUITS for rank in RANKS]
# records.md, "Numbering": 2S is 0, AS 12, 2H 13 ... AC 51, then BJ 52 and RJ 53.
NUMBERING = [*FRENCH, "BJ", "RJ"]


def in_order(cards: list[str]) -> list[str]:
    """The cards in numbering order (French cards and jokers only)."""
    return sorted(cards, key=NUMBERING.index)


class IllegalPlay(ValueError):
    """A token that the rules do not allow now; `legal` is what they would have allowed."""

    def __init__(self, token: str, seat: int | None, legal: list[str], reason: str = "") -> None:
        self.token = token
        self.seat = seat
        self.legal = legal
        said = f"seat {seat} played {token}, legal: {' '.join(legal) or 'nothing'}"
        super().__init__(f"{said} ({reason})" if reason else said)


class Twin(ABC):
    """A match in progress, driven by `deal` and `play`.

    - `to_move`: the seat to move; None if the match is over or a pack must be dealt.
    - `needs_deal`: a pack is wanted, for the next hand or (All Fours, A8) for the same hand again.
    - `in_hand`: a hand has been dealt and is not over; stays True while A8 waits for its new pack.
    - `over`, `winners` (seats), `scores` (per side; in Cucco the lives).
    - `dealer`: of the running hand, or of the next one if a hand has ended, also the last one.
    - `points`: what this hand added so far, per side. `hand_dealer`: who dealt the hand that `report` tells of.
    - `hands_dealt`: hands begun so far, the running one included.
    """

    DEFAULTS: ClassVar[dict[str, Any]] = {}

    def __init__(self, game: str, options: dict[str, Any], seats: int, dealer: int) -> None:
        self.game = game
        self.options: dict[str, Any] = {**self.DEFAULTS, **options}
        self.seats = seats
        self.dealer = dealer
        self.hand_dealer = dealer
        self.scores: list[int] = self.start_scores()
        self.points: list[int] = [0] * len(self.scores)
        self.winners: list[int] = []
        self.over = False
        self.needs_deal = True
        self.in_hand = False
        self.to_move: int | None = None
        self.hands_dealt = 0

    # --- to be filled in by a game -------------------------------------------------------------------------

    def start_scores(self) -> list[int]:
        """The score sheet before the first hand: two sides unless a game says otherwise (G2)."""
        return [0, 0]

    @abstractmethod
    def pack(self) -> list[str]:
        """The tokens of the full pack, sorted as text."""

    @abstractmethod
    def _deal(self, deck: list[str]) -> None:
        """Deal a fresh hand from `deck` (its first token is the first card given)."""

    @abstractmethod
    def legal(self) -> list[str]:
        """What the seat to move may play, in numbering order; empty if nobody is to move."""

    @abstractmethod
    def _move(self, seat: int, token: str) -> None:
        """Play a token that `legal` allows."""

    @abstractmethod
    def fields(self) -> dict[str, Any]:
        """The fields that records.md gives to a hand of this game, beyond dealer, points and scores."""

    @abstractmethod
    def own_cards(self, seat: int) -> list[str]:
        """The cards of a seat, in numbering order."""

    def out_of_turn(self, seat: int) -> list[str]:
        """The moves open to this seat whoever is to move."""
        return []

    def _open_move(self, seat: int, token: str) -> None:
        """Make a move that `out_of_turn` allows."""
        raise IllegalPlay(token, seat, [])

    def open_things(self) -> dict[str, Any]:
        """What lies open to everyone."""
        return {}

    # --- the same for every game ---------------------------------------------------------------------------

    def team(self, seat: int) -> int:
        """G2: seat s belongs to side s mod 2 (with two players that is the seat itself)."""
        return seat % 2

    def right_of(self, seat: int) -> int:
        """G1: to the right of seat s sits seat s + 1."""
        return (seat + 1) % self.seats

    def round_from(self, seat: int) -> list[int]:
        """All seats in order of play, this one first."""
        return [(seat + i) % self.seats for i in range(self.seats)]

    def next_seat(self) -> int:
        """Who begins the next hand: the seat right of its dealer."""
        return self.right_of(self.dealer)

    def next_dealer(self) -> int:
        """G3: the deal passes to the right."""
        return self.right_of(self.hand_dealer)

    def deal(self, deck: list[str]) -> None:
        """Deal a hand; in All Fours also the new pack of A8, which goes on with the same hand."""
        if not self.needs_deal:
            raise ValueError("no pack is wanted now")
        if sorted(deck) != self.pack():
            raise ValueError("that is not the whole pack")
        self.needs_deal = False
        if not self.in_hand:
            self.in_hand = True
            self.hand_dealer = self.dealer
            self.hands_dealt += 1
            self.points = [0] * len(self.scores)
            self._begin_hand()
        self._deal(list(deck))

    def _begin_hand(self) -> None:  # noqa: B027 (most games have nothing to wipe)
        """What is wiped when a new hand begins, but not when A8 deals anew."""

    def play(self, token: str, seat: int | None = None) -> None:
        """Make a move; `seat` may be given to say who makes it. Raises IllegalPlay and then changes nothing."""
        if token.count(":") == 2:  # "2:expose:AS": the seat stands in front
            head = token.split(":")[0]
            mover = next((s for s in range(self.seats) if str(s) == head), None)
            allowed = [] if mover is None else self.out_of_turn(mover)
            if mover is None or token not in allowed or seat not in (None, mover):
                raise IllegalPlay(token, mover, allowed, "out of turn")
            self._open_move(mover, token)
            return
        if self.to_move is None:
            raise IllegalPlay(token, seat, [], "nobody is to move")
        if seat not in (None, self.to_move):
            raise IllegalPlay(token, seat, [], f"seat {self.to_move} is to move")
        allowed = self.legal()
        if token not in allowed:
            raise IllegalPlay(token, self.to_move, allowed)
        self._move(self.to_move, token)

    def _score(self, side: int, amount: int) -> None:
        """Write points on the sheet of the hand and of the match."""
        self.points[side] += amount
        self.scores[side] += amount

    def _end_hand(self, winners: list[int]) -> None:
        """The hand is over; with winners (seats) the match is over too. The deal passes in either case."""
        self.in_hand = False
        self.to_move = None
        self.dealer = self.next_dealer()
        self.winners = winners
        self.over = bool(winners)
        self.needs_deal = not self.over

    def seats_of(self, side: int) -> list[int]:
        """The seats of a side."""
        return [seat for seat in range(self.seats) if self.team(seat) == side]

    def report(self) -> dict[str, Any]:
        """The fields of this hand in `replay --json`, without the steps; also good in mid-hand."""
        return {
            "dealer": self.hand_dealer,
            "points": list(self.points),
            "scores": list(self.scores),
            **self.fields(),
        }

    def visible(self, seat: int) -> dict[str, Any]:
        """What a seat may see: its own cards, how many the others hold, and what lies open."""
        return {
            "seat": seat,
            "cards": self.own_cards(seat),
            "counts": [len(self.own_cards(other)) for other in range(self.seats)],
            **self.open_things(),
        }
