"""Bots of any kind at one table: they are asked move by move, with the view of their seat and nothing else."""

from collections.abc import Callable, Sequence
from typing import Any

from diwaniya.bots import Player, player
from diwaniya.engine.game import Game
from diwaniya.engine.kernel import Rng, rand
from diwaniya.engine.match import Match
from diwaniya.engine.modes import mode as find_mode
from diwaniya.engine.state import pure_rng
from diwaniya.lab.play import RuleBroken


class Seated:
    """Bots that have sat down to one game in one mode. They think in this process, in one thread."""

    def __init__(self, game: Game, bots: Sequence[str], mode: str) -> None:
        """Raises `ValueError` for a bot that there is not, or an argument that it does not take."""
        self.game = game
        self.bots = tuple(bots)
        self.mode = find_mode(game, mode)
        self._players: list[Player] = [player(bot, game, self.mode.name) for bot in bots]

    def play(self, match: Match, seating: Sequence[int], chance: int, dealt: Callable[[], None]) -> int:
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
                match.move(self._choice(match, seat, seating[seat], rng), seat)
                moves += 1
        return moves

    def _choice(self, match: Match, seat: int, bot: int, rng: Rng) -> str:
        view = match.observation(seat)
        legal = self.mode.legal(view)
        move = legal.bit_length() - 1
        if legal & (legal - 1):
            thinking = self._players[bot]
            move = thinking.choose(self._given(view, thinking.mode), rand(rng))
            if not (0 <= move < 64 and legal >> move & 1):
                raise RuleBroken(
                    f"the bot {self.bots[bot]} broke the rules: as seat {seat} it chose move {move},"
                    f" legal are {' '.join(match.legal())}"
                )
        return self.game.fixed_token(move) or self.game.token(self.mode.read(view), move)

    def _given(self, view: Any, form: str) -> Any:
        """A view in the form in which a player wants it."""
        if form == self.mode.name:
            return view
        pure = self.mode.read(view)
        if form == "pure":
            return pure
        from diwaniya.engine.compiled import compiled

        return compiled(self.game).record(pure)
