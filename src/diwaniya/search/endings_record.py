"""What the two ways to see a hand through have in common (`endings`)."""

from typing import Any

from diwaniya.engine.state import Field

MOST_ENDS = 8
UNKNOWN = -1

ENDING_FIELDS: dict[str, Field] = {
    "open": "i8",  # with so many cards in all hands or fewer, a hand is seen through
    "guess": "i8",  # what the last one was worth: another move in the same world will often be worth the same
    "end": ("i8", MOST_ENDS),  # what each end of the hand is worth to the side for which the solver counts
}
"""Fields of a search that sees endings through, beside those of `WORTH_FIELDS`."""

Endings = Any
"""A record with these fields."""
