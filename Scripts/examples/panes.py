#!/usr/bin/env python3
"""Another front end, chats on the left, messages on the right:  Scripts/examples/panes.py --profile work
Arrows choose a chat, Enter sends, Ctrl-C leaves."""
import curses
import json
import os
import select
import subprocess
import sys
import textwrap

LEFT = 24
NOTHING = {"chats": [], "messages": [], "statusText": ""}


def said(row):
    """Returns the sender and the text, with a colon between them except in emotes and system messages."""
    return row["senderName"] + (" " if row["kind"] in ("emote", "system") else ": ") + row["text"]


class Panes:
    def __init__(self, screen):
        self.screen, self.typed, self.rest, self.unsent = screen, "", b"", b""
        self.models = dict.fromkeys(["chatList", "messages", "connection"], NOTHING)
        self.telex = subprocess.Popen(
            ["telex", "pipe", "--mark-read", "--subscribe", ",".join(self.models), *sys.argv[1:]],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True)
        os.set_blocking(self.telex.stdin.fileno(), False)
        screen.nodelay(True)

    def run(self):
        while True:
            self.draw()
            # It never waits to write: Telex reads nothing more while nobody reads its output.
            ready, writable, _ = select.select([sys.stdin, self.telex.stdout], [self.telex.stdin] if self.unsent else [], [])
            if self.telex.stdout in ready and not self.read():
                return
            if writable:
                self.unsent = self.unsent[self.telex.stdin.write(self.unsent) or 0:]
            if sys.stdin in ready:
                self.take_keys()

    def press(self, action, **blanks):
        if action:
            self.unsent += (json.dumps({**action, **blanks}) + "\n").encode()

    def read(self):
        """Reads the available lines. Returns whether more may follow."""
        data = self.telex.stdout.read(65536)
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in map(json.loads, lines):
            if "model" in line or "closed" in line:
                self.models[line["view"]] = line.get("model", NOTHING)
        return bool(data)

    def take_keys(self):
        try:
            while True:
                self.take(self.screen.get_wch())
        except curses.error:
            pass  # no more keys

    def take(self, key):
        chats, here = self.models["chatList"]["chats"], self.models["messages"]
        if key in (curses.KEY_UP, curses.KEY_DOWN) and chats:
            places = [row["chatId"] for row in chats]
            at = places.index(here["chatId"]) + (1 if key == curses.KEY_DOWN else -1) if here.get("chatId") in places else 0
            self.press(chats[at % len(chats)]["actions"]["open"])
        elif key in ("\n", "\r") and here.get("actions"):
            self.press(here["actions"]["send"], text=self.typed)
            self.typed = ""
        elif key in (curses.KEY_BACKSPACE, "\x7f", "\b"):
            self.typed = self.typed[:-1]
        elif isinstance(key, str) and key.isprintable():
            self.typed += key
            self.press(here.get("actions", {}).get("typing"))

    def draw(self):
        (height, width), here = self.screen.getmaxyx(), self.models["messages"]
        lines = [part for row in here["messages"]
                 for part in textwrap.wrap(f"{said(row)}  ({row['statusText']})", width - LEFT - 1) or [""]]
        lines += [here["typingText"]] if here.get("typingText") else []
        self.screen.erase()
        for y, row in enumerate(self.models["chatList"]["chats"][:height - 2]):
            count = f" ({row['unreadCount']})" if row["unreadCount"] else ""
            style = curses.A_REVERSE if row["chatId"] == here.get("chatId") else curses.A_NORMAL
            self.screen.addnstr(y, 0, row["title"].replace("\0", "") + count, LEFT - 1, style)
        for y, text in enumerate(lines[2 - height:]):
            # curses shows control characters as ^[ and so on, but refuses NUL.
            self.screen.addnstr(y, LEFT, text.replace("\0", ""), width - LEFT - 1)
        self.screen.addnstr(height - 2, 0, self.models["connection"]["statusText"], width - 1, curses.A_DIM)
        self.screen.addnstr(height - 1, 0, "> " + self.typed[4 - width:], width - 1)
        self.screen.refresh()


if __name__ == "__main__":
    try:
        curses.wrapper(lambda screen: Panes(screen).run())
    except KeyboardInterrupt:
        pass  # telex ends with its input
