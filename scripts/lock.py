"""Writes down the version and the hashes of every package: requirements/*.txt and web/package-lock.json.

Neither may name the place it was downloaded from, so that a mirror or a closed network can serve them.
"""

from __future__ import annotations

import sys

import page
from setup import PYTHON, Setup
from steps import StepFailed, Steps, clean_env

# `run` first: the others hold to its versions.
NAMES = ("run", "build", "node", "test", "bench")
OPTIONS = ("--universal", "--python-version", "3.11", "--generate-hashes", "--upgrade", "--quiet")
SILENT = ("--no-emit-index-url", "--no-annotate", "--no-header")


def main() -> int:
    found = Setup(["test"])
    found.steps()  # learns where node lies
    node = found.node()
    show = Steps(len(NAMES) + 1)
    env = clean_env()
    try:
        for name in NAMES:
            files = [f"requirements/{name}.in", "--output-file", f"requirements/{name}.txt"]
            show.run(
                f"requirements/{name}.txt",
                [PYTHON, "-m", "uv", "pip", "compile", *OPTIONS, *SILENT, *files],
                env=env,
            )
        if node:
            update = node.npm_run(
                "update", "--package-lock-only", "--ignore-scripts", "--no-fund", "--no-audit"
            )
            show.run("web/package-lock.json", update, env=node.env(env), cwd=page.WEB)
    except StepFailed as failure:
        print(failure.output.rstrip())
        print(failure)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
