"""Whole hands between bots in one call, compiled or pure: the bots' policies are linked with the game's kernels."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from diwaniya.bots import Policy, policy_kernel
from diwaniya.engine.drivers import apply, deal, legal, rebind, view
from diwaniya.engine.game import Game
from diwaniya.engine.kernel import Rng, State, has, kernel, shuffle
from diwaniya.engine.modes import mode as find_mode
from diwaniya.engine.state import Field, PureState, pure_record, pure_rng, record_dtype


class RuleBroken(RuntimeError):
    """A bot chose a move that is not legal; the text says which one and where."""


Log = Any
ROOM = 512
"""Moves that fit into the log; no hand of any game is nearly as long."""


def log_fields(game: Game) -> Mapping[str, Field]:
    """What `play_pack` is told and what it tells: which bot sits where, the unshuffled pack; the deck and the moves."""
    cards = ("u1", len(game.pack))
    return {
        "count": "i8",
        "wrong": "i8",
        "bot": ("u1", 8),
        "fresh": cards,
        "deck": cards,
        "move": ("u1", ROOM),
    }


@kernel
def ask(bot: int, v: State, rng: Rng) -> int:
    """A stand-in for a chain of policies."""
    return -1


@kernel
def first(v: State, rng: Rng) -> int:
    """A stand-in for one policy."""
    return -1


@kernel
def either(bot: int, v: State, rng: Rng) -> int:
    """The move of bot number `bot` in a chain of policies."""
    return first(v, rng) if bot == 0 else ask(bot - 1, v, rng)


@kernel
def only(bot: int, v: State, rng: Rng) -> int:
    """The end of the chain."""
    return first(v, rng)


@kernel
def play_pack(s: State, v: State, cards: Rng, rng: Rng, log: Log) -> None:
    """Shuffle a whole pack, deal it, and play until another one is needed or the match is over.

    The bots see views and draw on `rng`; the packs come from `cards`, so that they do not depend on who plays.
    """
    for i in range(len(s.pack)):
        s.pack[i] = log.fresh[i]
    shuffle(cards, s.pack, 0, len(s.pack))
    for i in range(len(s.pack)):
        log.deck[i] = s.pack[i]
    deal(s)
    log.count = 0
    log.wrong = -1
    while s.turn >= 0 and log.count < ROOM and log.wrong < 0:
        view(s, s.turn, v)
        move = ask(log.bot[s.turn], v, rng)
        if has(legal(s), move):
            log.move[log.count] = move
            log.count += 1
            apply(s, move)
        else:
            log.wrong = move


def chain(policies: Sequence[Policy]) -> Callable[..., int]:
    """One kernel that asks the policy of a number."""
    asked: Callable[..., int] = rebind(only, first=policies[-1])
    for policy in reversed(policies[:-1]):
        asked = rebind(either, first=policy, ask=asked)
    return asked


class Players:
    """Bots at a table of one game, in one mode. Hold the state of one match at a time."""

    def __init__(self, game: Game, bots: Sequence[str], mode: str) -> None:
        self.game = game
        self.bots = tuple(bots)
        self.mode = find_mode(game, mode)
        policies = [policy_kernel(bot, game) for bot in self.bots]
        play = rebind(
            play_pack, deal=game.deal, apply=game.apply, legal=game.legal, view=game.view, ask=chain(policies)
        )
        self._play: Callable[[], None]
        self._read: Callable[[], tuple[Sequence[int], Sequence[int], int]]
        self._seat: Callable[[Sequence[int], int, int], None]
        if self.mode.name == "compiled":
            self._compiled(play)
        else:
            self._pure(play)

    def _pure(self, play: Callable[..., None]) -> None:
        log: Any = pure_record("Log", log_fields(self.game))()
        log.fresh[:] = self.game.pack
        seen, cards, rng = self.game.layout.pure(), pure_rng(0), pure_rng(0)

        def seat(bots: Sequence[int], card_seed: int, seed: int) -> None:
            log.bot[: len(bots)] = bots
            cards.s, rng.s = card_seed, seed

        self._seat = seat
        self._play = lambda: play(self.state, seen, cards, rng, log)
        self._read = lambda: (log.deck, log.move[: log.count], log.wrong)
        self.turn: Callable[[], int] = lambda: self.state.turn

    def _compiled(self, play: Callable[..., None]) -> None:
        from numba import types

        from diwaniya.engine.compiled import Record, compiled

        k = compiled(self.game)
        dtype = record_dtype(log_fields(self.game))
        entry = k.link(play, "ssrrl", types.void, l=dtype)
        log, seen, cards, rng = Record(dtype), k.state(), k.rng(0), k.rng(0)
        log["fresh"] = self.game.pack
        deck, moves = log.array["deck"][0], log.array["move"][0]
        count, wrong = log.array["count"], log.array["wrong"]

        def seat(bots: Sequence[int], card_seed: int, seed: int) -> None:
            log.array["bot"][0][: len(bots)] = bots
            cards["s"], rng["s"] = card_seed, seed

        self._seat = seat
        self._play = lambda: entry(self.state.addr, seen.addr, cards.addr, rng.addr, log.addr)
        self._read = lambda: (deck.tobytes(), moves[: count.item()].tobytes(), wrong.item())
        self.turn = lambda: self.state.array["turn"].item()

    def begin(
        self, seats: int, dealer: int, options: list[int], bots: Sequence[int], card_seed: int, seed: int
    ) -> None:
        """Sit down for a match: `bots` says which of the bots has each seat."""
        self.state: Any = self.mode.begin(seats, dealer, options)
        self._seat(bots, card_seed, seed)

    def play_pack(self) -> tuple[Sequence[int], Sequence[int]]:
        """Play a pack; its card numbers as dealt, and the moves. Raises `RuleBroken` if a bot breaks the rules."""
        self._play()
        deck, moves, wrong = self._read()
        if wrong >= 0:
            seat = self.read().turn  # type: ignore[attr-defined]
            raise RuleBroken(
                f"a bot broke the rules: as seat {seat} it chose move {wrong}, after {list(moves)}"
            )
        if len(moves) == ROOM:
            raise RuntimeError(f"a hand of {ROOM} moves does not end")
        return deck, moves

    def read(self) -> PureState:
        return self.mode.read(self.state)

    def snapshot(self) -> Any:
        """A copy of the state, for `tokens`."""
        if isinstance(self.state, PureState):
            return self.state.copy()
        twin = type(self.state)(self.state.array.dtype)
        twin.array[:] = self.state.array
        return twin
