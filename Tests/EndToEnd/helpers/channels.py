"""Readers for the messages that the chat server pushes: server-sent events and WebSockets."""

import collections
import http.client
import json
import queue
import socket
import threading
import time

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from telex_program import PATIENCE

Event = collections.namedtuple("Event", "kind id data")


class Channel:
    """A channel with incoming items, read one at a time."""

    def until(self, kind=None, timeout=PATIENCE, where=lambda item: True):
        """Returns all items up to and including the next one of this kind that meets the condition."""
        deadline = time.monotonic() + timeout
        items = []
        while True:
            try:
                item_kind, item = self._receive(max(0, deadline - time.monotonic()))
            except (TimeoutError, EOFError) as error:
                raise AssertionError(f"no {kind or 'more'}: {error!r} after {items}") from None
            items.append(item)
            if kind in (None, item_kind) and where(item):
                return items

    def next(self, kind=None, timeout=PATIENCE, where=lambda item: True):
        """Returns the next item of this kind that meets the condition, and skips earlier ones."""
        return self.until(kind, timeout, where)[-1]

    def ended(self, timeout=PATIENCE):
        """Waits until the server closes the channel; returns the close code, if there is one."""
        deadline = time.monotonic() + timeout
        try:
            while True:
                self._receive(max(0, deadline - time.monotonic()))
        except EOFError as end:
            return end.args[0]
        except TimeoutError:
            raise AssertionError("still open") from None


class Live(Channel, ClientConnection):
    """The WebSocket of an open chat. Its items are frames."""

    def _receive(self, seconds):
        try:
            frame = self.recv(timeout=seconds)
        except ConnectionClosed as closed:
            raise EOFError(closed.rcvd and closed.rcvd.code) from None
        assert isinstance(frame, str), frame
        frame = json.loads(frame)
        return frame["type"], frame

    def say(self, **frame):
        self.send(json.dumps(frame))

    def settle(self):
        """Waits until the server has handled all frames so far."""
        assert self.ping().wait(PATIENCE), f"no pong within {PATIENCE} s"


class Push(Channel):
    """A person's server-sent events, read by a background thread. Its items are events."""

    def __init__(self, person, last_event=None, since=None):
        headers = {"Authorization": f"Bearer {person.token}", "Accept": "text/event-stream"}
        if last_event is not None:
            headers["Last-Event-ID"] = str(last_event)
        self.events = queue.SimpleQueue()
        self.comments = 0
        self.connection = person.server.connection()
        self.connection.request("GET", "/v1/push" + (f"?since={since}" if since is not None else ""), headers=headers)
        self.socket = self.connection.sock
        self.response = self.connection.getresponse()
        assert self.response.status == 200, (self.response.status, self.response.read())
        self.socket.settimeout(None)
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()
        person.server.channels.append(self)

    def _read(self):
        fields = {}
        try:
            while line := self.response.readline().decode():
                line = line.removesuffix("\n").removesuffix("\r")
                name, _, value = line.partition(":")
                if line.startswith(":"):
                    self.comments += 1
                elif line:
                    fields.setdefault(name, []).append(value.removeprefix(" "))
                elif fields:
                    self.events.put(fields)
                    fields = {}
        except (OSError, http.client.HTTPException):
            pass
        finally:
            self.events.put(None)

    def _receive(self, seconds):
        try:
            fields = self.events.get(timeout=seconds)
        except queue.Empty:
            raise TimeoutError(f"{seconds} s") from None
        if fields is None:
            self.events.put(None)
            raise EOFError(None)
        (kind,), (data,), (number,) = fields["event"], fields["data"], fields.get("id", [None])
        content = json.loads(data)
        assert content.pop("type") == kind
        return kind, Event(kind, number and int(number), content)

    def close(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.thread.join()
        self.connection.close()
