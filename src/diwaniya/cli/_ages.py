"""How long ago, on the command line: `90d`."""

import re
from typing import Any

import click

UNITS = {"h": 3600.0, "d": 86400.0, "w": 7 * 86400.0, "y": 365.25 * 86400}
MOST_YEARS = 1000


class Age(click.ParamType[float]):
    """A whole number and a unit: hours, days, weeks or years. In seconds."""

    name = "age"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        parts = re.fullmatch(r"([0-9]{1,9})([hdwy])", str(value).strip())
        if parts is None:
            self.fail(f"{value!r} is no age; write 36h, 90d, 8w or 2y", param, ctx)
        seconds = int(parts[1]) * UNITS[parts[2]]
        if not UNITS["h"] <= seconds <= MOST_YEARS * UNITS["y"]:
            self.fail(f"{value} is not between 1h and {MOST_YEARS}y", param, ctx)
        return seconds
