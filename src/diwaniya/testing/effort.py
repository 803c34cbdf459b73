"""How much random testing there is: `DIWANIYA_TESTS=long` asks for twenty times as much."""

import os


def times(usual: int) -> int:
    """A number of repetitions."""
    return usual * (20 if os.environ.get("DIWANIYA_TESTS") == "long" else 1)
