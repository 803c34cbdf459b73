"""Ourselves against our peers, in one run: `python -m bench` in the root of the source."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = str(ROOT / "src")
# What is measured is the source in this folder, installed or not; the commands that are started get it too.
sys.path.insert(0, SOURCE)
os.environ["PYTHONPATH"] = SOURCE
