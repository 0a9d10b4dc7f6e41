"""Draws the picture of the screen in the documentation from a real session.

    Scripts/picture        redraws it
"""

import html
import itertools
import pathlib
import tempfile

from telex_program import ROOT, Telex
from terminal import EMPTY, ENTER, Terminal

PICTURE = ROOT / "Sources/TelexTerminal/TelexTerminal.docc/screen.svg"
COLUMNS = 84
# The size of a character, in pixels.
WIDTH, HEIGHT, MARGIN = 8.4, 19, 14
COLOURS = {"default": "#d8dee9", "green": "#a3be8c", "cyan": "#88c0d0", "brown": "#ebcb8b", "red": "#bf616a"}


def play(terminal):
    """Plays the session that the picture shows."""
    t = terminal.wait_for(EMPTY)
    t.type("/new Eliza", ENTER).wait_for_line("", "Eliza> ").line({"advance": "10s"}).wait_for("How do you do?")
    t.type("I have been thinking about my mother, and about how she always had the radio on while she read.", ENTER)
    t.wait_for("(sent)").line({"advance": "10s"}).wait_for("(read)").wait_for("mother.")
    t.receive("Are you coming? It starts at eight.").wait_for("/go opens it")
    return t.type("No, I was only wondering").wait_for_line("No, I was only wondering", "Eliza (1)> ")


def drawn(terminal):
    """Returns the screen as an SVG."""
    screen = terminal.screen
    rows = terminal.text.count("\n") + 1
    width, height = screen.columns * WIDTH + 2 * MARGIN, rows * HEIGHT + 2 * MARGIN
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
        'aria-label="Telex in a terminal">',
        f'<rect width="{width:.0f}" height="{height:.0f}" rx="8" fill="#2e3440"/>',
        '<g font-family="monospace" font-size="14" xml:space="preserve">',
    ]
    column, row = terminal.cursor
    out.append(f'<rect x="{MARGIN + column * WIDTH:.1f}" y="{MARGIN + row * HEIGHT:.1f}" width="{WIDTH}" height="{HEIGHT}" fill="#d8dee9" fill-opacity="0.6"/>')
    for y in range(rows):
        cells = [(x, screen.buffer[y][x]) for x in range(screen.columns)]
        for (colour, bold), run in itertools.groupby(cells, lambda cell: (cell[1].fg, cell[1].bold)):
            run = list(run)
            text = "".join(cell.data for _, cell in run).rstrip()
            if not text:
                continue
            weight = ' font-weight="bold"' if bold else ""
            out.append(
                f'<text x="{MARGIN + run[0][0] * WIDTH:.1f}" y="{MARGIN + y * HEIGHT + 14:.1f}" textLength="{len(text) * WIDTH:.1f}" '
                f'fill="{COLOURS.get(colour, f"#{colour}")}"{weight}>{html.escape(text)}</text>')
    return "\n".join([*out, "</g>", "</svg>", ""])


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:
        terminal = Terminal(Telex(pathlib.Path(home)), "--clock", "virtual", feed=True, columns=COLUMNS)
        try:
            PICTURE.write_text(drawn(play(terminal)))
        finally:
            terminal.close()
