"""Cucco as worked out by playing it against itself: a table look-up.

The table beside this file is made by `scripts/make_cucco_table.py`, which tells how.
"""

from importlib.resources import files

from diwaniya.bots._trained._cucco import FIRST, LIVES_ROWS, SECOND, SITUATIONS, decided, row
from diwaniya.engine.kernel import Rng, State, kernel
from diwaniya.games.cucco import KEEP

FILE = "cucco.txt"


def read(text: str) -> tuple[int, ...]:
    """The rows of a table: hexadecimal words, a line for each situation; lines with # are for people.

    Raises `ValueError` if it has not as many rows as there are situations.
    """
    rows = [int(word, 16) for line in text.splitlines() if not line.startswith("#") for word in line.split()]
    if len(rows) != SITUATIONS * LIVES_ROWS:
        raise ValueError(f"the table has {len(rows)} rows, not {SITUATIONS * LIVES_ROWS}")
    return tuple(rows)


TABLE = read(files(__package__).joinpath(FILE).read_text(encoding="ascii"))


@kernel
def policy(v: State, rng: Rng) -> int:
    if decided(v):
        return KEEP
    phase = v.phase + 0
    second = TABLE[row(v)] >> v.kind[v.at[v.turn]] & 1
    return SECOND[phase] if second == 1 else FIRST[phase]
