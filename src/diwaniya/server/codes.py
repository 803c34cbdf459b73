"""Room codes: eight letters of Crockford's base 32, so forty random bits, that survive being read out
aloud.
"""

from __future__ import annotations

import secrets

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without I, L, O and U, which look like others or spell things."""
LENGTH = 8
_READ = str.maketrans(
    "OIL", "011", " -\u2010\u2011\u2012\u2013\u2014\u00a0\t\u200e\u200f\u2066\u2067\u2068\u2069"
)
"""What people type instead; the invisible ones come along when a code is copied out of a text in Arabic."""


def new_code() -> str:
    """A code that nobody can guess in time (joins by code are limited, see `limits`)."""
    bits = secrets.randbits(5 * LENGTH)
    return "".join(LETTERS[bits >> 5 * place & 31] for place in range(LENGTH))


def read_code(text: str) -> str | None:
    """The code in what somebody typed: lower case, blanks, dashes, O for 0 and I for 1 are all right. `None`:
    it is none.
    """
    if len(text) > 64:
        return None
    code = text.upper().translate(_READ)
    return code if len(code) == LENGTH and all(letter in LETTERS for letter in code) else None
