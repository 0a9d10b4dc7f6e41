"""Draws pictures of the screen from real sessions: that in the documentation, and others that are to be looked at."""

import contextlib
import html
import itertools
import pathlib
import sys
import tempfile

from telex_program import ROOT, Telex
from terminal import EMPTY, ENTER, Terminal, control

PICTURE = ROOT / "Sources/TelexTerminal/TelexTerminal.docc/screen.svg"
COLUMNS = 84
# The size of a character, in pixels.
WIDTH, HEIGHT, MARGIN = 8.4, 19, 14
# The colours of a terminal that are not in xterm's palette: its background and its text.
DARK, LIGHT = ("1e222a", "d8dee9"), ("ffffff", "24292e")


def told(colours):
    """Returns the background as a terminal tells it."""
    return "/".join(colours[0][i:i + 2] * 2 for i in (0, 2, 4))


def person(name, text, chat="walk", **more):
    """Returns the line of a message in a chat of several people."""
    return {"event": "message.received", "chatId": chat, "title": "Sunday walk", "senderId": name, "senderName": name.title(), "text": text, **more}


def play(terminal):
    """Plays the session that the picture in the documentation shows: a group, and a message from somebody else."""
    t = terminal.wait_for(EMPTY)
    t.line(person("ada", "Shall we meet at nine?", messageId="g1")).wait_for("Shall").type("/go", ENTER).wait_for_line("", "Sunday walk> ")
    t.line(person("bob", "Nine is early. The timetable: https://trains.example/sunday", messageId="g2")).wait_for("Nine is early")
    t.type("/reply 2 Ten, then. It is **one hour** to the lake, and back by the mill, where we can have lunch.", ENTER).wait_for("Ten, then")
    t.wait_for("(sent)").type("/react 2 👍", ENTER).wait_for("👍 You")
    t.line(person("ada", "waves from the balcony.", messageId="g3", kind="emote")).wait_for("waves")
    t.receive("Are you coming on Friday? It starts at eight.").wait_for("[1 Ada 1]")
    return t.type("I bring the map").wait_for_line("I bring the map", "Sunday walk> ")


def play_group(terminal):
    """Plays what a chat of several people shows: answers, code, links, mentions, errors and news."""
    t = terminal.wait_for(EMPTY)
    t.line(person("ada", "Shall we meet at nine?", messageId="g1")).wait_for("Shall").type("/go", ENTER).wait_for_line("", "Sunday walk> ")
    t.line(person("bob", "Nine is early. The timetable: https://trains.example/sunday?from=here", messageId="g2")).wait_for("early")
    t.type("/reply 2 Ten, then. `make walk` prints **all** of the way.", ENTER).wait_for("way.").type("/react 2 👍", ENTER).wait_for("👍 You")
    code = "for stop in stops:\n    print(stop)"
    t.line(person("cleo", code, messageId="g3", spans=[{"style": "codeBlock", "start": 0, "length": len(code)}])).wait_for("print(stop)")
    t.line(person("dan", "Will you bring the map?", messageId="g4", attention="mention")).wait_for("map?")
    t.line(person("eva", "", messageId="g7", kind="system", change={"changeKind": "joined"})).wait_for("joined")
    t.line(person("eva", "I come later, see you there.", messageId="g5")).line(person("fritz", "So do I.", messageId="g6")).wait_for("So do")
    t.receive("Are you coming? It starts at eight.").wait_for("Are you")
    t.type("/rpely yes", ENTER).wait_for("Did you mean")
    return t.type("/reply ").wait_for_line("/reply ", "Sunday walk> ")


def play_lists(terminal):
    """Plays what lists show: unread chats, a draft, an invitation, and help."""
    t = terminal.wait_for(EMPTY).line(person("ada", "Shall we meet at nine?", messageId="g1")).wait_for("Shall")
    t.line({"event": "invitation.received", "chatId": "choir", "title": "Choir", "inviterName": "Bob"})
    t.type("/open walk", ENTER).wait_for_line("", "Sunday walk> ").type("Well, I could").wait_for("could")
    t.receive("Are you coming? It starts at eight.").wait_for("[1 Ada 1]").type("\x1b1").wait_for_line("", "Ada> ").type("/close", ENTER).wait_for("Draft")
    t.type("/remind tomorrow 9:00 call Ada", ENTER).wait_for("/undo").type("/help contacts", ENTER)
    return t.wait_for("/contacts")


