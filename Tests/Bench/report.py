"""Figures, and how they are printed."""

import dataclasses
import datetime
import json
import math
import operator
import os
import platform
import statistics

SENSES = {"at most": operator.le, "at least": operator.ge}


@dataclasses.dataclass
class Figure:
    """A quantity that was measured several times."""

    name: str
    unit: str
    telex: list
    # The peer's values.
    other: list = dataclasses.field(default_factory=list)
    # The base of the ratio, if it is not the peer.
    base: list = dataclasses.field(default_factory=list)
    # The target of the ratio: "at most" or "at least", and a number.
    aim: tuple = None
    # The name of the peer.
    peer: str = ""

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
        """The target, and whether it is met."""
        if not self.aim:
            return ""
        return "{} {}: {}".format(*self.aim, {True: "met", False: "NOT MET", None: "NOT MEASURED"}[self.is_met])

    def json(self):
        """The medians, the values behind them, and their descriptions."""
        return {"name": self.name, "unit": self.unit, "telex": statistics.median(self.telex),
                self.peer: statistics.median(self.other) if self.other else None, "ratio": self.ratio,
                "aim": list(self.aim) if self.aim else None, "met": self.is_met,
                "rounds": {"telex": self.telex, self.peer: self.other}}


def shown(values, unit):
    """Formats the median with its unit; small numbers get more digits."""
    if not values:
        return ""
    median = statistics.median(values)
    return f"{median:,.{2 if median < 10 else 1 if median < 100 else 0}f} {unit}"


def percentile(values, share):
    """Returns the value that this share of the values does not exceed."""
    return sorted(values)[math.ceil(share * len(values)) - 1]


def table(rows):
    """Formats rows in columns of minimal width, with right-aligned numbers."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    lines = []
    for row in rows:
        cells = [cell.rjust(width) if 0 < place < 4 else cell.ljust(width)
                 for place, (cell, width) in enumerate(zip(row, widths))]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def record(path, figures, **members):
    """Writes the figures and other members to a file, as JSON."""
    path.write_text(json.dumps({
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "system": platform.platform(), "cores": os.cpu_count(), **members,
        "figures": [figure.json() for figure in figures],
    }, indent=2) + "\n")
