"""A match, played through the checked door: every move is looked at before it is made."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from diwaniya.engine import kernel as K
from diwaniya.engine.errors import IllegalMove
from diwaniya.engine.game import Fact, Game, Why, find
from diwaniya.engine.modes import mode as find_mode
from diwaniya.engine.state import DEAL, OVER, SPECTATOR, PureState, pure_rng

FORMAT = "diwaniya/1"


@dataclass
class Hand:
    """What was dealt and played in one hand."""

    dealer: int
    before: list[int]
    """Scores when it was dealt."""
    deck: str
    moves: list[str] = field(default_factory=list)
    redeals: list[str] = field(default_factory=list)
    report: dict[str, Any] | None = None
    """Set when the hand has ended."""

    def record(self) -> dict[str, Any]:
        hand: dict[str, Any] = {"deck": self.deck, "moves": " ".join(self.moves)}
        if self.redeals:
            hand["redeals"] = list(self.redeals)
        return hand


class Match:
    """A match of any game, by its rules.

    >>> m = Match("kout4", seed=7)          # a seed draws the dealer and shuffles; the first hand is dealt
    >>> m.to_move, m.legal()
    (2, ['pass', 'bid:5', 'bid:6', 'bid:7', 'bid:8', 'bid:9'])
    >>> m.play("bid:6")                     # facts that everybody saw, if there are any
    []
    >>> m.why_not("bid:5").rule             # which rule forbids a move?
    'K6'
    >>> m.view(2)["counts"]                 # what seat 2 sees, and nothing else
    [9, 9, 9, 9]

    Without a seed you deal: `m.deal("AS KH ...")`, the whole pack in dealing order. When a hand ends `m.needs_deal` is
    true until the next `m.deal()`. `m.record()` is the match so far as `Match.replay` reads it.

    `seats`, `dealer` and `options` as in a record; `mode` is `pure`, `compiled` or `auto` (see `engine.modes`).
    Raises `ValueError` for a game, seat number, dealer or option that does not exist.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        seats: int | None = None,
        dealer: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
        mode: str = "auto",
    ) -> None:
        if not isinstance(game, str | Game):
            raise TypeError(
                f"game must be an id such as those of diwaniya.engine.game.games(), not {game!r:.60}"
            )
        self.game = find(game) if isinstance(game, str) else game
        self.seats = self.game.seats[0] if seats is None else _whole("seats", seats)
        if self.seats not in self.game.seats:
            allowed = " or ".join(map(str, sorted(self.game.seats)))
            raise ValueError(f"{self.game.id} is played by {allowed}, not {self.seats}")
        if seed is not None and not 0 <= _whole("seed", seed) <= K.ALL64:
            raise ValueError(f"seed must be from 0 to {K.ALL64}, not {seed}")
        self._rng = None if seed is None else pure_rng(seed)
        if dealer is None:
            dealer = 0 if self._rng is None else K.below(self._rng, self.seats)
        if not 0 <= _whole("dealer", dealer) < self.seats:
            raise ValueError(f"dealer must be a seat, 0 to {self.seats - 1}, not {dealer}")
        self.first_dealer = dealer
        if not isinstance(options, Mapping | None):
            raise TypeError(f"options must be a mapping of names to values, not {options!r:.60}")
        given = dict(options or {})
        self._options = self.game.check_options(given)
        self.options: dict[str, Any] = {k: v for k, v in given.items() if v != self.game.defaults[k]}
        self._mode = find_mode(self.game, mode)
        self._state = self._mode.begin(self.seats, dealer, self._options)
        self._hands: list[Hand] = []
        self._read: PureState | None = None
        self._seen: PureState | None = None
        if self._rng is not None:
            self.deal()

    # What stands

    @property
    def _pure(self) -> Any:
        """The state as people's code reads it; read from the mode's own form once after each change."""
        if self._read is None:
            self._read = self._mode.read(self._state)
        return self._read

    def _spectated(self) -> PureState:
        """What a spectator sees; kept until the next change, since each move is told from before and after it."""
        if self._seen is None:
            self._seen = self._mode.read(self._mode.view(self._state, SPECTATOR))
        return self._seen

    def _changed(self) -> None:
        self._read = self._seen = None

    @property
    def to_move(self) -> int | None:
        """The seat to move; None while a pack is needed and when the match is over."""
        turn: int = self._pure.turn
        return turn if turn >= 0 else None

    @property
    def needs_deal(self) -> bool:
        """Is `deal` what comes next?"""
        return bool(self._pure.turn == DEAL)

    @property
    def over(self) -> bool:
        return bool(self._pure.turn == OVER)

    @property
    def in_hand(self) -> bool:
        """Is a hand running? True also while A8 waits for another pack."""
        return bool(self._hands) and self._hands[-1].report is None

    @property
    def dealer(self) -> int:
        """The dealer of the running hand, or of the next one."""
        return int(self._pure.dealer)

    @property
    def winners(self) -> list[int]:
        """The winning seats, once the match is over."""
        bits = self._pure.winners
        return [seat for seat in range(self.seats) if bits >> seat & 1]

    @property
    def scores(self) -> list[int]:
        """Points of each side (of each seat without teams; the lives in Cucco)."""
        return list(self._pure.score[: self.game.sides(self.seats)])

    @property
    def next_to_move(self) -> int | None:
        """The seat to move, or between hands the seat that begins the next one."""
        pure = self._pure
        if pure.turn >= 0:
            return int(pure.turn)
        return None if pure.turn == OVER else self.game.first(pure)

    @property
    def hands(self) -> list[dict[str, Any]]:
        """A report of every hand as in `diwaniya replay --json`, the running one as it stands."""
        return [hand.report or self._report(hand, self._pure) for hand in self._hands]

    def _report(self, hand: Hand, state: PureState) -> dict[str, Any]:
        s: Any = state
        scores = list(s.score[: self.game.sides(self.seats)])
        points = [now - before for now, before in zip(scores, hand.before, strict=True)]
        return {"dealer": hand.dealer, "points": points, "scores": scores, **self.game.report(state)}

    # Dealing

    def deal(self, pack: str | Sequence[str] | None = None) -> list[Fact]:
        """Deal a hand (or, by A8, another pack for the same hand) from the whole pack in dealing order.

        Without a pack the match's seed shuffles. Raises `ValueError` if nothing is to be dealt now, or not this pack.
        """
        before = self._pure
        if before.turn != DEAL:
            raise ValueError("the match is over" if before.turn == OVER else "the hand is not over yet")
        if pack is None:
            numbers = self._shuffled()
            names = [self.game.card_tokens[number] for number in numbers]
        else:
            names = split(pack) if isinstance(pack, str) else list(_strings(pack))
            numbers = parse_pack(self.game, names)
        if self.in_hand:
            self._hands[-1].redeals.append(" ".join(names))
        else:
            self._hands.append(Hand(before.dealer, self.scores, " ".join(names)))
        seen = self._spectated()
        self._mode.deal(self._state, numbers)
        self._close()
        return self.game.story(seen, -1, "", self._spectated())

    def _shuffled(self) -> list[int]:
        if self._rng is None:
            raise ValueError("this match has no seed: give the pack, or begin the match with seed=")
        numbers = list(self.game.pack)
        K.shuffle(self._rng, numbers, 0, len(numbers))
        return numbers

    def _close(self) -> None:
        """The state has changed: write the hand's report if it has just ended."""
        self._changed()
        state = self._pure
        waits = state.turn == DEAL and self.game.redeals is not None and self.game.redeals(state)
        if state.turn < 0 and not waits:
            self._hands[-1].report = self._report(self._hands[-1], state)

    def _check_seat(self, seat: object) -> None:
        if not 0 <= _whole("seat", seat) < self.seats:
            raise ValueError(f"seat must be 0 to {self.seats - 1}, not {seat}")

    # Moving

    def _tokens(self, state: Any, pure: PureState) -> dict[str, int]:
        """The legal moves of a state or view (in both forms), by token, in numbering order."""
        moves = self._mode.legal(state)
        return {self.game.token(pure, a): a for a in range(64) if moves >> a & 1}

    def legal(self, seat: int | None = None) -> list[str]:
        """The moves of the seat to move, in numbering order; of another seat: none (see `out_of_turn`)."""
        turn = self._pure.turn
        if turn < 0 or seat not in (None, turn):
            return []
        return list(self._tokens(self._state, self._pure))

    def out_of_turn(self, seat: int) -> list[str]:
        """What this seat may do out of turn (A20, A21), as tokens with the seat in front."""
        self._check_seat(seat)
        return self._open_tokens(self._state, self._pure, seat)

    def _open_tokens(self, state: Any, pure: Any, seat: int) -> list[str]:
        if pure.turn < 0:
            return []
        names = self.game.card_tokens
        return [
            f"{seat}:{kind}:{names[card]}"
            for number, kind in enumerate(self.game.out_of_turn)
            for card in _bits(self._mode.open_legal(state, seat, number))
        ]

    def _check_move(self, token: object, seat: object) -> None:
        if seat is not None:
            _whole("seat", seat)
        if not isinstance(token, str):
            raise TypeError(f"a move is a token, a string such as those of legal(), not {token!r:.60}")

    def play(self, token: str, seat: int | None = None) -> list[Fact]:
        """Make a move and tell what everybody saw of it.

        `seat` is who moves, if you want that checked. Raises `IllegalMove`, which names the rule and what would be
        legal; the match is then as before.
        """
        before = self._spectated()
        mover = self.move(token, seat)
        return self.game.story(before, mover, token, self._spectated())

    def move(self, token: str, seat: int | None = None) -> int:
        """`play` without the telling, for those who replay many moves. Returns the seat that moved."""
        self._check_move(token, seat)
        open_move = _split_open(self.game, token)
        if open_move:
            mover, kind, card = open_move
            if seat not in (None, mover) or token not in self.out_of_turn(mover):
                raise self._illegal(token, mover if seat is None else seat)
            self._mode.open_apply(self._state, mover, kind, card)
        else:
            mover = self._pure.turn
            moves = self._tokens(self._state, self._pure) if mover >= 0 and seat in (None, mover) else {}
            if token not in moves:
                raise self._illegal(token, seat)
            self._mode.apply(self._state, moves[token])
        self._hands[-1].moves.append(token)
        self._close()
        return mover

    def _illegal(self, token: str, seat: int | None) -> IllegalMove:
        mover = seat if seat is not None else self.to_move
        return IllegalMove(self.game.family, token, mover, self.legal(), self.why_not(token, seat))

    def why_not(self, token: str, seat: int | None = None) -> Why | None:
        """Which rule forbids this move now? None if it is legal."""
        self._check_move(token, seat)
        return self._why_not(self._state, self._pure, token, seat)

    def _why_not(self, state: Any, pure: Any, token: str, seat: int | None) -> Why | None:
        if pure.turn == OVER:
            return Why("G4", "over")
        if pure.turn == DEAL:
            return Why("G4", "deal_first")
        open_move = _split_open(self.game, token)
        if open_move:
            mover, kind, card = open_move
            if seat not in (None, mover):
                return Why("G1", "other_seat", {"seat": mover})
            if token in self._open_tokens(state, pure, mover):
                return None
            name = self.game.out_of_turn[kind]
            return Why(self.game.out_of_turn_rules[kind], f"no_{name}", {"card": self.game.card_tokens[card]})
        if not _known(self.game, token):
            return Why("G5", "unknown", {"token": token[:40]})
        if seat is not None and seat != pure.turn:
            return Why("G1", "not_your_turn", {"seat": pure.turn})
        return self.game.why_not(pure, token, pure.turn)

    # Seeing

    def observation(self, seat: int | None) -> Any:
        """The view record of a seat (of a spectator for None), as bots get it."""
        if seat is not None:
            self._check_seat(seat)
        return self._mode.view(self._state, SPECTATOR if seat is None else seat)

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat (a spectator for None) sees, as plain data for a page. Made from the view record alone.

        Raises `ValueError` for a seat that does not exist.
        """
        state = self.observation(seat)
        v: Any = self._mode.read(state)
        turn = v.turn if v.turn >= 0 else None
        seen: dict[str, Any] = {
            "game": self.game.id,
            "seat": seat,
            "to_move": turn,
            "needs_deal": v.turn == DEAL,
            "over": v.turn == OVER,
            "winners": self.winners,
            "dealer": v.dealer,
            "hand": len(self._hands),
            "scores": self.scores,
            **self.game.show(v),
        }
        hand = self._hands[-1] if self._hands else None
        if hand:
            report = self._report(hand, v)
            seen["points"] = hand.report["points"] if hand.report else report["points"]
            # The result is told from the view as well: a dead card stays face down.
            seen["result"] = {**report, "points": seen["points"]} if hand.report else None
        if seat is not None and v.turn >= 0:
            if self.game.out_of_turn:
                seen["out_of_turn"] = self._open_tokens(state, v, seat)
            if turn == seat:
                moves = self._tokens(state, v)
                seen["legal"] = list(moves)
                held = [card for card in dict.fromkeys(seen["cards"]) if card not in moves]
                seen["blocked"] = {card: self._why_not(state, v, card, seat) for card in held}
        return seen

    # Records

    def record(self) -> dict[str, Any]:
        """The match so far as a record (rules/records.md)."""
        return {
            "format": FORMAT,
            "game": self.game.id,
            "options": dict(self.options),
            "seats": self.seats,
            "dealer": self.first_dealer,
            "hands": [hand.record() for hand in self._hands],
        }

    @classmethod
    def replay(cls, record: Any, mode: str = "auto") -> "Match":
        """The match of a record. Raises `RecordError` or `IllegalMove`."""
        from diwaniya.engine.record import replay

        return replay(record, mode, may_wait=True).match

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its record and the state of its shuffles, so that matches can go to other processes."""
        chance = None if self._rng is None else self._rng.s
        return _restored, (self.record(), chance, self._mode.name)


