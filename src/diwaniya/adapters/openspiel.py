"""Our games as games of OpenSpiel (`pip install 'diwaniya[openspiel]'`).

>>> import pyspiel
>>> from diwaniya.adapters import openspiel       # registers them
>>> game = pyspiel.load_game("diwaniya_kout4")    # or "diwaniya_cucco(seats=5)", "diwaniya_kout4(target=51,whole=True)"
>>> state = game.new_initial_state()
>>> for byte in (0, 0, 0, 7):                     # four chance moves of a byte each: the seed of the packs
...     state.apply_action(byte)
>>> [state.action_to_string(move) for move in state.legal_actions()]
['pass', 'bid:5', 'bid:6', 'bid:7', 'bid:8', 'bid:9']

An episode is one deal, that of `Match(game, seed=...)`; with `whole=True` a match. All chance is in the four moves at
the beginning, 2^32 of them, all as likely. Returns are zero together: points of a deal, of one's own side less those
of the others (their mean); of a match, one's part of the win less what is fair.

Strings and tensors of observations and information states are made of the seat's view and of nothing else. A view
holds everything that the rules let the seat know, but not in which order all of it came about.
`resample_from_infostate` draws a state that fits the view.
"""

# OpenSpiel has no types.
# mypy: disable-error-code="misc, no-any-return, no-untyped-call"

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from diwaniya.adapters.position import Position, Rules
from diwaniya.engine.game import Game, games

try:
    import pyspiel
except ImportError:
    raise ImportError("OpenSpiel is not installed: pip install 'diwaniya[openspiel]'") from None

PREFIX = "diwaniya_"
SEED_BYTES = 4
LONGEST_DEAL = 1000
LONGEST_MATCH = 1_000_000
MOST_POINTS = 10_000.0
"""More than any deal brings."""


class DiwaniyaGame(pyspiel.Game):
    """One of our games with its seats and options; `whole` makes an episode a match."""

    kind: Any
    """What OpenSpiel wants to know beforehand; each of our games is a class of its own that has it."""
    id: str

    def __init__(self, params: Mapping[str, Any]) -> None:
        chosen = dict(params)
        self.whole = bool(chosen.pop("whole"))
        self.rules = Rules(self.id, chosen.pop("seats"), chosen)
        most = 1.0 if self.whole else MOST_POINTS
        info = pyspiel.GameInfo(
            num_distinct_actions=64,
            max_chance_outcomes=256,
            num_players=self.rules.seats,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=LONGEST_MATCH if self.whole else LONGEST_DEAL,
        )
        super().__init__(self.kind, info, dict(params))

    def new_initial_state(self) -> "DiwaniyaState":
        return DiwaniyaState(self)

    def state_of(self, position: Position) -> "DiwaniyaState":
        """A state in the middle of a deal. Its history is not known: it is empty."""
        state = DiwaniyaState(self)
        state.position = position
        return state

    def max_chance_nodes_in_history(self) -> int:
        return SEED_BYTES

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "ViewObserver":
        return ViewObserver(self.rules, bool(iig_obs_type and iig_obs_type.perfect_recall))


class DiwaniyaState(pyspiel.State):
    """A deal under way; before it, the bytes of its seed."""

    def __init__(self, game: DiwaniyaGame) -> None:
        super().__init__(game)
        self.seed: list[int] = []
        self.position: Position | None = None

    @property
    def _at(self) -> Position:
        if self.position is None:
            raise ValueError("nothing is dealt yet: the seed comes first")
        return self.position

    def current_player(self) -> int:
        if self.position is None:
            return pyspiel.PlayerId.CHANCE
        turn = self.position.turn
        return turn if turn >= 0 else pyspiel.PlayerId.TERMINAL

    def is_terminal(self) -> bool:
        return self.position is not None and self.position.ended

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(byte, 1 / 256) for byte in range(256)]

    def _legal_actions(self, player: int) -> list[int]:
        return self._at.legal()

    def _apply_action(self, action: int) -> None:
        if self.position is not None:
            self.position.apply(action)
            return
        self.seed.append(action)
        if len(self.seed) == SEED_BYTES:
            game = self.get_game()
            self.position = game.rules.begin(int.from_bytes(bytes(self.seed), "big"), game.whole)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"byte:{action}" if player == pyspiel.PlayerId.CHANCE else self._at.token(action)

    def returns(self) -> list[float]:
        return self._at.worth() if self.is_terminal() else [0.0] * self.num_players()

    def resample_from_infostate(self, player: int, chance: Callable[[], float]) -> "DiwaniyaState":
        """A state that this player cannot tell from this one; `chance` gives numbers from 0 to 1."""
        seed = int(chance() * 2**32) << 32 | int(chance() * 2**32)
        return self.get_game().state_of(self._at.resampled(player, seed))

    def __str__(self) -> str:
        if self.position is None:
            return f"seed {bytes(self.seed).hex()}"
        position = self.position
        fields = position.rules.k.pure(position.state).as_dict()
        return f"{_told(fields)} chance={position.chance} before={position.before}"


class ViewObserver:
    """What a player sees: as a tensor the bits of the view record; as text its fields, or the same bits."""

    def __init__(self, rules: Rules, perfect_recall: bool) -> None:
        self._perfect = perfect_recall
        self.tensor = np.zeros(len(rules.scratch.tobytes()) * 8, np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: DiwaniyaState, player: int) -> None:
        if state.position is None:
            self.tensor.fill(0)
        else:
            raw = np.frombuffer(state.position.view(player).tobytes(), np.uint8)
            self.tensor[:] = np.unpackbits(raw)

    def string_from(self, state: DiwaniyaState, player: int) -> str:
        if state.position is None:
            return f"player {player}, nothing dealt"
        view = state.position.view(player)
        if self._perfect:
            return view.tobytes().hex()
        return _told(state.position.rules.k.pure(view).as_dict())


def _told(fields: Mapping[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in fields.items())


def register() -> Sequence[str]:
    """Make our games known to OpenSpiel; their names there. Done once when this module is loaded."""
    known = set(pyspiel.registered_names())
    names = []
    for game in games().values():
        name = PREFIX + game.id
        names.append(name)
        if name not in known:
            kind = _kind(name, game)
            # A class, as OpenSpiel's own games are: it forgets what makes games only when Python has ended, and
            # a function would then be one object to take away too many.
            made = type(f"Diwaniya_{game.id}", (DiwaniyaGame,), {"kind": kind, "id": game.id})
            pyspiel.register_game(kind, made)
    return names


def _kind(name: str, game: Game) -> Any:
    return pyspiel.GameType(
        short_name=name,
        long_name=f"{game.id} (Diwaniya)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"seats": game.seats[0], "whole": False, **game.defaults},
    )


NAMES = register()
