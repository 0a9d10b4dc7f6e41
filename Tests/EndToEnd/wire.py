"""Requests and answers as they go over a connection, byte by byte."""

import json
import re
import socket
import threading

from server import CHAT, UPGRADE, Response

POSTS = f"/v1/chats/{CHAT}/messages"
# The first words of a client that speaks TLS.
HELLO = b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03"


def head(line, *fields, token=None):
    """The beginning of a request, up to its body."""
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
    """One connection for all that somebody asks."""

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
    connection.settimeout(20)
    connection.connect(("127.0.0.1", server.port))
    connection.sendall(sent)
    return connection


def read_all(connection):
    """What still comes until the server closes."""
    received = b""
    try:
        while data := connection.recv(65536):
            received += data
    except ConnectionError:
        pass
    return received


def exchange(server, *sent, first=b"", ends=False):
    """Sends one part after the other while it reads what comes, until the server closes; returns that.

    `first` is sent before, and its answer read; `ends` tells the server that nothing more will be sent.
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
    """Opens a channel, reads its beginning, and then no more."""
    connection = connect(server, push_request(person) if kind == "push" else live_request(person), buffer=4096)
    received = b""
    while b"ready" not in received:
        received += connection.recv(4096)
    return connection


def answers(received):
    """The responses in what was received: status, fields, body; all of them are whole."""
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
    """Asserts that it is one; returns its status."""
    status, fields, body = answer
    told = json.loads(body)
    assert fields["content-type"] == "application/problem+json" and told["status"] == status, answer
    assert told["title"] and told["detail"].strip(), answer
    return status
