"""Takes the stored pictures of the page anew, and writes the gallery that shows them.

    python3 scripts/pictures.py           all
    python3 scripts/pictures.py room      those of one screen

What the page looks like now is what the browser tests ask for from then on: look at the gallery before you commit it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import gallery
from page import WEB
from setup import Setup


def main(screens: list[str]) -> int:
    setup = Setup(["test"])
    setup.steps()  # learns where things lie
    node = setup.node()
    if not node:
        print("Not set up yet: run make test.")
        return 1
    for screen in screens or [""]:
        shutil.rmtree(gallery.PICTURES / screen, ignore_errors=True)
    # What a test is called ends with the name of its screen.
    only = ["-g", f" ({'|'.join(screens)})$"] if screens else []
    command = node.npm_run("run", "--silent", "e2e", "--", "e2e/pictures.spec.ts", *only)
    env = node.env({**os.environ, "DIWANIYA_PICTURES": "take"})
    if status := subprocess.run(command, cwd=WEB, env=env, check=False).returncode:
        return status
    gallery.main()
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        print("\nStopped.")
        sys.exit(130)
