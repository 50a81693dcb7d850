"""Which rule uses which, from the model's trees; and which labels each has."""

from collections import defaultdict
from collections.abc import Iterator


def every(expression: dict) -> Iterator[dict]:
    yield expression
    for child in expression.get("children", []):
        yield from every(child)


class Uses:
    """`uses` and `used_by` of "page.rule"; `labels` of a rule, and `rules_of` a label."""

    def __init__(self, model: dict):
        self.uses: dict[str, list[str]] = defaultdict(list)
        self.used_by: dict[str, list[str]] = defaultdict(list)
        self.rules_of: dict[str, list[str]] = defaultdict(list)
        self._entries = self._rules_by_name(model)
        self._defaults = {page["name"]: page["defaults"] for page in model["pages"]}
        self._marks = {page["name"]: page["marks"] for page in model["pages"]}
        for page in model["pages"]:
            for rule in page["rules"]:
                self._read(page["name"], f"{page['name']}.{rule['name']}", rule["body"])

    @staticmethod
    def _rules_by_name(model: dict) -> dict[str, list[str]]:
        found = defaultdict(list)
        for page in model["pages"]:
            if "dialect" in page["front"]:
                for rule in page["rules"]:
                    found[rule["name"]].append(f"{page['name']}.{rule['name']}")
                for rule in page["defaults"]:
                    add(found[rule], f"defaults.{rule}")
        return found

    def _read(self, page: str, rule: str, body: dict) -> None:
        for part in every(body):
            if part["form"] == "call":
                for target in self._targets(page, part["text"]):
                    add(self.uses[rule], target)
                    add(self.used_by[target], rule)
            elif part["form"] == "recovery":
                add(self.rules_of[part["text"]], rule)
            elif part.get("label"):
                add(self.rules_of[part["label"]], rule)

    def _targets(self, page: str, name: str) -> list[str]:
        if name in self._marks[page]:  # which have no place of their own
            return []
        if "." not in name:
            return [f"defaults.{name}" if name in self._defaults[page] else f"{page}.{name}"]
        if name.startswith("dialects."):  # the rule of this name of each dialect
            return self._entries[name.split(".")[1]]
        return [name]


def add(to: list[str], what: str) -> None:
    if what not in to:
        to.append(what)


def pages_of(rules: list[str], but: str) -> list[str]:
    found: list[str] = []
    for rule in rules:
        page = rule.split(".")[0]
        if page != but:
            add(found, page)
    return found
