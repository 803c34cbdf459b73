"""Runs the checks of the source and the tests: all of them, a group, or one by name.

    python3 scripts/start.py check                 everything
    python3 scripts/start.py check lint            the checks of the source
    python3 scripts/start.py check pytest vitest   these two
    python3 scripts/start.py check format          puts all source into the common form instead

What a check printed is shown if it fails; the others still run, and the last line says what failed.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from page import WEB
from setup import PYTHON, Setup
from steps import ROOT, run

PYTHON_SOURCE = ("src", "scripts", "tests", "bench")


@dataclass(frozen=True)
class Check:
    """One command whose exit status says whether all is well."""

    name: str
    command: Sequence[str | Path]
    cwd: Path = ROOT


@dataclass(frozen=True)
class Outcome:
    check: Check
    status: int
    output: str
    seconds: float


def lint_checks(npm_run: Sequence[str]) -> list[Check]:
    """They only read, so they run two at a time. The slow ones stand first."""
    folders = [name for name in PYTHON_SOURCE if (ROOT / name).is_dir()]
    return [
        Check("mypy", [PYTHON, "-m", "mypy"]),
        Check("svelte-check", [*npm_run, "check"], WEB),
        Check("eslint", [*npm_run, "lint"], WEB),
        Check("prettier", [*npm_run, "format:check"], WEB),
        Check("layers", [PYTHON.parent / "lint-imports", "--no-logo"]),
        Check("ruff", [PYTHON, "-m", "ruff", "check", "--quiet", *folders]),
        Check(
            "ruff format",
            [PYTHON, "-m", "ruff", "format", "--check", "--quiet", "--output-format", "concise", *folders],
        ),
        Check("tree", [PYTHON, "scripts/check_tree.py"]),
    ]


def test_checks(npm_run: Sequence[str]) -> list[Check]:
    """They measure and start servers, so each has the machine to itself."""
    return [
        Check("pytest", [PYTHON, "-m", "pytest", "-q", "-n", "2", "--dist", "worksteal"]),
        Check("vitest", [*npm_run, "test"], WEB),
        Check("browser", [*npm_run, "e2e"], WEB),
    ]


def format_checks(npm_run: Sequence[str]) -> list[Check]:
    folders = [name for name in PYTHON_SOURCE if (ROOT / name).is_dir()]
    return [
        Check("ruff", [PYTHON, "-m", "ruff", "check", "--quiet", "--fix-only", *folders]),
        Check("ruff format", [PYTHON, "-m", "ruff", "format", "--quiet", *folders]),
        Check("prettier", [*npm_run, "format"], WEB),
    ]


def perform(check: Check, env: dict[str, str]) -> Outcome:
    began = time.monotonic()
    status, output = run(check.command, env=env, cwd=check.cwd)
    return Outcome(check, status, output, time.monotonic() - began)


def counts(output: str) -> dict[str, int]:
    """How many tests passed, failed and so on, from the last line in which a test runner says so.

    >>> counts("== 1 failed, 207 passed, 2 skipped in 9.12s ==")
    {'failed': 1, 'passed': 207, 'skipped': 2}
    >>> counts(" Test Files  4 passed (4)\\n      Tests  31 passed (31)\\n   Duration  2.1s")
    {'passed': 31}
    """
    plain = re.sub(r"\x1b\[[0-9;]*m", "", output)
    found: dict[str, int] = {}
    for line in plain.splitlines():
        pairs = re.findall(r"(\d+) (passed|failed|skipped|errors?|xfailed|flaky|did not run)\b", line)
        if not pairs or "Test Files" in line:
            continue
        if re.match(r"\s*(=|\d+ |Tests )", line):
            one = {word: int(number) for number, word in pairs}
            # Playwright gives each count a line of its own, the others one line for all.
            found = {**found, **one} if line.startswith("  ") and "Tests" not in line else one
    return found


def reasons(output: str, most: int = 16) -> list[str]:
    """Which tests failed and why, a line each: whoever sees only the end of a long log knows what to look for.

    >>> reasons("  1) e2e/a.spec.ts:15:5 › a table ──\\n\\n    Error: step 3\\n\\n    expect(one).toBe(other)\\n")
    ['1) e2e/a.spec.ts:15:5 › a table', 'Error: step 3']
    >>> reasons("E   assert 1 == 2\\nFAILED tests/a.py::b - assert 1 == 2\\n1 failed")
    ['FAILED tests/a.py::b - assert 1 == 2']
    """
    plain = re.sub(r"\x1b\[[0-9;]*m", "", output)
    told = re.findall(
        r"^\s*((?:\d+\) \S+\.ts:|FAILED |ERROR |FAIL |(?:\w+Error|Error|Expected|Received): ?\S).*)",
        plain,
        re.M,
    )
    return [line.rstrip(" ─")[:200] for line in dict.fromkeys(told)][:most]


def show(outcome: Outcome, number: int, total: int) -> None:
    label = f"[{number}/{total}] {outcome.check.name} ".ljust(46, ".")
    said = ", ".join(f"{n} {word}" for word, n in counts(outcome.output).items())
    end = "failed" if outcome.status else f"{outcome.seconds:5.1f} s"
    print(f"{label} {end}{'   ' + said if said else ''}", flush=True)
    if outcome.status:
        print(outcome.output.rstrip(), flush=True)


def check_all(linting: list[Check], testing: list[Check], env: dict[str, str]) -> list[Outcome]:
    outcomes: list[Outcome] = []
    total = len(linting) + len(testing)
    with ThreadPoolExecutor(2) as pool:
        for outcome in pool.map(lambda check: perform(check, env), linting):
            outcomes.append(outcome)
            show(outcome, len(outcomes), total)
    for check in testing:
        outcomes.append(perform(check, env))
        show(outcomes[-1], len(outcomes), total)
    return outcomes


def summary(outcomes: list[Outcome]) -> str:
    """The last lines: what was counted, and what failed by name."""
    tally = [
        counts(outcome.output)
        for outcome in outcomes
        if outcome.check.name in ("pytest", "vitest", "browser")
    ]
    passed = sum(count.get("passed", 0) for count in tally)
    failed = sum(count.get(word, 0) for count in tally for word in ("failed", "error", "errors"))
    bad = [outcome.check.name for outcome in outcomes if outcome.status]
    lines = [
        f"{outcome.check.name}{'' if outcome.status else ', passed only when tried again'}: {line}"
        for outcome in outcomes
        if outcome.status or counts(outcome.output).get("flaky")
        for line in reasons(outcome.output)
    ]
    lines += [f"{passed} passed, {failed} failed"] if tally else []
    if bad:
        lines.append(f"Failed: {', '.join(bad)}.")
    elif not tally:
        lines.append("All is well.")
    return "\n".join(lines)


def main(names: list[str]) -> int:
    setup = Setup(["test"])
    setup.steps()  # learns where things lie
    node = setup.node()
    if not node or not PYTHON.exists():
        print("Not set up yet: run make test.")
        return 1
    env = node.env({**os.environ, "NO_COLOR": "1"})
    env.pop("FORCE_COLOR", None)
    npm_run = node.npm_run("run", "--silent")
    linting, testing = lint_checks(npm_run), test_checks(npm_run)
    if names == ["format"]:
        linting, testing = [], format_checks(npm_run)
    elif names == ["lint"]:
        testing = []
    elif names:
        linting = [check for check in linting if check.name in names]
        testing = [check for check in testing if check.name in names]
        unknown = set(names) - {check.name for check in linting + testing}
        if unknown:
            print(f"There is no check called {', '.join(sorted(unknown))}.")
            return 2
    outcomes = check_all(linting, testing, env)
    print(summary(outcomes))
    return 1 if any(outcome.status for outcome in outcomes) else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        print("\nStopped.")
        sys.exit(130)
