"""The page of the documentation with the figures of a run, and their plot."""

import datetime
import html
import math
import statistics

from report import shown

PAGE = "Measurements.md"
PLOT = "measurements.svg"
# What is compared with itself, or with another build, says nothing about a peer.
OWN = ("the other build", "its p50", "its own intake", "the least of these", "as many bytes alone", "the aim")
# The plot, in pixels: the height of a row, where bars may begin and end, and where the text of a row begins.
ROW, LEFT, RIGHT, TEXT = 40, 400, 800, 10
# Bars end at this factor.
MOST = 1000

STYLE = """
text { font: 13px ui-monospace, Menlo, Consolas, monospace; fill: #57606a }
.peer { font-size: 11px } .better { fill: #2da44e } .worse { fill: #bf8700 } .axis { stroke: #8c959f; stroke-width: 1 }
@media (prefers-color-scheme: dark) { text { fill: #9198a1 } }
"""


def write(figures, machine, others, folder):
    """Writes the page and the plot.

    `others`: the largest share of a core that other programs used meanwhile; `None` if the machine was idle.
    """
    figures = [figure for figure in figures if figure.other and figure.title not in OWN]
    if not figures:
        return
    folder.mkdir(exist_ok=True)
    (folder / PAGE).write_text(page(figures, machine, others))
    (folder / PLOT).write_text(plot(figures))


def page(figures, machine, others):
    today = datetime.datetime.now(datetime.timezone.utc)
    state = "The machine was idle otherwise."
    if others is not None:
        state = f"**The machine was busy:** other programs used up to {others:.1f} cores, so all times are too long."
    rows = "\n".join(
        f"| {figure.name} | {shown(figure.telex, figure.unit)} | {shown(figure.other, figure.unit)} | {figure.title} "
        f"| {words(figure)} |" for figure in figures)
    return f"""# Measurements

How fast and how big `telex` is beside other programs.

Measured on {today.day} {today:%B %Y}, on {machine}. {state}

`Scripts/bench pipe --page FOLDER` measures, and writes this page and its plot: the programs take turns, and each figure is
the median of its rounds. [Tests and tools](Tools.md) says what is measured.

![Bars to the right: telex is better than the other program. Bars to the left: it is worse.]({PLOT})

| | telex | the other | | telex is |
|---|---|---|---|---|
{rows}
"""


def factor(figure):
    """How many times better telex is: above 1 better, below 1 worse."""
    ratio = statistics.median(figure.telex) / statistics.median(figure.other)
    return ratio if figure.unit == "/s" else 1 / ratio


def words(figure):
    value = factor(figure)
    (much, word) = (value, "better") if value >= 1 else (1 / value, "worse")
    return f"{much:,.{0 if much >= 20 else 1}f} × {word}"


def plot(figures):
    """Draws a bar for each figure, from 1 to its factor, on a logarithmic scale."""
    factors = [min(max(factor(figure), 1 / MOST), MOST) for figure in figures]
    least, most = min(*factors, 0.5), max(*factors, 2)
    scale = (RIGHT - LEFT) / math.log(most / least)

    def place(value):
        return LEFT + scale * math.log(value / least)

    height = ROW * len(figures) + 24
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {RIGHT + 120} {height}" role="img">',
             f"<style>{STYLE}</style>"]
    for number, (figure, value) in enumerate(zip(figures, factors)):
        top, (start, end) = number * ROW + 6, sorted((place(1), place(value)))
        lines += [f'<text x="{TEXT}" y="{top + 10}">{html.escape(figure.name)}</text>',
                  f'<text class="peer" x="{TEXT}" y="{top + 25}">beside {html.escape(figure.title)}</text>',
                  f'<rect class="{"better" if value >= 1 else "worse"}" x="{start:.1f}" y="{top}" '
                  f'width="{end - start:.1f}" height="{ROW - 14}"/>',
                  f'<text x="{RIGHT + 8}" y="{top + 17}">{words(figure)}</text>']
    lines += [f'<line class="axis" x1="{place(1):.1f}" y1="0" x2="{place(1):.1f}" y2="{height - 20}"/>',
              f'<text x="{place(1):.1f}" y="{height - 8}" text-anchor="middle">equal</text>', "</svg>"]
    return "\n".join(lines) + "\n"
