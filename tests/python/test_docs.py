"""What the pages show of Python is run, and prints what they say."""

import contextlib
import io
import re

import pytest

FENCE = re.compile(r"(<!-- not run -->\n)?^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page):
    """Each block of Python, whether it is run, and the text that it prints; of one that has none after it, nothing."""
    found, last = [], ""
    for skipped, kind, content in FENCE.findall(page):
        if kind == "python":
            found.append([content, not skipped, ""])
        elif kind == "text" and last == "python":
            found[-1][2] = content
        last = kind
    return found


PAGES = ["README.md", "docs/python.md", "docs/mend.md", "docs/verdict.md", "docs/agents.md", "docs/report.md", "bindings/python/README.md"]


@pytest.mark.parametrize("name", PAGES)
def test_a_page(root, name):
    shown = blocks((root / name).read_text(encoding="utf-8"))
    assert shown
    names = {"__name__": "page"}
    for number, (code, run, printed) in enumerate(shown):
        program = compile(code, f"{name}, block {number}", "exec")
        if not run:
            continue
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(program, names)
        assert out.getvalue() == printed, code


def test_the_program_of_the_readme_has_five_lines(root):
    (code, _, _), *more = blocks((root / "README.md").read_text(encoding="utf-8"))
    assert len(code.splitlines()) == 5 and not more
