"""A cheap client for HTTP/1.1 and WebSockets. It understands only what the two servers send."""

import asyncio
import collections
import time

# The body of a response, and when the request was written and the response received, in nanoseconds.
Answer = collections.namedtuple("Answer", "status body sent received")


def request(method, target, token, body=b"", headers=()):
    """Encodes a request."""
    lines = [f"{method} {target} HTTP/1.1", "Host: localhost", f"Authorization: Bearer {token}", *headers]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


def upgrade(target, token):
    """Encodes the request for a WebSocket."""
    return request("GET", target, token, headers=(
        "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="))


class Wire(asyncio.Protocol):
    """A connection, and the single response it waits for."""

    def __init__(self):
        self.buffer = bytearray()
        self.waiting = None
        self.sent = 0

    @classmethod
    async def connect(cls, port, *arguments):
        loop = asyncio.get_running_loop()
        _, wire = await loop.create_connection(lambda: cls(*arguments), "127.0.0.1", port)
        return wire

    @property
    def is_open(self):
        return not self.transport.is_closing()

    def connection_made(self, transport):
        self.transport = transport

    def connection_lost(self, error):
        if self.waiting and not self.waiting.done():
            self.waiting.set_exception(ConnectionError(f"the server has closed the connection: {error}"))

    def close(self):
        self.transport.abort()

    def exchange(self, data):
        """Sends a request; returns a future of the response."""
        self.waiting = asyncio.get_running_loop().create_future()
        self.sent = time.perf_counter_ns()
        self.transport.write(data)
        return self.waiting

    def _head(self):
        """Removes the status and the header fields from the buffer once they are complete; returns them."""
        end = self.buffer.find(b"\r\n\r\n")
        if end < 0:
            return None
        status, *fields = bytes(self.buffer[:end]).decode("latin-1").split("\r\n")
        del self.buffer[:end + 4]
        return int(status.split(" ", 2)[1]), {
            name.lower(): value.strip() for name, _, value in (field.partition(":") for field in fields)}

    def _answer(self, status, body, received):
        self.waiting.set_result(Answer(status, body, self.sent, received))


class Connection(Wire):
    """A persistent HTTP connection for one request at a time."""

    def __init__(self):
        super().__init__()
        self.head = None
        self.chunks = []

    def data_received(self, data):
        received = time.perf_counter_ns()
        self.buffer += data
        self.head = self.head or self._head()
        if not self.head:
            return
        status, fields = self.head
        body = self._part(int(fields["content-length"])) if "content-length" in fields else self._chunked()
        if body is not None:
            self.head = None
            self._answer(status, body, received)

    def _part(self, length):
        """Removes that many bytes from the buffer once they have arrived; returns them."""
        if len(self.buffer) < length:
            return None
        part = bytes(self.buffer[:length])
        del self.buffer[:length]
        return part

    def _chunked(self):
        """Removes a chunked body from the buffer once it is complete; returns it."""
        while (end := self.buffer.find(b"\r\n")) >= 0:
            length = int(self.buffer[:end], 16)
            chunk = self._part(end + 2 + length + 2)
            if chunk is None:
                return None
            self.chunks.append(chunk[end + 2:-2])
            if length == 0:
                body = b"".join(self.chunks)
                self.chunks.clear()
                return body
        return None


class Socket(Wire):
    """A WebSocket that only listens. It passes each text to `take` with its time of arrival."""

    def __init__(self, take):
        super().__init__()
        self.take = take
        self.is_upgraded = False

    def data_received(self, data):
        received = time.perf_counter_ns()
        self.buffer += data
        if not self.is_upgraded:
            head = self._head()
            if not head:
                return
            self.is_upgraded = head[0] == 101
            self._answer(head[0], b"", received)
        while self.is_upgraded and (frame := self._frame()):
            self._heed(*frame, received)

    def _frame(self):
        """Removes the next frame from the buffer once it is complete; returns its opcode and payload."""
        buffer = self.buffer
        if len(buffer) < 2:
            return None
        start, length = 2, buffer[1]
        if length >= 126:
            start = 4 if length == 126 else 10
            if len(buffer) < start:
                return None
            length = int.from_bytes(buffer[2:start])
        if len(buffer) < start + length:
            return None
        opcode, payload = buffer[0] & 15, bytes(buffer[start:start + length])
        del buffer[:start + length]
        return opcode, payload

    def _heed(self, opcode, payload, received):
        if opcode == 1:
            self.take(payload, received)
        elif opcode == 9:
            # A mask of zeros leaves the payload unchanged.
            self.transport.write(bytes([0x8A, 0x80 | len(payload), 0, 0, 0, 0]) + payload)
        elif opcode == 8:
            self.close()
