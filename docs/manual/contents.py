"""What is in the manual and in which order: the one list that is kept by hand.

A page of docs/ that is not listed would be missed by readers, so that stops the build (build.py).
"""

START = ("docs/tour", "README", "docs/cli", "docs/serve", "docs/agents", "docs/mend", "docs/report", "docs/eval")
DIALECTS = "spec/dialects/index"
SHARED = "spec/shapes/index"
REFERENCE = ("docs/dialects", "docs/constrain", "docs/conformance", "docs/message", "docs/verdict", "spec/recovery", "spec/typing", "spec/events", "spec/notation", "spec/marks", "spec/semantics", "docs/stability", "docs/glossary")
HOSTS = ("docs/cpp", "include/toolcall/index", "docs/c", "docs/custom_dialect", "docs/serving")
MAKERS = ("docs/adding_a_dialect", "docs/learn", "docs/grammarc", "docs/design", "docs/speed", "docs/building",
          "CONTRIBUTING", "CHANGELOG", "LICENSE")
NAMES = {"README": "What it is"}  # in the navigation, where the title would not tell a page from another
LATER = ("docs/adding_a_dialect",)  # left out where it is not written yet

PARTS = (
    ("Start", START),
    ("What models write", (DIALECTS, SHARED)),
    ("Reference", REFERENCE),
    ("C++ and C", HOSTS),
    ("Python and JavaScript", ("docs/python", "docs/javascript", "docs/frameworks")),
    ("Working on it", MAKERS),
)


def toctree(entries: list[str], caption: str = "", hidden: bool = True) -> str:
    options = [":hidden:"] if hidden else []
    if caption:
        options.append(f":caption: {caption}")
    named = [f"{NAMES[entry]} <{entry}>" if entry in NAMES else entry for entry in entries]
    return "\n".join(["", "```{toctree}", *options, "", *named, "```", ""])
