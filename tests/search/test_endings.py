"""Endings seen through for the chance to win the match: as minimax over the rules themselves finds it."""

from random import Random
from typing import Any

import pytest

from diwaniya.bots._judgement import judgement_for
from diwaniya.engine.game import Game, find, games
from diwaniya.engine.state import pure_record
from diwaniya.search import endings, solver
from diwaniya.search.endings_record import ENDING_FIELDS, UNKNOWN
from diwaniya.search.searcher import Weighing
from diwaniya.search.solver_table import begin_run
from diwaniya.search.worth import CERTAIN, WORTH_FIELDS, worth, worth_fields
from diwaniya.testing.play import some_positions
from search.seats import decisions

SEEN = [game for game in games().values() if endings.has_endings(game)]
every_seen = pytest.mark.parametrize("game", SEEN, ids=[game.id for game in SEEN])
CARDS = 8
TRIED = 6
"""Where the naive twin has to try every card of every hand, since none must follow another."""


class Exact:
    """Room to solve endings of a game in pure mode."""

    def __init__(self, game: Game) -> None:
        self.places = endings.places_for(game)
        self.t: Any = pure_record("Room", {**ENDING_FIELDS, **WORTH_FIELDS})()
        for name, value in worth_fields(game, game.seats[0], judgement_for(game).spread, 30).items():
            setattr(self.t, name, value)
        position, table = endings.records_for(game, True)
        self.w: Any = pure_record("Position", position)()
        self.k: Any = pure_record("Table", table)()
        self.scratch = game.layout.pure()

    def worth(self, state: Any, side: int, nodes: int = 100_000) -> int:
        begin_run(self.k, nodes)
        found: int = self.places[endings.exact](state, self.scratch, self.w, self.k, self.t, side)
        return found


def minimax(game: Game, state: Any, t: Any) -> int:
    """What a state is worth to side 0, by the rules of the game and nothing else."""
    if state.turn < 0:
        return worth(state, t, 0)
    found = []
    for move in range(64):
        if game.legal(state) >> move & 1:
            after = state.copy()
            game.apply(after, move)
            found.append(minimax(game, after, t))
    return max(found) if state.turn % 2 == 0 else min(found)


def late(game: Game, count: int, seed: int) -> list[Any]:
    """States near the end of a hand, at all kinds of scores: also where this hand may end the match."""
    rng = Random(seed)
    held = endings.places_for(game)[endings.held]
    target = next(option.default for option in game.options if option.name == "target")
    found: list[Any] = []
    while len(found) < count:
        for at in some_positions(game, game.seats[0], rng, 60):
            state: Any = at.state
            if 0 < held(state) <= (CARDS if solver.has_solver(game) else TRIED):
                state = state.copy()
                for side in range(2):
                    near = rng.random() < 0.6
                    state.score[side] = target - rng.randint(1, 4) if near else rng.randrange(target)
                found.append(state)
    return found[:count]


@every_seen
def test_endings_are_worth_what_minimax_says(game: Game) -> None:
    room = Exact(game)
    values = set()
    for number, state in enumerate(late(game, 40, 4)):
        before = state.copy()
        expected = minimax(game, state, room.t)
        room.t.guess = (0, CERTAIN // 2, CERTAIN)[number % 3]  # where it begins to look makes no difference
        # A chance and that of the others may be a millionth more or less than certainty, rounded.
        assert abs(room.worth(state, 0) - expected) <= 1
        assert abs(room.worth(state, 1) - (CERTAIN - expected)) <= 1
        assert state == before, "the state is left alone"
        values.add(expected)
    assert len(values) > 5


@every_seen
def test_it_says_when_it_was_not_allowed_to_look_far_enough(game: Game) -> None:
    room = Exact(game)
    answers = {room.worth(state, 0, nodes=1) for state in late(game, 25, 5)}
    assert UNKNOWN in answers


@pytest.mark.timeout(300)  # compiles, if nobody has yet
@pytest.mark.parametrize("game_id", ["allfours", "kout4", "basra", "morabaa"])
def test_both_modes_solve_the_same_worlds(game_id: str) -> None:
    from diwaniya.engine.compiled import compiled

    game = find(game_id)
    pure, fast = (Weighing(game, judgement_for(game), mode, open_cards=12) for mode in ("pure", "compiled"))
    played = Weighing(game, judgement_for(game), "pure")
    differ = 0
    for seed, view in enumerate(decisions(game, 12, 8)):
        found = fast.think(compiled(game).record(view), seed, nodes=30)
        assert pure.think(view, seed, nodes=30) == found
        differ += found != played.think(view, seed, nodes=30)
    assert differ > 0


def test_a_game_whose_endings_nobody_knows_is_played_on() -> None:
    game = find("cucco")
    view = decisions(game, 1)[0]
    solving, plain = (Weighing(game, judgement_for(game), "pure", open_cards=cards) for cards in (52, 0))
    assert solving.think(view, 1, nodes=20) == plain.think(view, 1, nodes=20)
