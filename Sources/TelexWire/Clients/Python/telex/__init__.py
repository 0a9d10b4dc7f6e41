"""A client of Telex: runs `telex pipe`, follows its lines, and goes on when it has been killed."""

import hashlib
import json
import subprocess
import uuid
import zlib
from collections import deque
from typing import Any, Iterator, Self, TypeAlias, cast

from .lines import (
    Action, ClosedLine, ErrorLine, GapLine, HelloLine, InboxViewModel, LineIn, LineOut, OutcomeLine, SettledLine, ViewLine,
    ViewName)

Line: TypeAlias = "ViewLine | ClosedLine | GapLine | OutcomeLine | HelloLine"
"""A line for the caller. Patches are applied, and answers go to `settle`."""


class Refused(Exception):
    """A request or a line that was refused, or that failed."""

    def __init__(self, line: ErrorLine | SettledLine):
        self.line = line
        super().__init__(line["error"]["reason"] if "error" in line else line.get("reason") or line["outcome"])


class Ended(Exception):
    """Telex has ended without being killed, or before it answered a request that cannot be repeated."""


class Telex:
    """A running `telex pipe`. Use it in a `with` statement, from one thread."""

    _most_open = 16

    def __init__(self, *arguments: str, program: str = "telex"):
        self._command = [program, "pipe", *arguments]
        self.views: dict[tuple[str | None, str], Any] = {}
        """The current models, by window (`None` is the main one) and view."""
        self._subscribed: list[ViewName] = []
        self._cursor: str | None = None
        self._requests, self._open, self._lost = 0, dict[str, dict[str, Any]](), set[str]()
        self._settled, self._waiting = dict[str, SettledLine](), deque[Line]()
        self._failure: Exception | None = None
        self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the input, and waits until Telex has finished what is in progress."""
        try:
            self._process.stdin.close()  # type: ignore[union-attr]
        except BrokenPipeError:
            pass
        for _ in self._process.stdout or ():
            pass
        self._process.wait()

    def send(self, line: LineIn) -> str:
        """Sends a line and returns its id. After a restart it is sent again if that cannot do anything twice."""
        while len(self._open) >= self._most_open:
            self._read()
        self._requests += 1
        sent = {"id": str(self._requests), **line}
        self._open[sent["id"]] = sent
        self._write(sent)
        return sent["id"]

    def press(self, action: Action, **values: Any) -> str:
        """Sends an action with its blanks filled in, and returns its id. A message gets an id of its own if it has none."""
        line: dict[str, Any] = {**action, **values}
        if blanks := [name for name, value in line.items() if value is None]:
            raise TypeError(f"the action {line['event']} needs {', '.join(blanks)}")
        if line["event"] == "message.sending":
            line.setdefault("messageId", str(uuid.uuid4()))
        return self.send(cast(LineIn, line))

    def settle(self) -> dict[str, SettledLine]:
        """Waits for the answers to all requests, and returns them by id. Raises `Refused` for the first that failed."""
        while self._open:
            self._read()
        settled, self._settled = self._settled, {}
        if failure := self._failure:
            self._failure = None
            raise failure
        return settled

    def subscribe(self, *views: ViewName) -> None:
        """Subscribes to views, also after a restart."""
        self._subscribed = [*dict.fromkeys([*self._subscribed, *views])]
        self._write({"subscribe": views})

    def lines(self) -> Iterator[Line]:
        """Yields lines until Telex ends. After a kill it is started again, and whole models follow."""
        while True:
            while self._waiting:
                yield self._waiting.popleft()
            if not self._read():
                return

    def inbox(self, cursor: str | None = "start") -> Iterator[InboxViewModel]:
        """Yields the messages after a cursor, each once. Store the `cursor` of each model together with your work."""
        self._cursor = cursor or "start"
        self._write({"subscribe": ["inbox"], "after": self._cursor})
        for line in self.lines():
            if "model" in line and line["view"] == "inbox":
                if line["model"]["cursor"]:
                    yield line["model"]
            elif "gap" in line and "view" in line["gap"]:
                raise Ended("Telex does not know the cursor: is it of another profile?")

    # What follows is between this client and Telex.

    def _start(self) -> None:
        self.views.clear()
        self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        if self._subscribed:
            self._write({"subscribe": self._subscribed})
        if self._cursor:
            self._write({"subscribe": ["inbox"], "after": self._cursor})
        for id in [*self._open]:
            self._repeat(id)

    def _repeat(self, id: str) -> None:
        line = self._open[id]
        if line.get("event") == "message.sending" and "messageId" in line or "subscribe" in line:
            self._write(line)
        else:
            del self._open[id]
            self._failure = self._failure or Ended(f"Telex has ended before it answered request {id}: was it done?")

    def _write(self, line: Any) -> None:
        data = json.dumps(line).encode() + b"\n"
        try:
            self._process.stdin.write(data)  # type: ignore[union-attr]
            self._process.stdin.flush()  # type: ignore[union-attr]
        except BrokenPipeError:
            pass  # it has ended, which the next read notices

    def _read(self) -> bool:
        """Handles one line; returns whether there are more."""
        text = self._process.stdout.readline()  # type: ignore[union-attr]
        if not text.endswith(b"\n"):  # the end, or a line that a kill has cut off
            return self._restart()
        line: LineOut = json.loads(text)
        if "bye" in line:
            if line["bye"] in ("eof", "quit", "signal") and not self._open:
                return False
            raise Ended(f"Telex has ended: {line['bye']}")
        if "settled" in line:
            self._answer(line["settled"], line, line["outcome"] in ("refused", "failed"))
        elif "error" in line:
            self._answer(line["cause"], line, True)
        elif "patch" in line:
            self._waiting.append(self._patched(line))
        else:
            if "model" in line:
                self.views[line.get("window"), line["view"]] = line["model"]
                if line["view"] == "inbox" and line["model"]["cursor"]:
                    self._cursor = line["model"]["cursor"]
            elif "closed" in line:
                self.views.pop((line.get("window"), line["view"]), None)
            elif "gap" in line and "ownerLeft" in line["gap"]:
                self._lost = {*self._open}
            self._waiting.append(line)
        return True

    def _answer(self, id: str | None, line: SettledLine | ErrorLine, is_failure: bool) -> None:
        if id in self._lost:  # another telex took over before the answer
            self._lost.remove(id)
            if is_failure:
                return self._repeat(id)
        self._open.pop(id or "", None)
        if is_failure:
            self._failure = self._failure or Refused(line)
        elif "settled" in line:
            self._settled[line["settled"]] = line

    def _restart(self) -> bool:
        if (code := self._process.wait()) >= 0:  # not killed
            raise Ended(f"telex pipe has ended with exit code {code}")
        self._start()
        return True

    def _patched(self, line: Any) -> ViewLine:
        model = json.loads(json.dumps(self.views[line.get("window"), line["view"]]))
        for operation in line["patch"]:
            patch(model, operation)
        if "crc32" in line:
            canonical = json.dumps(model, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
            if zlib.crc32(canonical.encode(errors="surrogatepass")) != line["crc32"]:
                raise ValueError(f"the patches do not make the model of line {line['seq']}")
        self.views[line.get("window"), line["view"]] = model
        whole = {name: value for name, value in line.items() if name not in ("patch", "base", "crc32")}
        return cast(ViewLine, {**whole, "model": model})


def stable_id(*parts: str) -> str:
    """An id that is the same for the same parts, such as the chat and the message that an answer is to."""
    return hashlib.sha256(json.dumps(parts, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()


def patch(model: Any, operation: Any) -> None:
    """Applies an operation (RFC 6902) to a model."""
    def place(path: str) -> tuple[Any, Any]:
        *steps, last = path.split("/")[1:]
        value = model
        for step in steps:
            value = value[int(step)] if isinstance(value, list) else value[step]
        return value, int(last) if isinstance(value, list) else last

    value = operation.get("value")
    if operation["op"] in ("remove", "move"):
        parent, key = place(operation.get("from", operation["path"]))
        value = parent.pop(key)
    if operation["op"] != "remove":
        parent, key = place(operation["path"])
        if isinstance(parent, list) and operation["op"] != "replace":
            parent.insert(key, value)
        else:
            parent[key] = value
