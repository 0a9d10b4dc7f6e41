"""Types random edits at a terminal while random messages arrive; compares line, cursor and transcript with a model.

    Scripts/soak terminal [--steps N] [--seed N]
"""

import argparse
import pathlib
import random
import re
import tempfile
import unicodedata

from wcwidth import wcwidth

from conftest import Telex
from terminal import BACKSPACE, DELETE, END, HOME, LEFT, RIGHT, Terminal, control, laid_out, pasted, visible

ALPHABETS = ["abcdef ", "abc 漢字é", "ae\u0301o\u0308 ", "x😀y ", "a漢\u0301bc", "a b\tc"]


class Line:
    """An independent model of libedit's line. Only characters deleted after the cursor can be yanked."""

    def __init__(self):
        self.text, self.cursor, self.killed = [], 0, []

    def insert(self, text):
        self.text[self.cursor:self.cursor] = text
        self.go(self.cursor + len(text))

    def go(self, cursor):
        """Moves the cursor, which never lies between a character and its combining marks."""
        cursor = max(0, min(len(self.text), cursor))
        step = -1 if cursor < self.cursor else 1
        while 0 < cursor < len(self.text) and self.text[cursor] not in "\n\t" and wcwidth(self.text[cursor]) == 0:
            cursor += step
        self.cursor = cursor

    def backspace(self):
        if self.cursor > 0:
            start = self.cursor - 1
            while start > 0 and self.is_mark(start) and self.text[start - 1] not in "\n\t":
                start -= 1
            del self.text[start:self.cursor]
            self.cursor = start

    def delete(self):
        if self.cursor < len(self.text):
            end = self.cursor + 1
            while self.text[self.cursor] not in "\n\t" and end < len(self.text) and self.is_mark(end):
                end += 1
            self.killed = self.text[self.cursor:end]
            del self.text[self.cursor:end]

    def is_mark(self, index):
        return self.text[index] not in "\n\t" and wcwidth(self.text[index]) == 0

    def kill(self):
        self.killed = self.text[self.cursor:]
        del self.text[self.cursor:]

    def yank(self):
        self.insert(self.killed)


