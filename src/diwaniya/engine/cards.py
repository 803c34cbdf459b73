"""Cards of the French pack: numbers, tokens and masks (rules/records.md)."""

from diwaniya.engine.kernel import U64
from diwaniya.engine.names import Names

SUITS = "SHDC"
RANKS = "23456789TJQKA"
BJ, RJ = 52, 53
"""The black joker (meeker) and the red joker (jeeker)."""

TOKENS: tuple[str, ...] = (*(rank + suit for suit in SUITS for rank in RANKS), "BJ", "RJ")
"""Token of each card: number 0 is 2S, 12 AS, 13 2H ... 51 AC, 52 BJ, 53 RJ."""

NUMBER: dict[str, int] = {token: number for number, token in enumerate(TOKENS)}
"""Number of each token."""

SUIT = tuple(U64(0x1FFF << 13 * suit) for suit in range(4))
"""Mask of each suit, in the order S H D C."""

JOKERS = U64(1 << BJ | 1 << RJ)
FRENCH = U64((1 << 52) - 1)
"""Mask of the 52 cards without jokers."""


tokens = Names(TOKENS)
"""The cards of a mask as tokens, in numbering order: `tokens(JOKERS)` is `["BJ", "RJ"]`."""
