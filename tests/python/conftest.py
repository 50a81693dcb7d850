"""What the tests of the Python package share."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def examples() -> list[dict[str, Any]]:
    """The examples of all pages of spec/, as the build exported them."""
    return json.loads(Path(os.environ["TOOLCALL_EXAMPLES"]).read_text(encoding="utf-8"))
