"""Compiles what the bots that think ahead need for a game into the cache (see `engine.compiled.warm`)."""

from diwaniya.bots import player
from diwaniya.engine.game import Game

THINKERS = ("strong", "expert")


def warm(game: Game) -> None:
    for name in THINKERS:
        player(name, game, "compiled")
