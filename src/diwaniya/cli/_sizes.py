"""Numbers in sentences."""


def counted(number: int, one: str, more: str = "") -> str:
    """`1 table`, `2,000 tables`."""
    return f"{number:,} {one if number == 1 else more or one + 's'}"


def size(bytes_: int) -> str:
    """`512 bytes`, `3.4 MB`."""
    for unit, name in ((10**9, "GB"), (10**6, "MB"), (10**3, "KB")):
        if bytes_ >= unit:
            return f"{bytes_ / unit:.1f} {name}"
    return counted(bytes_, "byte")
