"""A cache of compiled code that never goes stale.

Numba's own file cache looks at one function's source file, so an edit of a helper in another file goes
unnoticed, and functions made by a factory never hit it. Here the folder's name is a hash of every file that can hold
kernels and of the versions below it, and the key a hash of the code itself: after any edit the next run compiles.
"""

import contextlib
import functools
import hashlib
import os
import shutil
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile

HOMES = ("engine", "games", "search", "bots")
"""The packages that hold kernels."""
KEEP = 4
"""Folders of earlier sources that are kept, so that switching between two branches stays quick."""


@functools.cache
def source_hash() -> str:
    """A hash of every Python file that can hold kernels, of Python, Numba and NumPy."""
    digest = hashlib.sha256(f"{sys.version} {version('numba')} {version('numpy')}".encode())
    root = Path(__file__).parent.parent
    for path in sorted(path for home in HOMES for path in (root / home).rglob("*.py")):
        digest.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:32]


def home() -> Path:
    """Where compiled code is kept: `DIWANIYA_CACHE`, else the user's cache folder."""
    given = os.environ.get("DIWANIYA_CACHE")
    if given:
        return Path(given)
    from platformdirs import user_cache_path

    return user_cache_path("diwaniya", appauthor=False)


@functools.cache
def folder() -> Path:
    """The folder for the sources as they are now; folders of older sources beyond `KEEP` are removed."""
    path = home() / "kernels" / source_hash()
    try:
        path.mkdir(parents=True, exist_ok=True)
        os.utime(path)
        others = sorted((p for p in path.parent.iterdir() if p != path), key=lambda p: p.stat().st_mtime)
        for old in others[: max(0, len(others) - KEEP)]:
            shutil.rmtree(old, ignore_errors=True)
    except OSError:
        # A read-only home: compile into a folder of this process instead of failing.
        import atexit
        import tempfile

        path = Path(tempfile.mkdtemp(prefix="diwaniya-kernels-"))
        atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path


class _Where:
    def ensure_cache_path(self) -> None:
        folder().mkdir(parents=True, exist_ok=True)


class _Impl(CompileResultCacheImpl):  # type: ignore[misc]
    def __init__(self, py_func: Any) -> None:
        self._locator = _Where()


class PackageCache(FunctionCache):  # type: ignore[misc]
    """Numba's cache for one entry point, kept under a name of ours in the folder of the present sources.

    The name tells what is really compiled: a process that runs on while its files are replaced must not leave its old
    code where the new sources will look.
    """

    def __init__(self, py_func: Any, name: str, check: Callable[[], None]) -> None:
        self._name = name
        self._check = check
        self._py_func = py_func
        self._impl = _Impl(py_func)
        self._cache_path = str(folder())
        self._cache_file = IndexDataCacheFile(self._cache_path, name, source_hash())
        self.enable()

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled code, or None. A damaged file (a torn write, a full disk) counts as not there.

        What is no pickle any more may fail in any way at all, hence the broad catch.
        """
        try:
            return super().load_overload(sig, target_context)
        except Exception:
            with contextlib.suppress(OSError):
                self._cache_file.flush()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the compiled code if it passes the check, since what is loaded later is not checked again.

        Where it cannot be kept (a full or read-only disk) it is compiled anew next time.
        """
        self._check()
        with contextlib.suppress(OSError):
            super().save_overload(sig, data)

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return (sig, codegen.magic_tuple(), self._name)
