"""Shuffles that can be checked afterwards.

Before the first deal the table publishes the `commitment` to a secret of 32 bytes. Every pack, and the
draw for the first dealer, follow from that secret and the salts that the players added (none of which the server
knew when it committed itself). After the match the secret is in the record, and anybody can do the
sums again (`engine.verify`): the server could neither change a pack nor choose a lucky one.

The random numbers are HMAC-SHA-256 of a counter, keyed with the secret. A pack is shuffled by
Fisher and Yates' method; each draw rejects what would make some cards likelier than others.

docs/fairness.md says what this proves, what it does not, and on which assumptions.
"""

import hashlib
import hmac
import struct
from collections.abc import Sequence
from typing import TypeVar

Card = TypeVar("Card")

SECRET_BYTES = 32
MOST_SALT_BYTES = 1024
"""A longer salt adds nothing, and would only make every shuffle slow."""
DOMAIN = b"diwaniya/fair/1"
BEFORE_PLAY = 0
"""The hand number of what is drawn before the first deal; hands count from 1."""

_WORDS = struct.Struct(">8I")


def commitment(secret: bytes) -> str:
    """What the table may tell about its secret before play: its SHA-256, as 64 hexadecimal digits."""
    return hashlib.sha256(secret).hexdigest()


class Stream:
    """Random 32-bit numbers for one hand, the same on every machine.

    No two streams of one secret and one list of salts ever hash the same message: hand, redeal and the block's number
    stand at fixed places. Each salt is written with its length, so that no two lists of salts read alike.

    Raises `ValueError` for a secret that has not 32 bytes, and for a salt longer than `MOST_SALT_BYTES`.
    """

    def __init__(self, secret: bytes, salts: Sequence[bytes], hand: int, redeal: int) -> None:
        if len(secret) != SECRET_BYTES:
            raise ValueError(f"a secret has {SECRET_BYTES} bytes, this one {len(secret)}")
        for salt in salts:
            if len(salt) > MOST_SALT_BYTES:
                raise ValueError(f"a salt has at most {MOST_SALT_BYTES} bytes, this one {len(salt)}")
        salted = b"".join(len(salt).to_bytes(4, "big") + salt for salt in salts)
        self._key = secret
        self._head = DOMAIN + hand.to_bytes(4, "big") + redeal.to_bytes(4, "big") + salted
        self._counter = 0
        self._words: list[int] = []
        """What is left of the last block, its next word at the end."""

    def word(self) -> int:
        """The next 32 bits."""
        if not self._words:
            message = self._head + self._counter.to_bytes(4, "big")
            self._words = list(reversed(_WORDS.unpack(hmac.digest(self._key, message, "sha256"))))
            self._counter += 1
        return self._words.pop()

    def below(self, n: int) -> int:
        """A number in 0..n-1, each equally likely: words beyond the last whole multiple of n are thrown away."""
        limit = (1 << 32) // n * n
        while (word := self.word()) >= limit:
            pass
        return word % n


def shuffle(
    secret: bytes, salts: Sequence[bytes], hand: int, redeal: int, pack: Sequence[Card]
) -> list[Card]:
    """The pack of a hand in dealing order. `redeal` counts the fresh packs of the same hand (A8), from 0."""
    stream = Stream(secret, salts, hand, redeal)
    cards = list(pack)
    for last in range(len(cards) - 1, 0, -1):
        other = stream.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def draw_dealer(secret: bytes, salts: Sequence[bytes], seats: int) -> int:
    """The first dealer, where he is drawn (G3)."""
    return Stream(secret, salts, BEFORE_PLAY, 0).below(seats)


def cut_for_deal(
    secret: bytes, salts: Sequence[bytes], seats: int, pack: Sequence[str], ranks: str
) -> list[list[tuple[int, str]]]:
    """The cut for the first deal (A2), round by round: who cut which card.

    `ranks` are the rank letters, lowest first. The highest card deals; those who tie for it cut again from the
    whole pack. The dealer is the only one with the highest card of the last round (`cut_winners`).
    """
    left = list(range(seats))
    rounds: list[list[tuple[int, str]]] = []
    while len(left) > 1:
        cards = shuffle(secret, salts, BEFORE_PLAY, len(rounds), pack)
        rounds.append(list(zip(left, cards, strict=False)))
        left = cut_winners(rounds[-1], ranks)
    return rounds


def cut_winners(cards: Sequence[tuple[int, str]], ranks: str) -> list[int]:
    """The seats that cut the highest rank in this round."""
    highest = max(ranks.index(card[0]) for _, card in cards)
    return [seat for seat, card in cards if ranks.index(card[0]) == highest]
