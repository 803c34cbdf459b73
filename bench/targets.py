"""What we mean to reach."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bench.tables import number, table


@dataclass(frozen=True)
class Target:
    """A ratio (or another figure) that we mean to reach; without `least` and `most` it is only shown."""

    what: str
    value: float | None
    least: float | None = None
    most: float | None = None

    @property
    def met(self) -> bool | None:
        if self.value is None or (self.least is None and self.most is None):
            return None
        return (self.least is None or self.value >= self.least) and (
            self.most is None or self.value <= self.most
        )

    @property
    def figures(self) -> dict[str, Any]:
        """As plain data."""
        return vars(self) | {"met": self.met}

    @property
    def goal(self) -> str:
        if self.least is not None:
            return f"at least {self.least:g}"
        return "" if self.most is None else f"at most {self.most:g}"


def target_table(targets: Sequence[Target]) -> list[str]:
    rows = []
    for target in targets:
        value = "not measured" if target.value is None else number(target.value)
        rows.append([target.what, value, target.goal, {True: "yes", False: "no", None: ""}[target.met]])
    return table(["what", "measured", "target", "met"], rows)
