"""Cards that nobody can beat any more, for games of tricks that are played with suits and a trump suit.

What the rules of a family add stands in `games/<family>_rest.py`. All of this is plain Python over masks: it is asked
for now and then, by a person, and never by a kernel.
"""

from diwaniya.engine.cards import SUIT


class Outstanding:
    """The cards that others may still hold, and how often each suit has been led to them since.

    Whoever can must follow, so each lead of a suit takes at least one of its cards from the others as long as they have
    any: after as many leads as there can be cards, there are none.
    """

    def __init__(self, cards: int) -> None:
        self.cards = cards
        self._leads = [0, 0, 0, 0]

    def of(self, suit: int) -> int:
        """The cards of a suit that may still be out, as a mask."""
        out = self.cards & SUIT[suit]
        return out if out.bit_count() > self._leads[suit] else 0

    def lead(self, suit: int) -> None:
        """A suit has been led and followed by everybody who could."""
        self._leads[suit] += 1

    def beaten(self, card: int, trump: int) -> bool:
        """May this card be beaten if it is led: by a higher one of its suit, or by a trump?"""
        suit = card // 13
        higher = self.of(suit) & -(2 << card)
        return higher != 0 or (suit != trump and self.of(trump) != 0)


def plain(cards: int, trump: int) -> list[int]:
    """Of these cards those of the four suits, in the order in which one leads them: trumps first, high ones first."""
    order = [trump, *(suit for suit in range(4) if suit != trump)]
    return [card for suit in order for card in range(13 * suit + 12, 13 * suit - 1, -1) if cards >> card & 1]
