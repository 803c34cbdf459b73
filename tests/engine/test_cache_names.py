"""Code that different processes compiled lives side by side in one process that loads it."""

import os
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest

from diwaniya.engine.game import games

BEGIN_AND_DEAL = """
import sys
from diwaniya.engine.game import find
from diwaniya.engine.modes import mode
for name in sys.argv[1:]:
    game = find(name)
    states = []
    for kind in ("compiled", "pure"):
        rules = mode(game, kind)
        state = rules.begin(game.seats[0], 0, game.check_options({}))
        rules.deal(state, game.pack)
        states.append(rules.read(state))
    assert states[0] == states[1], name
"""


def run(cache: Path, *names: str) -> None:
    command = [sys.executable, "-c", BEGIN_AND_DEAL, *names]
    subprocess.run(command, env={**os.environ, "DIWANIYA_CACHE": str(cache)}, check=True, timeout=100)


ALIKE = [pair for pair in combinations(games().values(), 2) if pair[0].deal is pair[1].deal]
"""Games that share their kernels but not their records: where one's code could be taken for the other's."""


@pytest.mark.parametrize("pair", ALIKE, ids=lambda pair: f"{pair[0].id}-{pair[1].id}")
def test_each_game_runs_its_own_code(tmp_path: Path, pair: tuple[object, object]) -> None:
    names = [game.id for game in pair]  # type: ignore[attr-defined]
    for name in names:
        run(tmp_path, name)
    run(tmp_path, *names)
