"""Diwaniya: card games of the Arab world, Persia, Italy and the Caribbean.

For a person there is a table on a web page (``diwaniya serve``); for a program there is the checked door::

    from diwaniya import Match

    match = Match("kout4", seed=7)
    while not match.over:
        if match.needs_deal:
            match.deal(None)
        else:
            match.play(match.legal()[0])
    print(match.scores)

The names below are loaded when they are first asked for, so that ``import diwaniya`` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from diwaniya.engine.errors import IllegalMove, RecordError
    from diwaniya.engine.match import Match

__version__ = "0.1.0"

_HOMES = {
    "IllegalMove": "diwaniya.engine.errors",
    "Match": "diwaniya.engine.match",
    "RecordError": "diwaniya.engine.errors",
}
__all__ = ["IllegalMove", "Match", "RecordError", "__version__"]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'diwaniya' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
