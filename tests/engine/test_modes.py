"""Pure and compiled mode, and when which one is taken."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from diwaniya.engine import codecache, modes
from diwaniya.engine.compiled import compiled
from diwaniya.engine.game import find


def python(code: str, **env: str) -> str:
    """What a fresh process prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **env}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


PLAY = """
import sys
from diwaniya.engine.match import Match
m = Match("cucco", seed=1)
m.play("keep")
m.view(0)
Match.replay(m.record())
print(m.view(0)["game"], "numba" in sys.modules, "numpy" in sys.modules)
"""


def test_nothing_is_compiled_unless_asked_for() -> None:
    """A server answers at once: neither Numba nor NumPy is even imported in pure mode."""
    assert python(PLAY) == "cucco False False"


PREPARED = """
from diwaniya.engine.game import find
from diwaniya.engine.modes import mode, prepare
game = find("cucco")
before = mode(game).name
prepare(game)
print(before, mode(game).name, mode(game, "pure").name, mode(game, "compiled").name, mode(find("kout4")).name)
"""


def test_prepared_games_are_compiled() -> None:
    assert python(PREPARED, DIWANIYA_PURE="") == "pure compiled pure compiled pure"


def test_diwaniya_pure_keeps_everything_pure() -> None:
    assert python(PREPARED, DIWANIYA_PURE="1") == "pure pure pure compiled pure"


def test_unknown_modes() -> None:
    with pytest.raises(ValueError, match="auto, pure and compiled"):
        modes.mode(find("kout4"), "fast")


def test_one_object_a_game() -> None:
    game = find("kout4")
    assert modes.mode(game, "pure") is modes.mode(game, "pure")
    assert modes.mode(game, "compiled") is modes.mode(game, "compiled")
    assert compiled(game) is compiled(game)
    assert compiled(game, portable=True) is not compiled(game)


# The cache


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DIWANIYA_CACHE", str(tmp_path / "cache"))
    codecache.folder.cache_clear()
    yield tmp_path / "cache"
    codecache.folder.cache_clear()


def test_cache_folders_of_old_sources_are_removed(cache: Path) -> None:
    """A few stay, the newest, so that switching branches stays quick."""
    kernels = cache / "kernels"
    for number in range(10):
        (kernels / f"old{number}").mkdir(parents=True)
        os.utime(kernels / f"old{number}", (number, number))
    assert codecache.folder() == kernels / codecache.source_hash()
    left = {path.name for path in kernels.iterdir()}
    assert left == {codecache.source_hash(), *(f"old{number}" for number in range(10 - codecache.KEEP, 10))}


def test_without_a_writable_home_compiled_code_is_kept_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder can be here")
    monkeypatch.setenv("DIWANIYA_CACHE", str(blocked))
    codecache.folder.cache_clear()
    try:
        assert codecache.folder().is_dir()
        assert tmp_path not in codecache.folder().parents
    finally:
        codecache.folder.cache_clear()


BROKEN = """
from diwaniya.engine.compiled import compiled
from diwaniya.engine.game import find
k = compiled(find("cucco"))
s = k.state()
k.set_up(s, 4, 0, [])
k.begin(s.addr)
print(s["turn"], sum(k.begin.stats.cache_hits.values()))
"""


def test_damaged_files_in_the_cache_do_not_matter(tmp_path: Path) -> None:
    """A file that was cut off is compiled anew, and then whole again."""
    cache = str(tmp_path)
    assert python(BROKEN, DIWANIYA_CACHE=cache) == "-1 0"
    assert python(BROKEN, DIWANIYA_CACHE=cache) == "-1 1"
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files
    for path in files:
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert python(BROKEN, DIWANIYA_CACHE=cache) == "-1 0"
    assert python(BROKEN, DIWANIYA_CACHE=cache) == "-1 1"


WRONG = """
from numba import types
from diwaniya.engine.compiled import KernelTypeError, compiled
from diwaniya.engine.game import find
from diwaniya.engine.kernel import Mask, kernel, popcount

@kernel
def returns_an_int(m: Mask) -> Mask:
    return popcount(m)

try:
    compiled(find("cucco")).link(returns_an_int, "m", types.uint64)
except KernelTypeError:
    print("refused")
"""


def test_wrong_types_are_refused_every_time(tmp_path: Path) -> None:
    """A kernel that is not what it says never reaches the cache, from where it would be run unseen."""
    for _ in range(2):
        assert python(WRONG, DIWANIYA_CACHE=str(tmp_path)) == "refused"
