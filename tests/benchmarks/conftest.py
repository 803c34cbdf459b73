import os
import sys
from pathlib import Path

# `bench` lies beside `src`, and is not installed.
sys.path.insert(0, str(Path(__file__).parents[2]))

before = os.environ.get("PYTHONPATH")
import bench  # noqa: E402, F401 - it tells the programs it starts where the source is; those of other tests know it already

if before is None:
    os.environ.pop("PYTHONPATH", None)
else:
    os.environ["PYTHONPATH"] = before
