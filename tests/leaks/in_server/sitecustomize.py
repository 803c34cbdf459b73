"""Python loads this before anything else where its folder is on the path: the time is what the test says it is.

So two servers that live through the same write the same times, and no pause or clock runs out by itself.
"""

import os
import time
from pathlib import Path

_FILE = Path(os.environ["DIWANIYA_TEST_CLOCK"])
time.time = lambda: _FILE.stat().st_mtime

if os.environ.get("DIWANIYA_TEST_LEAKY"):
    import leaky  # noqa: F401
