"""What a family of games has in a file of its own, found by its name: there is no list of families anywhere."""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


def file_of(package: str, name: str) -> ModuleType | None:
    """The module of this name in a package; None if there is none.

    >>> file_of("diwaniya.games", "kout_rest").__name__
    'diwaniya.games.kout_rest'
    >>> file_of("diwaniya.games", "nothing") is None
    True
    """
    full = f"{package}.{name}"
    return None if find_spec(full) is None else import_module(full)
