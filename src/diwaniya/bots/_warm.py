"""Compiles what thinking ahead, hints and the solver need for a game into the cache (see `engine.compiled.warm`)."""

from diwaniya.bots import player
from diwaniya.bots._advice import Adviser
from diwaniya.engine.game import Game
from diwaniya.search.solver import Solver, has_solver

THINKERS = ("strong", "expert")


def warm(game: Game) -> None:
    for name in THINKERS:
        player(name, game, "compiled")
    Adviser(game, "compiled")
    if has_solver(game):
        Solver(game, "compiled")
