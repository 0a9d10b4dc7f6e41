"""A client of Telex: runs `telex pipe`, follows its lines, and goes on when it has been killed."""

import hashlib
import json
import os
import select
import subprocess
import uuid
import zlib
from collections import deque
from typing import IO, Any, Iterator, NoReturn, Self, TypeAlias, cast

from .lines import (
    Action, ClosedLine, ErrorLine, GapLine, HelloLine, InboxViewModel, LineIn, LineOut, OutcomeLine, SettledLine, ViewLine,
    ViewName)

Line: TypeAlias = "ViewLine | ClosedLine | GapLine | OutcomeLine | HelloLine"
"""A line for the caller. Patches are applied, and answers go to `settle`."""


Outcome: TypeAlias = "SettledLine | ErrorLine | None"
"""The answer to a request. `None`: Telex ended before it answered."""


class Failure(Exception):
    """What `settle` and `close` raise if not all requests were done."""

    def __init__(self, reason: str):
        super().__init__(reason)
        self.outcomes: dict[str, Outcome] = {}
        """The outcomes of all requests since the last `settle`, by id."""


class Refused(Failure):
    """A request or a line that was refused, or that failed."""

    def __init__(self, line: ErrorLine | SettledLine):
        self.line = line
        super().__init__(line["error"]["reason"] if "error" in line else line.get("reason") or line["outcome"])


class Ended(Failure):
    """Telex has ended without being killed, or before it answered a request that cannot be repeated."""


class Telex:
    """A running `telex pipe`. Use it in a `with` statement, from one thread."""

    def __init__(self, *arguments: str, program: str = "telex"):
        self._command = [program, "pipe", *arguments]
        self.views: dict[tuple[str | None, str], Any] = {}
        """The current models, by window (`None` is the main one) and view."""
        self._subscribed: list[ViewName] = []
        self._cursor: str | None = None
        self._requests, self._open, self._lost = 0, dict[str, dict[str, Any]](), set[str]()
        self._outcomes, self._waiting = dict[str, Outcome](), deque[Line]()
        self._failure: Failure | None = None
        self._is_closing = self._is_over = False
        self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _type: object, error: BaseException | None, _traceback: object) -> None:
        try:
            self.close()
        except Failure as failure:
            if error is None:
                raise
            error.add_note(f"When telex pipe was closed: {failure}")

    def close(self) -> None:
        """Ends the input, and waits until Telex has finished what is in progress. Raises as `settle` does."""
        self._is_closing = True
        try:
            self._end_input()
            while self._read():
                pass
        finally:
            self._output.close()
            self._process.wait()
        self._settled()

    def send(self, line: LineIn) -> str:
        """Sends a line and returns its id. After a restart it is sent again if that cannot do anything twice."""
        if self._is_closing or self._is_over:
            raise Ended("telex pipe has ended, or was closed")
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
        """Waits for the answers to all requests, and returns them by id. Raises `Refused` for the first that failed, or
        `Ended`. The exception has all outcomes."""
        while self._open:
            self._read()
        return self._settled()

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
        self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self._input = cast(IO[bytes], self._process.stdin)
        self._output = cast(IO[bytes], self._process.stdout)
        os.set_blocking(self._input.fileno(), False)
        self._unsent, self._arrived, self._rest, self._has_ended = b"", deque[bytes](), b"", False
        if self._subscribed:
            self._write({"subscribe": self._subscribed})
        if self._cursor:
            self._write({"subscribe": ["inbox"], "after": self._cursor})
        for line in [*self._open.values()]:
            self._write(line)
        if self._is_closing:
            self._end_input()

    def _write(self, line: Any) -> None:
        self._unsent += json.dumps(line).encode() + b"\n"
        self._write_unsent()

    def _write_unsent(self) -> None:
        """Writes, and reads while it cannot write: Telex reads nothing more while nobody reads its output."""
        poll = select.poll()
        poll.register(self._input, select.POLLOUT)
        poll.register(self._output, select.POLLIN)
        try:
            while self._unsent and not self._has_ended:
                if self._input.fileno() in dict(poll.poll()):
                    self._unsent = self._unsent[self._input.write(self._unsent) or 0:]
                else:
                    self._fetch()
        except BrokenPipeError:
            pass  # it has ended, which the next read notices

    def _end_input(self) -> None:
        if not self._input.closed:
            self._write_unsent()
            self._input.close()

    def _fetch(self) -> None:
        """Waits for some of what Telex writes, and keeps the lines for `_read`."""
        data = self._output.read(65536)
        *lines, self._rest = (self._rest + data).split(b"\n")
        self._arrived.extend(lines)
        self._has_ended = not data  # a last line that a kill has cut off stays in _rest

    def _read(self) -> bool:
        """Handles one line; returns whether there are more."""
        if self._is_over:
            return False
        while not self._arrived:
            if self._has_ended:
                return self._restart()
            self._fetch()
        line: LineOut = json.loads(self._arrived.popleft())
        if "bye" in line:
            if self._open or not self._is_closing and line["bye"] not in ("eof", "quit", "signal"):
                self._end(f"Telex has ended: {line['bye']}")
            self._is_over = True
            return False
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
                return self._write(self._open[id]) if self._can_repeat(id) else self._give_up(id)
        if id in self._open:
            del self._open[id]
            self._outcomes[id] = line
        if is_failure:
            self._failure = self._failure or Refused(line)

    def _can_repeat(self, id: str) -> bool:
        line = self._open[id]
        return line.get("event") == "message.sending" and "messageId" in line or "subscribe" in line

    def _give_up(self, id: str) -> None:
        del self._open[id]
        self._outcomes[id] = None
        self._failure = self._failure or Ended(f"Telex has ended before it answered request {id}: was it done?")

    def _settled(self) -> dict[str, SettledLine]:
        outcomes, self._outcomes = self._outcomes, {}
        failure, self._failure = self._failure, None
        if failure:
            failure.outcomes = outcomes
            raise failure
        return cast(dict[str, SettledLine], outcomes)

    def _restart(self) -> bool:
        if (code := self._process.wait()) >= 0:  # not killed
            self._end(f"telex pipe has ended with exit code {code}")
        for id in [id for id in self._open if not self._can_repeat(id)]:
            self._give_up(id)
        self._lost.clear()
        self._is_over = self._is_closing and not self._open
        if not self._is_over:
            self._input.close()
            self._output.close()
            self._start()
        return not self._is_over

    def _end(self, reason: str) -> NoReturn:
        ended = Ended(reason)
        ended.outcomes = self._outcomes | dict.fromkeys(self._open)
        self._is_over, self._outcomes, self._failure = True, {}, None
        self._open.clear()
        raise ended

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