def play_reader(terminal):
    """Plays what the reader shows."""
    return play_group(terminal).type(control("u"), "/read", ENTER).wait_for("q back").type("k").wait_for("7 of 8")


SESSIONS = {"group": play_group, "lists": play_lists, "reader": play_reader}


def drawn(terminal, colours=DARK):
    """Returns the screen as an SVG."""
    screen = terminal.screen
    ground, ink = (f"#{colour}" for colour in colours)
    rows = terminal.text.count("\n") + 1
    width, height = screen.columns * WIDTH + 2 * MARGIN, rows * HEIGHT + 2 * MARGIN
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
        'aria-label="Telex in a terminal">',
        f'<rect width="{width:.0f}" height="{height:.0f}" rx="8" fill="{ground}"/>',
        '<g font-family="monospace" font-size="14" xml:space="preserve">',
    ]

    def look(cell):
        """Returns the colours of a cell, and how it is set off."""
        fore, back = (default if colour == "default" else f"#{colour}" for colour, default in ((cell.fg, ink), (cell.bg, ground)))
        return (back, fore) if cell.reverse else (fore, back), cell.bold, cell.italics, cell.underscore, cell.strikethrough

    column, row = terminal.cursor
    for y in range(rows):
        cells = [(x, screen.buffer[y][x]) for x in range(screen.columns)]
        for ((fore, back), bold, italic, underlined, struck), run in itertools.groupby(cells, lambda cell: look(cell[1])):
            run = list(run)
            left, top, size = MARGIN + run[0][0] * WIDTH, MARGIN + y * HEIGHT, len(run) * WIDTH
            if back != ground:
                out.append(f'<rect x="{left:.1f}" y="{top:.1f}" width="{size:.1f}" height="{HEIGHT}" fill="{back}"/>')
            text = "".join(cell.data for _, cell in run).rstrip()
            if not text:
                continue
            columns = max(index for index, (_, cell) in enumerate(run) if cell.data.strip()) + 1
            style = "".join(f' {name}="{value}"' for name, value, is_on in (
                ("font-weight", "bold", bold), ("font-style", "italic", italic)) if is_on)
            for below, is_on in ((16, underlined), (10, struck)):
                if is_on:
                    out.append(f'<rect x="{left:.1f}" y="{top + below:.1f}" width="{size:.1f}" height="1" fill="{fore}"/>')
            out.append(
                f'<text x="{left:.1f}" y="{top + 14:.1f}" textLength="{columns * WIDTH:.1f}" fill="{fore}"{style}>{html.escape(text)}</text>')
    out.append(f'<rect x="{MARGIN + column * WIDTH:.1f}" y="{MARGIN + row * HEIGHT:.1f}" width="{WIDTH}" height="{HEIGHT}" fill="{ink}" fill-opacity="0.6"/>')
    return "\n".join([*out, "</g>", "</svg>", ""])


@contextlib.contextmanager
def opened(colours, columns=80, rows=24):
    """Opens a terminal with these colours and this size."""
    with tempfile.TemporaryDirectory() as home:
        terminal = Terminal(Telex(pathlib.Path(home)), "--clock", "virtual", feed=True, columns=columns, rows=rows, background=told(colours), names=16)
        try:
            yield terminal
        finally:
            terminal.close()


def main(folder=None, *sizes):
    """Draws the picture in the documentation; or all sessions into a folder, in sizes such as 80x24, dark and light."""
    if folder is None:
        with opened(DARK, COLUMNS) as terminal:
            PICTURE.write_text(drawn(play(terminal)))
        return
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    grounds = ("dark", DARK), ("light", LIGHT)
    for size, (name, session), (ground, colours) in itertools.product(sizes or ["80x24"], SESSIONS.items(), grounds):
        with opened(colours, *map(int, size.split("x"))) as terminal:
            (pathlib.Path(folder) / f"{name}-{size}-{ground}.svg").write_text(drawn(session(terminal), colours))


if __name__ == "__main__":
    main(*sys.argv[1:])