def _restored(record: dict[str, Any], chance: int | None, mode: str) -> Match:
    match = Match.replay(record, mode)
    match._rng = None if chance is None else pure_rng(chance)
    return match


def _whole(name: str, value: object) -> int:
    """A whole number given from outside. Raises `TypeError` for anything else, such as 1.0 or True."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} must be a whole number, not {value!r:.60}")
    return value


def _strings(pack: object) -> Sequence[str]:
    if not isinstance(pack, list | tuple) or not all(isinstance(card, str) for card in pack):
        raise TypeError(f"a pack is a string or a list of tokens, not {pack!r:.60}")
    return pack


def split(text: str) -> list[str]:
    """The tokens of a record's string; blanks are those that JSON knows."""
    return [token for token in re.split("[ \t\r\n]+", text) if token]


def _bits(mask: int) -> list[int]:
    return [i for i in range(64) if mask >> i & 1]


@cache
def _static_tokens(game_id: str) -> frozenset[str]:
    game = find(game_id)
    return frozenset(game.pack_tokens()) | frozenset(game.calls)


def _known(game: Game, token: str) -> bool:
    """Is this a token of the game at all?"""
    return token in _static_tokens(game.id) or token.partition(":")[0] in game.heads


def _split_open(game: Game, token: str) -> tuple[int, int, int] | None:
    """`2:expose:AS` as seat, kind and card number; None if the token is not of this form."""
    parts = token.split(":")
    if len(parts) != 3 or parts[1] not in game.out_of_turn or parts[2] not in game.pack_tokens():
        return None
    if parts[0] not in map(str, range(game.seats[0])):
        return None
    return int(parts[0]), game.out_of_turn.index(parts[1]), game.card_tokens.index(parts[2])


def parse_pack(game: Game, names: Sequence[str]) -> list[int]:
    """Card numbers of a pack given as tokens. Raises `ValueError` saying what is not right about it."""
    known = {game.card_tokens[number]: number for number in game.pack}
    for place, name in enumerate(names, start=1):
        if name not in known:
            raise ValueError(f"card {place}, {str(name)[:20]!r}, is no card of {game.id}")
    numbers = [known[name] for name in names]
    if sorted(numbers) != sorted(game.pack):
        if len(numbers) != len(game.pack):
            raise ValueError(f"{len(numbers)} cards, but the pack of {game.id} has {len(game.pack)}")
        twice = next(name for name in names if names.count(name) > game.pack.count(known[name]))
        raise ValueError(f"{twice} is there too often")
    return numbers
