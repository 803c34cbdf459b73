"""Every game has a golden playthrough, and still plays it the same."""

import json
from pathlib import Path

import pytest

from diwaniya.engine.game import find, games
from diwaniya.engine.match import Match
from diwaniya.engine.record import replay
from diwaniya.testing import golden
from twins import replay as twin_replay

FOLDER = Path(__file__).parent
IDS = list(games())


def test_no_game_lacks_one() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.json")) == sorted(IDS)


@pytest.mark.parametrize("game_id", IDS)
def test_golden_playthrough(game_id: str) -> None:
    kept = json.loads((FOLDER / f"{game_id}.json").read_text("utf-8"))
    record, sheet = kept["record"], kept["sheet"]
    assert record["game"] == game_id
    assert sheet["finished"], "a golden playthrough is a whole match"
    for mode in ("pure", "compiled"):
        assert replay(record, mode).as_json() == sheet
    assert Match.replay(record).record() == record
    if game_id in twin_replay.GAMES:
        assert twin_replay.replay(record) == sheet


def test_writing_one(tmp_path: Path) -> None:
    """A missing one is written, one that is there is left alone, and the same comes out every time."""
    folder = tmp_path / "golden"
    game = find(IDS[0])
    assert "no twin" in golden.write(game, folder)
    path = folder / f"{game.id}.json"
    made = path.read_text("utf-8")
    assert json.loads(made) == golden.golden(game)
    path.write_text("kept", "utf-8")
    assert golden.main(["--folder", str(folder)]) == 0
    assert path.read_text("utf-8") == "kept"
    assert sorted(found.stem for found in folder.glob("*.json")) == sorted(IDS)
    assert golden.main(["--folder", str(folder), game.id]) == 0
    assert path.read_text("utf-8") == made


def test_a_twin_that_disagrees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then nothing is written, and the exit status says so."""
    monkeypatch.setattr(golden, "twin_sheet", lambda record, twins: {"game": "another"})
    assert golden.main(["--folder", str(tmp_path), IDS[0]]) == 1
    assert not list(tmp_path.iterdir())


def test_twins_are_asked() -> None:
    twins = FOLDER.parent / "twins"
    record = golden.playthrough(find(IDS[0]), 3)
    assert golden.twin_sheet(record, twins) == replay(record).as_json()
    assert golden.twin_sheet({**record, "game": "unheard of"}, twins) is None
