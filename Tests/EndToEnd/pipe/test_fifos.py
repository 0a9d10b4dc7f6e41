"""FIFOs whose readers and writers come and go."""

import json
import os
import queue
import sys
import threading

import pytest

from telex_program import PATIENCE
from server import wait_until


def event(name, **members):
    return json.dumps({"event": name, **members}) + "\n"


def sending(text):
    return event("message.sending", chatId="echo", text=text)


class Repl:
    """`telex repl` without a terminal, whose output a test can wait for."""

    def __init__(self, telex, *arguments):
        self.process = telex.start("repl", "--store", "memory", "--drain", "1m", *arguments)
        self.lines, self.shown = queue.SimpleQueue(), []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.decode())
        self.lines.put(None)

    def wait_for(self, text):
        while not any(text in line for line in self.shown):
            line = self.lines.get(timeout=PATIENCE)
            assert line is not None, self.shown
            self.shown.append(line)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        assert self.process.wait(PATIENCE) == 0
        self.process.stdout.close()


def files(process):
    folder = f"/proc/{process.pid}/fd"
    for name in os.listdir(folder):
        try:
            yield os.readlink(f"{folder}/{name}")
        except FileNotFoundError:
            pass


@pytest.fixture
def fifo(telex):
    path = telex.home / "fifo"
    os.mkfifo(path)
    return path


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere, a FIFO stays open for its next writers")
def test_a_writer_that_dies_costs_its_own_line(telex, fifo):
    def write(text):
        with open(fifo, "w") as file:
            file.write(text)
    with Repl(telex, "--lines", fifo) as repl:
        write(event("chat.creating", recipient="Echo"))
        repl.wait_for("Echo")
        write(sending("whole") + '{"event":"message.sending","chatId":"echo","te')
        repl.wait_for("not JSON")
        write(sending("of another writer"))
        repl.wait_for("of another writer")
        write("\n" + sending("of the last one"))
        repl.wait_for("of the last one")
        assert sum("not JSON" in line for line in repl.shown) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="sees in /proc that the first reader's departure was noticed")
def test_each_reader_of_views_gets_a_stream(telex, fifo):
    with Repl(telex, "--views", fifo) as repl:
        for number in range(3):
            with open(fifo) as reader:
                lines = [json.loads(reader.readline())]
                assert lines[0]["seq"] == 0 and "hello" in lines[0], lines
                while "chatList" not in [line.get("view") for line in lines]:
                    lines.append(json.loads(reader.readline()))
                repl.process.stdin.write(b"/new Echo\n" if number == 0 else f"message {number}\n".encode())
                repl.process.stdin.flush()
                while lines[-1].get("view") != "messages" or not (
                        number == 0 or f"message {number}" in [row["text"] for row in lines[-1]["model"]["messages"]]):
                    lines.append(json.loads(reader.readline()))
                assert [line["seq"] for line in lines] == list(range(len(lines)))
            wait_until(lambda: str(fifo) not in files(repl.process))


def test_a_reader_that_leaves_does_not_hold_up_the_end(telex, fifo):
    with Repl(telex, "--views", fifo) as repl:
        with open(fifo) as reader:
            assert "hello" in reader.readline()
        repl.process.stdin.write(b"/new Echo\n")
        repl.process.stdin.flush()
        repl.wait_for("Echo")


@pytest.mark.parametrize("command", [("pipe",), ("repl", "--json")])
def test_a_byte_order_mark_is_skipped(telex, command):
    line = '{"event":"chat.creating","recipient":"Echo"}' if command[0] == "pipe" else "/new Echo"
    code, out, err = telex.run(*command, "--clock", "virtual", text=b"\xef\xbb\xbf" + line.encode() + b"\n")
    assert (code, err) == (0, "") and '"error"' not in out and '"view":"messages"' in out