class Soak:
    def __init__(self, telex, seed):
        self.chance = random.Random(seed)
        self.columns, self.rows = self.chance.choice([(30, 12), (40, 24), (57, 9), (80, 24)])
        self.terminal = Terminal(
            telex, "--store", "memory", "--no-status-line", columns=self.columns, rows=self.rows, feed=True).open_ada()
        self.line, self.sent, self.unread, self.painted = Line(), 0, 0, 0
        self.paint_anew()
        self.letters = self.chance.choice(ALPHABETS)

    @property
    def prompt(self):
        return f"Ada ({self.unread})> " if self.unread else "Ada> "

    def some(self, longest):
        return "".join(self.chance.choice(self.letters) for _ in range(self.chance.randint(1, longest)))

    def edit(self):
        line, chance = self.line, self.chance
        deed = chance.choice(["type", "type", "paste", "left", "left", "right", "home", "end", "back", "delete", "kill", "yank",
                              "newline"])
        count = chance.randint(1, 20)
        if deed == "type":
            text = self.some(20)
            # Tab completes, so it appears only in pastes.
            text = text.replace("\t", "")
            for letter in text:
                line.insert(letter)
            return text
        if deed == "paste":
            text = self.some(40)
            line.insert(text)
            return pasted(text)
        if deed == "newline":
            # pyte moves a combining mark at the start of a row to the row above.
            if "\u0301" in "".join(line.text) + self.letters or "\u0308" in "".join(line.text) + self.letters:
                return ""
            line.insert("\n")
            return "\x1b\r"
        if deed == "kill":
            line.kill()
            return control("k")
        if deed == "yank":
            if len(line.text) + len(line.killed) > 600:
                return ""
            line.yank()
            return control("y")
        if deed == "home":
            line.go(0)
            return chance.choice([HOME, control("a")])
        if deed == "end":
            line.go(len(line.text))
            return chance.choice([END, control("e")])
        for _ in range(count):
            {"left": lambda: line.go(line.cursor - 1), "right": lambda: line.go(line.cursor + 1),
             "back": line.backspace, "delete": line.delete}[deed]()
        return {"left": LEFT, "right": RIGHT, "back": BACKSPACE, "delete": DELETE}[deed] * count

    def arrive(self):
        for _ in range(self.chance.randint(1, 4)):
            self.sent += 1
            text = f"#{self.sent}:" + self.some(70).replace("\t", "").replace(" ", "")
            if text and wcwidth(text[-1]) == 0:
                text += "."
            if self.chance.random() < 0.2:
                # The notification of a chat that has one is updated in place, so each is from another chat.
                self.unread += 1
                self.expected += f"*Bob{self.unread}:{text}--:--/goopensit"
                self.terminal.receive(text, chat=f"bob{self.unread}")
            else:
                self.expected += f"--:--Ada:{text}"
                self.terminal.receive(text)
        self.expected = visible(self.expected)

    def transcript(self, terminal, block_rows):
        """Returns everything printed, without the spaces at which rows are wrapped."""
        rows = terminal.screen.above() + [row.rstrip() for row in terminal.screen.display]
        end = len(terminal.screen.above()) + terminal.cursor[1] - block_rows
        text = unicodedata.normalize("NFC", "".join(rows[:max(0, end)]))
        return re.sub(r"\d\d:\d\d(Ada:|/go)", r"--:--\1", re.sub(r"\s", "", text))

    def is_right(self, terminal):
        line = "".join(self.line.text)
        if not terminal.shows_block(self.prompt, line, self.line.cursor):
            return False
        _, (_, y) = laid_out(self.prompt, line, self.line.cursor, self.columns)
        return self.transcript(terminal, y) == self.expected

    def check(self, step):
        what = f"step {step}: {self.prompt}{''.join(self.line.text)!r}, cursor {self.line.cursor}, below everything"
        try:
            self.terminal.wait(self.is_right, what)
        except TimeoutError as error:
            shown = self.transcript(self.terminal, 0)
            first = next((n for n, (a, b) in enumerate(zip(shown, self.expected)) if a != b), min(len(shown), len(self.expected)))
            rows, cursor = laid_out(self.prompt, "".join(self.line.text), self.line.cursor, self.columns)
            raise AssertionError(
                f"{error}\nthe line is to be {rows!a} with the cursor at {cursor}\nthe transcript is not as it should be at {first}: {shown[first - 9:first + 20]!a}, "
                f"not {self.expected[first - 9:first + 20]!a}") from None

    def step(self, step):
        terminal, chance = self.terminal, self.chance
        before, typed = "".join(self.line.text), []
        for _ in range(chance.randint(1, 4)):
            typed.append(self.edit())
            terminal.type(typed[-1])
        # The block must fit the screen, because hidden rows cannot be compared.
        if len(laid_out(self.prompt, "".join(self.line.text), 0, self.columns)[0]) > self.rows - 3:
            terminal.type(HOME, control("k"))
            self.line.go(0)
            self.line.kill()
        state = chance.choice(["plain", "plain", "plain", "paste", "quote", "search"])
        if state == "quote":
            terminal.type(control("v"))
        elif state == "search":
            terminal.type(control("r"), "zz")
        elif state == "paste":
            terminal.type("\x1b[200~p")
        self.arrive()
        if state == "quote":
            terminal.type("q")
            self.line.insert("q")
        elif state == "search":
            terminal.wait_for("found) zz").type(control("g"))
        elif state == "paste":
            terminal.type("q\x1b[201~")
            self.line.insert("pq")
        self.check(f"{step}, of {before!r} by {typed!a} and {state}")
        if chance.random() < 0.03:
            self.resize(step)
        if chance.random() < 0.05 and "\n" not in line_of(self):
            self.letters = chance.choice(ALPHABETS)

    def resize(self, step):
        self.columns, self.rows = self.chance.choice([(30, 12), (40, 24), (57, 9), (80, 24)])
        self.terminal.resize(self.columns, self.rows)
        line = "".join(self.line.text)
        self.terminal.type(HOME, control("k"))
        self.line.go(0)
        self.line.kill()
        self.terminal.wait_for_block(self.prompt, "", 0)
        # Terminals differ in how they rewrap the rows above.
        self.paint_anew()

    def paint_anew(self):
        """What the screen shows after Ctrl-L is expected from then on."""
        self.painted += 1
        terminal, last = self.terminal.wait_for_block(self.prompt, "", 0), f"Painted {self.painted}."
        # Once the letter shows, telex has seen Ctrl-L, and it paints the chat before it shows what arrives then.
        terminal.type(control("l"), "x").wait_for_block(self.prompt, "x", 1).receive(last).wait_for(last)
        terminal.type(BACKSPACE).wait_for_block(self.prompt, "", 0).screen.history.top.clear()
        self.expected = self.transcript(self.terminal, 0)


def line_of(run):
    return "".join(run.line.text)


def soak(telex, seed, steps):
    run = Soak(telex, seed)
    try:
        for step in range(steps):
            run.step(step)
    finally:
        run.terminal.close()
    return run.sent


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=10)
    options = parser.parse_args()
    for seed in range(options.seed, options.seed + options.runs):
        with tempfile.TemporaryDirectory() as home:
            sent = soak(Telex(pathlib.Path(home)), seed, options.steps)
        print(f"terminal: seed {seed}: {options.steps} steps, {sent} messages: no difference", flush=True)
