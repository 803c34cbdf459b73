"""Records for the command to read."""

import json
from pathlib import Path
from typing import Any

import pytest

from diwaniya.engine.game import find
from diwaniya.lab.simulate import Simulation


def records(game: str, matches: int = 1, seed: int = 3, **more: Any) -> list[dict[str, Any]]:
    """Finished matches at random."""
    simulation = Simulation(find(game), ["random"], matches=matches, seed=seed, mode="pure", **more)
    return [json.loads(played.line) for played in simulation]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A file with a finished match."""
    path = tmp_path / "match.json"
    path.write_text(json.dumps(records("kout4")[0]))
    return path
