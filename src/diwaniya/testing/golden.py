"""Golden playthroughs: one match a game, with the score sheet that `diwaniya replay --json` must print for it, forever.

    python -m diwaniya.testing.golden              writes those that are missing, in a checkout
    python -m diwaniya.testing.golden kout4        writes this one anew: the rules or the report have changed on purpose

Where the game has a twin (tests/twins), nothing is written unless the twin agrees. Without one, read the new file well
before you commit it: from then on it is what the rules say.
"""

import argparse
import importlib
import json
import random
import sys
from pathlib import Path
from typing import Any

from diwaniya.engine.game import Game, find, games
from diwaniya.engine.match import Match
from diwaniya.engine.record import replay
from diwaniya.testing.play import Taste

SEEDS = range(1, 31)
FOLDER = Path("tests/golden")


def playthrough(game: Game, seed: int) -> dict[str, Any]:
    """The record of a whole match with the default options, played at random."""
    rng = random.Random(seed)
    taste = Taste(rng)
    match = Match(game, seed=seed, mode="pure")
    while not match.over:
        if match.needs_deal:
            match.deal()
        else:
            match.move(taste.choose(match.legal()))
    return match.record()


def variety(record: dict[str, Any]) -> int:
    """How many different moves were made."""
    return len({token for hand in record["hands"] for token in hand["moves"].split()})


def golden(game: Game) -> dict[str, Any]:
    """What the golden file of a game holds: of a few matches the one with the most kinds of moves."""
    record = max((playthrough(game, seed) for seed in SEEDS), key=variety)
    return {"record": record, "sheet": replay(record).as_json()}


def twin_sheet(record: dict[str, Any], twins: Path) -> dict[str, Any] | None:
    """The score sheet by the twin, None if the game has none."""
    if not (twins / "replay.py").is_file():
        return None
    sys.path.insert(0, str(twins.parent.resolve()))
    try:
        twin = importlib.import_module(f"{twins.name}.replay")
    finally:
        sys.path.pop(0)
    if record["game"] not in twin.GAMES:
        return None
    sheet: dict[str, Any] = twin.replay(record)
    return sheet


def write(game: Game, folder: Path) -> str:
    """Write the golden file of a game; says what to do next. Raises `ValueError` if the twin disagrees."""
    made = golden(game)
    told = twin_sheet(made["record"], folder.parent / "twins")
    if told is not None and told != made["sheet"]:
        raise ValueError(f"{game.id}: the twin disagrees, so nothing was written")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{game.id}.json"
    path.write_text(json.dumps(made, separators=(",", ":")) + "\n", "utf-8")
    return f"{path}: {'the twin agrees' if told is not None else 'there is no twin, so read it well'}"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m diwaniya.testing.golden", description="Golden playthroughs."
    )
    parser.add_argument(
        "games", nargs="*", help="games to write anew; without any, those that have no file yet"
    )
    parser.add_argument("--folder", type=Path, default=FOLDER)
    chosen = parser.parse_args(arguments)
    missing = [game for game in games().values() if not (chosen.folder / f"{game.id}.json").exists()]
    try:
        for game in [find(name) for name in chosen.games] or missing:
            print(write(game, chosen.folder))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
