"""Words about a match whose players have numbers and no names, as in records: seats are counted from 0 there."""

from __future__ import annotations

from diwaniya.cli._seats import seats_named, sides_of
from diwaniya.cli._telling import Teller
from diwaniya.engine.game import Game
from diwaniya.wire.encode import game_info
from diwaniya.words.speaker import Speaker


class BySeat(Teller):
    """Tells facts and reasons about a match of so many seats."""

    def __init__(self, speaker: Speaker, game: Game, seats: int) -> None:
        self.speaker, self.game = speaker, game_info(game.manifest())
        self._pack = frozenset(self.game.pack)
        self.you = None
        self.teams = game.teams
        self.names = [seats_named(speaker, [seat]) for seat in range(seats)]
        self._sides = sides_of(speaker, game, seats)

    def side(self, side: int) -> str:
        return self._sides[side]
