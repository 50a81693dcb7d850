"""What was measured, as tables ask for it."""

from statistics import median


class Results:
    def __init__(self, recorded: dict):
        self.machine = recorded["machine"]
        self.held = recorded["held"]
        self.sizes = recorded["sizes"]
        self.commands = recorded["commands"]
        self.batch = recorded["batch"]
        self.serve = recorded["serve"]
        self.javascript = recorded.get("javascript", {})
        self._groups = recorded["times"]
        self._cells = {(group, row, column): times for group, known in self._groups.items()
                       for row, column, *times in known["cells"]}

    def rounds(self) -> int:
        return len(next(iter(self._cells.values())))

    def bytes_of(self, group: str) -> int:
        return self._groups[group]["bytes"]

    def rows(self, group: str) -> list[str]:
        """In the order in which they were measured."""
        return list(dict.fromkeys(row for row, _, *_ in self._groups[group]["cells"]))

    def has(self, group: str, row: str, column: str) -> bool:
        return (group, row, column) in self._cells

    def column_of(self, group: str, row: str) -> str:
        """The only one of a row."""
        return next(column for known, column, *_ in self._groups[group]["cells"] if known == row)

    def nanoseconds(self, group: str, row: str, column: str = "whole") -> float:
        return median(self._cells[group, row, column])

    def per_byte(self, group: str, row: str, column: str = "whole") -> float:
        return self.nanoseconds(group, row, column) / self.bytes_of(group)

    def speed_beside(self, group: str, row: str, other: str, column: str = "whole") -> float:
        """How many times as fast as the other, in the same round; the median of that."""
        pairs = zip(self._cells[group, row, column], self._cells[group, other, "whole"])
        return median(theirs / ours for ours, theirs in pairs)
