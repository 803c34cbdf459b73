"""Starts another script of this folder with a Python that is new enough.

    python3 scripts/start.py setup test

Everything here must be readable by very old Pythons, so that they can say in one line what is missing.
"""

import os
import subprocess
import sys

NEEDED = (3, 11)
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NAMES = [os.path.join(ROOT, ".venv", "bin", "python")]
NAMES += ["python3.%d" % minor for minor in range(19, NEEDED[1] - 1, -1)]


def version(name):
    """The version of the Python called `name`, or None if there is no such program or it does not run."""
    ask = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        with open(os.devnull, "w") as nowhere:
            out = subprocess.check_output([name, "-c", ask], stderr=nowhere)
        return tuple(int(part) for part in out.decode().split("."))
    except (OSError, ValueError, subprocess.CalledProcessError):
        return None


def main():
    script = os.path.join(ROOT, "scripts", sys.argv[1] + ".py")
    arguments = [script] + sys.argv[2:]
    if sys.version_info[:2] >= NEEDED:
        os.execv(sys.executable, [sys.executable] + arguments)
    for name in NAMES:
        if (version(name) or (0,)) >= NEEDED:
            os.execvp(name, [name] + arguments)
    sys.exit(
        "Diwaniya needs Python %d.%d or newer, and here python3 is %d.%d. If you have a newer one, name it: make PYTHON=/path/to/python3.12"
        % (NEEDED + sys.version_info[:2])
    )


if __name__ == "__main__":
    main()
