"""What the command says of itself: `--help` of the command and of each of its commands."""

import re
import subprocess
from pathlib import Path


def help_of(command: Path, *words: str) -> str:
    return subprocess.run([command, *words, "--help"], capture_output=True, check=True, text=True).stdout.strip("\n")


def help_texts(command: Path) -> str:
    """A section for the page of the command line."""
    whole = help_of(command)
    names = re.findall(r"^  (\w+)", whole.split("Subcommands:")[1], re.M)
    out = ["\n\n## What `--help` says\n"]
    for words in [[], *([name] for name in names)]:
        out += [f"### `{' '.join(['toolcall', *words, '--help'])}`\n", "```text", help_of(command, *words), "```", ""]
    return "\n".join(out)
