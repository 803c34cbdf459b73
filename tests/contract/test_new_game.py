"""Adding a game is one file, its words and a golden playthrough: here High Card is added to a copy of the package."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import diwaniya

PACKAGE = Path(diwaniya.__file__).parent
HIGHCARD = Path(__file__).parent / "highcard"


class Copy:
    """A copy of the package with High Card in it, run by processes of its own with a cache of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.package = folder / "diwaniya"
        self.cache = folder / "cache"
        shutil.copytree(PACKAGE, self.package, ignore=shutil.ignore_patterns("__pycache__", "page"))
        for game in (self.package / "games").glob("*.py"):
            if game.name != "__init__.py":
                game.unlink()  # only to be quick
        shutil.copy(HIGHCARD / "highcard.py", self.package / "games")
        for words in (self.package / "words").iterdir():
            if words.is_dir():
                shutil.copy(HIGHCARD / "words.json", words / "highcard.json")

    def python(self, *arguments: str) -> str:
        env = {**os.environ, "PYTHONPATH": str(self.folder), "DIWANIYA_CACHE": str(self.cache)}
        done = subprocess.run(
            [sys.executable, *arguments], cwd=self.folder, env=env, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def edit(self, file: str, old: str, new: str) -> None:
        path = self.package / file
        text = path.read_text("utf-8")
        assert text.count(old) == 1
        path.write_text(text.replace(old, new), "utf-8")


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


def test_a_new_game_is_one_file(copy: Copy) -> None:
    """It is found, keeps the contract, gets its golden playthrough and replays it."""
    assert copy.python("-c", "from diwaniya.engine.game import games; print(*games())") == "highcard\n"
    assert copy.python("-m", "diwaniya.testing.contract") == "highcard keeps the contract\n"
    assert "read it well" in copy.python("-m", "diwaniya.testing.golden", "--folder", "golden")
    kept = json.loads((copy.folder / "golden" / "highcard.json").read_text("utf-8"))
    (copy.folder / "record.json").write_text(json.dumps(kept["record"]), "utf-8")
    replayed = """
import json
from diwaniya.engine.record import parse, replay
print(json.dumps(replay(parse(open("record.json", "rb").read()), "compiled").as_json()))
"""
    assert json.loads(copy.python("-c", replayed)) == kept["sheet"]


SAMPLE = """
from diwaniya.engine.compiled import compiled
from diwaniya.engine.game import find
from diwaniya.engine.modes import mode
from diwaniya.engine.match import Match

game = find("highcard")
{before}
match = Match(game, dealer=0, mode="pure")
match.deal(game.pack_tokens())
view = match.observation(0)
fast = compiled(game)
seen, drawn = fast.record(view), fast.state()
fast.sample(seen.addr, fast.rng(5).addr, drawn.addr)
print(fast.pure(drawn).hand, mode(game, "pure").sample(view, 5).hand, sum(fast.sample.stats.cache_hits.values()))
"""


def sampled(copy: Copy, before: str = "") -> tuple[str, str, int]:
    """Sampled hands in both modes, and how often compiled code came from the cache."""
    hands, pure, hits = copy.python("-c", SAMPLE.format(before=before)).replace("] ", "]\n").splitlines()
    return hands, pure, int(hits)


HELPER = ("engine/hidden.py", "card = bit(pick(rng, cards))", "card = bit(lowest(cards))")
"""An edit of a helper, in another file than the kernel that is compiled: it deals in order, not at random."""


def test_compiled_code_never_goes_stale(copy: Copy) -> None:
    """After an edit in any file, of a function or of a constant, the next process runs what the sources say."""
    first, pure, hits = sampled(copy)
    assert first == pure
    assert hits == 0
    assert sampled(copy) == (first, first, 1), "the second process finds compiled code in the cache"
    copy.edit(
        "engine/kernel.py", "_S30, _S31, _S32 = U64(27), U64(30)", "_S30, _S31, _S32 = U64(27), U64(29)"
    )
    constant, pure, hits = sampled(copy)
    assert constant == pure != first
    assert hits == 0
    copy.edit(*HELPER)
    helper, pure, hits = sampled(copy)
    assert helper == pure != constant
    assert hits == 0


def test_a_process_that_outlives_an_edit_leaves_no_old_code(copy: Copy) -> None:
    """It has the old sources in memory when the new ones are on the disk already."""
    file, old, new = HELPER
    edit = f"""
from pathlib import Path
path = Path({str(copy.package / file)!r})
path.write_text(path.read_text().replace({old!r}, {new!r}))
"""
    old_hands, _, _ = sampled(copy, edit)
    new_hands, pure, _ = sampled(copy)
    assert new_hands == pure != old_hands
