"""Numbers on the command line."""

import math
from typing import Any

import click

LARGEST_SEED = 2**64 - 1


def signed(value: float, places: int = 0) -> str:
    """`+6.5`, `-17.9`, and plain `0.0` for what is nothing at so many places: a nought has no sign."""
    text = f"{value:+.{places}f}"
    return text if text.strip("+-0.") else text[1:]


class Seconds(click.FloatRange):
    """A range of numbers without `nan` and `inf`, which compare with its ends as if they were in it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not in the range {self._describe_range()}.", param, ctx)
        return number
