"""HTTP requests and responses as bytes."""

import json
import re
import socket
import threading

from telex_program import PATIENCE
from server import CHAT, UPGRADE, Response

POSTS = f"/v1/chats/{CHAT}/messages"
# A TLS ClientHello.
HELLO = b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03"


def head(line, *fields, token=None):
    """Returns the head of a request."""
    if token:
        fields = (f"Authorization: Bearer {token}", *fields)
    return "\r\n".join((f"{line} HTTP/1.1", "Host: x", *fields, "", "")).encode()


HEALTH = head("GET /v1/health")


def push_request(person, _=CHAT):
    return head("GET /v1/push", token=person.token)


def live_request(person, chat=CHAT):
    upgrade = (f"{name}: {value}" for name, value in UPGRADE.items())
    return head(f"GET /v1/chats/{chat}/live", *upgrade, token=person.token)


class Kept:
    """A persistent connection for all requests of a person."""

    def __init__(self, server, token=None):
        self.connection, self.token = server.connection(), token

    def request(self, method, path, body=None):
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        self.connection.request(method, path, body and json.dumps(body).encode(), headers)
        response = self.connection.getresponse()
        return Response(response.status, response.headers, response.read())

    def post(self, text, id):
        answer = self.request("POST", POSTS, {"transactionId": id, "text": text})
        assert answer.status == 201, answer
        return answer.json

    def close(self):
        self.connection.close()


def connect(server, sent=b"", buffer=None):
    connection = socket.socket()
    if buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    connection.settimeout(PATIENCE)
    connection.connect(("127.0.0.1", server.port))
    connection.sendall(sent)
    return connection


def read_all(connection):
    """Reads until the server closes the connection; returns the data."""
    received = b""
    try:
        while data := connection.recv(65536):
            received += data
    except ConnectionError:
        pass
    return received


def exchange(server, *sent, first=b"", ends=False):
    """Sends the parts one by one while reading, until the server closes the connection; returns the data received.

    `first` is sent before them, and its response read. `ends` shuts down the sending side.
    """
    def send():
        try:
            for part in sent:
                connection.sendall(part)
            if ends:
                connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    with connect(server, first) as connection:
        assert not first or connection.recv(65536).startswith(b"HTTP/1.1 200")
        sender = threading.Thread(target=send)
        sender.start()
        received = read_all(connection)
        sender.join()
    return received


def channel(server, person, kind):
    """Opens a channel and reads its head, but nothing more."""
    connection = connect(server, push_request(person) if kind == "push" else live_request(person), buffer=4096)
    received = b""
    while b"ready" not in received:
        received += connection.recv(4096)
    return connection


def unsent(server, connection):
    """Returns how many bytes the system holds for a client, or None once the server has closed its end.

    A closed end has no owner in the system's table.
    """
    port = connection.getsockname()[1]
    with open("/proc/net/tcp") as table:
        for end in [line.split() for line in table][1:]:
            if end[1].endswith(f":{server.port:04X}") and end[2].endswith(f":{port:04X}") and end[9] != "0":
                return int(end[4].partition(":")[0], 16)
    return None


def holds(server, connection):
    """Returns whether the server still holds its end of a connection."""
    return unsent(server, connection) is not None


def answers(received):
    """Parses complete responses: status, fields, body."""
    found = []
    while received:
        start, separator, rest = received.partition(b"\r\n\r\n")
        line, *fields = start.decode().split("\r\n")
        assert separator and re.fullmatch(r"HTTP/1\.[01] \d{3} .*", line), received
        fields = {name.lower(): value for name, value in (field.split(": ", 1) for field in fields)}
        length = int(fields.get("content-length", 0))
        assert len(rest) >= length, f"cut short: {received}"
        found.append((int(line.split()[1]), fields, rest[:length]))
        received = rest[length:]
    return found


def problem(answer):
    """Asserts that the response is a problem; returns its status."""
    status, fields, body = answer
    told = json.loads(body)
    assert fields["content-type"] == "application/problem+json" and told["status"] == status, answer
    assert told["title"] and told["detail"].strip(), answer
    return status
