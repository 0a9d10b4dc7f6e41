"""A telex pipe that is talked with while it runs: it keeps the last model of each view, and waits for states."""

import json
import queue
import threading
import time

from conftest import as_text
from server import CHAT

PATIENCE = 10
VIEWS = ("--subscribe", "messages,connection,badge,chatList")


def opened(chat):
    return {"event": "screen.opening", "screen": "messages", "chatId": chat}


class Pipe:
    def __init__(self, telex, *arguments):
        self.models, self.windows, self.answers, self.has_ended = {}, {}, {}, False
        self.errors = telex.home / "errors"
        with open(self.errors, "ab") as errors:
            self.process = telex.start("pipe", *arguments, stderr=errors)
        self.lines = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            try:
                self.lines.put(json.loads(line))
            except ValueError:
                break  # a kill cut it short
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
        """Takes line after line until the condition holds of this pipe; returns whether it came to that."""
        end = time.monotonic() + seconds
        while not condition(self):
            try:
                self._take(self.lines.get(timeout=max(0, end - time.monotonic())))
            except queue.Empty:
                return False
            assert not self.has_ended, f"it ended with {self.process.wait(PATIENCE)}: {self.errors.read_text()}"
        return True

    def wait(self, condition, what, seconds=PATIENCE):
        if not self.reaches(condition, seconds):
            raise TimeoutError(f"waited {seconds:.0f} s for {what}; the views are {json.dumps(self.models)[-3000:]}")
        return self

    def catch_up(self):
        """Takes in what has been printed by now."""
        self.reaches(lambda _: self.lines.empty())
        return self

    @property
    def connection(self):
        return self.models.get("connection", {"connectionState": "connecting", "queuedCount": 0})

    @property
    def messages(self):
        """What was written in the open chat, as far as it is shown, without what was done to the chat."""
        return [row for row in self.models.get("messages", {"messages": []})["messages"] if row["kind"] != "system"]

    @property
    def done(self):
        """What was done to the open chat: by whom, and in words."""
        return [(row["senderName"], row["text"]) for row in self.models["messages"]["messages"] if row["kind"] == "system"]

    @property
    def total(self):
        """How many messages the open chat holds, without what was done to it, as far as that is shown."""
        model = self.models["messages"]
        return model["totalCount"] - len(model["messages"]) + len(self.messages)

    @property
    def texts(self):
        return [row["text"] for row in self.messages]

    def row(self, text):
        """The only row with this text, or nothing."""
        rows = [row for row in self.messages if row["text"] == text]
        assert len(rows) < 2, f"doubled: {rows}"
        return rows[0] if rows else None

    def has_state(self, text, *states):
        row = self.row(text)
        return row is not None and row["state"] in states

    def connect(self, seconds=PATIENCE):
        """Waits until it is online; presses what the connection offers, as those do who cannot wait."""
        end = time.monotonic() + seconds
        while self.connection["connectionState"] != "online" and time.monotonic() < end:
            if retry := self.connection.get("actions", {}).get("retry"):
                self.press(retry).wait(lambda p: p.connection.get("actions", {}).get("retry") is None, "another try")
            self.reaches(lambda p: p.connection["connectionState"] == "online" or p.connection.get("actions", {}).get("retry"), end - time.monotonic())
        assert self.connection["connectionState"] == "online", f"no connection within {seconds:.0f} s: {self.connection}"
        return self

    def kill(self):
        """Ends it in the middle of whatever it does; what it had printed is taken in."""
        self.process.kill()
        self.process.wait()
        while not self.has_ended:
            self._take(self.lines.get(timeout=PATIENCE))
        self._close()

    def finish(self, seconds=30):
        """Ends the input, and takes in all that is still printed; returns the exit code."""
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


def is_loaded(pipe):
    return "messages" in pipe.models and not pipe.models["messages"]["shouldShowBusy"]


def opened_pipe(telex, chat=CHAT):
    """A pipe of theirs, online, with the chat on top."""
    pipe = Pipe(telex, *VIEWS).connect()
    pipe.wait(lambda p: any(row["chatId"] == chat for row in p.models.get("chatList", {"chats": []})["chats"]), chat)
    return pipe.send(opened(chat)).wait(is_loaded, "the messages")


def before(shown, rows):
    """The rows with those before them that are shown now."""
    known = {row["messageId"] for row in rows}
    return [row for row in shown if row["messageId"] not in known] + rows


def history(telex, chat, last=None):
    """All messages of the chat, as a new run shows them page by page, once it has the one with the text `last`."""
    pipe = Pipe(telex, "--subscribe", "messages")
    try:
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
    finally:
        pipe.close()
