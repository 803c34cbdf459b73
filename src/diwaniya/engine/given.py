"""Numbers given from outside, looked at before anything is made of them."""

from diwaniya.engine.kernel import ALL64


def whole(name: str, value: object) -> int:
    """A whole number. Raises `TypeError` for anything else, such as 1.0 or True."""
    if type(value) is not int and (not isinstance(value, int) or isinstance(value, bool)):
        raise TypeError(f"{name} must be a whole number, not {value!r:.60}")
    return value


def seed64(value: object) -> int:
    """A seed: a whole number of at most 64 bits. Raises `TypeError`, or `ValueError` for one beyond them."""
    seed = whole("seed", value)
    if not 0 <= seed <= ALL64:
        raise ValueError(f"seed must be from 0 to {ALL64}, not {seed}")
    return seed
