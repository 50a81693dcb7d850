import contextlib
import importlib.metadata
import io
import os
import re
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from upstream import upstream as started  # noqa: E402

PAGE = HERE.parent.parent / "docs" / "frameworks.md"
BLOCK = re.compile(r"^```python\n(.*?)^```\n+^```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def upstream():
    with started() as server:
        yield server


@pytest.fixture
def section():
    """A section of docs/frameworks.md, which names the versions that are here."""

    def of(title):
        found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", PAGE.read_text(encoding="utf-8"), re.M | re.S)
        assert found, title
        named = re.findall(r"\b([a-z][\w-]+) (\d+\.[\d.]*\d)\b", found[1].partition("```")[0])
        assert named and all(importlib.metadata.version(package) == version for package, version in named), named
        return found[1]

    return of


@pytest.fixture
def run_the_docs(upstream, section, tmp_path):
    """Runs the blocks of a section against the upstream, and compares what they print."""

    def run(title):
        blocks = BLOCK.findall(section(title))
        assert blocks, title
        for code, printed in blocks:
            out = io.StringIO()
            file = tmp_path / "block.py"  # whose lines some frameworks read
            file.write_text(code.replace("http://127.0.0.1:8000/v1", upstream.url), encoding="utf-8")
            with contextlib.redirect_stdout(out):
                exec(compile(file.read_bytes(), file, "exec"), {"__name__": "page"})
            assert out.getvalue() == printed, code

    return run


def pytest_configure(config):
    os.environ.setdefault("OPENAI_API_KEY", "none")
