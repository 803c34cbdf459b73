"""Computer players. Each is one file here, found by looking; its name is the file's.

A bot sees what its seat sees and nothing else: it is handed a view, never the state of a match.

>>> m = Match("kout4", seed=7)
>>> choose("quick", m, m.to_move, Random(1))
'pass'

Every bot is a `Player`. Those that are a single kernel (`policy_kernel`) can also be compiled into a driver that plays
whole hands.
"""

import threading
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from random import Random
from types import ModuleType
from typing import Any, Protocol, TypeAlias

from diwaniya.engine.game import Game
from diwaniya.engine.kernel import ALL64, Rng, State
from diwaniya.engine.match import Match
from diwaniya.engine.modes import mode as find_mode
from diwaniya.engine.state import PureState, pure_rng

Policy: TypeAlias = Callable[[State, Rng], int]
"""A kernel: from a view whose viewer is to move, and a source of chance, to the number of a legal move."""


class Player(Protocol):
    """A bot that has sat down to one game in one mode.

    It keeps room to think in from move to move, so it is for one thread at a time; make one for each thread.
    """

    mode: str
    """`pure` or `compiled`: the form in which it wants its views."""

    def choose(self, view: Any, seed: int) -> int:
        """The number of a legal move for the view's viewer, whose turn it is.

        `view` is a view record in the form of the player's mode (`PureState`, or `engine.compiled.Record`). The same
        view and seed give the same move, unless the bot thinks for a time instead of a number of nodes.
        """


@cache
def names() -> list[str]:
    """The bots that there are."""
    return sorted(name for name, module in _found().items() if not hasattr(module, "GUEST"))


@cache
def guests() -> list[str]:
    """Bots of other programs: they play when called by name, if what they need is installed."""
    return sorted(name for name, module in _found().items() if hasattr(module, "GUEST"))


def guest_forms(installed: bool = False) -> list[str]:
    """How they are called, with what stands behind the colon; only those that can play here, if `installed`."""
    found = ((name, _found()[name]) for name in guests())
    return [f"{name}:{form}" for name, one in found if not installed or one.installed() for form in one.GUEST]


@cache
def _found() -> dict[str, ModuleType]:
    """The files here that play, by the names of their bots: `-` where the file has `_`."""
    files = (module.name for module in iter_modules(__path__) if not module.name.startswith("_"))
    modules = {file.replace("_", "-"): import_module(f"{__name__}.{file}") for file in files}
    return {name: module for name, module in modules.items() if _plays(module)}


def _plays(module: ModuleType) -> bool:
    return hasattr(module, "policy_for") or hasattr(module, "player_for")


def _module(name: str) -> ModuleType:
    if name not in _found():
        raise ValueError(f"unknown bot {name[:40]!r}: there are {', '.join(names())}")
    return _found()[name]


def thinks_ahead(name: str) -> bool:
    """Does this bot search? Then it wants compiled rules, and takes its time. Raises `ValueError` if there is none."""
    return hasattr(_module(name.partition(":")[0]), "player_for")


def check_argument(name: str) -> None:
    """Raises `ValueError` for a name that ends with its colon: what was to stand behind it got lost."""
    head, colon, argument = name.partition(":")
    if colon and not argument:
        raise ValueError(
            f"nothing stands behind the colon of {name[:40]!r}: {head} alone, or {head}:seconds=0.3"
        )


@cache
def policy_kernel(name: str, game: Game) -> Policy:
    """How this bot plays this game, as a kernel: call it as it stands, or compile it (`Compiled.link`).

    Raises `ValueError` with the names that there are, and for a bot that is no single kernel.
    """
    module = _module(name.partition(":")[0])
    if not hasattr(module, "policy_for"):
        raise ValueError(
            f"the bot {name[:40]} thinks ahead: it plays in the arena; here play bots that answer at once"
        )
    if ":" in name:
        raise ValueError(f"the bot {name.partition(':')[0]} takes no argument: not {name[:40]!r}")
    policy: Policy = module.policy_for(game)
    return policy


class _PurePlayer:
    """A policy in pure mode."""

    mode = "pure"

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def choose(self, view: Any, seed: int) -> int:
        return self._policy(view, pure_rng(seed))


class _CompiledPlayer:
    """A policy in compiled mode."""

    mode = "compiled"

    def __init__(self, policy: Policy, game: Game) -> None:
        from numba import types

        from diwaniya.engine.compiled import compiled

        k = compiled(game)
        self._entry = k.link(policy, "sr", types.int64)
        self._rng = k.rng(0)

    def choose(self, view: Any, seed: int) -> int:
        self._rng["s"] = seed & ALL64
        return int(self._entry(view.addr, self._rng.addr))


def player(name: str, game: Game, mode: str = "auto") -> Player:
    """A bot for a game, in a mode (`auto` is the compiled one where that is loaded, see `engine.modes`).

    A name may carry an argument behind a colon, if the bot takes one: `strong:nodes=20000`, `strong:seconds=0.3`.
    Raises `ValueError` with what would have been right.
    """
    head, colon, argument = name.partition(":")
    module = _module(head)
    if hasattr(module, "player_for"):
        check_argument(name)
        seated: Player = module.player_for(game, argument, mode)
        return seated
    if colon:
        raise ValueError(f"the bot {head} takes no argument: not {name[:40]!r}")
    policy = policy_kernel(head, game)
    return policy_player(policy, game, mode)


def policy_player(policy: Policy, game: Game, mode: str) -> Player:
    """A policy as a player."""
    return _PurePlayer(policy) if find_mode(game, mode).name == "pure" else _CompiledPlayer(policy, game)


class _Seated(threading.local):
    """The players of this thread, by name, game and mode."""

    def __init__(self) -> None:
        self.players: dict[tuple[str, Game, str], Player] = {}


_seated = _Seated()


def _at_hand(name: str, game: Game) -> Player:
    # A policy is asked as it stands: for one move at a table that is quicker than to copy the view into a record.
    key = (name, game, find_mode(game).name if thinks_ahead(name) else "pure")
    if key not in _seated.players:
        _seated.players[key] = player(*key)
    return _seated.players[key]


def choose(name: str, match: Match, seat: int, rng: Random) -> str:
    """The move of this bot for the seat to move, as a token. Raises `ValueError` if it is not that seat's turn."""
    game = match.game
    bot = _at_hand(name, game)
    seen = match.observation(seat)
    view = seen if isinstance(seen, PureState) else game.layout.from_record(seen.array[0])
    if view.turn != seat:  # type: ignore[attr-defined]
        raise ValueError(f"seat {seat} is not to move")
    given: Any = view
    if bot.mode == "compiled":
        from diwaniya.engine.compiled import compiled

        given = compiled(game).record(view)
    return game.token(view, bot.choose(given, rng.getrandbits(64)))
