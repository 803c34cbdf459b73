"""A match, played through the checked door: every move is looked at before it is made."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from diwaniya.engine import kernel as K
from diwaniya.engine import seeing
from diwaniya.engine.errors import IllegalMove
from diwaniya.engine.game import Fact, Game, Why, find
from diwaniya.engine.given import seed64, whole
from diwaniya.engine.hand import Hand, Past
from diwaniya.engine.modes import mode as find_mode
from diwaniya.engine.names import bits
from diwaniya.engine.state import DEAL, OVER, SPECTATOR, PureState, pure_rng
from diwaniya.engine.tokens import known, parse_pack, split, split_open

FORMAT = "diwaniya/1"


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
        self.seats = self.game.seats[0] if seats is None else whole("seats", seats)
        if self.seats not in self.game.seats:
            allowed = " or ".join(map(str, sorted(self.game.seats)))
            raise ValueError(f"{self.game.id} is played by {allowed}, not {self.seats}")
        self._rng = None if seed is None else pure_rng(seed64(seed))
        if dealer is None:
            dealer = 0 if self._rng is None else K.below(self._rng, self.seats)
        if not 0 <= whole("dealer", dealer) < self.seats:
            raise ValueError(f"dealer must be a seat, 0 to {self.seats - 1}, not {dealer}")
        self.first_dealer = dealer
        if not isinstance(options, Mapping | None):
            raise TypeError(f"options must be a mapping of names to values, not {options!r:.60}")
        given = dict(options or {})
        self._options = self.game.check_options(given)
        self.options: dict[str, Any] = {k: v for k, v in given.items() if v != self.game.defaults[k]}
        self._mode = find_mode(self.game, mode)
        self._state = self._mode.begin(self.seats, dealer, self._options)
        self._past = Past()
        self._hand: Hand | None = None
        self._number = 0
        self.turn: int = DEAL
        """The seat to move, `DEAL` or `OVER`: `to_move`, `needs_deal` and `over` in one, for who asks often."""
        self._kept = self._state if self._mode.name == "pure" else None
        """What `_read` is after a change: in the pure mode there is nothing to read."""
        self._read: Any = self._kept
        self._seen: PureState | None = None
        self._public: dict[str, Any] | None = None
        self._held = [-1] * self.seats
        """The cards that each seat held when it last looked on, and what it saw then more than everybody."""
        self._looked: list[dict[str, Any]] = [{}] * self.seats
        self._numbers = self.game.fixed_numbers
        self._may: int | None = None
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

    @property
    def to_move(self) -> int | None:
        """The seat to move; None while a pack is needed and when the match is over."""
        turn = self.turn
        return turn if turn >= 0 else None

    @property
    def needs_deal(self) -> bool:
        """Is `deal` what comes next?"""
        return self.turn == DEAL

    @property
    def over(self) -> bool:
        return self.turn == OVER

    @property
    def in_hand(self) -> bool:
        """Is a hand running? True also while A8 waits for another pack."""
        return self._hand is not None and self._hand.ended is None

    @property
    def dealer(self) -> int:
        """The dealer of the running hand, or of the next one."""
        return int(self._pure.dealer)

    @property
    def winners(self) -> list[int]:
        """The winning seats, once the match is over."""
        return bits(self._pure.winners)

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
        latest = self._hand
        if latest is None:
            return []
        return [*self._past.reports(), latest.ended or latest.told(self.game, self._pure)]

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
        if self._hand is not None and self._hand.ended is None:
            self._hand.redeals += (" ".join(names),)
        else:
            if self._hand is not None:
                self._past.add(self._hand)
            self._hand = Hand(before.dealer, self.scores, " ".join(names))
            self._number += 1
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
        self._seen = self._public = self._may = None
        self._read = self._kept
        state = self._pure
        self.turn = turn = int(state.turn)
        if turn >= 0:
            return
        waits = turn == DEAL and self.game.redeals is not None and self.game.redeals(state)
        if self._hand is not None and not waits:
            self._hand.ended = self._hand.told(self.game, state)

    def _check_seat(self, seat: object) -> None:
        if not 0 <= whole("seat", seat) < self.seats:
            raise ValueError(f"seat must be 0 to {self.seats - 1}, not {seat}")

    # Moving

    def _moves(self) -> int:
        """The moves of the seat to move, as a mask; none while nobody is to move."""
        if self._may is None:
            self._may = self._mode.legal(self._state) if self.turn >= 0 else 0
        return self._may

    def legal(self, seat: int | None = None) -> list[str]:
        """The moves of the seat to move, in numbering order; of another seat: none (see `out_of_turn`)."""
        state = self._pure
        return self.game.tokens(state, self._moves()) if seat in (None, state.turn) else []

    def out_of_turn(self, seat: int) -> list[str]:
        """What this seat may do out of turn (A20, A21), as tokens with the seat in front."""
        self._check_seat(seat)
        return self._open_tokens(seat)

    def _open_tokens(self, seat: int) -> list[str]:
        return seeing.open_tokens(self.game, self._mode, self._state, self._pure.turn, seat)

    def allows(self, token: str, seat: int) -> bool:
        """May this seat make this move now, in turn or out of turn? Quicker than to look for it in the lists.

        Raises `ValueError` for a seat that does not exist.
        """
        if type(seat) is int and seat == self.turn and self._number_in_turn(token) is not None:
            return True
        self._check_move(token, seat)
        self._check_seat(seat)
        open_move = split_open(self.game, token)
        if open_move:
            return self._allows_open(*open_move) and open_move[0] == seat
        return self.turn == seat and self.game.number(self._pure, self._moves(), token) >= 0

    def _number_in_turn(self, token: object) -> int | None:
        """The number of a legal move whose token means the same in every state, as nearly all do: found at once."""
        if type(token) is not str:
            return None
        number = self._numbers.get(token)
        return number if number is not None and self._moves() >> number & 1 else None

    def _allows_open(self, seat: int, kind: int, card: int) -> bool:
        return self.turn >= 0 and self._mode.open_legal(self._state, seat, kind) >> card & 1 == 1

    def _check_move(self, token: object, seat: object) -> None:
        if seat is not None:
            whole("seat", seat)
        if not isinstance(token, str):
            raise TypeError(f"a move is a token, a string such as those of legal(), not {token!r:.60}")

    def play(self, token: str, seat: int | None = None) -> list[Fact]:
        """Make a move and tell what everybody saw of it.

        `seat` is who moves, if you want that checked. Raises `IllegalMove`, which names the rule and what would be
        legal; the match is then as before.
        """
        before = self._seen or self._spectated()
        mover = self.move(token, seat)
        return self.game.story(before, mover, token, self._spectated())

    def move(self, token: str, seat: int | None = None) -> int:
        """`play` without the telling, for those who replay many moves. Returns the seat that moved."""
        mover = self.turn
        in_turn = seat is None or (type(seat) is int and seat == mover)
        number = self._number_in_turn(token) if in_turn else None
        if number is not None:
            self._mode.apply(self._state, number)
            # The game's own string is there already; the one that came from outside would be one more for each move.
            token = self.game.fixed[number]
        else:
            mover = self._unusual_move(token, seat)
        assert self._hand is not None
        self._hand.moves.append(token)
        self._close()
        return mover

    def _unusual_move(self, token: str, seat: int | None) -> int:
        """Make a move whose token depends on the state, or one out of turn, or refuse it. Returns the seat."""
        self._check_move(token, seat)
        open_move = split_open(self.game, token)
        if open_move:
            mover, kind, card = open_move
            if seat not in (None, mover) or not self._allows_open(*open_move):
                raise self._illegal(token, mover if seat is None else seat)
            self._mode.open_apply(self._state, mover, kind, card)
            return mover
        mover = self.turn
        number = self.game.number(self._pure, self._moves(), token) if seat in (None, mover) else -1
        if number < 0:
            raise self._illegal(token, seat)
        self._mode.apply(self._state, number)
        return mover

    def _illegal(self, token: str, seat: int | None) -> IllegalMove:
        mover = seat if seat is not None else self.to_move
        return IllegalMove(self.game.family, token, mover, self.legal(), self.why_not(token, seat))

    def why_not(self, token: str, seat: int | None = None) -> Why | None:
        """Which rule forbids this move now? None if it is legal."""
        self._check_move(token, seat)
        pure = self._pure
        if pure.turn == OVER:
            return Why("G4", "over")
        if pure.turn == DEAL:
            return Why("G4", "deal_first")
        open_move = split_open(self.game, token)
        if open_move:
            mover, kind, card = open_move
            if seat not in (None, mover):
                return Why("G1", "other_seat", {"seat": mover})
            if self._allows_open(*open_move):
                return None
            name = self.game.out_of_turn[kind]
            return Why(self.game.out_of_turn_rules[kind], f"no_{name}", {"card": self.game.card_tokens[card]})
        if not known(self.game, token):
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

    def open_state(self) -> PureState:
        """A copy of all there is, every hidden card too: to look at a match with open cards, never for who plays."""
        state: PureState = self._pure
        return state.copy()

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat (a spectator for None) sees, as plain data for a page: `public` and `private` together.

        Raises `ValueError` for a seat that does not exist.
        """
        return {**self._shown(), **self.private(seat)}

    def certain(self, seat: int) -> tuple[str, ...] | None:
        """The moves, in the order of play, with which this seat wins every trick from here to the end of the hand,
        whatever the others hold and play. It is told from the seat's own view alone.

        None if that is not certain, if the seat is not on lead, and in games without tricks. Not every hand of which
        somebody could prove it is found, but what is told holds. Raises `ValueError` for a seat that does not exist.
        """
        self._check_seat(seat)
        if self.turn != seat or self.game.certain is None:
            return None
        view = self._mode.read(self._mode.view(self._state, seat))
        moves = self.game.certain(view)
        return None if moves is None else tuple(self.game.token(view, move) for move in moves)

    def tips(self, seat: int) -> list[Fact]:
        """What a lesson may tell this seat of the position, the most telling first, from the seat's own view alone.

        Nothing if it is not to move. Raises `ValueError` for a seat that does not exist.
        """
        self._check_seat(seat)
        if self.turn != seat or self.game.tips is None:
            return []
        return self.game.tips(self._mode.read(self._mode.view(self._state, seat)))

    def public(self) -> dict[str, Any]:
        """What everybody sees, made from a spectator's view record alone.

        It is kept until the next change, and whoever asks gets the same dict: read it, do not change it.
        """
        shown = self._public
        if shown is None:
            shown = self._public = self._shown()
        return shown

    def _shown(self) -> dict[str, Any]:
        return seeing.shown(self.game, self._seen or self._spectated(), self._hand, self._number)

    def private(self, seat: int | None) -> dict[str, Any]:
        """What a seat sees more or otherwise than everybody does, made from its own view record alone, or from the mask
        of the cards that it holds (`Game.holding`).

        Always `seat` and the `cards` that it holds; `legal` and `blocked` for the seat to move, `out_of_turn` where
        the game has such moves. A spectator (None) has only `seat`. Laid over `public` it is `view`. As with `public`,
        read it and do not change it. Raises `ValueError` for a seat that does not exist.
        """
        if seat is None:
            return {"seat": None}
        if type(seat) is not int or not 0 <= seat < self.seats:
            self._check_seat(seat)
        return self.privates((seat,))[0]

    def privates(self, seats: Iterable[int]) -> list[dict[str, Any]]:
        """`private` of several seats, all of which there are. For one that has nothing new to see it is the same object
        as the last time.
        """
        game, turn = self.game, self.turn
        holding = game.holding
        if holding is None or turn < 0:
            return [self._seen_from(seat) for seat in seats]
        state, holds, looked = self._pure, self._held, self._looked
        seen = []
        for seat in seats:  # most of them look on most of the time, and their cards stay
            held = holding(state, seat)
            if holds[seat] != held:
                holds[seat] = held
                looked[seat] = {"cards": game.cards(held), "seat": seat}
            if seat == turn:
                seen.append(self._holding_to_move(looked[seat], held))
            elif game.out_of_turn:
                seen.append({**looked[seat], "out_of_turn": self._open_tokens(seat)})
            else:
                seen.append(looked[seat])
        return seen

    def _holding_to_move(self, mine: dict[str, Any], held: int) -> dict[str, Any]:
        """What the seat to move, which holds these cards, sees besides."""
        game = self.game
        if self._moves() == held and not held & ~game.card_moves and not game.out_of_turn:
            return {**mine, "legal": mine["cards"], "blocked": {}}  # all of its cards, and nothing else
        return self._choosing({**mine}, None)

    def _seen_from(self, seat: int) -> dict[str, Any]:
        """What a seat sees besides, made from its view record."""
        view: Any = self._mode.read(self._mode.view(self._state, seat))
        mine = seeing.own(self.game, view, self._hand, self.public())
        mine["seat"] = seat
        if view.turn == seat:
            return self._choosing(mine, view)
        if view.turn >= 0 and self.game.out_of_turn:
            mine["out_of_turn"] = self._open_tokens(seat)
        return mine

    def _choosing(self, mine: dict[str, Any], view: Any) -> dict[str, Any]:
        """Add what the seat to move may do, and why it may not play the other cards that it holds. The reasons are read
        off its view, which is made if it is needed and not there yet.
        """
        game, seat = self.game, mine["seat"]
        if game.out_of_turn:
            mine["out_of_turn"] = self._open_tokens(seat)
        legal = game.tokens(self._pure, self._moves())
        mine["legal"] = legal
        mine["blocked"] = {}
        held = [card for card in mine["cards"] if card not in legal]
        if held:
            if view is None:
                view = self._mode.read(self._mode.view(self._state, seat))
            mine["blocked"] = seeing.reasons(game, view, held)
        return mine

    # Records

    def record(self) -> dict[str, Any]:
        """The match so far as a record (rules/records.md)."""
        return {
            "format": FORMAT,
            "game": self.game.id,
            "options": dict(self.options),
            "seats": self.seats,
            "dealer": self.first_dealer,
            "hands": self._past.records() + ([self._hand.record()] if self._hand else []),
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


def _strings(pack: object) -> Sequence[str]:
    if not isinstance(pack, list | tuple) or not all(isinstance(card, str) for card in pack):
        raise TypeError(f"a pack is a string or a list of tokens, not {pack!r:.60}")
    return pack
