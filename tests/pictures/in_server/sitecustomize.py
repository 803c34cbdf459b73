"""Python loads this before anything else where its folder is on the path: nothing is chance, and time stands still.

So a screen shows the same cards, names and times whenever a picture of it is taken. What is drawn follows from the
word in the file that `DIWANIYA_TEST_CHANCE` names, and from how often as much was drawn with this word before.
"""

import hashlib
import os
import secrets
import time
from collections import Counter
from pathlib import Path

_WORD = Path(os.environ["DIWANIYA_TEST_CHANCE"])
_SECRET = 32
"""A command is given this much for the next shuffles, and some more for names."""
_drawn: Counter[tuple[str, int]] = Counter()


def _stream(text: str, count: int) -> bytes:
    return hashlib.shake_256(text.encode()).digest(count)


def token_bytes(nbytes: int | None = None) -> bytes:
    count = 32 if nbytes is None else nbytes
    word = _WORD.read_text()
    _drawn[word, count] += 1
    fresh = _stream(f"{word} {count} {_drawn[word, count]}", count)
    # How many commands came before the one that shuffles is a matter of speed: the cards must not hang on it.
    return _stream(word, _SECRET) + fresh[_SECRET:] if count > _SECRET else fresh


secrets.token_bytes = token_bytes
secrets.randbits = lambda k: int.from_bytes(token_bytes(-(-k // 8))) >> -k % 8
time.time = lambda: 1_800_000_000.0
