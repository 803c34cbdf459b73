"""Bots of any kind at one table: they are asked move by move, with the view of their seat and nothing else."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from diwaniya.bots import player
from diwaniya.engine.game import Game
from diwaniya.engine.kernel import rand
from diwaniya.engine.match import Match
from diwaniya.engine.modes import mode as find_mode
from diwaniya.engine.state import pure_rng
from diwaniya.lab.play import RuleBroken


@dataclass(frozen=True)
class Sitter:
    """A bot that has sat down."""

    shown: Callable[[Match, Any], Any]
    """What it is shown of a match at its turn, given the view of its seat."""
    choose: Callable[[Any, int], int]
    """The number of its move, from that and from what its chance follows from."""


class Seated:
    """Bots that have sat down to one game in one mode. They think in this process, in one thread."""

    def __init__(self, game: Game, bots: Sequence[str], mode: str) -> None:
        """Raises `ValueError` for a bot that there is not, or an argument that it does not take."""
        self.game = game
        self.bots = tuple(bots)
        self.mode = find_mode(game, mode)
        self._sitters = [self._sit_down(bot) for bot in bots]

    def _sit_down(self, bot: str) -> Sitter:
        thinking = player(bot, self.game, self.mode.name)
        return Sitter(lambda match, view: self._given(view, thinking.mode), thinking.choose)

    def play_out(
        self, match: Match, seating: Sequence[int], chance: int, dealt: Callable[[], None] = lambda: None
    ) -> int:
        """Play a match to its end, and call `dealt` for each pack; how many moves were made.

        `seating` says which of the bots has each seat, `chance` is what they draw from. The match must be in the mode
        of the bots. Raises `RuleBroken` if a bot breaks the rules.
        """
        rng = pure_rng(chance)
        moves = 0
        dealt()  # a match with a seed begins with the first hand dealt
        while not match.over:
            seat = match.to_move
            if seat is None:
                match.deal()
                dealt()
            else:
                match.move(self._choice(match, seat, seating[seat], rand(rng)), seat)
                moves += 1
        return moves

    def _choice(self, match: Match, seat: int, bot: int, seed: int) -> str:
        """What a bot plays, as a token. It is asked where there is something to choose."""
        view = match.observation(seat)
        legal = self.mode.legal(view)
        move = legal.bit_length() - 1
        if legal & (legal - 1):
            move = self._ask(bot, self._sitters[bot].shown(match, view), seed)
            if not (0 <= move < 64 and legal >> move & 1):
                raise RuleBroken(
                    f"the bot {self.bots[bot]} broke the rules: as seat {seat} it chose move {move},"
                    f" legal are {' '.join(match.legal())}"
                )
        return self.game.fixed_token(move) or self.game.token(self.mode.read(view), move)

    def _ask(self, bot: int, shown: Any, seed: int) -> int:
        return self._sitters[bot].choose(shown, seed)

    def _given(self, view: Any, form: str) -> Any:
        """A view in the form in which a player wants it."""
        if form == self.mode.name:
            return view
        pure = self.mode.read(view)
        if form == "pure":
            return pure
        from diwaniya.engine.compiled import compiled

        return compiled(self.game).record(pure)
