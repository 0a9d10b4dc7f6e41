"""A real pseudo-terminal with a model of its screen. Tests do not sleep; they wait for what the screen shows."""

import fcntl
import json
import os
import pty
import select
import struct
import subprocess
import termios
import time

import pyte
import pytest

from telex_program import PATIENCE, TELEX

EMPTY = "No chats yet."
UP, DOWN = "\x1b[A", "\x1b[B"
ENTER, TAB, BACKSPACE = "\r", "\t", "\x7f"


def control(letter):
    return chr(ord(letter) & 0x1F)


class Terminal:
    def __init__(self, telex, *arguments, columns=80, rows=24, command=None, feed=False, background=None, names=0,
                 **environment):
        """background is the colour that it has, such as "ffff/ffff/ffff"; without one, it does not tell. names is the
        width of the column of names; at 0, rows are as in a pipe."""
        self.master, self.slave = pty.openpty()
        self.raw = b""
        self.screen = pyte.HistoryScreen(columns, rows, history=100_000, ratio=1)
        self.background = background
        self.screen.report_device_attributes = self.answer
        self.stream = pyte.ByteStream(self.screen)
        self.set_size(columns, rows)
        self.modes = termios.tcgetattr(self.slave)
        self.messages = 0
        self.feed = None
        if feed:
            self.feed = os.open(make_fifo(telex.home / "lines"), os.O_RDWR)
            arguments = [*arguments, "--lines", telex.home / "lines"]
        command = command or [TELEX, "repl", "--name-width", str(names), *map(str, arguments)]
        self.process = subprocess.Popen(
            command, stdin=self.slave, stdout=self.slave, stderr=self.slave, start_new_session=True, cwd=telex.home,
            env={**telex.environment, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **environment},
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        telex.running.append(self)

    def set_size(self, columns, rows):
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns, rows):
        self.screen.resize(rows, columns)
        self.set_size(columns, rows)

    # Output

    def read(self, patience=0.05):
        """Reads the available output; returns whether there was any."""
        if not select.select([self.master], [], [], patience)[0]:
            return False
        data = os.read(self.master, 65536)
        self.raw += data
        self.stream.feed(data)
        return bool(data)

    def answer(self, *_, **__):
        """Says what it is (DA1). Telex asks that after the background's colour (OSC 11)."""
        colour = f"\x1b]11;rgb:{self.background}\x1b\\" if self.background else ""
        os.write(self.master, f"{colour}\x1b[?62;22c".encode())

    @property
    def rows(self):
        return [row.rstrip() for row in self.screen.display]

    @property
    def text(self):
        return "\n".join(self.rows).rstrip()

    @property
    def transcript(self):
        """All rows, including those that have scrolled off."""
        above = ("".join(line[x].data for x in range(self.screen.columns)).rstrip() for line in self.screen.history.top)
        return [*above, *self.text.split("\n")]

    @property
    def cursor(self):
        return self.screen.cursor.x, self.screen.cursor.y

    def wait(self, condition, what="the screen to be right"):
        """Waits until the condition holds for this terminal."""
        end = time.monotonic() + PATIENCE
        while not condition(self):
            if not self.read() and time.monotonic() > end:
                raise TimeoutError(f"waited for {what}; the screen is, with the cursor at {self.cursor}:\n{self.text}")
        return self

    def wait_for(self, text):
        return self.wait(lambda t: text in t.text or text in "\n".join(t.screen.display), repr(text))

    def wait_without(self, text):
        return self.wait(lambda t: text not in t.text, f"{text!r} to go away")

    def wait_for_line(self, line, prompt="> "):
        """Waits until this is the typed line, with the cursor at its end."""
        return self.wait(
            lambda t: t.screen.display[t.cursor[1]].startswith(prompt + line) and t.cursor[0] == len(prompt + line),
            f"the line {prompt + line!r}")

    # Input

    def type(self, *keys):
        data = "".join(keys).encode()
        while data:
            # The other side may block until its output is read.
            while self.read(0):
                pass
            if select.select([], [self.master], [], 0.05)[1]:
                data = data[os.write(self.master, data[:256]):]
        return self

    def line(self, value):
        """Sends a protocol line through the FIFO that telex reads, unless telex has exited."""
        data = (value if isinstance(value, str) else json.dumps(value)) + "\n"
        data = data.encode()
        while data and self.process.poll() is None:
            while self.read(0):
                pass
            if select.select([], [self.feed], [], 0.05)[1]:
                data = data[os.write(self.feed, data[:4096]):]
        return self

    def receive(self, text, chat="ada"):
        self.messages += 1
        return self.line({"event": "message.received", "chatId": chat, "title": chat.title(), "senderId": chat,
                          "senderName": chat.title(), "messageId": f"m{self.messages}", "text": text})

    def open_ada(self):
        self.wait_for("> ")
        self.receive("Hello.").wait_for("Hello.")
        return self.type("/open ada", ENTER).wait_for_line("", "Ada> ")

    # The end

    def signal(self, number):
        self.process.send_signal(number)
        return self

    def end(self):
        """Waits for the exit; returns the exit code."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            if not self.read() and time.monotonic() > end:
                raise TimeoutError(f"it does not end:\n{self.text}")
        while self.read(0):
            pass
        return self.process.returncode

    def is_as_it_was(self):
        """Whether the terminal's modes are restored, and everything is switched off again."""
        modes = termios.tcgetattr(self.slave)
        is_off = all(self.raw.rfind(b"\x1b[?%dh" % mode) <= self.raw.rfind(b"\x1b[?%dl" % mode) for mode in (1004, 2004))
        return modes == self.modes and is_off

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.hang_up()

    def hang_up(self):
        """Closes the terminal, as the end of its window does."""
        for descriptor in filter(None, (self.master, self.slave, self.feed)):
            os.close(descriptor)
        self.master = self.slave = self.feed = None


def make_fifo(path):
    if not path.exists():
        os.mkfifo(path)
    return path


@pytest.fixture
def at(telex):
    """Returns a function that opens terminals."""
    return lambda *arguments, **options: Terminal(telex, *arguments, **options).wait_for("> ")
