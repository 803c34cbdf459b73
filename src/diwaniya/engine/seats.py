"""Who sits next to whom (G1)."""

from diwaniya.engine.kernel import State, kernel


@kernel
def right_of(s: State, seat: int) -> int:
    """The seat to the right, the next one in the order of play."""
    return 0 if seat + 1 == s.seats else seat + 1
