"""The types of the package, checked strictly; and that they reach who uses it."""

import subprocess
import sys

import pytest

USE = """
import toolcall

def f(n: int) -> int:
    return n

message = toolcall.parse("Hi", tools=[f, {"name": "g"}], options=toolcall.Options(seed=1))
for call in message.tool_calls:
    reveal_type(call.arguments)
for event in toolcall.Parser().feed(b"Hi"):
    match event:
        case toolcall.Text(text=piece):
            reveal_type(piece)
toolcall.parse(3)
toolcall.Options(ids="nonsense")
"""


def mypy(tmp_path, *arguments):
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("types")


def test_the_package(folder, root):
    done = mypy(folder, root / "bindings/python/src/toolcall")
    assert done.returncode == 0, done.stdout


def test_a_program_that_uses_it(folder, root, monkeypatch):
    monkeypatch.setenv("MYPYPATH", str(root / "bindings/python/src"))
    (folder / "use.py").write_text(USE)
    said = [line.partition(": ")[2] for line in mypy(folder, folder / "use.py").stdout.splitlines() if "use.py" in line]
    assert [line for line in said if line.startswith("note: Revealed")] == [
        'note: Revealed type is "builtins.str"',
        'note: Revealed type is "builtins.str"',
    ]
    assert len([line for line in said if line.startswith("error: Argument")]) == 2, said
