"""How many tests run at the same time, for `-n auto`."""

from __future__ import annotations

import os


def pytest_xdist_auto_num_workers() -> int:
    """Return half as many workers again as there are cores: many tests wait for processes of their own."""
    cores = os.cpu_count() or 1
    return cores + cores // 2
