"""Compiles what bots that think ahead, hints, reviews and the solver need into the cache (`engine.compiled.warm`)."""

from diwaniya.bots import player
from diwaniya.bots._advice import Adviser
from diwaniya.bots._judgement import judgement_for
from diwaniya.engine.game import Game
from diwaniya.search.rolls import Rolls
from diwaniya.search.solver import Solver, has_solver

THINKERS = ("strong", "expert")


def warm_players(game: Game) -> None:
    """What hints and bots that think ahead need."""
    Adviser(game, "compiled")
    for name in THINKERS:
        player(name, game, "compiled")


def warm(game: Game) -> None:
    """All of it."""
    warm_players(game)
    Rolls(game, judgement_for(game), "compiled")
    if has_solver(game):
        Solver(game, "compiled")
