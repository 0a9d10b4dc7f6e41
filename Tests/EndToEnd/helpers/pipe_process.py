"""A running telex pipe that a test can talk to. It keeps the last model of each view, and waits for states."""

import itertools
import json
import os
import queue
import socket
import threading
import time

from telex_program import PATIENCE, as_text
from server import CHAT

VIEWS = ("--subscribe", "messages,connection,badge,chatList")

NUMBERS = itertools.count()
# After how many seconds without output a condition is tried again.
SILENCE = 1


def opened(chat):
    return {"event": "screen.opening", "screen": "messages", "chatId": chat}


def ask(pipe, event, **members):
    """Sends an event; returns the answer."""
    request = f"request {next(NUMBERS)}"
    pipe.send({"event": event, **members, "id": request})
    return pipe.wait(lambda p: request in p.answers, event).answers[request]


def does(pipe, event, **members):
    """Sends an event, which must succeed; returns the answer."""
    answer = ask(pipe, event, **members)
    assert answer["outcome"] in ("done", "sent"), answer
    return answer


def reason(pipe, event, **members):
    """Sends an event, which must not succeed; returns why."""
    answer = ask(pipe, event, **members)
    assert answer["outcome"] in ("refused", "failed"), answer
    return answer["reason"]


class Pipe:
    def __init__(self, telex, *arguments):
        self.models, self.windows, self.answers, self.has_ended = {}, {}, {}, False
        self.errors = telex.home / "errors"
        with open(self.errors, "ab") as errors:
            self.process = telex.start("pipe", *arguments, stderr=errors)
        self.lines = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()
        telex.running.append(self)

    def _read(self):
        for line in self.process.stdout:
            try:
                self.lines.put(json.loads(line))
            except ValueError:
                break  # the kill cut it off
        self.lines.put(None)

    def _take(self, line):
        if line is None:
            self.has_ended = True
        elif "view" in line:
            models = self.windows.setdefault(line["window"], {}) if "window" in line else self.models
            if "model" in line:
                models[line["view"]] = line["model"]
            elif "closed" in line:
                models.pop(line["view"], None)
        elif "settled" in line:
            self.answers[line["settled"]] = line
        elif "error" in line and line["cause"] is not None:
            self.answers[line["cause"]] = line

    def send(self, *lines):
        self.process.stdin.write("".join(as_text(line) + "\n" for line in lines).encode())
        self.process.stdin.flush()
        return self

    def press(self, action, **blanks):
        return self.send({**action, **blanks})

    def reaches(self, condition, seconds=PATIENCE):
        """Processes output lines until the condition holds for this pipe; returns whether it did. The condition is tried
        again while the pipe is silent, as it may ask for the state of a server or of another pipe."""
        end = time.monotonic() + seconds
        while not condition(self):
            left = end - time.monotonic()
            if left <= 0:
                return False
            try:
                self._take(self.lines.get(timeout=min(left, SILENCE)))
            except queue.Empty:
                continue
            assert not self.has_ended, f"it ended with {self.process.wait(PATIENCE)}: {self.errors.read_text()}"
        return True

    def wait(self, condition, what, seconds=PATIENCE):
        if not self.reaches(condition, seconds):
            raise TimeoutError(f"waited {seconds:.0f} s for {what}; the views are {json.dumps(self.models)[-3000:]}")
        return self

    def catch_up(self):
        """Processes the output so far."""
        self.reaches(lambda _: self.lines.empty())
        return self

    def fence(self):
        """Processes all that its telex has printed until it answers a line."""
        return self.send({"event": "none", "id": "fence"}).wait(lambda p: p.answers.pop("fence", None), "the answer to the fence")

    @property
    def connection(self):
        return self.models.get("connection", {"connectionState": "connecting", "queuedCount": 0})

    @property
    def chats(self):
        """The rows of the list of chats, by chat id, in order."""
        return {row["chatId"]: row for row in self.models.get("chatList", {"chats": []})["chats"]}

    @property
    def messages(self):
        """The messages shown in the open chat, without its changes."""
        return [row for row in self.models.get("messages", {"messages": []})["messages"] if row["kind"] != "system"]

    @property
    def done(self):
        """The changes shown in the open chat: who made them, and their texts."""
        return [(row["senderName"], row["text"]) for row in self.models["messages"]["messages"] if row["kind"] == "system"]

    @property
    def total(self):
        """The number of messages in the open chat, not counting the changes shown."""
        model = self.models["messages"]
        return model["totalCount"] - len(model["messages"]) + len(self.messages)

    @property
    def texts(self):
        return [row["text"] for row in self.messages]

    def row(self, text):
        """Returns the only row with this text, or None."""
        rows = [row for row in self.messages if row["text"] == text]
        assert len(rows) < 2, f"doubled: {rows}"
        return rows[0] if rows else None

    def has_state(self, text, *states):
        row = self.row(text)
        return row is not None and row["state"] in states

    def connect(self, seconds=PATIENCE):
        """Waits until the pipe is online. Presses the connection's retry action to avoid waiting."""
        end = time.monotonic() + seconds
        while self.connection["connectionState"] != "online" and time.monotonic() < end:
            if retry := self.connection.get("actions", {}).get("retry"):
                self.press(retry).wait(lambda p: p.connection.get("actions", {}).get("retry") is None, "another try")
            self.reaches(lambda p: p.connection["connectionState"] == "online" or p.connection.get("actions", {}).get("retry"), end - time.monotonic())
        assert self.connection["connectionState"] == "online", f"no connection within {seconds:.0f} s: {self.connection}"
        return self

    def kill(self):
        """Kills the process, and processes the output that it had written."""
        self.process.kill()
        self.process.wait()
        while not self.has_ended:
            self._take(self.lines.get(timeout=PATIENCE))
        self._close()

    def finish(self, seconds=PATIENCE):
        """Closes the input, and processes the remaining output; returns the exit code."""
        self.process.stdin.close()
        try:
            while not self.has_ended:
                self._take(self.lines.get(timeout=seconds))
            return self.process.wait(seconds)
        finally:
            self.close()

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self._close()

    def _close(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        if self.has_ended:
            self.process.stdout.close()


def door(telex):
    """Returns the socket at which programs join the telex that owns the profile."""
    return telex.home / "data/telex/default/telex.sock"


def raw(telex, timeout=None):
    """Connects to that socket without telex. Its path may be longer than an address."""
    peer = socket.socket(socket.AF_UNIX)
    peer.settimeout(timeout)
    here = os.open(door(telex).parent, os.O_RDONLY)
    try:
        peer.connect(f"/proc/self/fd/{here}/telex.sock")
    finally:
        os.close(here)
    return peer


def is_loaded(pipe):
    return "messages" in pipe.models and not pipe.models["messages"]["shouldShowBusy"]


def opened_pipe(telex, chat=CHAT):
    """Starts a pipe, waits until it is online and opens the chat."""
    pipe = Pipe(telex, *VIEWS).connect()
    pipe.wait(lambda p: chat in p.chats, chat)
    return pipe.send(opened(chat)).wait(is_loaded, "the messages")


def before(shown, rows):
    """Returns the rows, preceded by those above them that are shown now."""
    known = {row["messageId"] for row in rows}
    return [row for row in shown if row["messageId"] not in known] + rows


def history(telex, chat, last=None):
    """Returns all messages of the chat, as a new run shows them page by page, once `last` has arrived."""
    pipe = Pipe(telex, "--subscribe", "messages")
    pipe.send(opened(chat))
    pipe.wait(lambda p: is_loaded(p) and (last is None or last in p.texts), "the chat")
    rows = pipe.models["messages"]["messages"]
    while older := pipe.models["messages"].get("actions", {}).get("older"):
        first = rows[0]["messageId"]
        is_older = lambda p: is_loaded(p) and p.models["messages"]["messages"][0]["messageId"] != first
        pipe.press(older).wait(is_older, f"messages before the last {len(rows)}")
        rows = before(pipe.models["messages"]["messages"], rows)
    assert pipe.models["messages"]["totalCount"] == len(rows)
    assert pipe.finish() == 0
    return [row for row in rows if row["kind"] != "system"]
