"""The long form of `tests/server/test_restart.py`: a hundred tables, two hundred kills."""

from __future__ import annotations

from pathlib import Path

import pytest

from killing import kill_again_and_again


@pytest.mark.soak
@pytest.mark.timeout(3600)
async def test_two_hundred_kills_at_a_hundred_tables(tmp_path: Path):
    shown, kept = await kill_again_and_again(tmp_path, tables=100, kills=200, seed=1)
    assert shown > 10_000
    assert kept > 5_000
