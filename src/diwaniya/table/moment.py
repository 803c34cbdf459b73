"""What a decision gets from outside: the time, chance, and how well the computer plays for somebody absent."""

from __future__ import annotations

from base64 import urlsafe_b64encode

from msgspec import Struct

from diwaniya.engine.fair import SECRET_BYTES

ENTROPY_BYTES = 48
"""Random bytes for a command: the secret behind the next match, the name of a match, four to spare."""
MATCH_NAME_BYTES = 12


class Moment(Struct, frozen=True, gc=False):
    """Raises `ValueError` where a command needs more than was given."""

    now: float
    entropy: bytes = b""
    stand_in: str = ""

    def secret(self) -> str:
        """A new secret, in hexadecimal digits."""
        self._enough()
        return self.entropy[:SECRET_BYTES].hex()

    def match_name(self) -> str:
        """A new name for a match: 16 letters that may stand in an address. It tells nothing of the secret."""
        self._enough()
        return urlsafe_b64encode(self.entropy[SECRET_BYTES : SECRET_BYTES + MATCH_NAME_BYTES]).decode()

    def level(self) -> str:
        """The computer player who takes over."""
        if not self.stand_in:
            raise ValueError("this command needs stand_in, the level of the computer player who takes over")
        return self.stand_in

    def _enough(self) -> None:
        if len(self.entropy) < ENTROPY_BYTES:
            raise ValueError(f"this command needs {ENTROPY_BYTES} random bytes, not {len(self.entropy)}")
