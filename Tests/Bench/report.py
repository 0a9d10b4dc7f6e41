"""Figures, and how they are told."""

import dataclasses
import math
import operator
import statistics

SENSES = {"at most": operator.le, "at least": operator.ge}


@dataclasses.dataclass
class Figure:
    """Something that was measured, several times."""

    name: str
    unit: str
    telex: list
    # The same of the peer.
    other: list = dataclasses.field(default_factory=list)
    # What the ratio is to, where that is not the peer.
    base: list = dataclasses.field(default_factory=list)
    # What the ratio is to be: "at most" or "at least", and a number.
    aim: tuple = None
    # Who the peer is.
    peer: str = "synapse"

    @property
    def ratio(self):
        other = self.other or self.base
        return statistics.median(self.telex) / statistics.median(other) if other else None

    @property
    def is_met(self):
        return SENSES[self.aim[0]](self.ratio, self.aim[1]) if self.aim and self.ratio is not None else None

    def row(self):
        """The cells of the table."""
        return [self.name, shown(self.telex, self.unit), shown(self.other, self.unit),
                "" if self.ratio is None else f"{self.ratio:.3g}", self.verdict()]

    def verdict(self):
        """The aim, and whether it is met."""
        if not self.aim:
            return ""
        return "{} {}: {}".format(*self.aim, {True: "met", False: "NOT MET", None: "NOT MEASURED"}[self.is_met])

    def json(self):
        """The medians, what they follow from, and what is said of them."""
        return {"name": self.name, "unit": self.unit, "telex": statistics.median(self.telex),
                self.peer: statistics.median(self.other) if self.other else None, "ratio": self.ratio,
                "aim": list(self.aim) if self.aim else None, "met": self.is_met,
                "rounds": {"telex": self.telex, self.peer: self.other}}


def shown(values, unit):
    """The median with its unit; small numbers with more digits."""
    if not values:
        return ""
    median = statistics.median(values)
    return f"{median:,.{2 if median < 10 else 1 if median < 100 else 0}f} {unit}"


def percentile(values, share):
    """The value that this share of the values does not exceed."""
    return sorted(values)[math.ceil(share * len(values)) - 1]


def table(rows):
    """Columns as wide as they must be; numbers are right-aligned."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    lines = []
    for row in rows:
        cells = [cell.rjust(width) if 0 < place < 4 else cell.ljust(width)
                 for place, (cell, width) in enumerate(zip(row, widths))]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
