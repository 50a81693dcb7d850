"""Style sheets that were made for a page of their own, made fit for the manual.

The one idea: what they say under `prefers-color-scheme: dark` must also follow the manual's own switch, which stands in
body[data-theme]; and what they say must stay in its box.
"""

import re
from collections.abc import Iterator


def statements(css: str) -> Iterator[tuple[str, str]]:
    """What stands before each outer brace, and what stands in it."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.S)
    depth, start, head = 0, 0, ""
    for at, c in enumerate(css):
        if c == "{":
            if depth == 0:
                head, start = css[start:at].strip(), at + 1
            depth += 1
        elif c == "}":
            depth -= 1
            if depth == 0:
                yield head, css[start:at].strip()
                start = at + 1


def scoped(selectors: str, box: str, before: str = "") -> str:
    made = []
    for selector in selectors.split(","):
        selector = selector.strip()
        inner = "" if selector in (":root", "html", "body") else " " + selector
        made.append(f"{before}{box}{inner}")
    return ", ".join(made)


def themed(css: str, box: str, wanted: str = "") -> str:
    """`css` for what stands in `box`; only the selectors that match `wanted`, if it is given."""
    light, dark, auto = [], [], []
    for head, body in statements(css):
        if head.startswith("@media") and "dark" in head:
            for selectors, inner in statements(body):
                dark.append(f'{scoped(selectors, box, "body[data-theme=dark] ")} {{ {inner} }}')
                auto.append(f'{scoped(selectors, box, "body:not([data-theme=light]) ")} {{ {inner} }}')
        elif not head.startswith("@") and re.search(wanted, head):
            light.append(f"{scoped(head, box)} {{ {body} }}")
    media = ["@media (prefers-color-scheme: dark) {", *auto, "}"] if auto else []
    return "\n".join([*light, *media, *dark]) + "\n"
