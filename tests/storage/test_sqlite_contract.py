"""SQLite does what every storage has to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from keeping import storage as opened
from storage_contract import Opening, StorageContract


class TestSqlite(StorageContract):
    @pytest.fixture
    def storage(self, tmp_path: Path) -> Opening:
        return lambda: opened(tmp_path / "db")
